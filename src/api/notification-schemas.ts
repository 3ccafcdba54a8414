import { Type } from 'typebox';
import { sumReasons } from '../domain/invoices/invoice.ts';
import { attemptOutcomes } from '../domain/notifications/delivery.ts';
import { deliveryStates } from '../storage/reads/notifications/notification-reads.ts';
import { dealFields, invoiceFields, laterDealFields } from './invoice-schemas.ts';
import { meaning, money, oneOf, orNull, type ShapeOf, timestamp } from './schemas.ts';

/** Notifications, and what became of them; the same for merchants' programs and for people. */

const { paymentMethodName: _name, rate: _rate, isActive: _active, qrCodeLink: _link, ...notifiedDeal } = dealFields;
const NotifiedDeal = Type.Object(
  { ...notifiedDeal, attachments: laterDealFields.attachments, disputeResult: laterDealFields.disputeResult },
  { $id: 'NotifiedDealDTO' },
);

const {
  paymentMethod: _method,
  paymentOption: _option,
  paymentRequisites: _requisites,
  invoiceUrl: _page,
  ...notifiedInvoice
} = invoiceFields;
const NotifiedInvoice = Type.Object(
  {
    ...notifiedInvoice,
    rate: orNull(Type.String({ examples: ['95.50'] }), 'Rate of the deal; null without one'),
    deal: orNull(NotifiedDeal, 'The deal that mattered then: active, completed or disputed; null when there was none'),
  },
  { $id: 'NotifiedInvoiceDTO' },
);

const notificationFields = {
  notificationType: Type.Enum(['invoice'], { description: 'Always `invoice`; a trial says `test`' }),
  notificationDate: timestamp('When the status changed'),
  sequence: Type.Integer({ description: 'Counts the changes of the invoice, from 1' }),
  askedSum: money('What the shop asked for; `sum` of the invoice is what came, once that is known'),
  isSumChanged: Type.Boolean({ description: 'True when the invoice was paid with another sum than was asked for' }),
  reason: orNull(
    oneOf(sumReasons),
    'Why it was not simply paid as asked: less or more came (`short`, `over`), it came after the deal had ended (`late`), a dispute changed the sum (`corrected`), the payer was asked for a little less because all requisites were busy with the sum (`nudged`); null otherwise',
  ),
  invoice: meaning(NotifiedInvoice, 'The invoice as it was then'),
};

/** What a shop is sent. */
export const Notification = Type.Object(notificationFields, { $id: 'NotificationDTO' });
export type Notification = ShapeOf<typeof Notification>;

/** What a shop is sent when somebody tries its address. */
export const TrialNotification = Type.Object(
  {
    notificationType: Type.Enum(['test'], { description: 'Always `test`' }),
    notificationDate: timestamp('When it was sent'),
    sequence: Type.Integer({ description: 'Always 0: nothing has changed' }),
    invoice: Type.Null({ description: 'Always null: it is about no invoice' }),
  },
  { $id: 'TrialNotificationDTO' },
);
export type TrialNotification = ShapeOf<typeof TrialNotification>;

export const FeedItem = Type.Object(
  {
    feedSequence: Type.Integer({
      description: "Its place in the store's feed: send the last one you have as `after`",
    }),
    webhookId: Type.String({ description: 'The `webhook-id` it is sent with' }),
    ...notificationFields,
  },
  { $id: 'FeedItemDTO' },
);

const resultFields = {
  durationMs: Type.Integer({ description: 'How long it took' }),
  outcome: oneOf(attemptOutcomes, 'What came of it'),
  status: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Of HTTP; null when no answer came' }),
  answer: Type.String({ description: 'The first 2048 bytes of the answer, or why there was none' }),
};

export const DeliveryAttempt = Type.Object(
  {
    sequence: Type.Integer({ description: 'Of the notification' }),
    ordinal: Type.Integer({ description: 'Which attempt it was, from 1' }),
    at: Type.String({ description: 'When it began' }),
    ...resultFields,
  },
  { $id: 'DeliveryAttempt' },
);
export type DeliveryAttempt = ShapeOf<typeof DeliveryAttempt>;

const { outcome, status, durationMs, answer } = resultFields;
export const TriedAddress = Type.Object({ outcome, status, durationMs, answer });
export type TriedAddress = ShapeOf<typeof TriedAddress>;

const Delivery = Type.Object(
  {
    state: oneOf(deliveryStates, '`unsent` when the invoice has no address to send to'),
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
    delivery: Delivery,
  },
  { $id: 'NotificationLine' },
);
export type NotificationLine = ShapeOf<typeof NotificationLine>;

export const NotificationDetails = Type.Object(
  {
    ...NotificationLine.properties,
    body: meaning(Notification, 'What is sent'),
    attempts: Type.Array(DeliveryAttempt, { description: 'Those that are still in the log, oldest first' }),
  },
  { $id: 'NotificationDetails' },
);
export type NotificationDetails = ShapeOf<typeof NotificationDetails>;
