import type pg from 'pg';
import { unlinkedRows } from '../chain/append-links.ts';
import { auditChain } from '../chain/chain.ts';
import { read } from '../database/connection.ts';
import { hasUnread } from '../phones/phone-messages.ts';
import { bool, instant, text } from '../rows/codec.ts';
import { select } from '../rows/shape.ts';
import { rowStatement } from '../rows/statement.ts';
import { timestampText } from '../rows/table.ts';
import { dueFeeds } from '../settings/rates/rate-feeds.ts';
import { isToBeRead } from '../statements/import-work.ts';
import { expiredDeals, expiredInvoices, payoutsHeldLongEnough } from './invoices/invoice-reads.ts';
import { phonesToTell } from './phones/phone-reads.ts';

/**
 * What waits for which loop. Each of these may be true where the loop then finds nothing to do, because another process has leased
 * it, say; none may be false where it would find something.
 */
const kinds = {
  expiry: bool.from(`exists (select ${expiredInvoices}) or exists (select ${expiredDeals})`),
  payoutHolds: bool.from(`exists (select ${payoutsHeldLongEnough})`),
  // Not only those that are due: while any wait, the sender itself looks when each is due.
  deliveries: bool.from('exists (select from delivery_queue)'),
  imports: bool.from(`exists (select from statement_imports i where ${isToBeRead})`),
  rateFeeds: bool.from(`exists (select ${dueFeeds})`),
  silence: bool.from(`exists (select ${phonesToTell})`),
  messages: bool.from(
    `exists (select from phone_states where ${hasUnread})
      or exists (select from message_outcomes m where m.waits_again)`,
  ),
  disputes: bool.from(
    `exists (select from only deals d where d.status = 'dispute')
      or exists (select from makers m where m.dispute_block is not null)`,
  ),
  auditLinks: bool.from(`exists (select ${unlinkedRows(auditChain)})`),
  bookFaults: bool.from('exists (select from book_faults)'),
};

export type Work = keyof typeof kinds;

export interface WaitingWork {
  readonly waits: Readonly<Record<Work, boolean>>;
  /** When the books were last checked; null before the first time. */
  readonly booksCheckedAt: number | null;
  /** The last page of the book, by its number and hash; null before the first. */
  readonly bookEnd: string | null;
}

const waitingWork = rowStatement(
  'waiting-work',
  select('', {
    ...kinds,
    booksCheckedAt: instant.from('(select checked_at from book_state)').orNull,
    bookEnd: text.from(
      `(select p.number || ' ' || encode(p.hash, 'hex') from book_pages p order by p.number desc limit 1)`,
    ).orNull,
  }),
  (list) => `select ${list}`,
);

/** One question for all loops: to ask for each of them, several times a second, cost most of what an idle service cost. */
export async function findWaitingWork(pool: pg.Pool, now: number): Promise<WaitingWork> {
  const [seen] = await read(pool, waitingWork, [timestampText(now)]);
  if (seen === undefined) throw new Error('a question without a table has one row');
  const { booksCheckedAt, bookEnd, ...waits } = seen;
  return { waits, booksCheckedAt, bookEnd };
}

/** The end of the book as `WaitingWork` has it. */
export function bookEndText(end: { readonly number: bigint; readonly hash: Uint8Array } | null): string | null {
  return end === null ? null : `${end.number} ${Buffer.from(end.hash).toString('hex')}`;
}
