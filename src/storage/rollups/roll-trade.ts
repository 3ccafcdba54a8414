import type pg from 'pg';
import { rollupStart, rollupStarts, rollupStepMs, waitBoundsS } from '../../domain/payins/rollups.ts';
import { promptWithinS } from '../../domain/payins/routing.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { firstIdAt, instantOfId } from '../../domain/text/uuid.ts';
import { inTransaction } from '../database/transaction.ts';
import { feeKindsGained, feeKindsTakenBack } from '../reads/ledger/income-reads.ts';

/** Any constant will do; this one spells "roll". */
const rollupLock = 0x726f6c6c;

/**
 * Rows that are younger than this are not counted yet: a batch that is under way has given its rows numbers and times, and may
 * commit after a younger one. Statements of a batch end after 20 s.
 */
export const settledMs = 60_000;
/** Half hours in one transaction: a day. */
const startsPerStep = 48;
/** A service that was off for long follows what it missed piece by piece. */
const followedPerStepMs = 6 * 3_600_000;

/**
 * One step behind the work: counts what is new, and counts again the half hours whose invoices have changed. Every half hour is
 * counted anew as a whole, so that a step that is repeated changes nothing. True: there is more to do at once.
 */
export async function rollTrade(pool: pg.Pool, now: Instant): Promise<boolean> {
  return await inTransaction(pool, async (client) => {
    const { rows: locks } = await client.query('select pg_try_advisory_xact_lock($1) as is_ours', [rollupLock]);
    if (!locks[0].is_ours) return false;
    const state = await readState(client, now);
    const isFar = await rollForward(client, state.tradeTo, now - settledMs);
    const isBehind = await follow(client, state.followedTo, now);
    const hasMore = await rollNumbered(client);
    return isFar || isBehind || hasMore;
  });
}

interface State {
  /** Invoices of before this moment are counted. */
  readonly tradeTo: Instant;
  readonly followedTo: Instant;
}

async function readState(client: pg.PoolClient, now: Instant): Promise<State> {
  const { rows } = await client.query('select trade_to, followed_to from rollup_state');
  if (rows[0] !== undefined) return { tradeTo: instantOfId(rows[0].trade_to), followedTo: rows[0].followed_to };
  const { rows: invoices } = await client.query('select id from invoices order by id limit 1');
  // Changes of before now are in what is counted from now on.
  const followedTo = now - settledMs;
  const tradeTo = invoices[0] === undefined ? followedTo : instantOfId(invoices[0].id);
  await client.query(
    `insert into rollup_state
       (trade_to, followed_to, misses_to, transfers_to, misses_mark, transfers_mark, marked_at)
     values ($1, $2, 0, 0, 0, 0, '-infinity')`,
    [firstIdAt(rollupStart(tradeTo)), new Date(followedTo)],
  );
  return { tradeTo: rollupStart(tradeTo), followedTo };
}

/** Counts the invoices between what was counted and what is settled. Says whether some are left for the next step. */
async function rollForward(client: pg.PoolClient, from: Instant, settledTo: Instant): Promise<boolean> {
  if (from >= settledTo) return false;
  // Nights and years without an invoice are passed over.
  const { rows } = await client.query('select id from invoices where id >= $1 order by id limit 1', [firstIdAt(from)]);
  const first = rows[0] === undefined ? settledTo : Math.max(from, instantOfId(rows[0].id));
  const to = Math.min(settledTo, rollupStart(first) + startsPerStep * rollupStepMs);
  for (const start of rollupStarts(Math.min(first, to), to)) await rollHalfHour(client, start, to);
  await client.query({
    name: 'forget-old-requisites',
    text: 'delete from requisite_rollups where at < $1',
    values: [new Date(to - requisitesKeptMs)],
  });
  await client.query('update rollup_state set trade_to = $1', [firstIdAt(to)]);
  return to < settledTo;
}

