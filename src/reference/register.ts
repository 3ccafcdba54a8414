import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiContext } from '../api/context.ts';
import { merchantPages } from './merchant.ts';
import { openApiDocument } from './openapi.ts';
import { operatorDocument } from './openapi-operator.ts';
import { operatorPages } from './operator.ts';
import type { Reference } from './page.ts';
import { postmanCollection } from './postman-collection.ts';
import { pageScript } from './script.ts';
import { exampleKeys } from './snippets.ts';
import { pageStyle } from './style.ts';
import { tryScript } from './try-it.ts';

/** The API reference: for each interface an OpenAPI document, and pages made from it that load nothing from outside. */
export function registerReference(app: FastifyInstance, context: ApiContext): void {
  const { mode } = context;
  const keys = exampleKeys(mode);
  servePages(app, context, '/docs', (serverUrl) => merchantPages(serverUrl, { mode, keys }));
  servePages(app, context, '/docs/operator', operatorPages);
  app.get('/openapi.json', async () => openApiDocument(context.publicUrl()));
  app.get('/openapi-operator.json', async () => operatorDocument(context.publicUrl()));
  app.get('/quittance.postman_collection.json', async () => postmanCollection(context.publicUrl(), keys));
  // Relative, so that it also holds behind a proxy that serves the service under a path.
  app.get('/', async (_request, reply) => reply.redirect('docs', 302));
}

function servePages(
  app: FastifyInstance,
  context: ApiContext,
  path: string,
  write: (serverUrl: string) => Reference,
): void {
  // Made when first asked for: only then is the public URL known for certain.
  let made: { readonly serverUrl: string; readonly reference: Reference } | null = null;
  const headers = { ...pageHeaders, 'content-security-policy': policyOf(context.mode) };
  const send = (reply: FastifyReply, name: string) => {
    const serverUrl = context.publicUrl();
    if (made?.serverUrl !== serverUrl) made = { serverUrl, reference: write(serverUrl) };
    const page = made.reference.page(name);
    return page === null ? reply.callNotFound() : reply.headers(headers).send(page);
  };
  app.get(path, async (_request, reply) => send(reply, ''));
  app.get<{ Params: { name: string } }>(`${path}/:name`, async ({ params }, reply) => send(reply, params.name));
}

/**
 * Nothing may be loaded, and only our own style and scripts may act, whatever should slip into a page. In a sandbox requests
 * can be sent to this very service.
 */
export function policyOf(mode: ApiContext['mode']): string {
  const scripts = mode === 'sandbox' ? [pageScript, tryScript] : [pageScript];
  return [
    "default-src 'none'",
    `style-src ${hashSource(pageStyle)}`,
    `script-src ${scripts.map(hashSource).join(' ')}`,
    ...(mode === 'sandbox' ? ["connect-src 'self'"] : []),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
