import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { HttpContext } from './context.ts';
import type { Metrics } from './metrics.ts';

/** `/healthz`: the process runs. `/readyz`: it can do its work, the database included. `/metrics`: figures. */
export function registerHealth(app: FastifyInstance, context: HttpContext, metrics: Metrics): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (!context.engine.isAvailable) throw new AppError('database_unavailable');
    await context.reads.balances([]);
    return { status: 'ready' };
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
