import type { Arrival } from '../../src/domain/arrival.ts';
import type { Deal } from '../../src/domain/deal.ts';
import type { Bank } from '../people/bank.ts';
import { type Commit, isSettled, type Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const arrivalLaws = {
  received: 'received = matched + held + returned',
  bank: 'an arrival is money that really came, entered once, or what a maker claims',
  matched: 'a matched arrival has paid its deal, and no other one has',
  meant: 'money goes to the deal it was meant for',
} as const;

/** What came, against what the bank knows to have come. */
export class ArrivalLaws implements Law {
  readonly #bank: Bank;
  readonly #byStatus = { matched: 0n, held: 0n, returned: 0n };
  readonly #payer = new Map<string, string>();
  #received = 0n;

  constructor(bank: Bank) {
    this.#bank = bank;
  }

  committed(commit: Commit): void {
    const { store, changes, replaced } = commit;
    for (const { id } of changes.arrivals.added) {
      const arrival = store.arrivals.get(id) as Arrival;
      const line = this.#bank.line(arrival.reference);
      const isReal = line?.requisiteId === arrival.requisiteId && line.amount === arrival.amount && !line.isEntered;
      // A maker's report of another sum, held; or a lie, which at worst pays a deal of the liar's own.
      const isReport = arrival.status === 'held' && arrival.reference === `deal ${arrival.dealId}`;
      const isClaim = isReport || line?.isLiedAbout === true;
      mustHold(isReal || isClaim, arrivalLaws.bank, id, () => `${arrival.reference} over ${arrival.amount}`);
      this.#received += arrival.amount;
      if (isReal) {
        line.isEntered = true;
        if (arrival.status === 'matched') this.#checkMeant(commit, arrival, line.meantFor);
      }
      this.#byStatus[arrival.status] += arrival.amount;
    }
    for (const { id } of changes.arrivals.changed) {
      const before = replaced.arrivals.get(id);
      const now = store.arrivals.get(id) as Arrival;
      const isMove = before === undefined || before.status === 'held' || before.status === now.status;
      mustHold(isMove, arrivalLaws.received, id, () => `from ${before?.status} to ${now.status}`);
      if (before !== undefined) this.#byStatus[before.status] -= before.amount;
      this.#byStatus[now.status] += now.amount;
    }
    for (const { id } of [...changes.arrivals.added, ...changes.arrivals.changed]) this.#checkMatched(commit, id);
    const { matched, held, returned } = this.#byStatus;
    mustHold(this.#received === matched + held + returned, arrivalLaws.received, 'all', () => {
      return `${this.#received} against ${matched} + ${held} + ${returned}`;
    });
  }

  /** While the pair is the deal's, nobody else can have been meant. */
  #checkMeant({ store }: Commit, arrival: Arrival, meantFor: string | null): void {
    const meant = store.deals.get(meantFor ?? '');
    if (meant === undefined || !meant.occupies) return;
    if (meant.requisiteId !== arrival.requisiteId || meant.askedSum !== arrival.amount) return;
    mustHold(arrival.dealId === meant.id, arrivalLaws.meant, arrival.id, () => {
      return `went to deal ${arrival.dealId}, was meant for ${meant.id}`;
    });
  }

  #checkMatched({ store }: Commit, id: string): void {
    const { status, dealId } = store.arrivals.get(id) as Arrival;
    if (status !== 'matched') return;
    const deal = store.deals.get(dealId ?? '') as Deal | undefined;
    const other = this.#payer.get(dealId ?? '');
    const isPaid = deal !== undefined && isSettled(deal) && (other === undefined || other === id);
    mustHold(
      isPaid,
      arrivalLaws.matched,
      id,
      () => `deal ${dealId} is ${deal?.status}, paid by ${other ?? 'nobody else'}`,
    );
    this.#payer.set(dealId ?? '', id);
  }
}
