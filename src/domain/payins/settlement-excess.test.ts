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
import type { DealDispute, PayinDeal } from '../invoices/deal.ts';
import { owedFor } from '../invoices/payin-sums.ts';
import { operatorDecides } from '../merchants/payment-policy.ts';
import { fiat, settlement } from '../money/money.ts';
import { noChanges } from '../state/changes.ts';
import type { Move } from '../state/move.ts';
import type { Excess } from './excess.ts';
import { decidePaid, type Funds, settle, settleLate } from './settlement.ts';

/** What payers send too much, in a store that keeps it apart: `settlement.ts` with the rules of `excess.ts`. */
const apart = { ...store, policy: { ...operatorDecides, excess: 'apart' } } as const;
const catalogue = catalogueOf([requisite(1)], { stores: new Map([[store.id, apart]]) });
const makerAvailable = catalogue.makers.get(1)?.availableId ?? 0;
const makerHeld = catalogue.makers.get(1)?.heldId ?? 0;
const asked = deal();
const worthOf = (received: bigint) => owedFor(fiat(received), 'RUB', asked.rate, apart, catalogue).makerSum;
/** Of the hundred rubles above the thousand that were asked for. */
const worth = worthOf(110_000n) - asked.makerSum;

const known: Excess = {
  ...{ id: asked.id, invoiceId: asked.invoiceId, storeId: store.id, currency: 'RUB' },
  ...{ sum: fiat(10_000n), heldSum: settlement(worth), createdAt: noon, keptAt: null },
};
const having = (balance: bigint, excess?: Excess): Funds => ({ balance: () => balance, excess: () => excess });
const rich = having(10n ** 18n);
const newMove = (): Move => ({ catalogue, now: noon + 1, changes: noChanges() });
const excessesOf = ({ changes }: Move) => changes.excesses;

describe('more than was asked for', () => {
  const settled = (received: bigint, funds = rich, of: PayinDeal = asked) => {
    const move = newMove();
    return {
      after: settle({ invoice: invoice({ dealCount: 1 }), deals: [of] }, of, fiat(received), funds, move),
      move,
    };
  };

  it('pays what was asked for, and the rest stands apart at the rate of the deal', () => {
    const { after, move } = settled(110_000n);
    const { makerSum, feeSum } = asked;
    expect(movesOf(move)).toEqual([
      ['payin_extend', makerAvailable, makerHeld, worth],
      ['payin_settle', makerHeld, account.availableId, makerSum - feeSum],
      ['payin_fee', makerHeld, feeAccountId, feeSum],
      ['payin_excess', makerHeld, account.excessId, worth],
    ]);
    expect(after.invoice).toMatchObject({ status: 'paid', receivedSum: 100_000n, makerSum, sumReason: 'over' });
    expect(after.deals[0]).toMatchObject({ receivedSum: null, makerSum, feeSum });
    expect(excessesOf(move)).toEqual([{ ...known, createdAt: noon + 1 }]);
  });

  it('is held when the maker covers it, to the unit', () => {
    expect(codeOf(() => settled(110_000n, having(worth)))).toBe('done');
    expect(codeOf(() => settled(110_000n, having(worth - 1n)))).toBe('maker_funds');
  });

  it.each([100_000n, 90_000n])('leaves nothing apart where no more came: %s', (received) => {
    expect(excessesOf(settled(received).move)).toEqual([]);
  });

  it('is kept apart of late money, too', () => {
    const ended = deal({ status: 'expired', endedAt: noon, restsUntil: noon });
    const late = (funds: Funds) => {
      const move = newMove();
      const dossier = { invoice: invoice({ status: 'expired' }), deals: [ended] };
      return { after: settleLate(dossier, ended, fiat(110_000n), funds, move), move };
    };
    const { after, move } = late(having(asked.makerSum + worth));
    expect(movesOf(move)[0]).toEqual(['payin_rehold', makerAvailable, makerHeld, asked.makerSum + worth]);
    expect(after.invoice.sumReason).toBe('over');
    expect(excessesOf(move)).toMatchObject([{ sum: 10_000n, heldSum: worth }]);
    expect(codeOf(() => late(having(asked.makerSum + worth - 1n)))).toBe('maker_funds');
  });

  it('begins above the sum of the invoice for who was asked for a little less', () => {
    const nudged = deal({ askedSum: fiat(99_999n), makerSum: settlement(worthOf(99_999n)) });
    const whole = settled(100_000n, rich, nudged);
    expect(excessesOf(whole.move)).toEqual([]);
    expect(whole.after.deals[0]).toMatchObject({ receivedSum: 100_000n, makerSum: asked.makerSum });
    const more = settled(100_001n, rich, nudged);
    expect(excessesOf(more.move)).toMatchObject([{ sum: 1n, heldSum: worthOf(100_001n) - worthOf(100_000n) }]);
  });
});

