import type { BookHead } from '../domain/book/page-faults.ts';
import type { Notification } from '../domain/invoices/notification.ts';
import { endpointSecrets } from '../domain/merchants/store-endpoint.ts';
import { webhookSecretsOf } from '../domain/merchants/webhook-secret.ts';
import { afterAttempt, type NextStep } from '../domain/notifications/delivery.ts';
import {
  type EndpointEvent,
  endpointEventId,
  eventBody,
  isEndpointEvent,
} from '../domain/notifications/endpoint-event.ts';
import { notificationBody } from '../domain/notifications/notification-body.ts';
import { notificationId } from '../domain/notifications/notification-id.ts';
import type { Attachment } from '../domain/receipts/attachment.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import { formatTimestamp, type Instant } from '../domain/text/timestamp.ts';
import type { Post, Posted, Sender } from './sender.ts';
import { webhookHeaders } from './sign-notification.ts';

interface DeliverContext {
  readonly sender: Pick<Sender, 'post'>;
  readonly clock: () => Instant;
  /** The machine's own, which receivers compare with theirs: the sandbox's can be moved. */
  readonly machineClock: () => Instant;
  readonly catalogue: () => Catalogue;
  readonly attachmentLink: (attachment: Attachment) => string;
  /** The end of the sealed book: each notification tells it, so that a shop has something to hold a later book against. */
  readonly bookHead: () => Pick<BookHead, 'number' | 'hash'> | null;
  readonly retryPausesMs: readonly number[];
}

export interface Delivered extends Omit<Posted, 'askedPauseMs'> {
  readonly startedAt: Instant;
  readonly next: NextStep;
}

/** One attempt to deliver a notification, or an event of an endpoint. */
export async function deliver(
  context: DeliverContext,
  message: Notification | EndpointEvent,
  ordinal: number,
): Promise<Delivered> {
  const startedAt = context.clock();
  const posted = isEndpointEvent(message)
    ? await postEvent(context, message, startedAt)
    : await context.sender.post(compose(context, message, startedAt));
  // One by one, here and wherever a delivery passes: to spread an object with a time in it takes ten microseconds.
  const { outcome, status, answer, askedPauseMs, durationMs } = posted;
  const endedAt = context.clock();
  const next = afterAttempt({ ordinal, outcome, endedAt, askedPauseMs }, context.retryPausesMs);
  return { outcome, status, answer, durationMs, startedAt, next };
}

async function postEvent(context: DeliverContext, event: EndpointEvent, sentAt: Instant): Promise<Posted> {
  const catalogue = context.catalogue();
  const endpoint = catalogue.endpoints.get(event.endpointId);
  // Made by another process a moment ago, and this one has yet to hear of it: the next attempt knows its secret.
  if (endpoint === undefined) return notKnownYet;
  const body = JSON.stringify(eventBody({ catalogue, attachmentLink: context.attachmentLink }, event));
  const signed = { id: endpointEventId(event), body, sentAt: context.machineClock() };
  const headers = headersOf(signed, endpointSecrets(endpoint, sentAt), context.bookHead());
  return await context.sender.post({ url: endpoint.url, headers, body });
}

const notKnownYet: Posted = {
  outcome: 'unreachable',
  status: null,
  answer: 'the endpoint is not known here yet',
  askedPauseMs: null,
  durationMs: 0,
};

function compose(context: DeliverContext, notification: Notification, sentAt: Instant): Post {
  const { invoice } = notification;
  const catalogue = context.catalogue();
  const body = JSON.stringify(notificationBody({ catalogue, attachmentLink: context.attachmentLink }, notification));
  return signedPost(catalogue, {
    bookHead: context.bookHead(),
    storeId: invoice.storeId,
    url: invoice.notificationUrl,
    token: invoice.notificationToken,
    id: notificationId(invoice.id, invoice.sequence),
    body,
    sentAt,
    signedAt: context.machineClock(),
  });
}

interface Message {
  readonly bookHead: Pick<BookHead, 'number' | 'hash'> | null;
  readonly storeId: number;
  readonly url: string;
  readonly token: string;
  readonly id: string;
  readonly body: string;
  readonly sentAt: Instant;
  readonly signedAt: Instant;
}

function signedPost(catalogue: Catalogue, message: Message): Post {
  const { bookHead, storeId, url, token, id, body, sentAt, signedAt } = message;
  const secrets = webhookSecretsOf(catalogue, storeId, sentAt);
  const headers = headersOf({ id, body, sentAt: signedAt }, secrets, bookHead);
  // Header values travel as bytes; this way a token in any alphabet arrives as its UTF-8.
  headers['x-notification-token'] = Buffer.from(token, 'utf8').toString('latin1');
  return { url, headers, body };
}

function headersOf(
  signed: Parameters<typeof webhookHeaders>[0],
  secrets: readonly string[],
  bookHead: Message['bookHead'],
): Record<string, string> {
  const headers = webhookHeaders(signed, secrets);
  headers['content-type'] = 'application/json';
  headers['user-agent'] = 'Quittance';
  if (bookHead !== null) headers['book-head'] = `${bookHead.number}:${bookHead.hash.toString('hex')}`;
  return headers;
}

/** A notification about nothing, by which an integrator sees that address, token and signature work. */
export async function deliverSample(
  context: Pick<DeliverContext, 'sender' | 'clock' | 'machineClock' | 'catalogue' | 'bookHead'>,
  target: Pick<Message, 'storeId' | 'url' | 'token' | 'id'>,
): Promise<Posted> {
  const sentAt = context.clock();
  const body = { notificationType: 'test', notificationDate: formatTimestamp(sentAt), sequence: 0, invoice: null };
  const bookHead = context.bookHead();
  const message = { ...target, bookHead, body: JSON.stringify(body), sentAt, signedAt: context.machineClock() };
  return await context.sender.post(signedPost(context.catalogue(), message));
}
