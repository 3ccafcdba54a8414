import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../test/engine/support/outcomes.ts';
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
import { AppError } from '../../errors/app-error.ts';
import type { Deal, DealDispute, PayinDeal } from '../invoices/deal.ts';
import type { Transfer } from '../ledger/ledger.ts';
import { fiat, settlement } from '../money/money.ts';
import { rate } from '../rates/rates.ts';
import type { Catalogue } from '../state/catalogue.ts';
import { noChanges } from '../state/changes.ts';
import type { Move } from '../state/move.ts';
import { partsPerInvoiceMax } from './mispayment.ts';
import { decidePaid, type Funds, rejectDispute, settle, settleLate, settlePart } from './settlement.ts';

const catalogue = catalogueOf([requisite(1)]);
const makerAvailable = catalogue.makers.get(1)?.availableId ?? 0;
const ended = deal({ status: 'expired', endedAt: noon, restsUntil: noon });

/** The lowest that the balance gets to on the way through the transfers, each on its own. */
function lowest(balance: bigint, accountId: number, transfers: readonly Transfer[]): bigint {
  const steps = transfers.map(({ debitId, creditId, amount }) =>
    debitId === accountId ? -amount : creditId === accountId ? amount : 0n,
  );
  let [now, least] = [balance, balance];
  for (const step of steps) {
    now += step;
    if (now < least) least = now;
  }
  return least;
}

/** A maker who has so much, and payers who never sent too much. */
function holding(balance: bigint): Funds {
  return { balance: () => balance, excess: () => undefined };
}

function moveOn(snapshot: Catalogue): Move {
  return { catalogue: snapshot, now: noon + 1, changes: noChanges() };
}

describe('a payin that had ended', () => {
  it('is paid with less when the maker covers that much, and not what was asked for', () => {
    const half = fiat(ended.askedSum / 2n);
    const first = moveOn(catalogue);
    const dossier = { invoice: invoice({ status: 'expired' }), deals: [ended] };
    const paid = settleLate(dossier, ended, half, holding(10n ** 18n), first);
    const owed = paid.deals[0]?.makerSum ?? 0n;
    const move = moveOn(catalogue);
    settleLate(dossier, ended, half, holding(owed), move);
    expect(lowest(owed, makerAvailable, move.changes.transfers)).toBe(0n);
    expect(() => settleLate(dossier, ended, half, holding(owed - 1n), moveOn(catalogue))).toThrow();
  });
});

describe('late money of a payer who has fresh requisites', () => {
  const two = catalogueOf([requisite(1), requisite(2), requisite(3, { makerId: 2 })]);
  const fresh = (change: Partial<PayinDeal> = {}): PayinDeal =>
    deal({ id: 'fresh', ordinal: 2, requisiteId: 2, status: 'transfer_waiting', ...change });
  const rich = holding(10n ** 18n);
  const dossierOf = (other: PayinDeal) => ({
    invoice: invoice({ status: 'new', dealCount: 2 }),
    deals: [ended, other],
  });
  const late = (other: PayinDeal, funds = rich) => {
    const move = moveOn(two);
    return { after: settleLate(dossierOf(other), ended, ended.askedSum, funds, move), move };
  };

  it('pays the invoice by the ended deal, and lets the newer one go', () => {
    const { after, move } = late(fresh());
    expect(after.invoice.status).toBe('paid');
    expect(Object.fromEntries(after.deals.map(({ id, status }) => [id, status]))).toEqual({
      [ended.id]: 'completed',
      fresh: 'canceled',
    });
    expect(move.changes.transfers.map(({ kind, subjectId }) => [kind, subjectId])).toEqual([
      ['payin_release', 'fresh'],
      ['payin_rehold', ended.id],
      ['payin_settle', ended.id],
      ['payin_fee', ended.id],
    ]);
    expect(move.changes.requisiteUses).toEqual([{ requisiteId: 2, activeDelta: -1, started: null }]);
    expect(move.changes.notifications).toHaveLength(1);
  });

  it('is covered by what the newer deal sets free, when one maker has both', () => {
    const needed = ended.makerSum - fresh().makerSum;
    expect(needed).toBe(0n);
    const { move } = late(fresh(), holding(0n));
    expect(lowest(0n, makerAvailable, move.changes.transfers)).toBe(0n);
    const others = fresh({ makerId: 2, requisiteId: 3 });
    expect(() => late(others, holding(ended.makerSum - 1n))).toThrow(new AppError('maker_funds').message);
    expect(late(others, holding(ended.makerSum)).after.invoice.status).toBe('paid');
  });

  it.each([
    ['transfer_confirmed', 'other_deal_undecided'],
    ['dispute', 'other_deal_undecided'],
    ['completed', 'other_deal_paid'],
  ] as const)('is refused when the newer deal is %s: %s', (status, code) => {
    expect(() => late(fresh({ status }))).toThrow(new AppError(code, { dealId: 'fresh', status }).message);
  });
});