describe('a decision about a payin with an excess', () => {
  const dispute = (change: Partial<DealDispute> = {}): DealDispute => ({
    ...{ reason: 'unknown', from: 'completed', amount: null, attachment: null, result: null },
    ...{ openedAt: noon, deadlineAt: noon },
    ...change,
  });
  interface Wish {
    readonly funds?: Funds;
    readonly change?: Partial<PayinDeal>;
    readonly claim?: Partial<DealDispute>;
    readonly wasSettled?: boolean;
  }
  const decided = (received: bigint, { funds = rich, change = {}, claim = {}, wasSettled = false }: Wish = {}) => {
    const disputed = deal({ status: 'dispute', dispute: dispute(claim), ...change });
    const dossier = { invoice: invoice({ status: 'dispute', disputedFrom: 'paid', dealCount: 1 }), deals: [disputed] };
    const move = newMove();
    const decision = { id: 'decision', received: fiat(received), wasSettled };
    return { after: decidePaid(dossier, disputed, decision, funds, move), move };
  };

  it('moves nothing when it finds what was known, and the invoice says that more came', () => {
    const { after, move } = decided(110_000n, { funds: having(0n, known) });
    expect([movesOf(move), excessesOf(move)]).toEqual([[], []]);
    expect(after.deals[0]?.dispute?.result).toBe('ACCEPTED');
    expect(after.invoice.sumReason).toBe('over');
    // What stands on the account was counted when it came.
    const odd = having(0n, { ...known, heldSum: settlement(worth + 1n) });
    expect(movesOf(decided(110_000n, { funds: odd }).move)).toEqual([]);
  });

  it('adds more to it when more had come and the maker has it, to the unit', () => {
    const more = worthOf(120_000n) - asked.makerSum - worth;
    const { after, move } = decided(120_000n, { funds: having(more, known) });
    expect(movesOf(move)).toEqual([['correction_excess', makerAvailable, account.excessId, more]]);
    expect(excessesOf(move)).toEqual([{ ...known, sum: 20_000n, heldSum: worth + more }]);
    expect([after.deals[0]?.receivedSum, after.invoice.sumReason]).toEqual([null, 'corrected']);
    expect(codeOf(() => decided(120_000n, { funds: having(more - 1n, known) }))).toBe('maker_funds');
  });

  it('gives the maker back what stood apart when no more had come', () => {
    const { move } = decided(100_000n, { funds: having(0n, known) });
    expect(movesOf(move)).toEqual([['correction_excess', account.excessId, makerAvailable, worth]]);
    expect(excessesOf(move)).toEqual([{ ...known, sum: 0n, heldSum: 0n }]);
  });

  it('leaves whole what was settled as a whole, before the store kept anything apart', () => {
    const whole = { receivedSum: fiat(110_000n), makerSum: settlement(worthOf(110_000n)) };
    const { after, move } = decided(120_000n, { change: whole });
    expect(excessesOf(move)).toEqual([]);
    expect(after.deals[0]).toMatchObject({ receivedSum: 120_000n, makerSum: worthOf(120_000n) });
    // Of one that was settled for less, nothing above was ever counted.
    const short = { receivedSum: fiat(90_000n), makerSum: settlement(worthOf(90_000n)) };
    expect(excessesOf(decided(110_000n, { change: short }).move)).toMatchObject([{ sum: 10_000n }]);
    const exact = { receivedSum: fiat(100_000n) };
    expect(excessesOf(decided(110_000n, { change: exact }).move)).toMatchObject([{ sum: 10_000n }]);
  });

  it.each([90_000n, 100_000n, 105_000n, 150_000n])('never writes an excess that was kept again: %s', (received) => {
    const kept = { ...known, keptAt: noon };
    const funds = having(10n ** 18n, kept);
    const whole = { receivedSum: fiat(110_000n), makerSum: settlement(worthOf(110_000n)) };
    const taken = { claim: { from: 'canceled', result: null }, wasSettled: true } as const;
    for (const wish of [{}, taken]) {
      const { after, move } = decided(received, { funds, change: whole, ...wish });
      expect(excessesOf(move)).toEqual([]);
      expect(movesOf(move).map(([kind]) => kind)).not.toContain('correction_excess');
      expect(after.deals[0]).toMatchObject({ makerSum: worthOf(received) });
      expect(after.invoice.receivedSum).toBe(received);
    }
  });

  it('moves the excess as well where all of it had been taken back', () => {
    const taken = { claim: { from: 'canceled', result: 'FRAUD_CONFIRM_DOCS' }, wasSettled: true } as const;
    const { after, move } = decided(110_000n, taken);
    expect(movesOf(move)).toContainEqual(['correction_excess', makerAvailable, account.excessId, worth]);
    expect(excessesOf(move)).toMatchObject([{ sum: 10_000n, heldSum: worth }]);
    expect(after.invoice.sumReason).toBe('over');
    const needed = asked.makerSum + worth;
    expect(codeOf(() => decided(110_000n, { ...taken, funds: having(needed) }))).toBe('done');
    expect(codeOf(() => decided(110_000n, { ...taken, funds: having(needed - 1n) }))).toBe('maker_funds');
    expect(codeOf(() => decided(110_000n, { ...taken, funds: having(10n ** 18n, known) }))).toBe('a defect');
    expect(decided(100_000n, taken).after.invoice.sumReason).toBeNull();
  });
});

it('a return that cost less than stood apart leaves the store the rest, and one that cost more nothing', () => {
  const taken = payoutDeal({ status: 'transfer_confirmed', confirmedAt: noon });
  const restAfter = (fromExcess: bigint | null) => {
    const move = newMove();
    const from = fromExcess === null ? null : settlement(fromExcess);
    const dossier = { invoice: invoice({ type: 'out', dealCount: 1, fromExcess: from }), deals: [taken] };
    settle(dossier, taken, taken.askedSum, rich, move);
    return movesOf(move).filter(([kind]) => kind === 'excess_rest');
  };
  const cost = taken.makerSum + taken.feeSum;
  expect(restAfter(cost + 7n)).toEqual([['excess_rest', account.excessId, account.availableId, 7n]]);
  expect([restAfter(cost), restAfter(cost - 1n), restAfter(null)]).toEqual([[], [], []]);
});
