import type pg from 'pg';
import type { StoredLife } from '../../domain/past-deal.ts';
import { lifeAt, type PastLife } from '../../domain/time-machine.ts';
import type { Instant } from '../../domain/timestamp.ts';
import { read } from '../connection.ts';
import { orUnavailable } from '../database-errors.ts';
import { instant } from '../rows/codec.ts';
import { decodeSnapshot, snapshot } from '../rows/notification-rows.ts';
import { select } from '../rows/shape.ts';
import { rowStatement } from '../rows/statement.ts';
import { balanceBefore } from './book-reads.ts';
import { findTimeline, type LedgerAccount, type Timeline } from './timeline-reads.ts';

/** An invoice as it was at an instant, with everything that had happened to it by then. */
export interface Past extends Timeline {
  readonly ofToday: readonly (PastLife['ofToday'][number] | 'arrivals.status' | 'refunds.status')[];
  /** Of the accounts that its money had touched. */
  readonly balances: readonly PastBalance[];
}

interface PastBalance {
  readonly account: LedgerAccount;
  readonly currency: string;
  readonly balance: bigint;
}

const snapshotsOfInvoice = rowStatement(
  'past-snapshots',
  select('n', { shown: snapshot.from('n.snapshot'), at: instant.from('created_at') }),
  (list) => `select ${list} from notifications n where n.invoice_id = $1::uuid order by n.sequence`,
);

/** The timeline of now, and what is stored with each change. */
export async function findStoredLife(
  pool: pg.Pool,
  invoiceId: string,
): Promise<{ readonly timeline: Timeline; readonly life: StoredLife } | null> {
  const [timeline, shown] = await Promise.all([
    findTimeline(pool, invoiceId),
    orUnavailable(read(pool, snapshotsOfInvoice, [invoiceId])),
  ]);
  if (timeline === null) return null;
  const snapshots = shown.map((line) => ({ ...decodeSnapshot(line.shown), at: line.at }));
  return { timeline, life: { ...timeline, snapshots } };
}

/** Null: there is no such invoice, or there was none yet. */
export async function findPast(pool: pg.Pool, invoiceId: string, at: Instant): Promise<Past | null> {
  const stored = await findStoredLife(pool, invoiceId);
  const past = stored === null ? null : lifeAt(stored.life, at);
  if (stored === null || past === null) return null;
  const { timeline } = stored;
  const transfers = timeline.transfers.filter((one) => one.at <= at);
  const arrivals = timeline.arrivals.filter(({ createdAt }) => createdAt <= at);
  const refunds = timeline.refunds.filter(({ createdAt }) => createdAt <= at);
  return {
    invoice: past.invoice,
    deals: past.deals,
    transfers,
    notifications: timeline.notifications
      .filter((told) => told.at <= at)
      .map((told) => ({ ...told, attempts: told.attempts.filter((attempt) => attempt.at <= at) })),
    disputeFacts: timeline.disputeFacts.filter((fact) => fact.at <= at),
    arrivals,
    refunds,
    excesses: timeline.excesses
      .filter(({ createdAt }) => createdAt <= at)
      .map((excess) => ({ ...excess, keptAt: excess.keptAt !== null && excess.keptAt > at ? null : excess.keptAt })),
    audit: timeline.audit.filter((line) => line.at <= at),
    ofToday: [
      ...past.ofToday,
      ...(arrivals.some(({ resolvedAt }) => resolvedAt !== null && resolvedAt > at)
        ? ['arrivals.status' as const]
        : []),
      // When a refund was paid or lapsed is written in its payout, not in the refund.
      ...(refunds.length > 0 ? ['refunds.status' as const] : []),
    ],
    balances: await readBalances(pool, transfers, at),
  };
}

async function readBalances(pool: pg.Pool, transfers: Timeline['transfers'], at: Instant): Promise<PastBalance[]> {
  const touched = new Map(
    transfers
      .flatMap(({ debit, credit, currency }) => [debit, credit].map((account) => ({ account, currency })))
      .filter(({ account }) => account.kind !== 'external')
      .map((one) => [one.account.id, one]),
  );
  const balances: PastBalance[] = [];
  // One after the other: each may read a day of transfers.
  for (const one of touched.values()) {
    // The instant itself is included; those of transfers are whole milliseconds.
    balances.push({ ...one, balance: await balanceBefore(pool, [one.account.id], at + 1) });
  }
  return balances;
}
