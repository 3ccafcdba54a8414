import { describe, expect, it } from 'vitest';
import { codeOf, movesOf } from '../../../test/engine/support/outcomes.ts';
import {
  account,
  catalogueOf,
  deal,
  feeAccountId,
  invoice,
  noon,
  payoutDeal,
  requisite,
  store,
} from '../../../test/engine/support/small-world.ts';
import type { DealDispute, PayinDeal, PayoutDeal } from '../invoices/deal.ts';
import { dealsPerInvoiceMax } from '../invoices/invoice.ts';
import { fiat, settlement } from '../money/money.ts';
import type { Excess } from '../payins/excess.ts';
import type { Funds } from '../payins/settlement.ts';
import { noChanges } from '../state/changes.ts';
import type { Move } from '../state/move.ts';
import { payinNotPaid, payoutNotPaid } from './not-paid.ts';

const catalogue = catalogueOf([requisite(1)]);
const makerAvailable = catalogue.makers.get(1)?.availableId ?? 0;
const makerHeld = catalogue.makers.get(1)?.heldId ?? 0;
const now = noon + 1;
const newMove = (): Move => ({ catalogue, now, changes: noChanges() });
const having = (balances: Readonly<Record<number, bigint>>, excess?: Excess): Funds => ({
  balance: (id) => balances[id] ?? 0n,
  excess: () => excess,
});
const rich: Funds = { balance: () => 10n ** 18n, excess: () => undefined };
const claim = (change: Partial<DealDispute> = {}): DealDispute => ({
  ...{ reason: 'no_payment', from: 'completed', amount: null, attachment: null, result: null },
  ...{ openedAt: noon, deadlineAt: noon },
  ...change,
});

