import { describe, expect, it } from 'vitest';
import { account, catalogueOf, deal, invoice, noon, requisite, store } from '../../test/engine/support/small-world.ts';
import type { Catalogue } from './catalogue.ts';
import { noChanges } from './changes.ts';
import type { Deal } from './deal.ts';
import type { Transfer } from './ledger.ts';
import type { Move } from './lifecycle.ts';
import { fiat, settlement } from './money.ts';
import { acceptDispute, settleLate } from './settlement.ts';

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
    const paid = settleLate(dossier, ended, half, { balance: () => 10n ** 18n }, first);
    const owed = paid.deals[0]?.makerSum ?? 0n;
    const move = moveOn(catalogue);
    settleLate(dossier, ended, half, { balance: () => owed }, move);
    expect(lowest(owed, makerAvailable, move.changes.transfers)).toBe(0n);
    expect(() => settleLate(dossier, ended, half, { balance: () => owed - 1n }, moveOn(catalogue))).toThrow();
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
    acceptDispute(dossier, paid, { id: 'decision', received }, { balance: () => 10n ** 18n }, move);
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
