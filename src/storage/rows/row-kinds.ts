import type { KeyedRows, StoredRows } from '../../domain/state/changes.ts';
import { balanceDeltas, balances } from './account-rows.ts';
import { answers } from './answer-rows.ts';
import { arrivals } from './arrival-rows.ts';
import { audits } from './audit-rows.ts';
import { automationDays } from './automation-rows.ts';
import { deals } from './deal-rows.ts';
import { disputeFacts } from './dispute-fact-rows.ts';
import { excesses } from './excess-rows.ts';
import { invoices } from './invoice-rows.ts';
import { misses } from './miss-rows.ts';
import { notifications } from './notification-rows.ts';
import { payers } from './payer-rows.ts';
import { keptReceipts, receiptRooms } from './receipt-rows.ts';
import { refunds } from './refund-rows.ts';
import { requisiteLoads } from './requisite-load-rows.ts';
import type { RowKind } from './row-kind.ts';
import { secondFactors } from './second-factor-rows.ts';
import { signedRequests } from './signed-request-rows.ts';
import { storeAddresses } from './store-address-rows.ts';
import { tokenDays } from './token-day-rows.ts';
import { transfers } from './transfer-rows.ts';
import { withdrawals } from './withdrawal-rows.ts';

/**
 * Every kind of row that batches write, in the order in which they are written: of each kind first what changed, then what
 * is new, so that what leaves a unique index goes before what enters it.
 */
export const rowKinds: RowKinds = {
  invoices,
  deals,
  transfers,
  balanceDeltas,
  requisiteLoads,
  withdrawals,
  secondFactors,
  misses,
  answers,
  signedRequests,
  arrivals,
  excesses,
  refunds,
  disputeFacts,
  receiptRooms,
  automationDays,
  tokenDays,
  payers,
  keptReceipts,
  audits,
  // Last, because it locks the counters of the stores' feeds: until the commit, which is sent with it.
  notifications,
};

export type StoredKind = keyof StoredRows;
export type RowKinds<Kinds extends StoredKind = StoredKind> = {
  readonly [Kind in Kinds]: RowKind<StoredRows[Kind]>;
};

export const storedKinds = Object.keys(rowKinds) as readonly StoredKind[];

/** Every kind that a batch knows by its key, stored or not. */
export const keyedKinds: { readonly [Kind in keyof KeyedRows]: RowKind<KeyedRows[Kind]> } = {
  invoices,
  deals,
  arrivals,
  refunds,
  excesses,
  withdrawals,
  secondFactors,
  requisiteLoads,
  answers,
  signedRequests,
  storeAddresses,
  receiptRooms,
  automationDays,
  tokenDays,
  payers,
  balances,
};
