import type { Arrival, HandSettled, OccupyingDeal, Ran } from '../domain/arrivals/arrival.ts';
import type { Party } from '../domain/authority/own-word.ts';
import type { KnownClaim } from '../domain/disputes/claimants.ts';
import type { Deal } from '../domain/invoices/deal.ts';
import type { Invoice } from '../domain/invoices/invoice.ts';
import type { EarlierInvoice } from '../domain/invoices/repeats.ts';
import type { OpenTaking } from '../domain/invoices/taking.ts';
import type { Transfer } from '../domain/ledger/ledger.ts';
import type { AllocationView } from '../domain/payins/allocation.ts';
import type { Excess } from '../domain/payins/excess.ts';
import type { PayerKey, PayinFacts } from '../domain/payins/payer-rules.ts';
import type { Rotation } from '../domain/payins/rotation.ts';
import type { OpenPayouts } from '../domain/payouts/payouts-open.ts';
import type { SecondFactorState } from '../domain/people/second-factor.ts';
import type { Refund } from '../domain/refunds/refund.ts';
import type { Catalogue } from '../domain/state/catalogue.ts';
import { type Changes, type KeyedRows, noChanges, type RowKey } from '../domain/state/changes.ts';
import type { Move } from '../domain/state/move.ts';
import type { ArrivalKey, CameKey, EarlierKey, Needs } from '../domain/state/needs.ts';
import type { LinkedLine } from '../domain/statements/lines-of-deals.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import type { Withdrawal } from '../domain/withdrawals/withdrawal.ts';
import { AppError } from '../errors/app-error.ts';

export type { Candidates, EarlierKey, Needs } from '../domain/state/needs.ts';

/**
 * A command is one act. It says which rows it needs (`plan`) and what becomes of them (`decide`); the engine does the rest.
 *
 * `decide` is pure: what it knows is the view, what it wants is in the decision. Where it finds that it needs rows it did
 * not plan for, it answers `again` with a hint, and the engine plans and loads anew: locks are always taken in one order.
 */
export interface Command<Result, Hint = undefined> {
  readonly name: string;
  /** Whose word this is. The engine asks `domain/own-word.ts` whether that word is enough for what was decided. */
  readonly saidBy: Party;
  /** It sends money away, or decides that it will be sent. While the books are wrong the engine lets none of these be done. */
  readonly sendsMoneyOut?: boolean;
  plan(planning: Planning, hint: Hint | undefined): Needs;
  decide(view: View, needs: Needs): Decision<Result, Hint>;
}

// biome-ignore lint/suspicious/noExplicitAny: the engine carries commands of every result; the caller's promise is typed.
export type AnyCommand = Command<any, any>;

export interface Planning {
  readonly catalogue: Catalogue;
  readonly rotation: Rotation;
}

/** What a command may read: the rows it planned for, as the commands before it in the batch left them. */
export interface View extends AllocationView {
  readonly now: Instant;
  readonly catalogue: Catalogue;
  /** False while the books are wrong, or were not checked yet. */
  readonly isMoneyOutOpen: boolean;
  /** Any row that was planned for; the names below say more about some of them. */
  row<Kind extends keyof KeyedRows>(kind: Kind, key: RowKey): KeyedRows[Kind] | undefined;
  invoice(id: string): Invoice | undefined;
  dealsOf(invoiceId: string): readonly Deal[];
  /** Payins of the same name; those that cannot answer a repeat may be missing. */
  earlierPayins(key: EarlierKey): readonly EarlierInvoice[];
  earlierPayoutId(key: EarlierKey): string | undefined;
  secondFactor(merchantId: number): SecondFactorState;
  withdrawal(id: string): Withdrawal | undefined;
  /** The one that a transaction of the network has sent, by the key of the transaction. */
  withdrawalSentBy(transactionKey: string): string | undefined;
  arrival(id: string): Arrival | undefined;
  earlierArrival(key: ArrivalKey): Arrival | undefined;
  /** The money that paid the deal, and what is held for a person to decide whether it is this deal's; of a deal planned for. */
  arrivalsOf(dealId: string): readonly Arrival[];
  /** The line of the bank that is its money, where no arrival stands between them; of a deal planned for. */
  bankLineOf(dealId: string): LinkedLine | undefined;
  /** All refunds of an invoice that was planned for. */
  refundsOf(invoiceId: string): readonly Refund[];
  /** What a deal has brought above what was asked for, where that was kept apart; of an invoice that was planned for. */
  excess(dealId: string): Excess | undefined;
  /** What a maker that was planned for has taken and shown no proof of. */
  takingsOf(makerId: number): readonly OpenTaking[];
  /** What is claimed, or was decided lately, over invoices of a store that was planned for. */
  claimsOf(storeId: number): readonly KnownClaim[];
  /** The newest payins of a payer that was planned for. */
  payinsOf(payer: PayerKey): readonly PayinFacts[];
  /** The deal that has this sum on the requisite: it runs, or its pair rests. */
  dealOfPair(key: ArrivalKey): OccupyingDeal | undefined;
  /** The deals of the requisite that ran while this money may have come; of money planned for. */
  ran(key: CameKey): Ran;
  /** The deal of the requisite that a person has settled with this sum, and of whose money no bank has told; of money planned for. */
  handSettled(key: CameKey): HandSettled | undefined;
  /** What payouts have brought a maker who was planned for, and may have to go back. */
  openPayouts(makerId: number): OpenPayouts;
  /** All transfers of a subject that was planned for. */
  posted(subjectId: string): readonly Transfer[];
}

export type Decision<Result, Hint = undefined> =
  | { readonly kind: 'done'; readonly result: Result; readonly changes: Changes; readonly isRepeat?: true }
  | { readonly kind: 'refused'; readonly error: AppError; readonly changes: Changes }
  | { readonly kind: 'again'; readonly hint: Hint };

/**
 * A refusal met while planning is left to `decide`, which meets it again: on the newest catalogue, and after the
 * idempotency key, whose first answer stands whatever has changed since.
 */
export function planUnlessRefused(plan: () => Needs): Needs {
  try {
    return plan();
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}

/** Where a decision begins: the view's instant and catalogue, and nothing changed yet. */
export function moveOn(view: View): Move {
  return { catalogue: view.catalogue, now: view.now, changes: noChanges() };
}

export function done<Result>(result: Result, changes: Changes): Decision<Result, never> {
  return { kind: 'done', result, changes };
}

/** It was done before, under the same name: the answer is what became of that, and nothing is done a second time. */
export function doneBefore<Result>(result: Result, changes: Changes): Decision<Result, never> {
  return { kind: 'done', result, changes, isRepeat: true };
}

/** What most acts on invoices answer with. */
export interface InvoiceState {
  readonly invoice: Invoice;
  /** The deals that matter now. */
  readonly deals: readonly Deal[];
}
