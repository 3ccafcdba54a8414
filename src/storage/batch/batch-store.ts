import type pg from 'pg';
import type { RequisiteLoad } from '../../domain/allocation.ts';
import type { Arrival } from '../../domain/arrival.ts';
import type { AuditEntry } from '../../domain/audit.ts';
import type { AllocationMiss } from '../../domain/changes.ts';
import type { Deal } from '../../domain/deal.ts';
import type { DisputeFact } from '../../domain/dispute.ts';
import type { Invoice } from '../../domain/invoice.ts';
import type { Transfer } from '../../domain/ledger.ts';
import type { Notification } from '../../domain/notification.ts';
import type { SecondFactorState } from '../../domain/second-factor.ts';
import type { Instant } from '../../domain/timestamp.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';
import { run, type Statement } from '../connection.ts';
import { arrivalsTable } from '../rows/arrival-rows.ts';
import { auditTable } from '../rows/audit-rows.ts';
import { dealsTable } from '../rows/deal-rows.ts';
import { invoicesTable } from '../rows/invoice-rows.ts';
import { writeNotifications } from '../rows/notification-rows.ts';
import { plainArray, Table, timestampText, type Write } from '../rows/table.ts';
import { withdrawalsTable } from '../rows/withdrawal-rows.ts';
import type { StoredAnswer } from './batch-load.ts';

/**
 * The store step of a batch: one statement per table, sent together with `commit` and without waiting for each other.
 * When one fails the server refuses those after it, the commit included, so the batch is stored whole or not at all.
 */
export interface BatchChanges {
  readonly now: Instant;
  readonly freedPairs: readonly string[];
  readonly newInvoices: readonly Invoice[];
  readonly changedInvoices: readonly Invoice[];
  readonly newDeals: readonly Deal[];
  readonly changedDeals: readonly Deal[];
  readonly transfers: readonly Transfer[];
  /** For those who watch balances. The database makes its own from the transfers, so these are not written. */
  readonly balanceDeltas: readonly { readonly accountId: number; readonly delta: bigint }[];
  readonly requisiteLoads: readonly RequisiteLoad[];
  readonly notifications: readonly Notification[];
  readonly newWithdrawals: readonly Withdrawal[];
  readonly changedWithdrawals: readonly Withdrawal[];
  readonly secondFactors: readonly { readonly merchantId: number; readonly state: SecondFactorState }[];
  readonly misses: readonly AllocationMiss[];
  readonly answers: readonly StoredAnswer[];
  readonly newArrivals: readonly Arrival[];
  readonly changedArrivals: readonly Arrival[];
  readonly disputeFacts: readonly DisputeFact[];
  readonly audits: readonly AuditEntry[];
}

export async function storeAndCommit(client: pg.Client, changes: BatchChanges): Promise<void> {
  const writes: Write[] = [];
  const write = (one: Write) => writes.push(one);
  const insert = <Row>(table: Table<Row>, rows: readonly Row[]) => rows.length > 0 && write(table.insert(rows));
  const update = <Row>(table: Table<Row>, rows: readonly Row[]) => rows.length > 0 && write(table.update(rows));
  // What leaves a unique index goes before what enters it.
  if (changes.freedPairs.length > 0) {
    write({ statement: freePairs, values: [plainArray(changes.freedPairs), timestampText(changes.now)] });
  }
  update(invoicesTable, changes.changedInvoices);
  insert(invoicesTable, changes.newInvoices);
  update(dealsTable, changes.changedDeals);
  insert(dealsTable, changes.newDeals);
  // A trigger moves the balances with them, in the order of IDs: the service's own accounts are not locked by the load.
  insert(transfersTable, stamped(changes.transfers, changes.now));
  update(loadsTable, changes.requisiteLoads);
  update(withdrawalsTable, changes.changedWithdrawals);
  insert(withdrawalsTable, changes.newWithdrawals);
  update(factorsTable, changes.secondFactors);
  insert(missesTable, changes.misses);
  insert(answersTable, changes.answers);
  update(arrivalsTable, changes.changedArrivals);
  insert(arrivalsTable, changes.newArrivals);
  insert(disputeFactsTable, changes.disputeFacts);
  insert(auditTable, changes.audits);
  // Last, because it locks the counters of the stores' feeds: until the commit, which is sent with it.
  if (changes.notifications.length > 0) write(writeNotifications(changes.notifications));
  // All are made before the first is sent: one that cannot even be encoded must not leave others behind on their way.
  await Promise.all(
    [...writes, { statement: commit, values: [] }].map((one) => run(client, one.statement, one.values)),
  );
}

