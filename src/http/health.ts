import type { FastifyInstance } from 'fastify';
import type { Drain } from './drain.ts';
import type { Metrics } from './metrics.ts';

interface HealthOptions {
  readonly metrics: Metrics;
  /** Refuses while the service cannot do its work; else says more about it. */
  readonly ready: () => Promise<object>;
  readonly drain: Drain;
}

/**
 * `/healthz`: the process runs. `/readyz`: it can do its work, the database included. `/proxyz`: it wants requests, for proxies;
 * without the database, because a process that says "try again in a second" is better than a proxy with nobody behind it.
 * `/metrics`: figures.
 */
export function registerHealth(app: FastifyInstance, { metrics, ready, drain }: HealthOptions): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) =>
    drain.isOn ? reply.code(503).send(draining) : { status: 'ready', ...(await ready()) },
  );
  app.get('/proxyz', async (_request, reply) => (drain.isOn ? reply.code(503).send(draining) : { status: 'serving' }));
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.read()));
}

const draining = { status: 'draining' } as const;
