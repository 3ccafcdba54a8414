import type { Deal } from '../../src/domain/invoices/deal.ts';
import { settlementAccountOf, storeOf } from '../../src/domain/merchants/store.ts';
import { currencyOf } from '../../src/domain/money/money.ts';
import type { Excess } from '../../src/domain/payins/excess.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { type Commit, invoiceStanding, type Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const excessLaws = {
  account: 'what payers sent too much stands apart until it is returned or kept, and then nothing is left of it',
  once: 'what was sent too much goes back once, or is kept',
  worth: 'what stands apart is worth what was sent too much, at the rate of its deal',
  policy: 'nothing is kept apart for a store that does not want it',
  kept: 'an excess that was kept never changes',
} as const;

/** Worked out from the rows alone: all that stands apart for a store, added up anew whenever something of it changes. */
export class ExcessLaws implements Law {
  readonly #ofStore = new Map<number, Set<string>>();

  committed(commit: Commit): void {
    const { changes, store, catalogue, replaced } = commit;
    const stores = new Set<number>();
    for (const { id, storeId, invoiceId } of [...changes.excesses.added, ...changes.excesses.changed]) {
      const known = this.#ofStore.get(storeId) ?? new Set();
      this.#ofStore.set(storeId, known.add(id));
      stores.add(storeId);
      const before = replaced.excesses.get(id);
      const isOpen = before === undefined || before.keptAt === null;
      mustHold(isOpen, excessLaws.kept, invoiceId, () => `of deal ${id}, kept at ${before?.keptAt}`);
      const isWanted = before !== undefined || storeOf(catalogue, storeId).policy.excess === 'apart';
      mustHold(isWanted, excessLaws.policy, invoiceId, () => `of deal ${id}`);
      checkWorth(store, store.tables.excesses.get(id) as Excess);
    }
    for (const { storeId, excessOf } of [...changes.refunds.added, ...changes.refunds.changed]) {
      if (excessOf !== null) stores.add(storeId);
    }
    for (const { storeId, fromExcess } of changes.invoices.changed) if (fromExcess !== null) stores.add(storeId);
    const moved = new Set(changes.transfers.added.flatMap(({ debitId, creditId }) => [debitId, creditId]));
    for (const one of catalogue.stores.values()) if (moved.has(settlementAccountOf(one).excessId)) stores.add(one.id);
    for (const storeId of stores) this.#check(store, storeId);
  }

  #check(store: MemoryStore, storeId: number): void {
    const all = [...(this.#ofStore.get(storeId) ?? [])].map((id) => store.tables.excesses.get(id) as Excess);
    const apart = all.reduce((sum, excess) => sum + apartOf(store, excess), 0n);
    const balance = store.balance(settlementAccountOf(storeOf(store.catalogue, storeId)).excessId);
    mustHold(
      balance === apart,
      excessLaws.account,
      `store ${storeId}`,
      () => `on the account ${balance}, due ${apart}`,
    );
  }
}

/** What of one excess has to be on the account. */
function apartOf(store: MemoryStore, { id, invoiceId, heldSum, keptAt, sum }: Excess): bigint {
  let living = 0;
  let gone = 0n;
  for (const { payoutId, excessOf } of store.refundsOf(invoiceId)) {
    const payout = excessOf === id ? store.invoices.get(payoutId ?? '') : undefined;
    if (payout === undefined) continue;
    const standing = invoiceStanding(payout);
    if (standing === 'canceled' || standing === 'expired') continue;
    living += 1;
    const { makerSum, feeSum } = store.deals.get(payout.id) as Deal;
    const cost = makerSum + feeSum;
    gone += standing === 'paid' || heldSum < cost ? heldSum : cost;
    mustHold(payout.askedSum === sum, excessLaws.once, id, () => `${payout.askedSum} goes back of ${sum}`);
  }
  const isOnce = living <= (keptAt === null ? 1 : 0);
  mustHold(isOnce, excessLaws.once, id, () => `${living} returns, ${keptAt === null ? 'not kept' : 'kept'}`);
  return keptAt === null ? heldSum - gone : 0n;
}

/** With it, the maker owes what all that came is worth; whole numbers only, with what rounding leaves. */
function checkWorth({ deals, invoices, catalogue }: MemoryStore, { id, sum, heldSum, keptAt }: Excess): void {
  const deal = deals.get(id) as Deal;
  if (keptAt !== null || sum === 0n) return;
  const { settlementCurrency } = storeOf(catalogue, invoices.get(deal.invoiceId)?.storeId ?? 0);
  const scale = 10n ** BigInt(8 + currencyOf(catalogue, settlementCurrency).subunit);
  const unit = deal.rate * 10n ** BigInt(currencyOf(catalogue, deal.currency).subunit);
  const rest = ((deal.receivedSum ?? deal.askedSum) + sum) * scale - (deal.makerSum + heldSum) * unit;
  mustHold(rest >= 0n && rest < unit, excessLaws.worth, id, () => `${heldSum} for ${sum} at ${deal.rate}`);
}
