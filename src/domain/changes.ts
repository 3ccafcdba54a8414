import type { Arrival } from './arrival.ts';
import type { AuditEntry } from './audit.ts';
import type { Deal } from './deal.ts';
import type { DisputeFact } from './dispute.ts';
import type { Invoice } from './invoice.ts';
import type { Transfer } from './ledger.ts';
import type { Notification } from './notification.ts';
import type { SecondFactorState } from './second-factor.ts';
import type { Instant } from './timestamp.ts';
import type { Withdrawal } from './withdrawal.ts';

/**
 * What one command wants written, as plain data. Rows are whole new versions; a row the batch has not loaded is a new one.
 * A refusal has no changes, with one exception that says so: a wrong two-factor code is counted.
 */
export interface Changes {
  readonly invoices: Invoice[];
  readonly deals: Deal[];
  readonly transfers: Transfer[];
  readonly notifications: Notification[];
  readonly requisiteUses: RequisiteUse[];
  /** Deals whose rest has passed and whose pair of requisite and amount another deal takes over. */
  readonly freedPairs: string[];
  readonly withdrawals: Withdrawal[];
  readonly secondFactors: { readonly merchantId: number; readonly state: SecondFactorState }[];
  readonly misses: AllocationMiss[];
  readonly arrivals: Arrival[];
  readonly disputeFacts: DisputeFact[];
  readonly audits: AuditEntry[];
}

/** A deal starts or stops using a requisite. The day's sum counts what was started that day, and is never given back. */
export interface RequisiteUse {
  readonly requisiteId: number;
  readonly activeDelta: 1 | -1;
  readonly started: { readonly day: number; readonly amount: bigint } | null;
}

/** Why no requisite could be given, for the operator to see. */
const missReasons = {
  no_requisite: 'no_requisite',
  amount_out_of_bounds: 'amount_out_of_bounds',
  amount_busy: 'amount_busy',
  limits: 'limits',
  maker_balance: 'maker_balance',
} as const;
export type MissReason = keyof typeof missReasons;

export interface AllocationMiss {
  readonly invoiceId: string;
  readonly storeId: number;
  readonly option: string | null;
  readonly method: string | null;
  readonly amount: bigint;
  readonly currency: string;
  readonly reason: MissReason;
  readonly at: Instant;
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
    disputeFacts: [],
    audits: [],
  };
}
