import type pg from 'pg';
import type { Link } from '../../../domain/phones/balance-chain.ts';
import type { Outcome, StoredMessage } from '../../../domain/phones/judge-message.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { decodeMessage } from '../../phones/phone-messages.ts';
import { Conditions, type Page, pageOf } from '../listing.ts';

export interface ListedMessage extends StoredMessage {
  readonly phoneName: string;
  readonly makerId: number;
  /** Null while nobody has read it. */
  readonly read: ReadOutcome | null;
}

interface ReadOutcome {
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly templateId: number | null;
  readonly requisiteId: number | null;
  readonly amount: bigint | null;
  readonly currency: string | null;
  readonly balance: bigint | null;
  readonly link: Link | null;
  readonly arrivalId: string | null;
  readonly dealId: string | null;
  /** When it was read after all, by a template that came later; null: when it came. */
  readonly readLateAt: Instant | null;
  readonly verdict: 'entered' | 'dismissed' | 'false' | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Instant | null;
}

interface MessageFilter {
  readonly makerId: number | null;
  readonly phoneId: number | null;
  readonly outcome: Outcome | null;
  /** Those that wait for a person alone, and have no arrival to decide about. */
  readonly isOpen: boolean;
}

const selected = `m.*, p.name as phone_name, p.maker_id, o.outcome, o.reason, o.template_id, o.requisite_id, o.amount,
  o.currency, o.balance, o.chain, o.arrival_id, o.read_late_at, o.verdict, o.decided_by, o.decided_at, a.deal_id`;

/** A person has to decide: as the indexes on what is open say it. */
export const isOpenMessage = `o.verdict is null and o.arrival_id is null and o.outcome in ('held', 'unread', 'ambiguous')`;

interface MessagePage {
  readonly after: bigint | null;
  readonly limit: number;
}

/** Newest first. */
export async function listMessages(
  pool: pg.Pool,
  filter: MessageFilter,
  page: MessagePage,
): Promise<Page<ListedMessage>> {
  const { rows } = await orUnavailable(pool.query(messagesQuery(filter, page)));
  return pageOf(rows.map(decodeListed), page.limit, ({ id }) => id);
}

/** The IDs first, each way to ask by an index of its own: what is open is little beside the rest, and so is one maker. */
export function messagesQuery(filter: MessageFilter, page: MessagePage): { text: string; values: unknown[] } {
  const where = new Conditions();
  const found =
    filter.isOpen || filter.outcome !== null ? readIds(where, filter, page) : postedIds(where, filter, page);
  const text = `select ${selected} from (${found}) k join phone_messages m on m.id = k.id join phones p on p.id = m.phone_id
    left join message_outcomes o on o.message_id = m.id left join arrivals a on a.id = o.arrival_id order by m.id desc`;
  return { text, values: where.values };
}

/** Of what was read. A phone's are among those of its maker. */
function readIds(where: Conditions, { makerId, phoneId, outcome, isOpen }: MessageFilter, page: MessagePage): string {
  where.add('o.maker_id = ?', makerId).add('o.outcome = ?', outcome).add('o.message_id < ?::int8', page.after);
  if (phoneId !== null) {
    const phone = where.parameter(phoneId);
    where.always(`o.phone_id = ${phone} and o.maker_id = (select maker_id from phones where id = ${phone})`);
  }
  if (isOpen) where.always(isOpenMessage);
  return `select o.message_id as id from message_outcomes o where ${where}
    order by o.message_id desc limit ${where.parameter(page.limit + 1)}`;
}

/** Of all that came: of a maker, those of each of its phones. */
function postedIds(where: Conditions, { makerId, phoneId }: MessageFilter, page: MessagePage): string {
  const limit = where.parameter(page.limit + 1);
  where.add('m.id < ?::int8', page.after);
  if (makerId === null && phoneId === null) {
    return `select m.id from phone_messages m where ${where} order by m.id desc limit ${limit}`;
  }
  const phones = where.more().add('p.maker_id = ?', makerId).add('p.id = ?', phoneId);
  return `select m.id from phones p cross join lateral (
      select m.id from phone_messages m where m.phone_id = p.id and ${where} order by m.id desc limit ${limit}
    ) m where ${phones} order by m.id desc limit ${limit}`;
}