describe('a correction', () => {
  it('gives the maker the fee back before it takes more for the store', () => {
    const dispute = {
      reason: 'unknown',
      from: 'completed',
      amount: null,
      attachment: null,
      result: null,
      openedAt: noon,
      deadlineAt: noon,
    } as const;
    // It began before the fee of a deal was written down, and the store's has become another one.
    const paid: Deal = deal({ status: 'dispute', dispute, feeBps: null, feeFixed: null });
    const dossier = { invoice: invoice({ status: 'dispute', disputedFrom: 'paid' }), deals: [paid] };
    const free = { ...store, payinFeeBps: 0 };
    const move = moveOn({ ...catalogue, stores: new Map([[store.id, free]]) });
    const received = fiat(paid.askedSum + paid.askedSum / 1_000n);
    decidePaid(dossier, paid, { id: 'decision', received }, holding(10n ** 18n), move);
    const { transfers } = move.changes;
    expect(transfers.map(({ kind, debitId }) => [kind, debitId])).toEqual([
      ['correction_fee', 2],
      ['correction_sum', makerAvailable],
    ]);
    expect(transfers[1]?.creditId).toBe(account.availableId);
    const needed = lowest(0n, makerAvailable, transfers);
    expect(needed < 0n && lowest(-needed, makerAvailable, transfers) === 0n).toBe(true);
  });
});

const rich = holding(10n ** 18n);
const kindsOf = ({ changes }: Move) => changes.transfers.map(({ kind }) => kind);

describe('a running payin', () => {
  const running = deal();
  const dossier = { invoice: invoice({ dealCount: 1 }), deals: [running] };
  const settled = (received: bigint, funds = rich, of: Deal = running) => {
    const move = moveOn(catalogue);
    return { after: settle({ ...dossier, deals: [of] }, of, fiat(received), funds, move), move };
  };

  it('is paid with what was asked for: the hold goes to store and service, and nothing is said of the sum', () => {
    const { after, move } = settled(running.askedSum);
    const { makerSum, feeSum } = running;
    expect(move.changes.transfers.map(({ kind, amount, creditId }) => [kind, amount, creditId])).toEqual([
      ['payin_settle', makerSum - feeSum, account.availableId],
      ['payin_fee', feeSum, feeAccountId],
    ]);
    expect(after.invoice).toMatchObject({ status: 'paid', isSumChanged: false, sumReason: null, partSum: null });
    expect(after.invoice).toMatchObject({ receivedSum: running.askedSum, makerSum, feeSum });
    expect(after.deals[0]).toMatchObject({ status: 'completed', receivedSum: null, confirmedAt: noon + 1 });
    expect(after.deals[0]).toMatchObject({ endedAt: noon + 1, restsUntil: noon + 1 + 60_000 });
    expect(move.changes.requisiteUses).toEqual([{ requisiteId: 1, activeDelta: -1, started: null }]);
  });

  it('keeps the time at which it was confirmed', () => {
    const confirmed = deal({ status: 'transfer_confirmed', confirmedAt: noon });
    expect(settled(confirmed.askedSum, rich, confirmed).after.deals[0]).toMatchObject({ confirmedAt: noon });
  });

  it('is paid with less: the rest of the hold goes back first, and the merchant is told', () => {
    const { after, move } = settled(running.askedSum / 2n, holding(0n));
    expect(kindsOf(move)).toEqual(['payin_reduce', 'payin_settle', 'payin_fee']);
    expect(after.invoice).toMatchObject({ sumReason: 'short', isSumChanged: true, receivedSum: 50_000n });
    expect(after.deals[0]).toMatchObject({ receivedSum: 50_000n, makerSum: 523_560_209n });
  });

  it('is paid with more when the maker covers the difference, to the unit', () => {
    const { after, move } = settled(2n * running.askedSum);
    expect(kindsOf(move)).toEqual(['payin_extend', 'payin_settle', 'payin_fee']);
    expect(after.invoice).toMatchObject({ sumReason: 'over', isSumChanged: true });
    const more = (after.deals[0]?.makerSum ?? 0n) - running.makerSum;
    expect(codeOf(() => settled(2n * running.askedSum, holding(more)))).toBe('done');
    expect(codeOf(() => settled(2n * running.askedSum, holding(more - 1n)))).toBe('maker_funds');
  });

  it('is worth what another rate makes of the same sum, where that one has replaced its own', () => {
    const move = moveOn(catalogue);
    const after = settle(dossier, running, running.askedSum, rich, move, rate(19_100_000_000n));
    expect(after.deals[0]).toMatchObject({ makerSum: running.makerSum / 2n, receivedSum: null, rate: 19_100_000_000n });
    expect(kindsOf(move)).toEqual(['payin_reduce', 'payin_settle', 'payin_fee']);
  });

  it('says that a payer was asked for a little less, when that is what came', () => {
    const nudged = deal({ askedSum: fiat(99_999n) });
    expect(settled(99_999n, rich, nudged).after.invoice).toMatchObject({ status: 'paid', sumReason: 'nudged' });
  });

  it.each(['new', 'completed', 'canceled', 'expired', 'dispute'] as const)('is not settled when it is %s', (status) => {
    expect(codeOf(() => settled(running.askedSum, rich, { ...running, status } as Deal))).toBe('a defect');
  });

  it('is not settled with nothing', () => {
    expect(codeOf(() => settled(0n))).toBe('a defect');
  });

  it('is settled late only after it has ended', () => {
    expect(codeOf(() => settleLate(dossier, running, running.askedSum, rich, moveOn(catalogue)))).toBe('a defect');
  });
});