describe('a payout that was not paid', () => {
  const reward = settlement(1_000n);
  const paid = payoutDeal({ status: 'completed', confirmedAt: noon, endedAt: noon, rewardSum: reward });
  const { makerSum, feeSum } = paid;
  const cost = makerSum + feeSum;
  interface Wish {
    readonly funds?: Funds;
    readonly next?: 'pool' | 'cancel';
    readonly change?: Parameters<typeof invoice>[0];
  }
  const found = (of: PayoutDeal, { funds = rich, next = 'cancel', change = {} }: Wish = {}) => {
    const move = newMove();
    const dossier = { invoice: invoice({ type: 'out', status: 'paid', dealCount: 1, ...change }), deals: [of] };
    return { after: payoutNotPaid(dossier, of, { next, dealId: 'again' }, funds, move), move };
  };
  const reversed = [
    ['payout_reverse', makerAvailable, account.frozenId, makerSum],
    ['payout_fee_reverse', feeAccountId, account.frozenId, feeSum - reward],
    ['payout_reward_reverse', makerAvailable, account.frozenId, reward],
  ];
  const released = ['payout_release', account.frozenId, account.availableId, cost];

  it('takes back what its maker and the service got, and ends with the funds at the store', () => {
    const { after, move } = found(paid, { change: { receivedSum: fiat(100_000n) } });
    expect(movesOf(move)).toEqual([...reversed, released]);
    expect(after.invoice).toMatchObject({ status: 'canceled', receivedSum: null, disputedFrom: null, updatedAt: now });
    expect(after.deals).toMatchObject([{ status: 'canceled', endedAt: now }]);
  });

  it('needs the maker to have the sum and the reward, to the unit', () => {
    const maker = (balance: bigint) => ({ funds: having({ [makerAvailable]: balance }) });
    expect(codeOf(() => found(paid, maker(makerSum + reward)))).toBe('done');
    expect(codeOf(() => found(paid, maker(makerSum + reward - 1n)))).toBe('maker_funds');
    // Of one that was not credited yet, nothing is taken from anybody.
    expect(codeOf(() => found({ ...paid, status: 'transfer_confirmed' }, maker(0n)))).toBe('done');
  });

  it.each(['transfer_waiting', 'transfer_confirmed'] as const)(
    'gives the store back what is frozen when it is %s',
    (status) => {
      expect(movesOf(found({ ...paid, status }).move)).toEqual([released]);
      const disputed = { ...paid, status: 'dispute', dispute: claim({ from: status }) } as const;
      const { after, move } = found(disputed, { change: { status: 'dispute', disputedFrom: 'new' } });
      expect(movesOf(move)).toEqual([released]);
      expect(after.deals[0]).toMatchObject({ status: 'canceled', dispute: { result: 'ACCEPTED' } });
    },
  );

  it('goes to another maker at the same terms, with the whole time of a payout', () => {
    const { after, move } = found(paid, { next: 'pool' });
    const frozen = ['payout_freeze', account.availableId, account.frozenId, cost];
    expect(movesOf(move)).toEqual([...reversed, released, frozen]);
    const expireAt = now + store.payoutLifetimeMs;
    expect(after.invoice).toMatchObject({ status: 'new', dealCount: 2, expireAt });
    expect(after.deals).toMatchObject([
      { id: paid.id, status: 'canceled' },
      { id: 'again', ordinal: 2, status: 'new', makerId: null, makerSum, feeSum, startedAt: now, deadlineAt: expireAt },
    ]);
  });

  it('tells the shop of the pool only where the invoice was something else before', () => {
    const told = (change: Wish['change']) =>
      found({ ...paid, status: 'transfer_confirmed' }, { next: 'pool', change }).move.changes.notifications.length;
    expect([told({ status: 'new' }), told({ status: 'dispute', disputedFrom: 'new' })]).toEqual([0, 1]);
  });

  it('goes around a few times, and not for ever', () => {
    const goneAround = (dealCount: number) => codeOf(() => found(paid, { next: 'pool', change: { dealCount } }));
    expect([goneAround(dealsPerInvoiceMax - 1), goneAround(dealsPerInvoiceMax)]).toEqual(['done', 'too_many_deals']);
    expect(codeOf(() => found(paid, { change: { dealCount: dealsPerInvoiceMax } }))).toBe('done');
  });

  it('gives an excess that it returned back to its account, the rest that the store has got included', () => {
    const change = { fromExcess: settlement(cost + 7n) };
    const { move } = found(paid, { change });
    expect(movesOf(move)).toEqual([
      ...reversed,
      released,
      ['excess_rest_reverse', account.availableId, account.excessId, 7n],
      ['excess_back', account.availableId, account.excessId, cost],
    ]);
    const shop = (balance: bigint) => having({ [makerAvailable]: 10n ** 18n, [account.availableId]: balance });
    expect(codeOf(() => found(paid, { change, funds: shop(7n) }))).toBe('done');
    expect(codeOf(() => found(paid, { change, funds: shop(6n) }))).toBe('insufficient_funds');
    const unpaid = found({ ...paid, status: 'transfer_confirmed' }, { change, funds: shop(0n) });
    expect(movesOf(unpaid.move).map(([kind]) => kind)).toEqual(['payout_release', 'excess_back']);
  });

  it('is undone as what it is now, whatever a claim of before was about', () => {
    const once = { ...paid, dispute: claim({ from: 'canceled', result: 'FRAUD_CONFIRM_DOCS' }) };
    const { after, move } = found(once);
    expect(movesOf(move)).toEqual([...reversed, released]);
    expect(after.deals).toMatchObject([{ status: 'canceled', dispute: { result: 'FRAUD_CONFIRM_DOCS' } }]);
  });

  it.each(['canceled', 'expired'] as const)('is left as it is when it had %s already', (from) => {
    const disputed = { ...paid, status: 'dispute', dispute: claim({ from }) } as const;
    const { after, move } = found(disputed, { change: { status: 'dispute', disputedFrom: from } });
    expect(movesOf(move)).toEqual([]);
    expect(after.invoice).toMatchObject({ status: from, disputedFrom: null });
    expect(after.deals).toMatchObject([{ status: from, dispute: { result: 'ACCEPTED' } }]);
    expect(codeOf(() => found({ ...paid, status: from }))).toBe('a defect');
  });
});

