import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Catalogue } from './domain/catalogue.ts';
import type { Attachment } from './domain/deal.ts';
import type { Metrics } from './http/metrics.ts';
import { receiptLink } from './http/receipt-links.ts';
import { deliver } from './notify/deliver.ts';
import { Sender } from './notify/sender.ts';
import { DeliveryQueue } from './storage/delivery-queue.ts';
import { DeliveryWorker } from './workers/delivery.ts';

export interface DeliveryParts {
  readonly pool: pg.Pool;
  readonly clock: () => number;
  readonly catalogue: () => Catalogue;
  readonly publicUrl: () => string;
  readonly linkKey: Uint8Array;
  readonly metrics: Metrics;
  readonly log: Logger;
}

export interface Deliveries {
  readonly worker: DeliveryWorker;
  readonly sender: Sender;
}

/** The part of the service that sends notifications. */
export function createDeliveries(config: Config, parts: DeliveryParts): Deliveries {
  const { pool, clock, catalogue, metrics, log } = parts;
  const { retryPausesMs, ...limits } = config.notify;
  const sender = new Sender({ ...limits, clock });
  const attachmentLink = (attachment: Attachment) =>
    parts.publicUrl() + receiptLink(parts.linkKey, { ...attachment, expiresAtMs: clock() + config.receiptLinkTtlMs });
  const context = { sender, clock, catalogue, attachmentLink, retryPausesMs };
  const worker = new DeliveryWorker({
    ...limits,
    queue: new DeliveryQueue(pool),
    deliver: (notification, attempt) => deliver(context, notification, attempt),
    hangUp: () => sender.close(),
    lease: randomUUID(),
    clock,
    attempted: ({ outcome }, lagMs) => metrics.observeDelivery(outcome, lagMs),
    paused: (origins) =>
      log.error({ origins }, 'receivers of notifications are paused after days of failure; see docs/notifications.md'),
    failed: (err) => log.warn({ err }, 'deliveries will be tried again'),
  });
  return { worker, sender };
}