describe('a part of a payin', () => {
  const running = deal();
  const part = (received: bigint, change: Parameters<typeof invoice>[0] = {}, others: readonly Deal[] = []) => {
    const move = moveOn(catalogue);
    const dossier = { invoice: invoice({ dealCount: 1 + others.length, ...change }), deals: [...others, running] };
    return { after: settlePart(dossier, running, fiat(received), rich, move), move };
  };
  const partOf = (ordinal: number): Deal => deal({ id: `part ${ordinal}`, ordinal, status: 'completed' });

  it('counts, leaves the invoice open for the rest, and gives the time of a deal for it', () => {
    const { after, move } = part(60_000n, { expireAt: noon + 2, receivedSum: fiat(100_000n) });
    expect(kindsOf(move)).toEqual(['payin_reduce', 'payin_settle', 'payin_fee']);
    expect(after.invoice).toMatchObject({ status: 'new', partSum: 60_000n, receivedSum: null, updatedAt: noon + 1 });
    expect(after.invoice.expireAt).toBe(noon + 1 + store.dealLifetimeMs);
    expect(after.deals.at(-1)).toMatchObject({ status: 'completed', receivedSum: 60_000n, endedAt: noon + 1 });
    expect(move.changes.notifications).toEqual([]);
  });

  it('takes no time away, and is added to the parts before it', () => {
    const later = noon + 10 * store.dealLifetimeMs;
    const { after } = part(60_000n, { expireAt: later, partSum: fiat(5_000n) }, [partOf(0)]);
    expect(after.invoice).toMatchObject({ expireAt: later, partSum: 65_000n });
  });

  it('is more than nothing and less than the whole', () => {
    expect([codeOf(() => part(1n)), codeOf(() => part(99_999n))]).toEqual(['done', 'done']);
    expect([codeOf(() => part(0n)), codeOf(() => part(100_000n))]).toEqual(['a defect', 'a defect']);
  });

  it('is one of a few', () => {
    const parts = (count: number) => Array.from({ length: count }, (_, index) => partOf(index));
    expect(codeOf(() => part(60_000n, {}, parts(partsPerInvoiceMax - 1)))).toBe('done');
    expect(codeOf(() => part(60_000n, {}, parts(partsPerInvoiceMax)))).toBe('too_many_parts');
    const ended = parts(partsPerInvoiceMax).map((one): Deal => ({ ...one, status: 'canceled' }));
    expect(codeOf(() => part(60_000n, {}, ended))).toBe('done');
  });

  it('leaves room for late money, which an invoice that is paid has not', () => {
    const first = deal({ id: 'first', status: 'completed', receivedSum: fiat(60_000n) });
    const late = deal({ id: 'late', ordinal: 2, status: 'expired', askedSum: fiat(40_000n), endedAt: noon });
    const paidLate = (change: Parameters<typeof invoice>[0]) => {
      const before = { invoice: invoice({ dealCount: 2, ...change }), deals: [first, late] };
      return settleLate(before, late, fiat(40_000n), rich, moveOn(catalogue));
    };
    const partSum = fiat(60_000n);
    expect(paidLate({ partSum }).invoice).toMatchObject({ status: 'paid', receivedSum: 100_000n, partSum });
    expect(codeOf(() => paidLate({ partSum, status: 'paid' }))).toBe('other_deal_paid');
    expect(codeOf(() => paidLate({}))).toBe('other_deal_paid');
  });

  it('is in what the invoice is paid with when the rest comes', () => {
    const first = deal({ id: 'first', status: 'completed', receivedSum: fiat(60_000n), makerSum: settlement(600n) });
    const rest = deal({ id: 'rest', ordinal: 2, askedSum: fiat(40_000n) });
    const dossier = { invoice: invoice({ partSum: fiat(60_000n), dealCount: 2 }), deals: [first, rest] };
    const { invoice: paid } = settle(dossier, rest, fiat(40_000n), rich, moveOn(catalogue));
    expect(paid).toMatchObject({ status: 'paid', receivedSum: 100_000n, partSum: 60_000n, isSumChanged: false });
    expect(paid.makerSum).toBe(600n + rest.makerSum);
  });
});

