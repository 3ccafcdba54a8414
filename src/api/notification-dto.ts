import { notificationBody } from '../domain/notifications/notification-body.ts';
import { notificationId } from '../domain/notifications/notification-id.ts';
import { formatTimestamp } from '../domain/text/timestamp.ts';
import type { Posted } from '../notify/sender.ts';
import type { LoggedAttempt, StoredNotification } from '../storage/reads/notifications/notification-reads.ts';
import type { ApiContext } from './context.ts';
import { attachmentLink } from './invoice-dto.ts';
import type {
  DeliveryAttempt,
  Notification,
  NotificationDetails,
  NotificationLine,
  TriedAddress,
} from './notification-schemas.ts';

/** How notifications and what became of them look on the wire; the same for merchants' programs and for people. */

export function notificationLineDTO({
  notification,
  feedSequence,
  state,
  nextAttemptAt,
}: StoredNotification): NotificationLine {
  const { invoice, createdAt } = notification;
  return {
    id: notificationId(invoice.id, invoice.sequence),
    feedSequence: wireSequence(feedSequence),
    invoiceId: invoice.id,
    sequence: invoice.sequence,
    storeId: invoice.storeId,
    status: invoice.status,
    createdAt: formatTimestamp(createdAt),
    notificationUrl: invoice.notificationUrl,
    delivery: { state, nextAttemptAt: nextAttemptAt === null ? null : formatTimestamp(nextAttemptAt) },
  };
}

export function notificationDTO(
  context: ApiContext,
  stored: StoredNotification,
  attempts: readonly LoggedAttempt[],
): NotificationDetails {
  return {
    ...notificationLineDTO(stored),
    body: bodyOf(context, stored),
    attempts: attempts.map(attemptDTO),
  };
}

export function attemptDTO({ at, ...attempt }: LoggedAttempt): DeliveryAttempt {
  return { ...attempt, at: formatTimestamp(at) };
}

export function bodyOf(context: ApiContext, { notification }: StoredNotification): Notification {
  const link = { attachmentLink: (one: Parameters<typeof attachmentLink>[1]) => attachmentLink(context, one) };
  return notificationBody({ catalogue: context.catalogue(), ...link }, notification);
}

export function tryDTO({ outcome, status, durationMs, answer }: Posted): TriedAddress {
  return { outcome, status, durationMs, answer };
}

/** Counts notifications of one store: no store will see nine quadrillion of them. */
export function wireSequence(feedSequence: bigint): number {
  return Number(feedSequence);
}
