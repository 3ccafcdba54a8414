import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../api/context.ts';
import { merchantPage } from './merchant.ts';
import { openApiDocument } from './openapi.ts';
import { operatorDocument } from './openapi-operator.ts';
import { operatorPage } from './operator.ts';
import { postmanCollection } from './postman-collection.ts';
import { pageScript } from './script.ts';
import { exampleKeys } from './snippets.ts';
import { pageStyle } from './style.ts';

/** The API reference: for each interface an OpenAPI document, and a page made from it that loads nothing from outside. */
export function registerReference(app: FastifyInstance, context: ApiContext): void {
  const { mode } = context;
  const keys = exampleKeys(mode);
  servePage(app, context, '/docs', (serverUrl) => merchantPage(serverUrl, { mode, keys }));
  servePage(app, context, '/docs/operator', operatorPage);
  app.get('/openapi.json', async () => openApiDocument(context.publicUrl()));
  app.get('/openapi-operator.json', async () => operatorDocument(context.publicUrl()));
  app.get('/quittance.postman_collection.json', async () => postmanCollection(context.publicUrl(), keys));
  // Relative, so that it also holds behind a proxy that serves the service under a path.
  app.get('/', async (_request, reply) => reply.redirect('docs', 302));
}

function servePage(
  app: FastifyInstance,
  context: ApiContext,
  path: string,
  write: (serverUrl: string) => string,
): void {
  // Made when first asked for: only then is the public URL known for certain.
  let made: { readonly serverUrl: string; readonly page: string } | null = null;
  app.get(path, async (_request, reply) => {
    const serverUrl = context.publicUrl();
    if (made?.serverUrl !== serverUrl) made = { serverUrl, page: write(serverUrl) };
    return reply.headers(pageHeaders).send(made.page);
  });
}

/** Nothing may be loaded, and only our own style and script may act, whatever should slip into the page. */
const policy = [
  "default-src 'none'",
  `style-src ${hashSource(pageStyle)}`,
  `script-src ${hashSource(pageScript)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
