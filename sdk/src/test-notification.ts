import { randomUUID } from 'node:crypto';
import type { Invoice } from './merchant-interface.ts';
import { asHeader, type Notification, type NotifiedDeal, type NotifiedInvoice } from './notification.ts';
import { signNotificationBody } from './signature.ts';

export interface TestNotificationOptions {
  readonly secret: string;
  readonly token?: string | undefined;
  /** When it is signed; now when absent. */
  readonly signedAtMs?: number | undefined;
  /** Give one twice to make a repeat. */
  readonly id?: string | undefined;
}

export interface TestNotification {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A notification as the service would sign and send it: for the tests of your own receiver. */
export function signTestNotification(notification: Notification, options: TestNotificationOptions): TestNotification {
  const { secret, token = '', signedAtMs = Date.now(), id = `msg_${randomUUID()}` } = options;
  const body = JSON.stringify(notification);
  const timestamp = String(Math.floor(signedAtMs / 1000));
  const signature = signNotificationBody(secret, { id, timestamp, body: Buffer.from(body) });
  return {
    headers: {
      'content-type': 'application/json',
      'x-notification-token': asHeader(token),
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  };
}

/** What the service would say of a payin over 1,000 rubles, with the parts that matter to your test replaced. */
export function makeTestNotification(
  status: Invoice['status'],
  invoice: Partial<NotifiedInvoice> = {},
  sequence = 1,
): Notification {
  const at = invoice.updatedAt ?? '2026-11-14T12:04:10+00:00';
  const isPaid = status === 'paid';
  const id = invoice.id ?? '01a1d9ed-c200-7b52-9d0f-3a8e5c71b2d4';
  return {
    notificationType: 'invoice',
    notificationDate: at,
    sequence,
    askedSum: takerSum,
    isSumChanged: false,
    reason: null,
    invoice: {
      id,
      internalId: 'order-1042',
      userId: null,
      type: 'in',
      status,
      sum: takerSum,
      storeId: 1,
      storeName: 'Demo Shop',
      receivedSumFromTaker: isPaid ? takerSum : null,
      receivedSumFromMaker: isPaid ? makerSum : null,
      serviceFeeSum: isPaid ? feeSum : null,
      payoutSum: isPaid ? tethers('10.20942407') : null,
      rate: isPaid ? '95.50' : null,
      createdAt: '2026-11-14T12:00:00+00:00',
      expireAt: '2026-11-14T13:00:00+00:00',
      updatedAt: at,
      deal: isPaid ? paidDeal(id, at) : null,
      ...invoice,
    },
  };
}

/** The first deal of an invoice has its ID. */
function paidDeal(id: string, date: string): NotifiedDeal {
  return {
    id,
    type: 'in',
    status: 'completed',
    paymentMethod: 'sberbank',
    paymentOption: 'TO_CARD',
    requisites: { requisites: '2200000000000012', holder: 'Anna S.' },
    canceledAt: '2026-11-14T12:15:00+00:00',
    disputeAttachment: null,
    disputeReason: null,
    disputeReasonData: [],
    payment: { takerSum, makerSum, feeSum, date },
    attachments: [],
    disputeResult: null,
  };
}

function rubles(amount: string) {
  return { amount, currency: 'RUB', subunit: 2 };
}

function tethers(amount: string) {
  return { amount, currency: 'USDT', subunit: 8 };
}

const takerSum = rubles('1000.00');
const makerSum = tethers('10.47120418');
const feeSum = tethers('0.26178011');
