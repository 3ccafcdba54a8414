import type { TSchema } from 'typebox';
import { retryPausesMs } from '../domain/notifications/delivery.ts';
import type { Example } from './endpoint.ts';
import {
  AccessEvent,
  BalanceEvent,
  BookEvent,
  DisputeEvent,
  exampleAccess,
  exampleBalance,
  exampleDispute,
  exampleHeadOfBook,
  exampleRejected,
  WithdrawalEvent,
} from './event-schemas.ts';
import { exampleIds, exampleShop } from './examples.ts';
import { exampleNotification, exampleTrial } from './notification-examples.ts';
import { Notification, TrialNotification } from './notification-schemas.ts';

/** A request that the service makes of a shop's server. The reference and the OpenAPI document are made from these. */
export interface Webhook {
  /** Also its `notificationType`. */
  readonly name: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly body: TSchema;
  readonly example: Pick<Example<unknown, unknown>, 'asks' | 'body'>;
}

/** What every notification is sent with, by name of the header; a test holds them against what is sent. */
export const webhookHeaders: Readonly<Record<string, { readonly description: string; readonly example: string }>> = {
  'X-Notification-Token': {
    description: 'The `notificationToken` of the invoice, as it was given (UTF-8). Endpoints of stores get none',
    example: exampleShop.notificationToken,
  },
  'webhook-id': {
    description: 'Names the notification; the same in every repeat',
    example: exampleIds.notification,
  },
  'webhook-timestamp': {
    description: 'When this attempt was sent, in seconds since 1970',
    example: '1794658800',
  },
  'webhook-signature': {
    description:
      "`v1,` and the Base64 of an HMAC-SHA256, with the endpoint's own secret, the store's secret for notifications or, where it has none, the merchant's, over `<webhook-id>.<webhook-timestamp>.<body>`; " +
      'two of them, with a blank between, while the secret is being rotated',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  'book-head': {
    description:
      'The end of the sealed book, number and hash of its last page: keep it, and `quittance-verify --kept` tells whether a later ' +
      'book has it. Not signed; absent before the first page',
    example: '812:5f2b8c0e6d1a4f7395b0c2d4e6f8091a2b3c4d5e6f708192a3b4c5d6e7f80912',
  },
};

function pauseText(pauseMs: number): string {
  return pauseMs < hourMs ? `${pauseMs / minuteMs} min` : `${pauseMs / hourMs} h`;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What a shop's server may answer. */
export const webhookAnswers: Readonly<Record<string, string>> = {
  '2XX': 'Taken: it is not sent again. Answer within 10 seconds',
  '410': 'Given up at once',
  default:
    `Failed: it is sent again after ${retryPausesMs.map(pauseText).join(', ')}; then it is given up. ` +
    '`Retry-After` is honoured up to a day',
};

const toEndpoints = 'Sent to the endpoints of the store that want to hear of it, in order.';

export const webhooks: readonly Webhook[] = [
  {
    name: 'invoice',
    operationId: 'invoiceNotification',
    summary: 'The status of an invoice has changed',
    description:
      'Sent to the `notificationUrl` of the invoice, with the invoice as it was when its status changed. Notifications of one ' +
      'invoice come in order. One that was given up stays in the feed, and can be sent again. To an endpoint of the store that ' +
      'hears of invoices the same is sent, with `endpoint` and `storeId` beside it.',
    body: Notification,
    example: { asks: 'An invoice comes under dispute', body: exampleNotification },
  },
  {
    name: 'dispute',
    operationId: 'disputeEvent',
    summary: 'An invoice has come under dispute, or out of one',
    description: `${toEndpoints} As the notification of the invoice, under its own name.`,
    body: DisputeEvent,
    example: { asks: 'An invoice comes under dispute', body: exampleDispute },
  },
  {
    name: 'withdrawal',
    operationId: 'withdrawalEvent',
    summary: 'A withdrawal was asked for, is being sent, was sent or rejected',
    description: toEndpoints,
    body: WithdrawalEvent,
    example: { asks: 'A withdrawal is rejected', body: exampleRejected },
  },
  {
    name: 'balance',
    operationId: 'balanceEvent',
    summary: 'Balances of the store have changed',
    description: `${toEndpoints} It tells all accounts as they were then. Changes gather while the last word is on its way.`,
    body: BalanceEvent,
    example: { asks: 'A payin was paid', body: exampleBalance },
  },
  {
    name: 'book',
    operationId: 'bookEvent',
    summary: 'A page of the book was sealed',
    description: `${toEndpoints} Keep it: a later book that lacks it was rewritten.`,
    body: BookEvent,
    example: { asks: 'A new page', body: exampleHeadOfBook },
  },
  {
    name: 'access',
    operationId: 'accessEvent',
    summary: 'An operator has changed what the merchant is believed by',
    description: `${toEndpoints} If nobody of yours asked for it, call the operator: withdrawals wait for a day.`,
    body: AccessEvent,
    example: { asks: 'An operator gives out a new secret', body: exampleAccess },
  },
  {
    name: 'test',
    operationId: 'testNotification',
    summary: 'Somebody tries an address',
    description:
      'Sent by the operation `tryNotification`, signed like any other, about no invoice. It is not repeated.',
    body: TrialNotification,
    example: { asks: 'A trial', body: exampleTrial },
  },
];
