import { Type } from 'typebox';
import { attemptOutcomes } from '../domain/delivery.ts';
import { notificationBody } from '../domain/notification-body.ts';
import { notificationId } from '../domain/notification-id.ts';
import { formatTimestamp } from '../domain/timestamp.ts';
import type { Posted } from '../notify/sender.ts';
import { deliveryStates, type LoggedAttempt, type StoredNotification } from '../storage/reads/notification-reads.ts';
import type { HttpContext } from './context.ts';
import { attachmentLink } from './invoice-dto.ts';
import { Notification } from './schemas.ts';

/** How notifications and what became of them look on the wire; the same for merchants' programs and for people. */

const Outcome = Type.Enum(Object.keys(attemptOutcomes), { description: 'What came of it' });

export const AttemptShape = Type.Object(
  {
    sequence: Type.Integer({ description: 'Of the notification' }),
    ordinal: Type.Integer({ description: 'Which attempt it was, from 1' }),
    at: Type.String({ description: 'When it began' }),
    durationMs: Type.Integer({ description: 'How long it took' }),
    outcome: Outcome,
    status: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Of HTTP; null when no answer came' }),
    answer: Type.String({ description: 'The first 2048 bytes of the answer, or why there was none' }),
  },
  { $id: 'DeliveryAttempt' },
);

const DeliveryShape = Type.Object(
  {
    state: Type.Enum(Object.keys(deliveryStates), {
      description: '`unsent` when the invoice has no address to send to',
    }),
    nextAttemptAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Null when none is due, or when it is under way',
    }),
  },
  { description: 'Where it stands' },
);

export const NotificationLine = Type.Object(
  {
    id: Type.String({ description: 'The `webhook-id` it is sent with' }),
    feedSequence: Type.Integer({ description: "Its place in the store's feed" }),
    invoiceId: Type.String({ description: 'Whose status changed' }),
    sequence: Type.Integer({ description: 'Of the invoice, from 1' }),
    storeId: Type.Integer({ description: 'Store of the invoice' }),
    status: Type.String({ description: 'The status the invoice got' }),
    createdAt: Type.String({ description: 'When the status changed' }),
    notificationUrl: Type.String({ description: 'Where it is sent' }),
    delivery: DeliveryShape,
  },
  { $id: 'NotificationLine' },
);

export const NotificationShape = Type.Object(
  {
    ...NotificationLine.properties,
    body: Notification,
    attempts: Type.Array(AttemptShape, { description: 'Those that are still in the log, oldest first' }),
  },
  { $id: 'NotificationDetails' },
);

export const TryShape = Type.Pick(AttemptShape, ['outcome', 'status', 'durationMs', 'answer']);

export function notificationLineDTO({ notification, feedSequence, state, nextAttemptAt }: StoredNotification): object {
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
  context: HttpContext,
  stored: StoredNotification,
  attempts: readonly LoggedAttempt[],
): object {
  return {
    ...notificationLineDTO(stored),
    body: bodyOf(context, stored),
    attempts: attempts.map(attemptDTO),
  };
}

export function attemptDTO({ at, ...attempt }: LoggedAttempt): object {
  return { ...attempt, at: formatTimestamp(at) };
}

export function bodyOf(context: HttpContext, { notification }: StoredNotification): object {
  const link = { attachmentLink: (one: Parameters<typeof attachmentLink>[1]) => attachmentLink(context, one) };
  return notificationBody({ catalogue: context.catalogue(), ...link }, notification);
}

export function tryDTO({ outcome, status, durationMs, answer }: Posted): object {
  return { outcome, status, durationMs, answer };
}

/** Counts notifications of one store: no store will see nine quadrillion of them. */
export function wireSequence(feedSequence: bigint): number {
  return Number(feedSequence);
}
