import type { FastifyInstance } from 'fastify';
import { serve } from '../serve.ts';
import type { PublicCall, PublicContext, PublicEndpoint } from './endpoint.ts';
import { publicEndpoints } from './endpoints.ts';

/** The interface for payers: /api/public. It asks for no headers, and looks at none that would say who calls. */
export function registerPublic(app: FastifyInstance, context: PublicContext): void {
  app.addHook('preClose', async () => context.live.close());
  app.register(async (routes) => {
    routes.addHook('onRequest', async (_request, reply) => {
      reply.headers(pageHeaders);
    });
    serve<PublicCall, PublicEndpoint>(routes, publicEndpoints, {
      prefix: '/api/public',
      engine: context.engine,
      files: context,
      admit: () => undefined,
      callOf: (_endpoint, request) => ({ context, request }),
      keyOwner: () => {
        throw new Error('no operation of the public interface takes an Idempotency-Key');
      },
      around: ({ method }, { ip }, handle) => context.limits.guard(ip, method === 'GET' ? 'read' : 'act', handle),
    });
  });
}

/** Whatever a name or a file says, no browser takes an answer for a page. */
const pageHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