const commit: Statement = { name: 'commit', text: 'commit' };

const freePairs: Statement = {
  name: 'free-pairs',
  text: `update deals set occupies = false
    where id = any($1::uuid[]) and occupies and rests_until <= $2::timestamptz`,
};

interface StampedTransfer {
  readonly transfer: Transfer;
  readonly createdAt: Instant;
}

function stamped(transfers: readonly Transfer[], createdAt: Instant): StampedTransfer[] {
  return transfers.map((transfer) => ({ transfer, createdAt }));
}

const transfersTable = new Table<StampedTransfer>('transfers', [
  { name: 'subject_id', type: 'uuid', value: (row) => row.transfer.subjectId },
  { name: 'kind', type: 'text', value: (row) => row.transfer.kind },
  { name: 'debit_id', type: 'int4', value: (row) => row.transfer.debitId },
  { name: 'credit_id', type: 'int4', value: (row) => row.transfer.creditId },
  { name: 'amount', type: 'int8', value: (row) => row.transfer.amount },
  { name: 'currency', type: 'text', value: (row) => row.transfer.currency },
  { name: 'created_at', type: 'timestamptz', value: (row) => row.createdAt },
]);

const loadsTable = new Table<RequisiteLoad>('requisite_loads', [
  { name: 'requisite_id', type: 'int4', value: (row) => row.requisiteId },
  { name: 'active_deals', type: 'int4', value: (row) => row.activeDeals },
  { name: 'day', type: 'int4', value: (row) => row.day },
  { name: 'day_sum', type: 'int8', value: (row) => row.daySum },
]);

const factorsTable = new Table<BatchChanges['secondFactors'][number]>('second_factors', [
  { name: 'merchant_id', type: 'int4', value: (row) => row.merchantId },
  { name: 'last_used_step', type: 'int8', value: (row) => row.state.lastUsedStep },
  { name: 'failures', type: 'int4', value: (row) => row.state.failures },
  { name: 'locked_until', type: 'timestamptz', value: (row) => row.state.lockedUntilMs },
]);

const missesTable = new Table<AllocationMiss>('allocation_misses', [
  { name: 'invoice_id', type: 'uuid', value: (row) => row.invoiceId },
  { name: 'store_id', type: 'int4', value: (row) => row.storeId },
  { name: 'option', type: 'text', value: (row) => row.option },
  { name: 'method', type: 'text', value: (row) => row.method },
  { name: 'amount', type: 'int8', value: (row) => row.amount },
  { name: 'currency', type: 'text', value: (row) => row.currency },
  { name: 'reason', type: 'text', value: (row) => row.reason },
  { name: 'at', type: 'timestamptz', value: (row) => row.at },
]);

const answersTable = new Table<StoredAnswer>('idempotency_keys', [
  { name: 'store_id', type: 'int4', value: (row) => row.storeId },
  { name: 'key', type: 'text', value: (row) => row.key },
  { name: 'request_hash', type: 'text', value: (row) => row.requestHash },
  { name: 'status', type: 'int4', value: (row) => row.status },
  { name: 'body', type: 'text', value: (row) => row.body },
  { name: 'created_at', type: 'timestamptz', value: (row) => row.createdAt },
]);

const disputeFactsTable = new Table<DisputeFact>('dispute_facts', [
  { name: 'deal_id', type: 'uuid', value: (row) => row.dealId },
  { name: 'at', type: 'timestamptz', value: (row) => row.at },
  { name: 'actor', type: 'text', value: (row) => row.actor },
  { name: 'kind', type: 'text', value: (row) => row.kind },
  { name: 'text', type: 'text', value: (row) => row.text },
  { name: 'attachment', type: 'jsonb', value: (row) => row.attachment },
  { name: 'decision_id', type: 'uuid', value: (row) => row.decisionId },
]);
