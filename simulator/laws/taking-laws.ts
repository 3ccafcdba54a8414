import type { PayoutDeal } from '../../src/domain/invoices/deal.ts';
import { storeOf } from '../../src/domain/merchants/store.ts';
import { workKindOf } from '../../src/domain/workqueue/work-case.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const takingLaws = {
  time: 'no payout is taken and unproved for longer than its time, unless it is in the work queue',
  room: 'a maker has no more payouts without a proof than it may have',
  again: 'who let the time of a payout run out does not get it again',
  canceled: 'a merchant cancels a payout that a maker has only when its time is over',
} as const;

/** Counted from what is stored, where the service counts under the lock of the maker's account. */
export class TakingLaws implements Law {
  readonly #open = new Map<number, Set<string>>();
  /** By payout: the makers whose time has run out. */
  readonly #ranOut = new Set<string>();

  committed(commit: Commit): void {
    for (const { deal, before } of commit.deals) {
      if (deal.type !== 'out' || (before !== undefined && before.type !== 'out')) continue;
      this.#leave(commit, deal, before);
      if (deal.status === 'transfer_waiting' && deal.makerId !== null) this.#take(commit, deal, before, deal.makerId);
    }
  }

  #leave({ changes, decisions }: Commit, deal: PayoutDeal, before: PayoutDeal | undefined): void {
    if (before?.status !== 'transfer_waiting' || before.makerId === null) return;
    if (deal.status === 'transfer_waiting' && deal.makerId === before.makerId) return;
    this.#open.get(before.makerId)?.delete(deal.id);
    const until = before.takings?.at(-1)?.until ?? 0;
    if (deal.status !== 'dispute' && deal.confirmedAt === null && changes.now >= until) {
      this.#ranOut.add(`${deal.invoiceId} ${before.makerId}`);
    }
    if (deal.status !== 'canceled') return;
    const by = decisions.find((one) =>
      one.changes.deals.some(({ id, status }) => id === deal.id && status === 'canceled'),
    );
    const isEarly = by?.saidBy.role === 'merchant' && by.at < until;
    mustHold(!isEarly, takingLaws.canceled, deal.id, () => `canceled at ${by?.at}, the maker has until ${until}`);
  }

  #take(
    { changes, catalogue, store }: Commit,
    deal: PayoutDeal,
    before: PayoutDeal | undefined,
    makerId: number,
  ): void {
    if (before?.status === 'transfer_waiting') return;
    const open = this.#open.get(makerId) ?? new Set();
    this.#open.set(makerId, open.add(deal.id));
    // It was under dispute, and is as before.
    if (before?.status === 'dispute') return;
    const { takingsMax = 0 } = catalogue.makers.get(makerId) ?? {};
    mustHold(open.size <= takingsMax, takingLaws.room, deal.id, () => `maker ${makerId} has ${open.size}`);
    const own = storeOf(catalogue, store.invoices.get(deal.invoiceId)?.storeId ?? 0);
    const over = changes.now + own.payoutProofMs;
    mustHold(workKindOf(deal, own, catalogue.disputeRules, over) === 'unproved', takingLaws.time, deal.id, () => {
      return `taken at ${changes.now}, until ${deal.takings?.at(-1)?.until}`;
    });
    const key = `${deal.invoiceId} ${makerId}`;
    mustHold(
      !this.#ranOut.has(key),
      takingLaws.again,
      deal.id,
      () => `maker ${makerId} had it, and let its time run out`,
    );
  }
}
