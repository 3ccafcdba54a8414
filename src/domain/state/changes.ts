import type { Arrival } from '../arrivals/arrival.ts';
import type { Deal } from '../invoices/deal.ts';
import type { DisputeFact } from '../invoices/deal-dispute.ts';
import type { Invoice } from '../invoices/invoice.ts';
import type { SignedRequest, StoredAnswer } from '../invoices/kept-answer.ts';
import type { Notification } from '../invoices/notification.ts';
import type { Balance, BalanceDelta, Transfer } from '../ledger/ledger.ts';
import type { RequisiteUse } from '../makers/requisite.ts';
import type { AllocationMiss, RequisiteLoad } from '../payins/allocation.ts';
import type { Excess } from '../payins/excess.ts';
import type { Payer } from '../payins/payer-rules.ts';
import type { AuditEntry } from '../people/audit.ts';
import type { SecondFactor } from '../people/second-factor.ts';
import type { TokenDay } from '../people/token.ts';
import type { AutomationDay } from '../phones/automation.ts';
import type { KeptReceipt, ReceiptRoom } from '../receipts/receipt-room.ts';
import type { Refund } from '../refunds/refund.ts';
import type { Instant } from '../text/timestamp.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import type { ListedAddress } from '../withdrawals/withdrawal-address.ts';

/**
 * Every kind of row that a batch knows by its key. It has this name in what is loaded, in the working set, and in what is
 * stored; how it is stored is described in `src/storage/rows/`, and the compiler asks for a description of each.
 */
export interface KeyedRows {
  invoices: Invoice;
  deals: Deal;
  arrivals: Arrival;
  refunds: Refund;
  excesses: Excess;
  withdrawals: Withdrawal;
  secondFactors: SecondFactor;
  requisiteLoads: RequisiteLoad;
  answers: StoredAnswer;
  signedRequests: SignedRequest;
  storeAddresses: ListedAddress;
  receiptRooms: ReceiptRoom;
  automationDays: AutomationDay;
  tokenDays: TokenDay;
  payers: Payer;
  balances: Balance;
}

/** What is only ever added, and read by other means than its key. */
interface AddedRows {
  transfers: Transfer;
  misses: AllocationMiss;
  disputeFacts: DisputeFact;
  keptReceipts: KeptReceipt;
  audits: AuditEntry;
  notifications: Notification;
}

/** Kinds that a batch locks and reads, and never writes: a balance is written as what it changes by. */
type ReadRows = 'balances' | 'storeAddresses';

/** Every kind of row that a batch writes. */
export interface StoredRows extends Omit<KeyedRows, ReadRows>, AddedRows {
  balanceDeltas: BalanceDelta;
}
export type RowKey = string | number;

/** Kinds that no command decides on: they follow from transfers, from uses of requisites, from the answer itself. */
type FollowingKinds = 'balanceDeltas' | 'requisiteLoads' | 'answers' | 'signedRequests';
export type DecidedRows = Omit<StoredRows, FollowingKinds>;

/**
 * What one command wants written, as plain data: each row once, as a whole, as it finally is. A row the batch has not loaded
 * is a new one.
 * A refusal has no changes, with one exception that says so: a wrong two-factor code is counted.
 */
export type Changes = { readonly [Kind in keyof DecidedRows]: DecidedRows[Kind][] } & {
  readonly requisiteUses: RequisiteUse[];
  /** Deals whose rest has passed and whose pair of requisite and amount another deal takes over. */
  readonly freedPairs: string[];
};

/** What a batch stores: each row once, as it finally is. */
export type BatchChanges = WrittenRows & {
  readonly now: Instant;
  readonly freedPairs: readonly string[];
  /** Deals whose line of the bank may be somebody else's money from now on. */
  readonly changedMoney: readonly string[];
};

export type WrittenRows<Kinds extends keyof StoredRows = keyof StoredRows> = {
  readonly [Kind in Kinds]: Written<StoredRows[Kind]>;
};

export interface Written<Row> {
  readonly added: readonly Row[];
  readonly changed: readonly Row[];
}

export function noChanges(): Changes {
  return {
    invoices: [],
    deals: [],
    transfers: [],
    notifications: [],
    requisiteUses: [],
    freedPairs: [],
    withdrawals: [],
    secondFactors: [],
    misses: [],
    arrivals: [],
    refunds: [],
    excesses: [],
    disputeFacts: [],
    receiptRooms: [],
    automationDays: [],
    tokenDays: [],
    payers: [],
    keptReceipts: [],
    audits: [],
  };
}

/** The kinds of rows in changes, in the order in which a batch takes them up. */
export const decidedKinds = Object.keys(noChanges()).filter(
  (kind): kind is keyof DecidedRows => kind !== 'requisiteUses' && kind !== 'freedPairs',
);