describe('a decision about a claim', () => {
  const dispute = (change: Partial<DealDispute> = {}): DealDispute => ({
    reason: 'unknown',
    from: 'transfer_waiting',
    amount: null,
    attachment: null,
    result: null,
    openedAt: noon,
    deadlineAt: noon,
    ...change,
  });
  const decided = (
    claim: DealDispute,
    received: bigint,
    { funds = rich, ...more }: { funds?: typeof rich; wasSettled?: boolean; change?: Partial<PayinDeal> } = {},
  ) => {
    const { change, ...decision } = more;
    const disputed = deal({ status: 'dispute', dispute: claim, ...change });
    const move = moveOn(catalogue);
    const dossier = { invoice: invoice({ status: 'dispute', disputedFrom: 'new', dealCount: 1 }), deals: [disputed] };
    return {
      after: decidePaid(dossier, disputed, { id: 'decision', received: fiat(received), ...decision }, funds, move),
      move,
    };
  };

  it.each([
    ['transfer_waiting', ['payin_settle', 'payin_fee']],
    ['transfer_confirmed', ['payin_settle', 'payin_fee']],
    ['canceled', ['payin_rehold', 'payin_settle', 'payin_fee']],
    ['expired', ['payin_rehold', 'payin_settle', 'payin_fee']],
    ['completed', []],
  ] as const)('pays a deal that was %s by %j', (from, kinds) => {
    const { after, move } = decided(dispute({ from }), 100_000n);
    expect(kindsOf(move)).toEqual(kinds);
    expect(after.invoice).toMatchObject({ status: 'paid', disputedFrom: null });
    expect(after.deals[0]?.dispute?.result).toBe('ACCEPTED');
  });

  it('says that the sum was corrected when it is another one, and late money that it came late', () => {
    const corrected = decided(dispute(), 90_000n).after;
    expect([corrected.deals[0]?.dispute?.result, corrected.invoice.sumReason]).toEqual(['AMOUNT_CHANGED', 'corrected']);
    expect(decided(dispute({ from: 'expired' }), 100_000n).after.invoice.sumReason).toBe('late');
    expect(decided(dispute(), 100_000n).after.invoice.sumReason).toBeNull();
    // What was received before is what a decision is compared with.
    const before = { change: { receivedSum: fiat(90_000n) } };
    expect(decided(dispute({ from: 'completed' }), 90_000n, before).after.deals[0]?.dispute?.result).toBe('ACCEPTED');
  });

  it('leaves no other sum on the deal when what was asked for came after all', () => {
    const before = { change: { receivedSum: fiat(90_000n), makerSum: settlement(942_408_376n) } };
    const { after } = decided(dispute({ from: 'completed' }), 100_000n, before);
    expect(after.deals[0]).toMatchObject({ receivedSum: null, makerSum: deal().makerSum });
  });

  it('takes the reward of what came more into account when it asks what the maker has', () => {
    const rewarded = { rewardBps: 100, rewardSum: settlement(10_471_204n) };
    const claim = dispute({ from: 'completed' });
    const { move } = decided(claim, 150_000n, { change: rewarded });
    const needed = -lowest(0n, makerAvailable, move.changes.transfers);
    const having = (balance: bigint) => ({ change: rewarded, funds: holding(balance) });
    expect(codeOf(() => decided(claim, 150_000n, having(needed)))).toBe('done');
    expect(codeOf(() => decided(claim, 150_000n, having(needed - 1n)))).toBe('maker_funds');
  });

  it('leaves the result of a claim that was rejected', () => {
    const claim = dispute({ result: 'FRAUD_CONFIRM_DOCS' });
    expect(decided(claim, 100_000n).after.deals[0]?.dispute?.result).toBe('FRAUD_CONFIRM_DOCS');
  });

  it('takes back from the store what it has, to the unit, and never what it has not', () => {
    const { move } = decided(dispute({ from: 'completed' }), 50_000n);
    const back = move.changes.transfers.find(({ kind }) => kind === 'correction_sum')?.amount ?? 0n;
    const having = (balance: bigint) => ({
      funds: { ...rich, balance: (id: number) => (id === account.availableId ? balance : 0n) },
    });
    expect(codeOf(() => decided(dispute({ from: 'completed' }), 50_000n, having(back)))).toBe('done');
    expect(codeOf(() => decided(dispute({ from: 'completed' }), 50_000n, having(back - 1n)))).toBe(
      'insufficient_funds',
    );
  });

  it('takes more from the maker when it is there, to the unit', () => {
    const { move } = decided(dispute({ from: 'completed' }), 150_000n);
    const more = -lowest(0n, makerAvailable, move.changes.transfers);
    const having = (balance: bigint) => ({ funds: holding(balance) });
    expect(codeOf(() => decided(dispute({ from: 'completed' }), 150_000n, having(more)))).toBe('done');
    expect(codeOf(() => decided(dispute({ from: 'completed' }), 150_000n, having(more - 1n)))).toBe('maker_funds');
  });

  it('moves everything again for a deal that was settled and taken back, if the maker has it, less the reward', () => {
    const rewarded = { change: { rewardBps: 100, rewardSum: settlement(10_471_204n) }, wasSettled: true };
    const claim = dispute({ from: 'canceled' });
    const { after, move } = decided(claim, 100_000n, rewarded);
    const { makerSum, feeSum, rewardSum } = deal(rewarded.change);
    expect(move.changes.transfers.map(({ kind, debitId, amount }) => [kind, debitId, amount])).toEqual([
      ['correction_reward', feeAccountId, rewardSum],
      ['correction_sum', makerAvailable, makerSum - feeSum],
      ['correction_fee', makerAvailable, feeSum],
    ]);
    expect(after.invoice).toMatchObject({ status: 'paid', sumReason: null });
    const having = (balance: bigint) => ({ ...rewarded, funds: holding(balance) });
    expect(codeOf(() => decided(claim, 100_000n, having(makerSum - rewardSum)))).toBe('done');
    expect(codeOf(() => decided(claim, 100_000n, having(makerSum - rewardSum - 1n)))).toBe('maker_funds');
  });

  it('is made about a claim, and about nothing else', () => {
    const move = moveOn(catalogue);
    const dossier = { invoice: invoice(), deals: [deal()] };
    expect(codeOf(() => decidePaid(dossier, deal(), { id: 'x', received: fiat(1n) }, rich, move))).toBe('a defect');
    // The claim of a deal stays on it after it was decided.
    const before = deal({ status: 'completed', dispute: dispute({ result: 'ACCEPTED' }) });
    const settled = { invoice: invoice({ status: 'paid', disputedFrom: 'paid' }), deals: [before] };
    const again = () => decidePaid(settled, before, { id: 'x', received: fiat(1n) }, rich, move);
    expect(codeOf(again)).toBe('a defect');
    expect(codeOf(() => rejectDispute(settled, before, 'TTL_EXPIRED', move))).toBe('a defect');
  });

  it('against it leaves the money where it is, and the deal and invoice as they were before', () => {
    const disputed = deal({ status: 'dispute', dispute: dispute({ from: 'transfer_confirmed' }) });
    const dossier = { invoice: invoice({ status: 'dispute', disputedFrom: 'new' }), deals: [disputed] };
    const move = moveOn(catalogue);
    const after = rejectDispute(dossier, disputed, 'TTL_EXPIRED', move);
    expect(after.invoice).toMatchObject({ status: 'new', disputedFrom: null });
    expect(after.deals[0]).toMatchObject({ status: 'transfer_confirmed', dispute: { result: 'TTL_EXPIRED' } });
    expect(move.changes.transfers).toEqual([]);
    const undisputed = { ...dossier, invoice: invoice({ status: 'dispute', disputedFrom: null }) };
    expect(codeOf(() => rejectDispute(undisputed, disputed, 'TTL_EXPIRED', moveOn(catalogue)))).toBe('a defect');
  });

  it('ends the rest of an ended deal as if that had ended now, and touches no other', () => {
    const restsUntil = noon + 3 * 86_400_000;
    const { now } = moveOn(catalogue);
    const rests = (from: DealDispute['from']) => {
      const disputed = deal({ status: 'dispute', restsUntil, dispute: dispute({ from }) });
      const dossier = { invoice: invoice({ status: 'dispute', disputedFrom: 'expired' }), deals: [disputed] };
      return rejectDispute(dossier, disputed, 'UNKNOWN', moveOn(catalogue)).deals[0]?.restsUntil;
    };
    const restMs = catalogue.requisiteById.get(1)?.restMs ?? 0;
    expect([rests('expired'), rests('canceled'), rests('completed')]).toEqual([now + restMs, now + restMs, restsUntil]);
  });

  it('is told with the deal, where that had ended: nothing else shows its result', () => {
    const disputed = deal({ status: 'dispute', dispute: dispute({ from: 'expired' }) });
    const dossier = { invoice: invoice({ status: 'dispute', disputedFrom: 'expired' }), deals: [disputed] };
    const move = moveOn(catalogue);
    rejectDispute(dossier, disputed, 'WAITING_CONFIRM_DOCS_FROM_MERCHANT', move);
    expect(move.changes.notifications).toEqual([
      expect.objectContaining({
        invoice: expect.objectContaining({ status: 'expired' }),
        deal: expect.objectContaining({ id: disputed.id, status: 'expired' }),
      }),
    ]);
    const [told] = move.changes.notifications;
    expect(told?.deal?.dispute?.result).toBe('WAITING_CONFIRM_DOCS_FROM_MERCHANT');
  });
});

