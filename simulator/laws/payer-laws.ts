import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import type { PayerFigures } from '../../src/domain/merchants/payer-settings.ts';
import type { Instant } from '../../src/domain/text/timestamp.ts';
import { userText } from '../store/memory-store.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const payerLaws = {
  pending: 'a payer has no more payins open than the store lets one have',
  often: 'a payer begins no more payins within the minutes than the store lets one begin',
  blocked: 'a payer who has left too many unpaid begins none until the block is over',
} as const;

/** Longer than any batch takes: what was stored so long ago, a batch that is stored now has seen. */
const knownToAllMs = 300_000;

/**
 * Counted from all that is stored, where the service counts under the lock of the payer. Only what nobody else can have changed
 * in between: a payin that was never anything but new. Who has ever paid, disputed or not, may have what a known payer may.
 */
export class PayerLaws implements Law {
  readonly #timeline: { readonly now: Instant };
  /** Whatever became of them later. */
  readonly #everPaid = new Set<string>();
  /** When it was stored that a payin had failed, by the world's own clock: those of processes jump. */
  readonly #failureStoredAt = new Map<string, Instant>();

  constructor(timeline: { readonly now: Instant }) {
    this.#timeline = timeline;
  }

  committed({ store, changes, catalogue }: Commit): void {
    for (const { id } of [...changes.invoices.added, ...changes.invoices.changed]) this.#note(store.invoices.get(id));
    for (const { userId, storeId, id, type } of changes.invoices.added) {
      const rules = catalogue.stores.get(storeId)?.payerRules;
      // A refund is a payout to the payer: nobody begins a payin by it.
      if (userId === null || rules === undefined || type === 'out') continue;
      const ids = store.payinsOfUser.get(userText(storeId, userId)) ?? [];
      const all = ids.map((one) => store.invoices.get(one) as Invoice);
      const hasPaid = all.some((one) => this.#everPaid.has(one.id));
      const figures = hasPaid ? rules.known : rules.fresh;
      const { pendingMax, countMax, countMinutes } = figures;
      const open = all.filter(({ sequence, expireAt }) => sequence === 0 && expireAt > changes.now).length;
      mustHold(pendingMax === 0 || open <= pendingMax, payerLaws.pending, id, () => `${userId} has ${open} open`);
      const begun = all.filter(({ createdAt }) => createdAt > changes.now - countMinutes * 60_000).length;
      mustHold(countMax === 0 || begun <= countMax, payerLaws.often, id, () => `${userId} has begun ${begun}`);
      const until = this.#blockedUntil(figures, all);
      mustHold(until <= changes.now, payerLaws.blocked, id, () => `${userId} is blocked until ${until}`);
    }
  }

  #note(invoice: Invoice | undefined): void {
    if (invoice === undefined) return;
    const { id, status, disputedFrom } = invoice;
    if (status === 'paid' || disputedFrom === 'paid') this.#everPaid.add(id);
    const hasFailed = status === 'canceled' || status === 'expired';
    if (!hasFailed) this.#failureStoredAt.delete(id);
    else if (!this.#failureStoredAt.has(id)) this.#failureStoredAt.set(id, this.#timeline.now);
  }

  /** By what every process must have known. 0: there is no block. */
  #blockedUntil({ failuresMax, blockMinutes }: PayerFigures, all: readonly Invoice[]): Instant {
    if (failuresMax === 0) return 0;
    const paid = all.filter(({ id }) => this.#everPaid.has(id)).map(({ updatedAt }) => updatedAt);
    const paidAt = Math.max(0, ...paid);
    const failures = all.filter(({ id, dealCount, partSum, updatedAt }) => {
      const storedAt = this.#failureStoredAt.get(id) ?? Number.POSITIVE_INFINITY;
      const isKnown = storedAt < this.#timeline.now - knownToAllMs;
      return isKnown && dealCount > 0 && partSum === null && updatedAt > paidAt && !this.#everPaid.has(id);
    });
    if (failures.length < failuresMax) return 0;
    return Math.max(...failures.map(({ updatedAt }) => updatedAt)) + blockMinutes * 60_000;
  }
}
