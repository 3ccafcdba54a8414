import { notificationId } from '../src/domain/notifications/notification-id.ts';
import { connect } from '../src/storage/database/connection.ts';
import { checkLaws } from '../src/storage/ledger/ledger-laws.ts';
import type { Book, Span } from './book.ts';
import { until } from './wait.ts';

/** What is wrong with the database, seen from the shops' book. */
export interface Findings {
  /** Acknowledged, and not there. */
  readonly lost: readonly string[];
  /** Internal IDs with more than one invoice, or with another than was acknowledged. */
  readonly doubled: readonly string[];
  /** Notifications that never came. */
  readonly untold: readonly string[];
  readonly brokenLaws: readonly string[];
}

export async function checkSpan(url: string, book: Book, span: Span): Promise<Omit<Findings, 'untold'>> {
  const { lost, doubled } = await compare(url, book, span);
  const { violations } = await checkLaws(url);
  return { lost, doubled, brokenLaws: violations.map(({ law, subject }) => `${law}: ${subject}`) };
}

/** Acknowledged invoices and cancelations against the rows. */
export async function compare(url: string, book: Book, span: Span): Promise<Pick<Findings, 'lost' | 'doubled'>> {
  const created = book.createdIn(span);
  const client = await connect(url, 'admin');
  try {
    const { rows } = await client.query(
      'select id, internal_id as "internalId", status from invoices where internal_id = any($1::text[])',
      [created.map(({ internalId }) => internalId)],
    );
    const statusOf = new Map<string, string>(rows.map(({ id, status }) => [id, status]));
    const countOf = new Map<string, number>();
    for (const { internalId } of rows) countOf.set(internalId, (countOf.get(internalId) ?? 0) + 1);
    const missing = created.filter(({ invoiceId }) => !statusOf.has(invoiceId)).map(({ invoiceId }) => invoiceId);
    const open = book.canceledIn(span).filter((id) => statusOf.has(id) && statusOf.get(id) !== 'canceled');
    return {
      lost: [...missing, ...open],
      doubled: [...countOf].filter(([, count]) => count > 1).map(([internalId]) => internalId),
    };
  } finally {
    await client.end();
  }
}

/** Longer than a killed process keeps what it was about to send to itself. */
const toldMaxMs = 60_000;

/** Every notification there is by now has come, or the time is up. */
export async function untilTold(url: string, book: Book): Promise<void> {
  const all = await notificationsOf(url);
  const isTold = async () => book.untold(all).length === 0;
  await until('all notifications have come', toldMaxMs, isTold).catch(() => undefined);
}

/** Those of the load: all, or of these internal IDs. */
export async function notificationsOf(url: string, internalIds?: readonly string[]): Promise<readonly string[]> {
  const client = await connect(url, 'admin');
  const { rows } = await client
    .query(
      `select n.invoice_id as "invoiceId", n.sequence from notifications n
       join invoices i on i.id = n.invoice_id
       where i.internal_id like 'drill-%' and ($1::text[] is null or i.internal_id = any($1))`,
      [internalIds ?? null],
    )
    .finally(() => client.end());
  return rows.map(({ invoiceId, sequence }) => notificationId(invoiceId, sequence));
}
