import type { AllocationView, Rotation } from '../domain/allocation.ts';
import type { Arrival, OccupyingDeal } from '../domain/arrival.ts';
import type { Catalogue, Requisite } from '../domain/catalogue.ts';
import { type Changes, noChanges } from '../domain/changes.ts';
import type { Deal } from '../domain/deal.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { TransferKind } from '../domain/ledger.ts';
import type { Move } from '../domain/lifecycle.ts';
import type { FiatMinor } from '../domain/money.ts';
import type { Voice } from '../domain/own-word.ts';
import type { SecondFactorState } from '../domain/second-factor.ts';
import type { Instant } from '../domain/timestamp.ts';
import type { Withdrawal } from '../domain/withdrawal.ts';
import { AppError } from '../errors.ts';

/**
 * A command is one act. It says which rows it needs (`plan`) and what becomes of them (`decide`); the engine does the rest.
 *
 * `decide` is pure: what it knows is the view, what it wants is in the decision. Where it finds that it needs rows it did
 * not plan for, it answers `again` with a hint, and the engine plans and loads anew: locks are always taken in one order.
 */
export interface Command<Result, Hint = undefined> {
  readonly name: string;
  /** Whose word this is. The engine asks `domain/own-word.ts` whether that word is enough for what was decided. */
  readonly saidBy: Voice;
  plan(planning: Planning, hint: Hint | undefined): Needs;
  decide(view: View, needs: Needs): Decision<Result, Hint>;
}

// biome-ignore lint/suspicious/noExplicitAny: the engine carries commands of every result; the caller's promise is typed.
export type AnyCommand = Command<any, any>;

export interface Planning {
  readonly catalogue: Catalogue;
  readonly rotation: Rotation;
}

/** The rows a command needs. All lists may be empty; rows that follow from others (a deal's maker) are loaded along. */
export interface Needs {
  /** Locked, with all their deals, those deals' requisite loads and makers' accounts. */
  readonly invoiceIds?: readonly string[];
  /** An earlier invoice of the same store with the same values: looked up, not locked. */
  readonly earlier?: EarlierKey;
  /** Requisites a deal may be started on, best first: their loads, pairs and makers' accounts are locked. */
  readonly candidates?: Candidates;
  readonly accountIds?: readonly number[];
  readonly merchantIds?: readonly number[];
  readonly withdrawalIds?: readonly string[];
  /** Money that came to a requisite: the same arrival entered before, and the deals it may belong to; not locked. */
  readonly arrival?: ArrivalKey;
  /** Locked. */
  readonly arrivalIds?: readonly string[];
  /** Deals of which to know what has come for them. Not locked: with its invoice locked, no money can be matched to a deal. */
  readonly arrivalsOf?: readonly string[];
  /** Deals, withdrawals or movements of which to know whether their transfers are posted. */
  readonly subjectIds?: readonly string[];
}

export interface ArrivalKey {
  readonly requisiteId: number;
  readonly amount: FiatMinor;
  readonly reference: string;
}

export interface EarlierKey {
  readonly storeId: number;
  readonly internalId: string;
  readonly type: 'in' | 'out';
  /** A payin is the same only with the same sum; a payout is the same by its internal ID alone. */
  readonly amount: FiatMinor;
  readonly currency: string;
}

export interface Candidates {
  readonly requisites: readonly Requisite[];
  readonly amount: FiatMinor;
  /** How wide to look next when none of these is free; null when these are all. */
  readonly wider: 1 | 2 | null;
}

/** What a command may read: the rows it planned for, as the commands before it in the batch left them. */
export interface View extends AllocationView {
  readonly now: Instant;
  readonly catalogue: Catalogue;
  invoice(id: string): Invoice | undefined;
  dealsOf(invoiceId: string): readonly Deal[];
  earlierInvoiceId(key: EarlierKey): string | undefined;
  secondFactor(merchantId: number): SecondFactorState;
  withdrawal(id: string): Withdrawal | undefined;
  arrival(id: string): Arrival | undefined;
  earlierArrival(key: ArrivalKey): Arrival | undefined;
  /** The money that paid the deal, and what is held for a person to decide whether it is this deal's; of a deal planned for. */
  arrivalsOf(dealId: string): readonly Arrival[];
  /** The deal over exactly this sum, and up to a few that run, on the requisite. */
  dealsOnRequisite(key: ArrivalKey): readonly OccupyingDeal[];
  isPosted(subjectId: string, kind: TransferKind): boolean;
}

export type Decision<Result, Hint = undefined> =
  | { readonly kind: 'done'; readonly result: Result; readonly changes: Changes }
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

/** What most acts on invoices answer with. */
export interface InvoiceState {
  readonly invoice: Invoice;
  /** The deals that matter now. */
  readonly deals: readonly Deal[];
}
