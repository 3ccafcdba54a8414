import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { ApiContext } from './api/context.ts';
import type { Config } from './config/config.ts';
import type { Attachment } from './domain/attachment.ts';
import type { Catalogue } from './domain/catalogue.ts';
import { type Metrics, readTogether } from './http/metrics.ts';
import { receiptLink } from './http/receipt-links.ts';
import { whyForbidden } from './notify/address-guard.ts';
import { deliver, deliverSample } from './notify/deliver.ts';
import { Sender } from './notify/sender.ts';
import type { BookEnd } from './service-book.ts';
import { Resending } from './settings/resending.ts';
import type { Settings } from './settings/settings.ts';
import type { ConcernWatch } from './storage/concern-watch.ts';
import { DeliveryQueue } from './storage/delivery-queue.ts';
import {
  countWaitingEvents,
  type QueueHealth,
  readQueueHealth,
  readReceiverHealth,
} from './storage/reads/queue-health.ts';
import { DeliveryWorker } from './workers/delivery.ts';
import { createEndpointFeed } from './workers/endpoint-feed.ts';
import { type Lookout, unaskedPauseMs } from './workers/lookout.ts';
import type { Loop } from './workers/loop.ts';

interface DeliveryParts {
  readonly pool: pg.Pool;
  readonly settings: Settings;
  readonly clock: () => number;
  readonly machineClock: () => number;
  readonly catalogue: () => Catalogue;
  readonly publicUrl: () => string;
  readonly linkKey: Uint8Array;
  readonly metrics: Metrics;
  readonly concerns: Pick<ConcernWatch, 'announce'>;
  readonly bookEnd: BookEnd;
  readonly lookout: Lookout;
  readonly log: Logger;
}

export interface Deliveries {
  readonly worker: DeliveryWorker;
  /** Makes events of what has happened, for endpoints of stores. */
  readonly feed: Loop;
  /** Something was written that somebody may have to be told. */
  readonly wake: () => void;
  /** What the interfaces need of it. */
  readonly deliveryApi: Pick<ApiContext, 'resending' | 'tryNotification' | 'whyNotCalled'>;
}

/** The part of the service that sends notifications. */
export function createDeliveries(config: Config, parts: DeliveryParts): Deliveries {
  const { pool, clock, machineClock, catalogue, metrics, log } = parts;
  const { retryPausesMs, ...limits } = config.notify;
  const sender = new Sender({ ...limits, clock });
  const attachmentLink = (attachment: Attachment) =>
    parts.publicUrl() +
    receiptLink(parts.linkKey, { ...attachment, expiresAtMs: clock() + config.receiptLinkTtlMs }, config.cell);
  const bookHead = () => parts.bookEnd.head;
  const context = { sender, clock, machineClock, catalogue, attachmentLink, bookHead, retryPausesMs };
  const worker = new DeliveryWorker({
    ...limits,
    queue: new DeliveryQueue(pool),
    deliver: (message, attempt) => deliver(context, message, attempt),
    setAside: ({ invoiceId, sequence }, err) =>
      log.error({ err, invoiceId, sequence }, 'a notification cannot be made into a message; it is set aside'),
    hangUp: () => sender.close(),
    lease: randomUUID(),
    clock,
    idleMs: unaskedPauseMs,
    attempted({ delivery, outcome, next }, lagMs) {
      metrics.observeDelivery(outcome, lagMs);
      if (catalogue().endpoints.has(delivery.invoiceId)) metrics.countEndpointEvent(next.kind);
    },
    settled: (results) =>
      parts.concerns.announce(results.map(({ delivery }) => `notifications s${delivery.storeId}` as const)),
    paused: (origins) =>
      log.error({ origins }, 'receivers of notifications are paused after days of failure; see docs/notifications.md'),
    failed: (err) => log.warn({ err }, 'deliveries will be tried again'),
  });
  const feed = createEndpointFeed({
    pool,
    catalogue,
    clock,
    fed: () => worker.wake(),
    failed: (err) => log.warn({ err }, 'endpoints of stores will be told later'),
  });
  parts.lookout.wakes(worker, 'deliveries', 0);
  watchQueue(metrics, parts);
  const deliveryApi = {
    resending: new Resending(parts.settings),
    tryNotification: (target: Parameters<ApiContext['tryNotification']>[0]) =>
      deliverSample(context, { ...target, id: `test_${randomUUID()}` }),
    whyNotCalled: (url: string) => whyForbidden(url, limits),
  };
  const wake = () => {
    worker.wake();
    feed.wake();
  };
  return { worker, feed, wake, deliveryApi };
}

/** Those that ask the same of the database are asked for together, and share what it says. */
function watchQueue(metrics: Metrics, { pool, clock }: DeliveryParts): void {
  const queue = readTogether(() => readQueueHealth(pool));
  const receivers = readTogether(() => readReceiverHealth(pool));
  const secondsSince = (at: number | null) => (at === null ? 0 : Math.max(0, (clock() - at) / 1000));
  const ofQueue = (name: string, help: string, value: (health: QueueHealth) => number) =>
    metrics.gauge(name, help, () => queue().then(value, () => Number.NaN));
  ofQueue(
    'notifications_waiting',
    'Invoices with a notification that is yet to be delivered; ten thousand may be more',
    ({ waiting }) => waiting,
  );
  ofQueue(
    'oldest_undelivered_seconds',
    'Age of the oldest undelivered notification; 0 when there is none',
    ({ oldestAt }) => secondsSince(oldestAt),
  );
  ofQueue(
    'oldest_due_notification_seconds',
    'How long an attempt has been due, of receivers that are not paused; 0 when none is',
    ({ oldestDueAt }) => secondsSince(oldestDueAt),
  );
  metrics.gauge('receivers_failing', 'Receivers whose last attempt failed', () =>
    receivers().then(
      ({ failing }) => failing,
      () => Number.NaN,
    ),
  );
  metrics.gauge('endpoint_events_waiting', 'Events that endpoints of stores are yet to be told', () =>
    countWaitingEvents(pool).catch(() => Number.NaN),
  );
  metrics.gauge('receivers_paused', 'Receivers that get nothing until somebody resumes them', () =>
    receivers().then(
      ({ paused }) => paused,
      () => Number.NaN,
    ),
  );
}
