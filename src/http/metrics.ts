import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type LabelValues, Registry } from 'prom-client';
import type { AttemptOutcome, NextStep } from '../domain/notifications/delivery.ts';
import type { Outcome } from '../domain/phones/judge-message.ts';
import type { ErrorCode } from '../errors/app-error.ts';

/** What is said of a batch that a lane has run. */
interface ObservedBatch {
  readonly size: number;
  readonly outcome: string;
  readonly durationMs: number;
}

/** What an attempt came to: it is sent, it is tried again later, or it has failed for good. */
const resultOf = { done: 'sent', again: 'again', failed: 'failed' } as const satisfies Record<NextStep['kind'], string>;

/**
 * Once for a process, however many services it runs: nothing ends the timer that watches the event loop, a hundred times a second,
 * nor what hears of each garbage collection.
 */
let processRegistry: Registry | null = null;

function ofProcess(): Registry {
  if (processRegistry === null) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry, prefix: 'quittance_' });
  }
  return processRegistry;
}

/** What the service says about itself, in Prometheus' form. Label values are closed sets: routes, statuses, codes. */
export class Metrics {
  readonly registry = new Registry();

  readonly #requests = new Counter({
    name: 'quittance_http_requests_total',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
  });

  readonly #requestSeconds = new Histogram({
    name: 'quittance_http_request_seconds',
    help: 'Time from the request line to the last byte of the answer',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });

  readonly #refusals = new Counter({
    name: 'quittance_refusals_total',
    help: 'Refusals by code',
    labelNames: ['code'],
    registers: [this.registry],
  });

  readonly #batchSize = new Histogram({
    name: 'quittance_batch_size',
    help: 'Commands in a batch',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
    registers: [this.registry],
  });

  readonly #laneSeconds = new Histogram({
    name: 'quittance_lane_seconds',
    help: 'Time a lane spent on a batch, by outcome',
    labelNames: ['outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [this.registry],
  });

  readonly #attempts = new Counter({
    name: 'quittance_notification_attempts_total',
    help: 'Attempts to deliver a notification, by outcome',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  readonly #lagSeconds = new Histogram({
    name: 'quittance_notification_lag_seconds',
    help: 'Time from a change to its delivered notification',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600, 3600, 86_400],
    registers: [this.registry],
  });

  readonly #endpointEvents = new Counter({
    name: 'quittance_endpoint_events_total',
    help: 'Attempts to send an event to an endpoint of a store, by what comes next',
    labelNames: ['result'],
    registers: [this.registry],
  });

  readonly #told = new Counter({
    name: 'quittance_told_total',
    help: 'Attempts to tell people what they want to hear, by what comes next',
    labelNames: ['result'],
    registers: [this.registry],
  });

  readonly #messages = new Counter({
    name: 'quittance_messages_total',
    help: 'Messages of phones that were read, by outcome',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  constructor() {
    // From the start on, not from the first scrape.
    ofProcess();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** All there is to scrape: what this service counts, and what is known of its process. */
  async read(): Promise<string> {
    const read = [this.registry, ofProcess()].map((registry) => registry.metrics());
    return (await Promise.all(read)).join('\n');
  }

  observeBatch(report: ObservedBatch): void {
    this.#batchSize.observe(report.size);
    this.#laneSeconds.observe({ outcome: report.outcome }, report.durationMs / 1000);
  }

  observeRequests(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none';
      this.#requests.inc({ method: request.method, route, status: reply.statusCode });
      this.#requestSeconds.observe({ route }, reply.elapsedTime / 1000);
      done();
    });
  }

  observeDelivery(outcome: AttemptOutcome, lagMs: number): void {
    this.#attempts.inc({ outcome });
    if (outcome === 'delivered') this.#lagSeconds.observe(lagMs / 1000);
  }

  countEndpointEvent(next: NextStep['kind']): void {
    this.#endpointEvents.inc({ result: resultOf[next] });
  }

  countTold(next: NextStep['kind']): void {
    this.#told.inc({ result: resultOf[next] });
  }

  countMessage(outcome: Outcome): void {
    this.#messages.inc({ outcome });
  }

  countRefusal(code: ErrorCode): void {
    this.#refusals.inc({ code });
  }

  /** A value that is asked for when the metrics are. One that cannot be read is NaN, and keeps none of the others from being served. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: `quittance_${name}`,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await Promise.resolve(read()).catch(() => Number.NaN));
      },
    });
  }

  /** The same by labels, whose values are a closed set too; none where they cannot be read. */
  gaugeBy<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => Promise<readonly { readonly labels: Readonly<Record<Label, string>>; readonly value: number }[]>,
  ): void {
    new Gauge({
      name: `quittance_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      async collect() {
        const values = await read().catch(() => []);
        this.reset();
        for (const { labels, value } of values) this.set(labels as LabelValues<Label>, value);
      },
    });
  }
}

/** Gauges that are read at the same time share one read of what they are about. */
export function readTogether<Facts>(read: () => Promise<Facts>): () => Promise<Facts> {
  let underWay: Promise<Facts> | null = null;
  return () => {
    underWay ??= read().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
