import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

interface HealthOptions {
  readonly metrics: Metrics;
  /** Refuses while the service cannot do its work; else says more about it. */
  readonly ready: () => Promise<object>;
}

/** `/healthz`: the process runs. `/readyz`: it can do its work, the database included. `/metrics`: figures. */
export function registerHealth(app: FastifyInstance, { metrics, ready }: HealthOptions): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => ({ status: 'ready', ...(await ready()) }));
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
