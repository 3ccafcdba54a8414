import { type Deal, isActive } from '../../src/domain/invoices/deal.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import type { Transfer } from '../../src/domain/ledger/ledger.ts';
import { paymentId } from '../../src/domain/payins/debts.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { type Commit, holdsNow, isSettled, type Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

export const dealLaws = {
  payin: 'each payin deal has its whole set of transfers, once',
  payout: 'each payout deal has its whole set of transfers, once',
  withdrawal: 'each withdrawal has its whole set of transfers, once',
  subject: 'each transfer is for a deal, a withdrawal or a movement of funds that is there',
  once: 'an invoice is paid by one deal at most, or by parts that were counted',
  active: 'an invoice has one active deal at most, and none when it has ended',
} as const;

/** What the transfers of one deal add up to. */
interface Sums {
  held: bigint;
  settled: bigint;
  corrected: bigint;
  transfers: number;
}

/** Every deal has been held, released and settled as often as its status says: once or never. */
export class DealLaws implements Law {
  readonly #sums = new Map<string, Sums>();
  readonly #makerAvailable = new Set<number>();
  #makersKnown = 0;

  committed(commit: Commit): void {
    const { store, changes } = commit;
    this.#knowMakers(commit);
    const correctedDeal = new Map<string, string>();
    for (const { decisionId, dealId } of changes.disputeFacts.added) {
      if (decisionId !== null) correctedDeal.set(decisionId, dealId);
    }
    const touched = new Set<string>();
    const payments = new Set(changes.transfers.added.map(paymentId));
    for (const transfer of changes.transfers.added) {
      const subject = correctedDeal.get(transfer.subjectId) ?? transfer.subjectId;
      touched.add(subject);
      this.#post(subject, transfer);
      const isKnown =
        store.deals.has(subject) || store.withdrawals.has(subject) || isExternal(transfer) || payments.has(subject);
      mustHold(isKnown, dealLaws.subject, subject, () => transfer.kind);
    }
    for (const { deal } of commit.deals) touched.add(deal.id);
    for (const { id } of [...changes.withdrawals.added, ...changes.withdrawals.changed]) touched.add(id);
    for (const id of touched) this.#check(store, id);
    for (const { id } of [...changes.invoices.added, ...changes.invoices.changed]) checkActive(store, id);
  }

  #knowMakers({ catalogue }: Commit): void {
    if (this.#makersKnown === catalogue.makers.size) return;
    for (const { availableId } of catalogue.makers.values()) this.#makerAvailable.add(availableId);
    this.#makersKnown = catalogue.makers.size;
  }

  #post(subject: string, { kind, amount, debitId }: Transfer): void {
    let sums = this.#sums.get(subject);
    if (sums === undefined) {
      sums = { held: 0n, settled: 0n, corrected: 0n, transfers: 0 };
      this.#sums.set(subject, sums);
    }
    sums.transfers += 1;
    switch (kind) {
      case 'payin_hold':
      case 'payin_rehold':
      case 'payin_extend':
      case 'payout_freeze':
      case 'withdrawal_freeze':
        sums.held += amount;
        return;
      case 'payin_excess':
      case 'payin_reduce':
      case 'payin_release':
      case 'payout_release':
      case 'withdrawal_release':
        sums.held -= amount;
        return;
      case 'payin_settle':
      case 'payin_fee':
      case 'payin_reward':
      case 'payout_pay':
      case 'payout_fee':
      case 'payout_reward':
      case 'withdrawal_send':
      case 'withdrawal_fee':
        sums.held -= amount;
        sums.settled += amount;
        return;
      case 'excess_keep':
      case 'excess_fee':
      case 'excess_reward':
        sums.settled += amount;
        return;
      case 'payout_reverse':
      case 'payout_fee_reverse':
      case 'payout_reward_reverse':
        sums.held += amount;
        sums.settled -= amount;
        return;
      case 'correction_sum':
      case 'correction_fee':
        sums.corrected += this.#makerAvailable.has(debitId) ? amount : -amount;
        return;
      // Moves a part of the fee: `reward-laws.ts` looks at who has which.
      case 'correction_reward':
      // Between accounts of one store, and the maker's: `excess-laws.ts`.
      case 'correction_excess':
      case 'excess_return':
      case 'excess_back':
      case 'excess_rest':
      case 'excess_rest_reverse':
      case 'top_up':
      case 'pay_back':
      // What is borne and paid back: `book-laws.ts`.
      case 'maker_loss':
      case 'store_loss':
      case 'debt_pay':
        return;
    }
  }

  #check(store: MemoryStore, id: string): void {
    const deal = store.deals.get(id);
    if (deal !== undefined) {
      this.#checkDeal(deal);
      return;
    }
    const withdrawal = store.withdrawals.get(id);
    if (withdrawal === undefined) return;
    const cost = withdrawal.sum + withdrawal.fee;
    const [held, settled] =
      [
        [0n, 0n],
        [0n, 0n],
        [cost, 0n],
        [cost, 0n],
        [0n, cost],
        [0n, 0n],
      ][withdrawal.status] ?? [];
    const sums = this.#sums.get(id) ?? nothing;
    mustHold(sums.held === held && sums.settled === settled, dealLaws.withdrawal, id, () => {
      return `status ${withdrawal.status}: holds ${sums.held}, sent ${sums.settled}`;
    });
  }

  #checkDeal(deal: Deal): void {
    const { held, settled, corrected } = this.#sums.get(deal.id) ?? nothing;
    const cost = deal.type === 'in' ? deal.makerSum : deal.makerSum + deal.feeSum;
    const expected = holdsNow(deal) ? [cost, 0n] : isSettled(deal) ? [0n, cost] : [0n, 0n];
    const law = deal.type === 'in' ? dealLaws.payin : dealLaws.payout;
    mustHold(held === expected[0] && settled + corrected === expected[1], law, deal.id, () => {
      return `${deal.status} over ${cost}: holds ${held}, settled ${settled}, corrected by ${corrected}`;
    });
  }
}

const nothing: Sums = { held: 0n, settled: 0n, corrected: 0n, transfers: 0 };

function isExternal({ kind }: Transfer): boolean {
  return kind === 'top_up' || kind === 'pay_back';
}

function checkActive(store: MemoryStore, invoiceId: string): void {
  const { status, partSum } = store.invoices.get(invoiceId) as Invoice;
  const deals = store.dealsOf.get(invoiceId) ?? [];
  const settled = deals.filter(isSettled).length;
  mustHold(settled <= 1 || partSum !== null, dealLaws.once, invoiceId, () => `${status}, paid by ${settled} deals`);
  const active = deals.filter((deal) => isActive(deal.status)).length;
  const hasEnded = status === 'paid' || status === 'canceled' || status === 'expired';
  mustHold(active <= (hasEnded ? 0 : 1), dealLaws.active, invoiceId, () => `${status} with ${active} active deals`);
}
