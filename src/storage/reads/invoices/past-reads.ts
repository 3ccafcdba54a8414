import type pg from 'pg';
import type { StoredLife } from '../../../domain/history/past-deal.ts';
import { arrivalAt, isDealOfToday, lifeAt, type PastLife, refundAt } from '../../../domain/history/time-machine.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import type { StoresHeardOf } from '../../archive/whereabouts.ts';
import { decodeSnapshot } from '../../rows/notification-rows.ts';
import { balanceBefore } from '../book/book-reads.ts';
import { findWholeTimeline, type LedgerAccount, type Timeline } from './timeline-reads.ts';

/** An invoice as it was at an instant, with everything that had happened to it by then. */
export interface Past extends Timeline {
  readonly ofToday: readonly (PastLife['ofToday'][number] | 'arrivals.dealId')[];
  /** As they were, of the refunds whose payer had said by then where the money goes. */
  readonly payouts: ReadonlyMap<string, Pick<PastLife, 'invoice' | 'deals'>>;
  /** Of the accounts that its money had touched. */
  readonly balances: readonly PastBalance[];
}

interface PastBalance {
  readonly account: LedgerAccount;
  readonly currency: string;
  readonly balance: bigint;
}

/** The timeline of now, and what is stored with each change. */
export interface StoredTimeline {
  readonly timeline: Timeline;
  readonly life: StoredLife;
}

export async function findStoredLife(
  pool: pg.Pool,
  invoiceId: string,
  stores: StoresHeardOf,
): Promise<StoredTimeline | null> {
  const found = await findWholeTimeline(pool, invoiceId, stores);
  if (found === null) return null;
  const { timeline } = found;
  const snapshots = found.snapshots.map((line) => ({ ...decodeSnapshot(line.shown), at: line.at }));
  return { timeline, life: { ...timeline, snapshots } };
}

/** Null: there was no such invoice yet. */
export async function findPast(pool: pg.Pool, { timeline, life }: StoredTimeline, at: Instant): Promise<Past | null> {
  const past = lifeAt(life, at);
  if (past === null) return null;
  const transfers = timeline.transfers.filter((one) => one.at <= at);
  const payouts = await findPayouts(pool, { timeline, life }, at);
  const isGuessed = timeline.arrivals.some((arrival) => arrival.createdAt <= at && isDealOfToday(arrival, at));
  return {
    invoice: past.invoice,
    deals: past.deals,
    transfers,
    notifications: timeline.notifications
      .filter((told) => told.at <= at)
      .map((told) => ({ ...told, attempts: told.attempts.filter((attempt) => attempt.at <= at) })),
    disputeFacts: timeline.disputeFacts.filter((fact) => fact.at <= at),
    arrivals: timeline.arrivals.flatMap((arrival) => arrivalAt(arrival, at) ?? []),
    refunds: timeline.refunds.flatMap((refund) => refundAt(refund, payouts.get(refund.id)?.invoice, at) ?? []),
    excesses: timeline.excesses
      .filter(({ createdAt }) => createdAt <= at)
      .map((excess) => ({ ...excess, keptAt: excess.keptAt !== null && excess.keptAt > at ? null : excess.keptAt })),
    audit: timeline.audit.filter((line) => line.at <= at),
    ofToday: [...past.ofToday, ...(isGuessed ? ['arrivals.dealId' as const] : [])],
    payouts,
    balances: await readBalances(pool, transfers, at),
  };
}

/** The payouts of refunds as they were, by refund. On the timeline of such a payout it is the invoice itself. */
async function findPayouts(pool: pg.Pool, own: StoredTimeline, at: Instant): Promise<Past['payouts']> {
  const payouts = new Map<string, Pick<PastLife, 'invoice' | 'deals'>>();
  for (const { id, payoutId } of own.timeline.refunds) {
    if (payoutId === null) continue;
    const stored = payoutId === own.timeline.invoice.id ? own : await findStoredLife(pool, payoutId, []);
    const past = stored === null ? null : lifeAt(stored.life, at);
    if (past !== null) payouts.set(id, past);
  }
  return payouts;
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
