import { randomUUID } from 'node:crypto';
import type { ApiContext } from '../api/context.ts';
import type { Attachment } from '../domain/receipts/attachment.ts';
import { readTogether } from '../http/metrics.ts';
import { receiptLink } from '../http/receipt-links.ts';
import { whyForbidden } from '../notify/address-guard.ts';
import { deliver, deliverSample } from '../notify/deliver.ts';
import { Sender } from '../notify/sender.ts';
import { Resending } from '../settings/notifications/resending.ts';
import { DeliveryQueue } from '../storage/notifications/delivery-queue.ts';
import { countWaitingEvents, readQueueHealth, readReceiverHealth } from '../storage/reads/queue-health.ts';
import { unaskedPauseMs } from '../workers/lookout.ts';
import { DeliveryWorker } from '../workers/notifications/delivery.ts';
import { createEndpointFeed } from '../workers/notifications/endpoint-feed.ts';
import type { Capability } from './capability.ts';
import type { Core } from './core.ts';

type DeliveryApi = Pick<ApiContext, 'resending' | 'tryNotification' | 'whyNotCalled'>;

/** Notifications are sent, and events made of what has happened for endpoints of stores. */
export function openDeliveries(core: Core, linkKey: Uint8Array): Capability<DeliveryApi> {
  const { config, pool, settings, clock, machineClock, catalogue, concerns, publicUrl, bookEnd } = core;
  const { notified, lookout, metrics, warns, log } = core;
  const { retryPausesMs, ...limits } = config.notify;
  const sender = new Sender({ ...limits, clock });
  const attachmentLink = (attachment: Attachment) =>
    publicUrl() + receiptLink(linkKey, { ...attachment, expiresAtMs: clock() + config.receiptLinkTtlMs }, config.cell);
  const context = {
    sender,
    clock,
    machineClock,
    catalogue,
    attachmentLink,
    bookHead: () => bookEnd.head,
    retryPausesMs,
  };
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
      concerns.announce(results.map(({ delivery }) => `notifications s${delivery.storeId}` as const)),
    paused: (origins) =>
      log.error({ origins }, 'receivers of notifications are paused after days of failure; see docs/notifications.md'),
    failed: warns('deliveries will be tried again'),
  });
  const fed = () => worker.wake();
  const feed = createEndpointFeed({
    pool,
    catalogue,
    clock,
    fed,
    failed: warns('endpoints of stores will be told later'),
  });
  notified.push(fed, () => feed.wake());
  watchQueue(core);
  const api: DeliveryApi = {
    resending: new Resending(settings),
    tryNotification: (target) => deliverSample(context, { ...target, id: `test_${randomUUID()}` }),
    whyNotCalled: (url) => whyForbidden(url, limits),
  };
  return { api, loops: [lookout.wakes(worker, 'deliveries', 0), feed] };
}

/** Those that ask the same of the database are asked for together, and share what it says. */
function watchQueue({ metrics, pool, clock }: Core): void {
  const queue = readTogether(() => readQueueHealth(pool));
  const receivers = readTogether(() => readReceiverHealth(pool));
  const secondsSince = (at: number | null) => (at === null ? 0 : Math.max(0, (clock() - at) / 1000));
  metrics.gauge(
    'notifications_waiting',
    'Invoices with a notification that is yet to be delivered; ten thousand may be more',
    async () => (await queue()).waiting,
  );
  metrics.gauge(
    'oldest_undelivered_seconds',
    'Age of the oldest undelivered notification; 0 when there is none',
    async () => secondsSince((await queue()).oldestAt),
  );
  metrics.gauge(
    'oldest_due_notification_seconds',
    'How long an attempt has been due, of receivers that are not paused; 0 when none is',
    async () => secondsSince((await queue()).oldestDueAt),
  );
  metrics.gauge('receivers_failing', 'Receivers whose last attempt failed', async () => (await receivers()).failing);
  metrics.gauge('endpoint_events_waiting', 'Events that endpoints of stores are yet to be told', () =>
    countWaitingEvents(pool),
  );
  metrics.gauge(
    'receivers_paused',
    'Receivers that get nothing until somebody resumes them',
    async () => (await receivers()).paused,
  );
}