/** Counts the half hours again whose invoices have changed: every change has a notification, and its invoice's ID has the time. */
async function follow(client: pg.PoolClient, followedTo: Instant, now: Instant): Promise<boolean> {
  const to = Math.min(now, followedTo + followedPerStepMs);
  // The first eight digits of an ID are its time in steps of 65.536 s.
  const { rows } = await client.query(
    `select distinct left(invoice_id::text, 8) as digits from notifications
     where created_at >= $1 and created_at < $2`,
    [new Date(followedTo - settledMs), new Date(to)],
  );
  const starts = new Set(
    rows.flatMap(({ digits }) => {
      const fromMs = Number.parseInt(digits, 16) * digitsMs;
      return rollupStarts(fromMs, fromMs + digitsMs);
    }),
  );
  const { rows: states } = await client.query('select trade_to from rollup_state');
  const counted = instantOfId(states[0].trade_to);
  // Those that were counted in this very step are counted twice, which is seldom and does no harm.
  for (const start of starts) if (start < counted) await rollHalfHour(client, start, counted);
  await client.query('update rollup_state set followed_to = $1', [new Date(to)]);
  return to < now;
}

const digitsMs = 0x1_0000;

/** Counts one half hour, as far as its invoices are settled, and puts the figures in the place of earlier ones. */
async function rollHalfHour(client: pg.PoolClient, start: Instant, countedTo: Instant): Promise<void> {
  const end = Math.min(start + rollupStepMs, countedTo);
  await client.query({
    name: 'forget-half-hour',
    text: `with requisites as (delete from requisite_rollups where at = $1)
      delete from trade_rollups where dimension in ('all', 'store', 'maker', 'bank', 'wait') and at = $1`,
    values: [new Date(start)],
  });
  const values = [new Date(start), firstIdAt(start), firstIdAt(end)];
  await client.query({ name: 'roll-half-hour', text: rollText, values });
}

/** What is counted of invoices, whatever they are told apart by. */
export const countedInvoices = `count(*)::int4 as created, (count(*) filter (where r.status = 'paid'))::int4 as paid,
  (count(*) filter (where r.status in ('paid', 'expired', 'canceled')))::int4 as ended,
  coalesce(sum(r.amount) filter (where r.status = 'paid'), 0)::int8 as paid_sum, 0::int8 as maker_sum`;

const isEnded = `r.status in ('completed', 'expired', 'canceled')`;

function countOf(condition: string): string {
  return `(count(*) filter (where ${condition}))::int4`;
}

/** The same of deals: an invoice may have had several, with other makers and banks. */
const countedDeals = `count(*)::int4 as created, ${countOf(`r.status = 'completed'`)} as paid,
  ${countOf(isEnded)} as ended,
  coalesce(sum(r.amount) filter (where r.status = 'completed'), 0)::int8 as paid_sum,
  coalesce(sum(r.maker_sum) filter (where r.status = 'completed'), 0)::int8 as maker_sum`;

/** From the receipt to the word that the money is there. Where there was no receipt, both are one moment. */
const isWaitedFor = `r.status = 'completed' and r.ended_at > r.confirmed_at`;
const isPrompt = `r.ended_at - r.confirmed_at <= interval '${promptWithinS} seconds'`;
const waitClass = `width_bucket(extract(epoch from r.ended_at - r.confirmed_at)::numeric,
  array[${waitBoundsS.join(', ')}]::numeric[])::text`;

/** The rows of the half hour, told apart by each dimension in turn. `seen` are its invoices, `dealt` their deals. */
export const byDimension = `
  select 'all' as dimension, '' as key, r.type, r.currency, ${countedInvoices} from seen r group by r.type, r.currency
  union all select 'store', r.store_id::text, r.type, r.currency, ${countedInvoices} from seen r group by 2, 3, 4
  union all select 'maker', r.maker_id::text, r.type, r.currency, ${countedDeals} from dealt r
    where r.maker_id is not null group by 2, 3, 4
  union all select 'bank', r.payment_method, r.type, r.currency, ${countedDeals} from dealt r group by 2, 3, 4
  union all select 'wait', ${waitClass}, r.type, r.currency, ${countedDeals} from dealt r
    where ${isWaitedFor} group by 2, 3, 4`;

const invoiceColumns = 'i.id, i.created_at, i.store_id, i.type, i.currency, i.status, i.amount';
const dealColumns = `d.maker_id, d.requisite_id, d.payment_method, d.type, d.currency, d.status, d.amount, d.maker_sum,
  d.confirmed_at, d.ended_at`;
export const seenInvoices = `select ${invoiceColumns} from invoices i`;
export const seenDeals = `select ${dealColumns} from deals d`;