describe('a payin that was not paid', () => {
  const reward = settlement(1_000n);
  const disputed = (from: DealDispute['from'], change: Partial<PayinDeal> = {}) =>
    deal({
      status: 'dispute',
      dispute: claim({ from, reason: 'unknown' }),
      rewardBps: 1,
      rewardSum: reward,
      ...change,
    });
  const { makerSum, feeSum } = deal();
  const found = (
    of: PayinDeal,
    { funds = rich, ...change }: { funds?: Funds } & Parameters<typeof invoice>[0] = {},
  ) => {
    const move = newMove();
    const open = {
      status: 'dispute',
      disputedFrom: 'paid',
      dealCount: 1,
      isSumChanged: true,
      sumReason: 'short',
    } as const;
    const dossier = { invoice: invoice({ ...open, receivedSum: of.askedSum, ...change }), deals: [of] };
    return { after: payinNotPaid(dossier, of, 'decision', funds, move), move };
  };

  it('goes back to its maker from the store and the service, the reward less, and is open again', () => {
    const { after, move } = found(disputed('completed'));
    expect(movesOf(move)).toEqual([
      ['correction_sum', account.availableId, makerAvailable, makerSum - feeSum],
      ['correction_fee', feeAccountId, makerAvailable, feeSum],
      ['correction_reward', makerAvailable, feeAccountId, reward],
    ]);
    expect(after.invoice).toMatchObject({ status: 'new', receivedSum: null, isSumChanged: false, sumReason: null });
    expect(after.invoice).toMatchObject({ disputedFrom: null, updatedAt: now });
    expect(after.deals).toMatchObject([{ status: 'canceled', dispute: { result: 'ACCEPTED' } }]);
  });

  it('is expired where its time has passed, to the millisecond', () => {
    const statusWhen = (expireAt: number) => found(disputed('completed'), { expireAt }).after.invoice.status;
    expect([statusWhen(now + 1), statusWhen(now)]).toEqual(['new', 'expired']);
  });

  it('takes from the store what it has, to the unit, and never what it has not', () => {
    const shop = (balance: bigint) => ({ funds: having({ [account.availableId]: balance }) });
    expect(codeOf(() => found(disputed('completed'), shop(makerSum - feeSum)))).toBe('done');
    expect(codeOf(() => found(disputed('completed'), shop(makerSum - feeSum - 1n)))).toBe('insufficient_funds');
  });

  it('gives what stood apart back as well, and nothing of what the store was given of it', () => {
    const excess: Excess = {
      ...{ id: deal().id, invoiceId: deal().invoiceId, storeId: store.id, currency: 'RUB' },
      ...{ sum: fiat(10_000n), heldSum: settlement(55n), createdAt: noon, keptAt: null },
    };
    const undone = (known: Excess) => found(disputed('completed'), { funds: { ...rich, excess: () => known } }).move;
    expect(movesOf(undone(excess))).toContainEqual(['correction_excess', account.excessId, makerAvailable, 55n]);
    expect(undone(excess).changes.excesses).toEqual([{ ...excess, sum: 0n, heldSum: 0n }]);
    const kept = undone({ ...excess, keptAt: noon });
    expect(movesOf(kept).map(([kind]) => kind)).not.toContain('correction_excess');
    expect(kept.changes.excesses).toEqual([]);
  });

  it.each(['transfer_waiting', 'transfer_confirmed'] as const)('lets the hold go when it was %s', (from) => {
    const { after, move } = found(disputed(from), { disputedFrom: 'new' });
    expect(movesOf(move)).toEqual([['payin_release', makerHeld, makerAvailable, makerSum]]);
    expect(after.invoice.status).toBe('new');
    expect(after.deals).toMatchObject([{ status: 'canceled', dispute: { result: 'ACCEPTED' } }]);
  });

  it.each(['canceled', 'expired'] as const)('is left as it is when it had %s already', (from) => {
    const { after, move } = found(disputed(from), { disputedFrom: 'expired' });
    expect(movesOf(move)).toEqual([]);
    expect([after.invoice.status, after.deals[0]?.status]).toEqual(['expired', from]);
  });

  it('is found so in a dispute alone, and a claim that was rejected keeps its reason', () => {
    expect(codeOf(() => found(deal({ status: 'completed' })))).toBe('a defect');
    const rejected = disputed('completed', { dispute: claim({ result: 'FRAUD_CONFIRM_DOCS' }) });
    expect(found(rejected).after.deals[0]?.dispute?.result).toBe('FRAUD_CONFIRM_DOCS');
  });
});