export async function findMessage(pool: pg.Pool, id: bigint): Promise<ListedMessage | null> {
  return (await findMessages(pool, [id])).get(id) ?? null;
}

export async function findMessages(pool: pg.Pool, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, ListedMessage>> {
  if (ids.length === 0) return new Map();
  const { rows } = await orUnavailable(
    pool.query({
      name: 'messages-by-id',
      text: `select ${selected} from phone_messages m join phones p on p.id = m.phone_id
        left join message_outcomes o on o.message_id = m.id left join arrivals a on a.id = o.arrival_id
        where m.id = any($1::int8[])`,
      values: [ids],
    }),
  );
  return new Map(rows.map((row) => [row.id, decodeListed(row)]));
}

/** What messages brought of these arrivals. */
export async function findMessagesOfArrivals(
  pool: pg.Pool,
  arrivalIds: readonly string[],
): Promise<ReadonlyMap<string, ListedMessage>> {
  if (arrivalIds.length === 0) return new Map();
  const { rows } = await orUnavailable(
    pool.query({
      name: 'messages-of-arrivals',
      text: `select ${selected} from message_outcomes o join phone_messages m on m.id = o.message_id
        join phones p on p.id = m.phone_id join arrivals a on a.id = o.arrival_id
        where o.arrival_id = any($1::uuid[]) order by m.id`,
      values: [arrivalIds],
    }),
  );
  return new Map(rows.map((row) => [row.arrival_id, decodeListed(row)]));
}

/** How many messages wait for a person. */
export async function countOpenMessages(pool: pg.Pool): Promise<number> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'open-messages',
      text: `select count(*)::int4 as count from (select from message_outcomes o where ${isOpenMessage} limit 1000) o`,
    }),
  );
  return rows[0].count;
}

/** What speaks for and against believing a maker's phones by themselves. */
interface MakerTrust {
  readonly messages: number;
  readonly settled: number;
  readonly held: number;
  readonly kept: number;
  readonly breaks: number;
  readonly forged: number;
  /** Paid sums that a dispute has corrected. */
  readonly corrections: number;
  /** Money that was told of after its deal had ended. */
  readonly late: number;
}

export async function findMakerTrust(
  pool: pg.Pool,
  makerId: number,
  { since, sinceId }: { readonly since: Instant; readonly sinceId: string },
): Promise<MakerTrust> {
  const { rows } = await orUnavailable(
    pool.query({
      name: 'maker-trust',
      text: `select count(*)::int4 as messages,
          (count(*) filter (where outcome = 'settled'))::int4 as settled,
          (count(*) filter (where outcome = 'held'))::int4 as held,
          (count(*) filter (where chain = 'kept'))::int4 as kept,
          (count(*) filter (where chain = 'broken'))::int4 as breaks,
          (count(*) filter (where verdict = 'false'))::int4 as forged,
          (select count(*)::int4 from deals d where coalesce(d.maker_id, 0) = $1 and d.type = 'in'
            and d.status in ('completed', 'canceled', 'expired') and d.id >= $3::uuid and exists (
            select from dispute_facts f where f.deal_id = d.id and f.kind = 'accepted')) as corrections,
          (select count(*)::int4 from arrivals a join requisites r on r.id = a.requisite_id
            where r.maker_id = $1 and a.id >= $3::uuid and a.exception = 'late') as late
        from (select outcome, chain, verdict from message_outcomes
          where maker_id = $1 and read_at >= $2 order by message_id desc limit 100000) o`,
      values: [makerId, new Date(since), sinceId],
    }),
  );
  return rows[0];
}

// biome-ignore lint/suspicious/noExplicitAny: rows of the driver.
function decodeListed(row: any): ListedMessage {
  const read: ReadOutcome | null =
    row.outcome === null
      ? null
      : {
          outcome: row.outcome,
          reason: row.reason,
          templateId: row.template_id,
          requisiteId: row.requisite_id,
          amount: row.amount,
          currency: row.currency,
          balance: row.balance,
          link: row.chain,
          arrivalId: row.arrival_id,
          dealId: row.deal_id,
          readLateAt: row.read_late_at,
          verdict: row.verdict,
          decidedBy: row.decided_by,
          decidedAt: row.decided_at,
        };
  return { ...decodeMessage(row), phoneName: row.phone_name, makerId: row.maker_id, read };
}
