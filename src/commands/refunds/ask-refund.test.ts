import { describe, expect, it } from 'vitest';
import { doneIn, merchantOne, operator, refusalIn } from '../../../test/engine/support/decided.ts';
import { decideOn, memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import {
  account,
  catalogueOf,
  deal,
  excess,
  invoice,
  noon,
  refund,
  store,
} from '../../../test/engine/support/small-world.ts';
import { codeAt } from '../../../test/engine/support/totp.ts';
import { merchantParty } from '../../domain/authority/own-word.ts';
import { type Invoice, type InvoiceStatus, invoiceStatuses } from '../../domain/invoices/invoice.ts';
import { fiat } from '../../domain/money/money.ts';
import { Rotation } from '../../domain/payins/rotation.ts';
import { type Refund, refundsPerInvoiceMax } from '../../domain/refunds/refund.ts';
import type { Loaded } from '../../storage/batch/load-steps.ts';
import { askRefund } from './ask-refund.ts';
import { cancelRefund } from './cancel-refund.ts';

const catalogue = catalogueOf([]);
const id = 'payin';
const received = fiat(100_000n);
const paid = { status: 'paid', receivedSum: received } as const;
const worldOf = (loaded: Partial<Loaded> = {}, change: Partial<Invoice> = {}) =>
  memoryBatch(catalogue, {
    ...loaded,
    invoices: [invoice({ id, ...paid, dealCount: 1, ...change }), ...(loaded.invoices ?? [])],
    deals: [deal({ id, invoiceId: id, status: 'completed' })],
  });
type Request = Parameters<typeof askRefund>[0];
const ask = (change: Partial<Request> = {}) =>
  askRefund({ id: 'refund', invoiceId: id, storeId: 1, amount: null, reason: 'returned', ...change });
const planning = { catalogue, rotation: new Rotation() };
/** A refund that was asked for before, and the payout that pays it. */
const earlier = (sum: bigint, change: Partial<Refund> = {}) => refund({ id: 'earlier', sum: fiat(sum), ...change });
const payout = (status: InvoiceStatus, change: Partial<Invoice> = {}) =>
  invoice({ id: 'payout', type: 'out', status, ...change });

describe('ask-refund', () => {
  it('promises all that came, freezes nothing, and a program leaves no line in the log', () => {
    const { result, changes } = doneIn(worldOf(), ask());
    expect(result).toEqual(refund());
    expect(changes).toMatchObject({ refunds: [refund()], transfers: [], audits: [], invoices: [], secondFactors: [] });
  });

  it('is written down with the name of the person who asks', () => {
    const { result, changes } = doneIn(worldOf(), ask({ amount: '100', by: { actor: operator, reason: 'why' } }));
    expect(result).toMatchObject({ sum: 10_000n, askedBy: 'anna' });
    const details = { refundId: 'refund', sumMinor: '10000', currency: 'RUB' };
    const subject = { action: 'ask-refund', subjectKind: 'invoice', subjectId: id, details };
    expect(changes.audits).toEqual([{ at: noon, actor: operator, reason: 'why', ...subject }]);
  });

  it('gives the same refund again for the same number, whatever has become of it', () => {
    const before = refund({ canceledAt: noon });
    const again = doneIn(worldOf({ refunds: [before] }), ask());
    expect(again).toMatchObject({ isRepeat: true, result: before, changes: { refunds: [] } });
  });

  it.each<[string, Partial<Refund>, InvoiceStatus | null]>([
    ['is promised', {}, null],
    ['is being paid', { payoutId: 'payout' }, 'new'],
    ['was paid', { payoutId: 'payout' }, 'paid'],
    ['is argued about', { payoutId: 'payout' }, 'dispute'],
  ])('leaves only the rest when a part %s', (_what, change, status) => {
    const world = () =>
      worldOf({ refunds: [earlier(40_000n, change)], invoices: status === null ? [] : [payout(status)] });
    expect(doneIn(world(), ask()).result.sum).toBe(60_000n);
    expect(refusalIn(world(), ask({ amount: '600.00' }))).toBeNull();
    expect(refusalIn(world(), ask({ amount: '600.01' }))).toBe('refund_too_much');
  });

  it.each<[string, Partial<Refund>, InvoiceStatus | null]>([
    ['was canceled', { canceledAt: noon }, null],
    ['has lapsed', { lapsesAt: noon }, null],
    ['came to nothing', { payoutId: 'payout' }, 'canceled'],
    ['has expired', { payoutId: 'payout' }, 'expired'],
    ['returns what was sent too much', { excessOf: id }, null],
  ])('leaves all of it when an earlier one %s', (_what, change, status) => {
    const invoices = status === null ? [] : [payout(status)];
    expect(doneIn(worldOf({ refunds: [earlier(40_000n, change)], invoices }), ask()).result.sum).toBe(received);
  });

  it('is refused when nothing is left', () => {
    expect(refusalIn(worldOf({ refunds: [earlier(100_000n)] }), ask())).toBe('refund_too_much');
    expect(refusalIn(worldOf({ refunds: [earlier(100_000n)] }), ask({ amount: '100' }))).toBe('refund_too_much');
  });

  it('looks at the payouts of earlier refunds before it counts them', () => {
    const refunds = [earlier(40_000n, { payoutId: 'payout' })];
    const hint = { payoutIds: ['payout'] };
    expect(decideOn(worldOf({ refunds }), ask())).toEqual({ kind: 'again', hint });
    expect(ask().plan(planning, hint).invoiceIds).toEqual([id, 'payout']);
  });

  it.each(Object.keys(invoiceStatuses).filter((status) => status !== 'paid') as InvoiceStatus[])(
    'is refused for a payin that is %s',
    (status) => {
      expect(refusalIn(worldOf({}, { status }), ask())).toBe('refund_not_paid');
    },
  );

  it('gives back a part that came for a payin that has expired', () => {
    expect(doneIn(worldOf({}, { status: 'expired', partSum: fiat(30_000n) }), ask()).result.sum).toBe(30_000n);
  });

  it.each(['', '0', '-1', '1.001', 'all'])('is refused for the sum %j', (amount) => {
    expect(refusalIn(worldOf(), ask({ amount }))).toBe('invalid_amount');
  });

  it('is refused below and above what a payout of the store may be', () => {
    expect(refusalIn(worldOf(), ask({ amount: '99.99' }))).toBe('amount_too_small');
    expect(refusalIn(worldOf(), ask({ amount: '100.00' }))).toBeNull();
    expect(refusalIn(worldOf({}, { receivedSum: fiat(100_000_001n) }), ask())).toBe('amount_too_big');
  });

  it('is accepted with the very funds its payout will cost, and refused with one unit less', () => {
    const cost = 1_069_518_717n + 16_042_781n;
    const having = (balance: bigint) => worldOf({ balances: [{ accountId: account.availableId, balance }] });
    expect(refusalIn(having(cost), ask())).toBeNull();
    expect(refusalIn(having(cost - 1n), ask())).toBe('insufficient_funds');
  });

  it('is refused above the number of refunds that one payin may have', () => {
    const refunds = Array.from({ length: refundsPerInvoiceMax }, (_, index) =>
      refund({ id: `earlier ${index}`, canceledAt: noon }),
    );
    expect(refusalIn(worldOf({ refunds }), ask())).toBe('refunds_too_many');
    expect(refusalIn(worldOf({ refunds: refunds.slice(1) }), ask())).toBeNull();
  });

  it('finds no payin of another store, and none that is nowhere', () => {
    expect(refusalIn(worldOf({}, { storeId: 2 }), ask())).toBe('not_found');
    expect(refusalIn(memoryBatch(catalogue), ask())).toBe('not_found');
  });

  it('counts a wrong code of a person of the merchant, and promises nothing', () => {
    const by = { actor: merchantOne, reason: 'why' };
    const wrong = decideOn(worldOf(), ask({ by, code: '000000' }));
    expect(wrong).toMatchObject({ kind: 'refused', error: { code: 'two_factor_wrong' }, changes: { refunds: [] } });
    expect(wrong.kind === 'refused' && wrong.changes.secondFactors).toMatchObject([{ state: { failures: 1 } }]);
    expect(refusalIn(worldOf(), ask({ by, code: codeAt(noon) }))).toBeNull();
  });

  it('plans for what it reads, and for the code only when there is one', () => {
    const needs = {
      invoiceIds: [id],
      refundsOf: [id],
      excessesOf: [id],
      accountIds: [account.availableId, account.frozenId, account.excessId],
    };
    expect(ask().plan(planning, undefined)).toEqual(needs);
    expect(ask({ code: '000000' }).plan(planning, undefined)).toEqual({ ...needs, merchantIds: [store.merchantId] });
    expect(ask().saidBy).toBe(merchantParty);
    expect(ask({ by: { actor: operator, reason: 'why' } }).saidBy).toBe(operator);
  });
});

describe('the return of what was sent too much', () => {
  const give = (change: Partial<Request> = {}) => ask({ isExcess: true, ...change });

  it('is all of it, and its account pays for it', () => {
    const poor = { excesses: [excess()], balances: [{ accountId: account.availableId, balance: 7_688_218n }] };
    const by = { actor: operator, reason: 'why' };
    const { result, changes } = doneIn(worldOf(poor), give({ by }));
    expect(result).toMatchObject({ sum: 20_000n, excessOf: id });
    expect(changes.audits).toMatchObject([{ details: { isExcess: true } }]);
    const poorer = { ...poor, balances: [{ accountId: account.availableId, balance: 7_688_217n }] };
    expect(refusalIn(worldOf(poorer), give())).toBe('insufficient_funds');
  });

  it('is the whole sum or nothing', () => {
    const excesses = [excess()];
    expect(refusalIn(worldOf({ excesses }), give({ amount: '200.00' }))).toBeNull();
    expect(refusalIn(worldOf({ excesses }), give({ amount: '199.99' }))).toBe('excess_returned_whole');
  });

  it('is refused where there is none, where it was kept or promised, and while the payin is not paid', () => {
    expect(refusalIn(worldOf(), give())).toBe('no_excess');
    expect(refusalIn(worldOf({ excesses: [excess({ keptAt: noon })] }), give())).toBe('excess_not_held');
    const promised = { excesses: [excess()], refunds: [earlier(20_000n, { excessOf: id })] };
    expect(refusalIn(worldOf(promised), give())).toBe('excess_not_held');
    const open = worldOf({ excesses: [excess()] }, { status: 'dispute' });
    expect(refusalIn(open, give())).toBe('excess_not_paid');
  });
});

describe('cancel-refund', () => {
  const by = { actor: operator, reason: 'why' };
  const cancel = cancelRefund({ refundId: 'refund', invoiceId: id, ...by });

  it('takes a promise back, and says who did', () => {
    const { result, changes } = doneIn(worldOf({ refunds: [refund()] }), cancel);
    expect(result).toEqual(refund({ canceledAt: noon }));
    expect(changes.refunds).toEqual([result]);
    const subject = { action: 'cancel-refund', subjectKind: 'invoice', subjectId: id, details: { refundId: 'refund' } };
    expect(changes.audits).toEqual([{ at: noon, ...by, ...subject }]);
    expect(cancel.plan(planning, undefined)).toEqual({ invoiceIds: [id], refundsOf: [id] });
  });

  it('does nothing a second time', () => {
    const canceled = refund({ canceledAt: noon - 1 });
    const again = doneIn(worldOf({ refunds: [canceled] }), cancel);
    expect(again).toMatchObject({ isRepeat: true, result: canceled, changes: { refunds: [], audits: [] } });
  });

  it('is refused once the payer has said where the money goes, when it has lapsed, and for another one', () => {
    expect(refusalIn(worldOf({ refunds: [refund({ payoutId: 'payout' })] }), cancel)).toBe('refund_not_waiting');
    expect(refusalIn(worldOf({ refunds: [refund({ lapsesAt: noon })] }), cancel)).toBe('refund_not_waiting');
    expect(refusalIn(worldOf({ refunds: [refund({ id: 'other' })] }), cancel)).toBe('not_found');
  });
});
