import { at, exampleIds, type OperationExamples, one, payment, received, rubles } from './openapi-examples.ts';

/** The end of the story: what the shop was told of it. */
const url = 'https://shop.example.com/quittance';

const line = {
  id: exampleIds.notification,
  feedSequence: 1,
  invoiceId: exampleIds.invoice,
  sequence: 1,
  storeId: 1,
  status: 'dispute',
  createdAt: at('12:20:00'),
  notificationUrl: url,
};
const attempt = { outcome: 'delivered', status: 200, durationMs: 84, answer: 'ok' };

export function notificationExamples(serverUrl: string): Readonly<Record<string, OperationExamples>> {
  const body = notificationExample(serverUrl);
  return {
    readNotificationFeed: {
      response: one('One change', [{ feedSequence: 1, webhookId: exampleIds.notification, ...body }]),
    },
    getNotification: {
      response: one('Delivered at once', {
        ...line,
        delivery: { state: 'delivered', nextAttemptAt: null },
        body,
        attempts: [
          {
            sequence: 1,
            ordinal: 1,
            durationMs: 84,
            outcome: 'delivered',
            status: 200,
            answer: 'ok',
            at: at('12:20:00'),
          },
        ],
      }),
    },
    resendNotification: {
      response: one('It waits for its turn', {
        ...line,
        delivery: { state: 'waiting', nextAttemptAt: at('12:30:00') },
      }),
    },
    resendFailedNotifications: {
      request: one('After an outage', { since: at('09:00:00') }),
      response: one('How many', { count: 17 }),
    },
    tryNotification: {
      request: one('An address', { notificationUrl: url, notificationToken: 'a-token-of-your-own' }),
      response: one('What the receiver said', attempt),
    },
  };
}

/** What a shop is sent when an invoice comes under dispute. */
function notificationExample(serverUrl: string): object {
  const receipt = `${serverUrl}/files/6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b.png`;
  return {
    notificationType: 'invoice',
    notificationDate: at('12:20:00'),
    sequence: 1,
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
        requisites: { requisites: '2200000000000012', holder: 'Anna S.' },
        canceledAt: at('12:15:00'),
        disputeAttachment: null,
        disputeReason: 'invalid_sum',
        disputeReasonData: { amount: '900.00' },
        payment,
        attachments: [`${receipt}?expires=1794661320&signature=Lr3sYcN0kq7m5oT8vXhJ2wZbD1fGpE4uAiK6nQyR9Mc`],
        disputeResult: null,
      },
    },
  };
}