/** What became of the deals of each requisite. */
const byRequisite = `
  select $1::timestamptz, r.requisite_id, ${countOf(isEnded)}, ${countOf(`r.status = 'completed'`)},
    ${countOf(isWaitedFor)}, ${countOf(`${isWaitedFor} and ${isPrompt}`)}
  from dealt r where r.requisite_id is not null group by r.requisite_id`;

const rollText = `with seen as materialized (${seenInvoices} where i.id >= $2::uuid and i.id < $3::uuid),
    dealt as materialized (${seenDeals} where d.invoice_id >= $2::uuid and d.invoice_id < $3::uuid),
    requisites as (insert into requisite_rollups (at, requisite_id, ended, paid, waited, prompt) ${byRequisite})
  insert into trade_rollups (at, dimension, key, type, currency, created, paid, ended, paid_sum, maker_sum)
  select $1::timestamptz, f.* from (${byDimension}) f`;

/** Who gets the next deal is decided by the last hours. */
const requisitesKeptMs = 24 * 3_600_000;

/**
 * Payers without requisites and parts of fees are only ever added, under growing numbers. Numbers of up to a mark are counted once
 * the mark is old enough that no transaction of then is still running.
 */
async function rollNumbered(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query(
    `select misses_to, misses_mark, transfers_to, transfers_mark from rollup_state
     where marked_at < clock_timestamp() - $1 * interval '1 millisecond'`,
    [settledMs],
  );
  if (rows[0] === undefined) return false;
  const misses = nextNumbers(rows[0].misses_to, rows[0].misses_mark);
  const transfers = nextNumbers(rows[0].transfers_to, rows[0].transfers_mark);
  await client.query(addMisses, [misses.from, misses.to]);
  await client.query(addFees, [transfers.from, transfers.to]);
  await client.query('update rollup_state set misses_to = $1, transfers_to = $2', [misses.to, transfers.to]);
  if (misses.isMore || transfers.isMore) return true;
  await client.query(
    `update rollup_state set marked_at = clock_timestamp(),
       misses_mark = coalesce((select max(id) from allocation_misses), 0),
       transfers_mark = coalesce((select max(latest.id) from accounts a cross join lateral (
         select id from transfers where credit_id = a.id order by id desc limit 1) latest), 0)`,
  );
  return false;
}

/** So many take well under a second; a past of millions is counted piece by piece. */
const numbersPerStep = 50_000n;

function nextNumbers(from: bigint, mark: bigint) {
  const to = mark - from > numbersPerStep ? from + numbersPerStep : mark;
  return { from, to, isMore: to < mark };
}

/** The half hour of an instant, as a column. */
export const halfHour = (column: string) => `date_bin('30 minutes', ${column}, 'epoch'::timestamptz)`;

const addMisses = `insert into trade_rollups as known
    (at, dimension, key, type, currency, created, paid, ended, paid_sum, maker_sum)
  select ${halfHour('m.at')}, 'miss', m.reason, 'in', m.currency, count(*)::int4, 0, 0, 0, 0
  from allocation_misses m where m.id > $1 and m.id <= $2 group by 1, 3, 5
  on conflict (dimension, at, type, currency, key) do update set created = known.created + excluded.created`;

const listed = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(', ');

/** Through the accounts of the service and of the makers, whose indexes begin with the account and go on by number. */
export const feeParts = (numbers: string) => {
  const side = (own: string, kinds: readonly string[]) => `select t.created_at, t.kind, t.currency,
      exists (select from accounts c where c.id = t.credit_id and c.kind = 'fees') as to_service, t.amount
    from accounts a cross join lateral (
      select * from transfers t where t.${own} = a.id and ${numbers} and t.kind in (${listed(kinds)})
    ) t where a.kind in ('fees', 'maker_available')`;
  return `${side('credit_id', feeKindsGained)} union all ${side('debit_id', feeKindsTakenBack)}`;
};

const addFees = `insert into fee_rollups as known (at, kind, currency, to_service, amount)
  select ${halfHour('p.created_at')}, p.kind, p.currency, p.to_service, sum(p.amount)::int8
  from (${feeParts('t.id > $1 and t.id <= $2')}) p group by 1, 2, 3, 4
  on conflict (at, kind, currency, to_service) do update set amount = known.amount + excluded.amount`;
