import { describe, expect, it } from 'vitest';
import { catalogueOf, deal, invoice, noon } from '../../../test/engine/support/small-world.ts';
import type { Deal } from '../invoices/deal.ts';
import { fiat, settlement } from '../money/money.ts';
import { notificationBody } from './notification-body.ts';

const attachment = { sha256: 'a', mediaType: 'image/png', sizeBytes: 1, fileName: 'a.png', addedAt: noon } as const;
const catalogue = catalogueOf([]);
const attachmentLink = ({ sha256 }: { readonly sha256: string }) => `link to ${sha256}`;
const paid = invoice({
  sequence: 2,
  status: 'paid',
  internalId: 'order',
  userId: 'user',
  receivedSum: fiat(100_000n),
  makerSum: settlement(1_047_120_418n),
  feeSum: settlement(26_178_011n),
  payoutSum: settlement(1_020_942_407n),
});
const bodyOf = (one: Deal | null, of = paid) =>
  notificationBody({ catalogue, attachmentLink }, { invoice: of, deal: one, createdAt: noon });

describe('the body of a notification', () => {
  it('has the sums of the invoice and the rate of its deal', () => {
    const body = bodyOf(deal({ status: 'completed', confirmedAt: noon }));
    expect(body).toMatchObject({
      notificationType: 'invoice',
      notificationDate: '2026-11-14T12:00:00+00:00',
      sequence: 2,
      invoice: {
        id: paid.id,
        internalId: 'order',
        userId: 'user',
        type: 'in',
        status: 'paid',
        sum: { amount: '1000.00', currency: 'RUB' },
        storeId: 1,
        storeName: 'Shop',
        receivedSumFromTaker: { amount: '1000.00', currency: 'RUB' },
        receivedSumFromMaker: { amount: '10.47120418', currency: 'USDT' },
        serviceFeeSum: { amount: '0.26178011', currency: 'USDT' },
        payoutSum: { amount: '10.20942407', currency: 'USDT' },
        rate: '95.50',
      },
    });
  });

  it('has no deal, no rate and no sums where there are none', () => {
    const { invoice: shown } = bodyOf(null, invoice());
    expect([shown.deal, shown.rate, shown.payoutSum, shown.receivedSumFromTaker]).toEqual([null, null, null, null]);
  });

  it('shows a deal with its requisites and links to its receipts', () => {
    expect(bodyOf(deal({ attachments: [attachment] })).invoice.deal).toEqual({
      id: paid.id,
      type: 'in',
      status: 'transfer_waiting',
      paymentMethod: 'sberbank',
      paymentOption: 'SBP',
      requisites: { requisites: '+79000000001', holder: 'Ivan P.' },
      canceledAt: '2026-11-14T12:15:00+00:00',
      disputeAttachment: null,
      disputeReason: null,
      disputeReasonData: [],
      payment: null,
      attachments: ['link to a'],
      disputeResult: null,
    });
  });

  it('shows what was paid from the receipt on, by what came, and no more when it was rejected', () => {
    const confirmed = deal({ status: 'transfer_confirmed', confirmedAt: noon });
    expect(bodyOf(confirmed).invoice.deal?.payment).toMatchObject({
      takerSum: { amount: '1000.00' },
      makerSum: { amount: '10.47120418' },
      feeSum: { amount: '0.26178011' },
      date: '2026-11-14T12:00:00+00:00',
    });
    const less = bodyOf({ ...confirmed, receivedSum: fiat(50_000n) });
    expect(less.invoice.deal?.payment?.takerSum).toMatchObject({ amount: '500.00' });
    for (const status of ['canceled', 'expired'] as const) {
      expect(bodyOf({ ...confirmed, status }).invoice.deal?.payment).toBeNull();
    }
  });

  it('shows a dispute, and the payment as it stood before it', () => {
    const dispute = {
      reason: 'invalid_sum',
      amount: '5',
      attachment,
      result: 'ACCEPTED',
      from: 'expired',
      openedAt: noon,
      deadlineAt: noon,
    } as const;
    const disputed = deal({ status: 'dispute', confirmedAt: noon, dispute });
    expect(bodyOf(disputed).invoice.deal).toMatchObject({
      disputeAttachment: 'link to a',
      disputeReason: 'invalid_sum',
      disputeReasonData: { amount: '5' },
      disputeResult: 'ACCEPTED',
      payment: null,
    });
    const standing = {
      ...disputed,
      dispute: { ...dispute, from: 'transfer_confirmed', attachment: null, amount: null },
    };
    expect(bodyOf(standing as Deal).invoice.deal).toMatchObject({
      disputeAttachment: null,
      disputeReasonData: [],
      payment: { takerSum: { amount: '1000.00' } },
    });
  });
});
