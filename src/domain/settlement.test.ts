import { describe, expect, it } from 'vitest';
import { account, catalogueOf, deal, invoice, noon, requisite, store } from '../../test/engine/support/small-world.ts';
import { AppError } from '../errors.ts';
import type { Catalogue } from './catalogue.ts';
import { noChanges } from './changes.ts';
import type { Deal, PayinDeal } from './deal.ts';
import type { Transfer } from './ledger.ts';
import type { Move } from './lifecycle.ts';
import { fiat, settlement } from './money.ts';
import { decidePaid, settleLate } from './settlement.ts';

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

function moveOn(snapshot: Catalogue): Move {
  return { catalogue: snapshot, now: noon + 1, changes: noChanges() };
}

describe('a payin that had ended', () => {
  it('is paid with less when the maker covers that much, and not what was asked for', () => {
    const half = fiat(ended.askedSum / 2n);
    const first = moveOn(catalogue);
    const dossier = { invoice: invoice({ status: 'expired' }), deals: [ended] };
    const paid = settleLate(dossier, ended, half, { balance: () => 10n ** 18n, excess: () => undefined }, first);
    const owed = paid.deals[0]?.makerSum ?? 0n;
    const move = moveOn(catalogue);
    settleLate(dossier, ended, half, { balance: () => owed, excess: () => undefined }, move);
    expect(lowest(owed, makerAvailable, move.changes.transfers)).toBe(0n);
    expect(() =>
      settleLate(dossier, ended, half, { balance: () => owed - 1n, excess: () => undefined }, moveOn(catalogue)),
    ).toThrow();
  });
});

describe('late money of a payer who has fresh requisites', () => {
  const two = catalogueOf([requisite(1), requisite(2), requisite(3, { makerId: 2 })]);
  const fresh = (change: Partial<PayinDeal> = {}): PayinDeal =>
    deal({ id: 'fresh', ordinal: 2, requisiteId: 2, status: 'transfer_waiting', ...change });
  const rich = { balance: () => 10n ** 18n, excess: () => undefined };
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
    const { move } = late(fresh(), { balance: () => 0n, excess: () => undefined });
    expect(lowest(0n, makerAvailable, move.changes.transfers)).toBe(0n);
    const others = fresh({ makerId: 2, requisiteId: 3 });
    expect(() => late(others, { balance: () => ended.makerSum - 1n, excess: () => undefined })).toThrow(
      new AppError('maker_funds').message,
    );
    expect(late(others, { balance: () => ended.makerSum, excess: () => undefined }).after.invoice.status).toBe('paid');
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
    const paid: Deal = deal({ status: 'dispute', dispute });
    const dossier = { invoice: invoice({ status: 'dispute', disputedFrom: 'paid' }), deals: [paid] };
    const free = { ...store, fees: { ...store.fees, in: { bps: 0, fixed: settlement(0n) } } };
    const move = moveOn({ ...catalogue, stores: new Map([[store.id, free]]) });
    const received = fiat(paid.askedSum + paid.askedSum / 1_000n);
    decidePaid(
      dossier,
      paid,
      { id: 'decision', received },
      { balance: () => 10n ** 18n, excess: () => undefined },
      move,
    );
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
