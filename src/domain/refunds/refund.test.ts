import { describe, expect, it } from 'vitest';
import type { Invoice, InvoiceStatus } from '../invoices/invoice.ts';
import { fiat } from '../money/money.ts';
import {
  isLiving,
  payoutNameOf,
  type Refund,
  refundable,
  refundedSum,
  refundLinkLifetimeMs,
  refundState,
  refundStates,
  requireOpenLink,
} from './refund.ts';

const noon = Date.parse('2026-11-14T12:00:00Z');
const refund: Refund = {
  id: 'r1',
  invoiceId: 'i1',
  storeId: 1,
  sum: fiat(400n),
  currency: 'RUB',
  reason: 'came back',
  askedBy: 'merchant',
  createdAt: noon,
  lapsesAt: noon + refundLinkLifetimeMs,
  payoutId: null,
  canceledAt: null,
  excessOf: null,
};
const payout = (status: InvoiceStatus, disputedFrom: Invoice['disputedFrom'] = null) => ({ status, disputedFrom });
const answered = { ...refund, payoutId: 'p1' };

describe('a refund', () => {
  it('waits for the payer until its link lapses, to the millisecond', () => {
    expect(refundState(refund, undefined, refund.lapsesAt - 1)).toBe('waiting');
    expect(refundState(refund, undefined, refund.lapsesAt)).toBe('lapsed');
  });

  it('follows its payout, which no lapse ends any more', () => {
    const long = refund.lapsesAt + 1;
    const states = (['new', 'paid', 'canceled', 'expired'] as const).map((one) =>
      refundState(answered, payout(one), long),
    );
    expect(states).toEqual(['paying', 'paid', 'failed', 'failed']);
  });

  it('is in dispute with its payout, unless that had ended before', () => {
    expect(refundState(answered, payout('dispute', 'paid'), noon)).toBe('dispute');
    expect(refundState(answered, payout('dispute', 'new'), noon)).toBe('dispute');
    expect(refundState(answered, payout('dispute', 'canceled'), noon)).toBe('failed');
    expect(refundState(answered, payout('dispute', 'expired'), noon)).toBe('failed');
  });

  it('stays canceled, whatever time does', () => {
    expect(refundState({ ...refund, canceledAt: noon }, undefined, refund.lapsesAt)).toBe('canceled');
  });

  it('takes up its sum while it is promised, on its way or done', () => {
    const living = Object.values(refundStates).filter(isLiving);
    expect(living).toEqual(['waiting', 'paying', 'paid', 'dispute']);
  });

  it('names its payout by itself', () => {
    expect(payoutNameOf(refund)).toBe('refund:r1');
  });
});

describe('what is refunded of an invoice', () => {
  it('is the sum of those that live', () => {
    const payouts = new Map([
      ['p1', payout('new')],
      ['p2', payout('expired')],
      ['p3', payout('paid')],
    ]);
    const refunds = [
      refund,
      { ...refund, canceledAt: noon },
      { ...refund, payoutId: 'p1', sum: fiat(30n) },
      { ...refund, payoutId: 'p2', sum: fiat(1_000n) },
      { ...refund, payoutId: 'p3', sum: fiat(7n) },
    ];
    expect(refundedSum(refunds, (id) => payouts.get(id), noon)).toBe(437n);
    expect(refundedSum(refunds, (id) => payouts.get(id), refund.lapsesAt)).toBe(37n);
  });

  it('can be what came for a payin that is paid, and nothing of any other', () => {
    const payin = { type: 'in', status: 'paid', receivedSum: fiat(900n) } as Invoice;
    expect(refundable(payin)).toBe(900n);
    const others = [
      { ...payin, type: 'out' },
      { ...payin, status: 'new' },
      { ...payin, status: 'dispute' },
      { ...payin, receivedSum: null },
    ] as Invoice[];
    for (const other of others) expect(() => refundable(other)).toThrow('Only a payin that is paid');
  });
});

describe('the link of a refund', () => {
  it('is open once, in its time, and not when the refund was canceled', () => {
    expect(() => requireOpenLink(refund, noon)).not.toThrow();
    expect(() => requireOpenLink(answered, noon)).toThrow(expect.objectContaining({ code: 'refund_link_used' }));
    expect(() => requireOpenLink({ ...refund, canceledAt: noon }, noon)).toThrow(
      expect.objectContaining({ code: 'refund_canceled' }),
    );
    expect(() => requireOpenLink(refund, refund.lapsesAt)).toThrow(
      expect.objectContaining({ code: 'refund_link_lapsed' }),
    );
  });

  it('can be the part that came of a payin that has expired, while the rest can no longer come', () => {
    const part = { type: 'in', receivedSum: null, partSum: fiat(900n) } as Invoice;
    expect(refundable({ ...part, status: 'expired' })).toBe(900n);
    for (const status of ['new', 'dispute'] as const) {
      expect(() => refundable({ ...part, status })).toThrow('Only a payin that is paid');
    }
  });
});
