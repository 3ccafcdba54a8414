import type { Arrival } from '../../src/domain/arrivals/arrival.ts';
import type { Deal } from '../../src/domain/invoices/deal.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import { storeOf } from '../../src/domain/merchants/store.ts';
import type { Bank } from '../people/bank.ts';
import { endOf } from '../store/memory-store.ts';
import { type Commit, isSettled, type Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const arrivalLaws = {
  received: 'received = matched + held + returned',
  bank: 'an arrival is money that really came, entered once, or what a maker claims',
  matched: 'a matched arrival has paid its deal, and no other one has',
  meant: 'money goes to the deal it was meant for',
  worth: 'a deal that an arrival has paid is worth what came',
  alone: 'another sum pays by itself only the one deal that ran when it came',
  policy: 'another sum pays by itself only as its store allows, and never by the word of a maker',
  released: 'money that is taken from its deal takes back what it has paid',
  forged: 'a message that somebody made up settles nothing',
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
      const isForged = this.#bank.isForged(arrival.reference);
      mustHold(!isForged || arrival.status === 'held', arrivalLaws.forged, id, () => `it has paid ${arrival.dealId}`);
      const isClaim = isReport || this.#bank.isMadeUp(arrival.reference) || line?.isLiedAbout === true;
      // Files tell of a transfer anew, and lines over one sum are as good as each other: `bank-line-laws.ts` counts them.
      const isOfFile = arrival.toldBy === 'operators_file' || arrival.toldBy === 'makers_file';
      mustHold(
        isReal || isClaim || isOfFile,
        arrivalLaws.bank,
        id,
        () => `${arrival.reference} over ${arrival.amount}`,
      );
      this.#received += arrival.amount;
      if (isReal && !isOfFile) {
        line.isEntered = true;
        if (arrival.status === 'matched') this.#checkMeant(commit, arrival, line.meantFor);
      }
      if (arrival.status === 'matched' && arrival.exception !== null) {
        checkPolicy(commit, arrival);
        checkAlone(commit, arrival);
      }
      this.#byStatus[arrival.status] += arrival.amount;
    }
    for (const { id } of changes.arrivals.changed) {
      const before = replaced.arrivals.get(id);
      const now = store.arrivals.get(id) as Arrival;
      const isMove = before === undefined || before.status === 'held' || before.status === now.status;
      if (before?.status === 'matched' && now.status === 'held') this.#checkReleased(commit, before);
      else mustHold(isMove, arrivalLaws.received, id, () => `from ${before?.status} to ${now.status}`);
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

  /** It was matched by mistake: what it had paid is taken back in the same moment, and another one may pay that deal. */
  #checkReleased({ store, changes }: Commit, { id, dealId }: Arrival): void {
    const deal = store.deals.get(dealId ?? '');
    const isTakenBack =
      deal?.status === 'canceled' && changes.transfers.added.some(({ kind }) => kind.startsWith('correction_'));
    mustHold(isTakenBack, arrivalLaws.released, id, () => `deal ${dealId} is ${deal?.status}`);
    this.#payer.delete(dealId ?? '');
  }

  #checkMatched({ store }: Commit, id: string): void {
    const { status, dealId, amount } = store.arrivals.get(id) as Arrival;
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
    if (deal?.status !== 'completed' || deal.dispute !== null) return;
    const excess = store.tables.excesses.get(deal.id);
    const apart = excess === undefined || excess.keptAt !== null ? 0n : excess.sum;
    const counted = (deal.receivedSum ?? deal.askedSum) + apart;
    mustHold(counted === amount, arrivalLaws.worth, id, () => `came ${amount}, counted ${counted}`);
  }
}

/** Worked out a second time: a tenth at most, and in whole units of a currency with two digits. */
function checkPolicy({ store, catalogue }: Commit, arrival: Arrival): void {
  const deal = store.deals.get(arrival.dealId ?? '') as Deal;
  const invoice = store.invoices.get(deal.invoiceId) as Invoice;
  const { shortUnits, shortBps, restBy, excess } = storeOf(catalogue, invoice.storeId).policy;
  const missing = deal.askedSum - arrival.amount;
  const isTolerated =
    missing * 10n <= invoice.askedSum &&
    (missing <= BigInt(shortUnits) * 100n || missing * 10_000n <= invoice.askedSum * BigInt(shortBps));
  const isHalf = restBy === 'payer' && arrival.amount * 2n >= deal.askedSum;
  const isApart = excess === 'apart' && arrival.amount <= deal.askedSum * 2n && store.tables.excesses.has(deal.id);
  const isAllowed = missing > 0n ? (invoice.status === 'paid' ? isTolerated : isHalf) : isApart;
  // A phone is its maker's.
  const isOperators = arrival.enteredBy.startsWith('operator-');
  mustHold(isAllowed && isOperators, arrivalLaws.policy, arrival.id, () => {
    return `${missing} missing of ${invoice.askedSum}, ${invoice.status}, entered by ${arrival.enteredBy}`;
  });
}

/** By the clocks of the books: whose payer sent another sum, nobody knows where several deals ran. */
function checkAlone({ store }: Commit, { id, dealId, requisiteId, arrivedAt }: Arrival): void {
  const other = [...store.deals.values()].find(
    (deal) =>
      deal.type === 'in' &&
      deal.requisiteId === requisiteId &&
      deal.id !== dealId &&
      deal.startedAt <= arrivedAt &&
      endOf(deal) >= arrivedAt,
  );
  mustHold(other === undefined, arrivalLaws.alone, id, () => `deal ${other?.id} ran besides ${dealId}`);
}