describe('a payout', () => {
  const taken = (change: Partial<ReturnType<typeof payoutDeal>> = {}) =>
    payoutDeal({ status: 'transfer_confirmed', confirmedAt: noon, ...change });
  const dossierOf = (of: Deal, change: Parameters<typeof invoice>[0] = {}) => ({
    invoice: invoice({ type: 'out', dealCount: 1, ...change }),
    deals: [of],
  });
  const dispute = (from: DealDispute['from']): DealDispute => ({
    ...{ reason: 'no_payment', from, amount: null, attachment: null },
    ...{ result: null, openedAt: noon, deadlineAt: noon },
  });
  const decided = (from: DealDispute['from'], received: bigint) => {
    const disputed = taken({ status: 'dispute', dispute: dispute(from) });
    const move = moveOn(catalogue);
    const dossier = dossierOf(disputed, { status: 'dispute', disputedFrom: 'new' });
    return { after: decidePaid(dossier, disputed, { id: 'decision', received: fiat(received) }, rich, move), move };
  };

  it('is paid to its maker with the sum that was agreed on, and no other', () => {
    const move = moveOn(catalogue);
    const after = settle(dossierOf(taken()), taken(), taken().askedSum, rich, move);
    expect(kindsOf(move)).toEqual(['payout_pay', 'payout_fee']);
    expect(after.invoice.status).toBe('paid');
    const other = () => settle(dossierOf(taken()), taken(), fiat(99_999n), rich, moveOn(catalogue));
    expect(codeOf(other)).toBe('payout_sum_fixed');
  });

  it('is not paid while no maker has taken it', () => {
    const free = { ...taken(), makerId: null } as unknown as Deal;
    expect(codeOf(() => settle(dossierOf(free), free, free.askedSum, rich, moveOn(catalogue)))).toBe('deal_settled');
  });

  it('is not taken up again when it had ended, and stays paid when it was', () => {
    expect(codeOf(() => decided('canceled', 100_000n))).toBe('payout_sum_fixed');
    expect(codeOf(() => decided('completed', 99_999n))).toBe('payout_sum_fixed');
    const { after, move } = decided('completed', 100_000n);
    expect([after.invoice.status, kindsOf(move)]).toEqual(['paid', []]);
    expect(kindsOf(decided('transfer_confirmed', 100_000n).move)).toEqual(['payout_pay', 'payout_fee']);
  });
});
