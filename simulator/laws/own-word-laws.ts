import type { Deal } from '../../src/domain/invoices/deal.ts';
import type { Transfer } from '../../src/domain/ledger/ledger.ts';
import type { Maker } from '../../src/domain/makers/maker.ts';
import type { Store } from '../../src/domain/merchants/store.ts';
import type { Catalogue } from '../../src/domain/state/catalogue.ts';
import type { MadeDecision } from '../decisions.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const ownWordLaw = 'no role gains by its own word';
const objectionLaw = 'a payout credited by time had no objection';

/**
 * Worked out from the accounts alone, without the service's own table: the speaker must not have more to spend
 * afterwards, unless time has decided it.
 */
export class OwnWordLaws implements Law {
  /** Payout deals that somebody has disputed since there was a proof, as it was said then. */
  readonly #objected = new Set<string>();

  committed({ decisions }: Commit): void {
    for (const decision of decisions) {
      check(decision);
      for (const { kind, subjectId } of decision.changes.transfers) {
        const isByTime = kind === 'payout_pay' && decision.saidBy.role === 'time';
        mustHold(!isByTime || !this.#objected.has(subjectId), objectionLaw, subjectId, () => 'credited by time');
      }
      for (const { kind, dealId } of decision.changes.disputeFacts) {
        const deal = decision.changes.deals.find(({ id }) => id === dealId);
        if (kind === 'opened' && deal?.type === 'out' && deal.confirmedAt !== null) this.#objected.add(dealId);
      }
    }
  }
}

function check(decision: MadeDecision): void {
  const { saidBy, changes, catalogue, command } = decision;
  const said = changes.transfers.filter((one) => !isOfTime(one, decision));
  const gained = gainOf(saidBy.role, said, catalogue);
  mustHold(gained <= 0n, ownWordLaw, command, () => `a ${saidBy.role} has ${gained} more to spend`);
  for (const transfer of changes.transfers) {
    if (transfer.kind === 'payout_pay' && saidBy.role === 'time') checkHold(transfer, decision);
  }
  const keeps = saidBy.role === 'maker' && changes.arrivals.some(({ status }) => status === 'returned');
  mustHold(!keeps, ownWordLaw, command, () => 'a maker decides that the money goes back');
}

/** What all makers, or all stores, have more: nobody speaks for a colleague either. */
function gainOf(role: string, transfers: readonly Transfer[], { makers, stores }: Catalogue): bigint {
  switch (role) {
    case 'maker':
      // What is held is not the maker's to spend: getting it back is a gain. But for the reward: the whole hold is given
      // for it, of which all would have come back by silence.
      return sumOf(
        transfers.filter(({ kind }) => kind !== 'payin_reward'),
        new Set([...makers.values()].map(({ availableId }: Maker) => availableId)),
      );
    case 'merchant':
      // What is frozen is the store's own until it has left.
      return sumOf(transfers, new Set([...stores.values()].flatMap(accountIdsOf)));
    default:
      return 0n;
  }
}

function accountIdsOf({ accounts }: Store): number[] {
  return accounts.flatMap(({ availableId, frozenId }) => [availableId, frozenId]);
}

function sumOf(transfers: readonly Transfer[], own: ReadonlySet<number>): bigint {
  let sum = 0n;
  for (const { debitId, creditId, amount } of transfers) {
    if (own.has(creditId)) sum += amount;
    if (own.has(debitId)) sum -= amount;
  }
  return sum;
}

function isOfTime({ subjectId, kind }: Transfer, { changes, at }: MadeDecision): boolean {
  // It takes from the store what time has released to it.
  if (kind === 'excess_back')
    return changes.invoices.some(({ id, status }) => id === subjectId && status === 'expired');
  const ended = ({ id, status, deadlineAt }: Deal) => id === subjectId && status === 'expired' && deadlineAt <= at;
  return changes.deals.some(ended);
}

/** A proof credits its maker by time alone, and that time has to pass. */
function checkHold({ subjectId }: Transfer, { changes, catalogue, at }: MadeDecision): void {
  const deal = changes.deals.find(({ id }) => id === subjectId);
  const invoice = changes.invoices.find(({ id }) => id === deal?.invoiceId);
  const holdMs = catalogue.stores.get(invoice?.storeId ?? 0)?.payoutHoldMs ?? Number.POSITIVE_INFINITY;
  mustHold((deal?.confirmedAt ?? at) + holdMs <= at, ownWordLaw, subjectId, () => {
    return `credited at ${at}, proven at ${deal?.confirmedAt}`;
  });
}
