import type { FastifyInstance } from 'fastify';
import type { OperatorContext } from '../api/operator/endpoint.ts';
import { clockDTO } from '../api/operator/sandbox/clock-shape.ts';
import { AppError } from '../errors.ts';
import type { Metrics } from './metrics.ts';

/** `/healthz`: the process runs. `/readyz`: it can do its work, the database included; in the sandbox with its time, which
 * somebody may have moved. `/metrics`: figures. */
export function registerHealth(app: FastifyInstance, context: OperatorContext, metrics: Metrics): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (!context.engine.isAvailable) throw new AppError('database_unavailable');
    await context.reads.balances([]);
    return context.sandboxClock === null ? { status: 'ready' } : { status: 'ready', clock: clockDTO(context) };
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
