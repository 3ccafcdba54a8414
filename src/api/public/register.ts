import type { FastifyInstance } from 'fastify';
import { readJson } from '../../http/json-body.ts';
import type { PublicContext } from './endpoint.ts';
import { publicEndpoints } from './endpoints.ts';
import { guarded } from './public-limits.ts';

/** The interface for payers: /api/public. It asks for no headers, and looks at none that would say who calls. */
export function registerPublic(app: FastifyInstance, context: PublicContext): void {
  app.addHook('preClose', async () => context.live.close());
  for (const endpoint of publicEndpoints) {
    const kind = endpoint.method === 'GET' ? 'read' : 'act';
    app.route({
      method: endpoint.method,
      url: `/api/public${endpoint.path}`,
      // A stream without a body would stay open for nothing.
      exposeHeadRoute: false,
      ...(endpoint.body?.kind === 'json' ? { schema: { body: endpoint.body.schema } } : {}),
      onRequest: async (_request, reply) => {
        reply.headers(safeHeaders);
      },
      preValidation: async (request) => {
        if (endpoint.body?.kind === 'json') request.body = readJson(request, true);
      },
      handler: guarded(context, kind, (request, reply) => endpoint.handle(context, request, reply)),
    });
  }
}

/** Whatever a name or a file says, no browser takes an answer for a page; and nobody keeps an answer for the next reader. */
const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};
