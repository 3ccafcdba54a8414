import {
  at,
  exampleIds,
  exampleReceipt,
  exampleRequisites,
  exampleShop,
  payment,
  received,
  rubles,
} from './examples.ts';
import type {
  DeliveryAttempt,
  Notification,
  NotificationLine,
  TrialNotification,
  TriedAddress,
} from './notification-schemas.ts';

/** The end of the story: what the shop was told of it. */

/** What a shop is sent when an invoice comes under dispute. */
export const exampleNotification: Notification = {
  notificationType: 'invoice',
  notificationDate: at('12:20:00'),
  sequence: 1,
  askedSum: rubles('1000.00'),
  isSumChanged: false,
  reason: null,
  invoice: {
    id: exampleIds.invoice,
    internalId: exampleIds.internalId,
    userId: 'client-7',
    type: 'in',
    status: 'dispute',
    sum: rubles('1000.00'),
    storeId: 1,
    storeName: 'Demo Shop',
    ...received,
    rate: '95.50',
    createdAt: at('12:00:00'),
    expireAt: at('13:00:00'),
    updatedAt: at('12:20:00'),
    deal: {
      id: exampleIds.invoice,
      type: 'in',
      status: 'dispute',
      paymentMethod: 'sberbank',
      paymentOption: 'TO_CARD',
      requisites: exampleRequisites,
      canceledAt: at('12:15:00'),
      disputeAttachment: null,
      disputeReason: 'invalid_sum',
      disputeReasonData: { amount: '900.00' },
      payment,
      attachments: [exampleReceipt],
      disputeResult: null,
    },
  },
};

export const exampleTrial: TrialNotification = {
  notificationType: 'test',
  notificationDate: at('12:30:00'),
  sequence: 0,
  invoice: null,
};

export const exampleLine: NotificationLine = {
  id: exampleIds.notification,
  feedSequence: 1,
  invoiceId: exampleIds.invoice,
  sequence: 1,
  storeId: 1,
  status: 'dispute',
  createdAt: at('12:20:00'),
  notificationUrl: exampleShop.notificationUrl,
  delivery: { state: 'delivered', nextAttemptAt: null },
};

export const exampleAttempt: DeliveryAttempt = {
  sequence: 1,
  ordinal: 1,
  durationMs: 84,
  outcome: 'delivered',
  status: 200,
  answer: 'ok',
  at: at('12:20:00'),
};

export const exampleTried: TriedAddress = { outcome: 'delivered', status: 200, durationMs: 84, answer: 'ok' };
