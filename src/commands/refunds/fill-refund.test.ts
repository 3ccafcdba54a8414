import { describe, expect, it } from 'vitest';
import { doneIn, operator, refusalIn } from '../../../test/engine/support/decided.ts';
import { decideOn, memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import {
  account,
  catalogueOf,
  deal,
  excess,
  feeAccountId,
  invoice,
  noon,
  refund,
  store,
} from '../../../test/engine/support/small-world.ts';
import { payerParty } from '../../domain/authority/own-word.ts';
import type { PayinDeal } from '../../domain/invoices/deal.ts';
import { type Invoice, type InvoiceStatus, invoiceStatuses } from '../../domain/invoices/invoice.ts';
import { fiat, settlement } from '../../domain/money/money.ts';
import { Rotation } from '../../domain/payins/rotation.ts';
import type { Refund } from '../../domain/refunds/refund.ts';
import type { Loaded } from '../../storage/batch/load-steps.ts';
import { keepExcess } from '../payins/keep-excess.ts';
import { fillRefund } from './fill-refund.ts';

const catalogue = catalogueOf([]);
const planning = { catalogue, rotation: new Rotation() };
const id = 'payin';
const shop = { userId: 'client', notificationUrl: 'https://shop.example/hook', notificationToken: 'token' };
const { heldSum } = excess();
const worldOf = (loaded: Partial<Loaded> = {}, change: Partial<Invoice> = {}, of: Partial<PayinDeal> = {}) =>
  memoryBatch(catalogue, {
    refunds: [refund()],
    ...loaded,
    invoices: [
      invoice({ id, ...shop, status: 'paid', receivedSum: fiat(100_000n), dealCount: 1, ...change }),
      ...(loaded.invoices ?? []),
    ],
    deals: [deal({ id, invoiceId: id, status: 'completed', endedAt: noon - 1, ...of })],
  });
type Request = Parameters<typeof fillRefund>[0];
const fill = (change: Partial<Request> = {}) =>
  fillRefund({
    refundId: 'refund',
    invoiceId: id,
    storeId: 1,
    payoutId: 'payout',
    variant: { option: 'TO_CARD', bank: 'sberbank' },
    requisites: { requisites: '2200 0000 0000 0004', holder: 'Ivan P.' },
    ...change,
  });
const cost = 1_069_518_717n + 16_042_781n;
const freeze = {
  kind: 'payout_freeze',
  subjectId: 'payout',
  debitId: account.availableId,
  creditId: account.frozenId,
  currency: 'USDT',
};
const having = (balance: bigint) => [{ accountId: account.availableId, balance }];

describe('fill-refund', () => {
  it('makes a payout to where the payer says, and freezes what it costs', () => {
    const { result, changes } = doneIn(worldOf(), fill());
    expect(result.invoice).toMatchObject({
      id: 'payout',
      type: 'out',
      status: 'new',
      internalId: 'refund:refund',
      askedSum: 100_000n,
      requisites: { requisites: '2200000000000004', holder: 'Ivan P.' },
      namedOption: 'TO_CARD',
      namedBank: 'sberbank',
      fromExcess: null,
      expireAt: noon + store.payoutLifetimeMs,
      successUrl: null,
      cancelUrl: null,
      ...shop,
    });
    expect(changes.transfers).toEqual([{ ...freeze, amount: cost }]);
    expect(changes.refunds).toEqual([refund({ payoutId: 'payout' })]);
  });

  it('is accepted with the very funds it costs, and refused with one unit less', () => {
    expect(refusalIn(worldOf({ balances: having(cost) }), fill())).toBeNull();
    expect(refusalIn(worldOf({ balances: having(cost - 1n) }), fill())).toBe('insufficient_funds');
  });

  it.each<[string, Partial<Refund>, string]>([
    ['a link that was used', { payoutId: 'earlier' }, 'refund_link_used'],
    ['a refund that was canceled', { canceledAt: noon }, 'refund_canceled'],
    ['a link at the moment it lapses', { lapsesAt: noon }, 'refund_link_lapsed'],
    ['another refund', { id: 'other' }, 'not_found'],
  ])('is refused for %s', (_what, change, code) => {
    expect(refusalIn(worldOf({ refunds: [refund(change)] }), fill())).toBe(code);
  });

  it.each(Object.keys(invoiceStatuses).filter((status) => status !== 'paid') as InvoiceStatus[])(
    'is refused when the payin has come to be %s',
    (status) => {
      expect(refusalIn(worldOf({}, { status }), fill())).toBe('refund_not_paid');
    },
  );

  it('is refused when less has come than was promised since', () => {
    expect(refusalIn(worldOf({}, { receivedSum: fiat(100_000n) }), fill())).toBeNull();
    expect(refusalIn(worldOf({}, { receivedSum: fiat(99_999n) }), fill())).toBe('refunded_above');
    expect(refusalIn(memoryBatch(catalogue, { refunds: [refund()] }), fill())).toBe('not_found');
  });

  it('looks at the payouts of the other refunds first', () => {
    const refunds = [refund(), refund({ id: 'other', sum: fiat(1n), payoutId: 'seen' })];
    const hint = { payoutIds: ['seen'] };
    expect(decideOn(worldOf({ refunds }), fill())).toEqual({ kind: 'again', hint });
    expect(fill().plan(planning, hint)).toEqual({
      invoiceIds: [id, 'seen'],
      refundsOf: [id],
      excessesOf: [id],
      accountIds: [account.availableId, account.frozenId, account.excessId],
      earlier: { storeId: 1, internalId: 'refund:refund', type: 'out', amount: 0n, currency: '' },
    });
    expect(fill()).toMatchObject({ name: 'fill-refund', saidBy: payerParty, sendsMoneyOut: true });
  });

  it('is refused when a payout of the store has the name already', () => {
    const earlierPayouts = [{ storeId: 1, internalId: 'refund:refund', id: 'somebody' }];
    expect(refusalIn(worldOf({ earlierPayouts }), fill())).toBe('internal_id_reused');
  });

  it.each<[string, Partial<Request>, string]>([
    ['no option', { variant: { option: null, bank: 'sberbank' } }, 'payment_option_not_allowed'],
    ['an unknown option', { variant: { option: 'PIGEON', bank: 'sberbank' } }, 'payment_option_not_allowed'],
    ['no bank', { variant: { option: 'TO_CARD', bank: null } }, 'payment_method_not_allowed'],
    ['a card with a slip', { requisites: { requisites: '2200000000000005', holder: null } }, 'invalid_requisite'],
  ])('is refused with %s', (_what, change, code) => {
    expect(refusalIn(worldOf(), fill(change))).toBe(code);
  });

  it('may bring a code of a bank that was used before', () => {
    const { result } = doneIn(worldOf(), fill({ variant: { option: 'TO_CARD', bank: 'old-tinkoff' } }));
    expect(result.invoice.namedBank).toBe('tinkoff');
  });
});

describe('a payout that returns what was sent too much', () => {
  const refunds = [refund({ sum: fiat(20_000n), excessOf: id })];
  const returnCost = 213_903_744n + 3_208_557n;

  it('is paid from the account of that, and the store adds what is missing', () => {
    const { result, changes } = doneIn(worldOf({ refunds, excesses: [excess()] }), fill());
    expect(result.invoice.fromExcess).toBe(heldSum);
    expect(changes.transfers).toEqual([
      {
        kind: 'excess_return',
        subjectId: 'payout',
        debitId: account.excessId,
        creditId: account.availableId,
        amount: heldSum,
        currency: 'USDT',
      },
      { ...freeze, amount: returnCost },
    ]);
    const missing = returnCost - heldSum;
    const with_ = (balance: bigint) => worldOf({ refunds, excesses: [excess()], balances: having(balance) });
    expect(refusalIn(with_(missing), fill())).toBeNull();
    expect(refusalIn(with_(missing - 1n), fill())).toBe('insufficient_funds');
  });

  it('takes no more from that account than it costs', () => {
    const rich = excess({ heldSum: settlement(returnCost + 1n) });
    const { changes } = doneIn(worldOf({ refunds, excesses: [rich] }), fill());
    expect(changes.transfers).toMatchObject([{ kind: 'excess_return', amount: returnCost }, { kind: 'payout_freeze' }]);
  });

  it('does not begin for a payin of which only a part has come, and trusts no promise of another sum', () => {
    const expired = worldOf({ refunds, excesses: [excess()] }, { status: 'expired', partSum: fiat(100_000n) });
    expect(refusalIn(expired, fill())).toBe('excess_not_paid');
    for (const excesses of [[], [excess({ keptAt: noon })], [excess({ sum: fiat(19_999n) })]]) {
      expect(() => decideOn(worldOf({ refunds, excesses }), fill())).toThrow('what was promised is there');
    }
  });
});

describe('keep-excess', () => {
  const by = { actor: operator, reason: 'why' };
  const keep = keepExcess({ invoiceId: id, seenStoreId: 1, ...by });
  const nothingPromised = { refunds: [], excesses: [excess()] };

  it('pays the payin with all that came, less the fee, and says who decided so', () => {
    const { result, changes } = doneIn(worldOf(nothingPromised), keep);
    expect(result.invoice).toMatchObject({ status: 'paid', receivedSum: 120_000n });
    expect(changes.excesses).toEqual([excess({ keptAt: noon })]);
    expect(changes.transfers.map(({ kind, debitId, creditId }) => [kind, debitId, creditId])).toEqual([
      ['excess_keep', account.excessId, account.availableId],
      ['excess_fee', account.excessId, feeAccountId],
    ]);
    expect(changes.transfers.reduce((sum, { amount }) => sum + amount, 0n)).toBe(heldSum);
    const details = { dealId: id, sumMinor: '20000', currency: 'RUB' };
    expect(changes.audits).toEqual([
      { at: noon, ...by, action: 'keep-excess', subjectKind: 'invoice', subjectId: id, details },
    ]);
  });

  it('does nothing a second time', () => {
    const again = doneIn(worldOf({ refunds: [], excesses: [excess({ keptAt: noon - 1 })] }), keep);
    expect(again).toMatchObject({ isRepeat: true, changes: { transfers: [], excesses: [], audits: [] } });
  });

  it('is refused where nothing was sent too much, or it was promised, or the payin is not paid', () => {
    expect(refusalIn(worldOf({ refunds: [] }), keep)).toBe('no_excess');
    expect(refusalIn(memoryBatch(catalogue), keep)).toBe('not_found');
    const promised = { excesses: [excess()], refunds: [refund({ sum: fiat(20_000n), excessOf: id })] };
    expect(refusalIn(worldOf(promised), keep)).toBe('excess_not_held');
    expect(refusalIn(worldOf(nothingPromised, { status: 'dispute' }, { status: 'dispute' }), keep)).toBe(
      'excess_not_paid',
    );
    expect(refusalIn(worldOf(nothingPromised, {}, { status: 'canceled' }), keep)).toBe('excess_not_paid');
  });

  it.each<[InvoiceStatus, string | null]>([
    ['new', 'excess_not_held'],
    ['dispute', 'excess_not_held'],
    ['paid', 'excess_not_held'],
    ['canceled', null],
    ['expired', null],
  ])('asks how the payout of an earlier return stands: it is %s', (status, code) => {
    const refunds = [refund({ sum: fiat(20_000n), excessOf: id, payoutId: 'payout' })];
    const world = (invoices: readonly Invoice[]) => worldOf({ excesses: [excess()], refunds, invoices });
    const hint = { payoutIds: ['payout'] };
    expect(decideOn(world([]), keep)).toEqual({ kind: 'again', hint });
    expect(keep.plan(planning, hint).invoiceIds).toEqual([id, 'payout']);
    expect(refusalIn(world([invoice({ id: 'payout', type: 'out', status })]), keep)).toBe(code);
  });
});
