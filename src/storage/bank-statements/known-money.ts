import type pg from 'pg';
import type { BankAccount, BankLine } from '../../domain/bank-statements/bank-line.ts';
import type {
  KnownArrival,
  KnownMoney,
  PairDeal,
  SettledDeal,
  UnpaidDeal,
} from '../../domain/bank-statements/match-lines.ts';
import { fiat } from '../../domain/money.ts';
import { firstIdAt } from '../../domain/uuid.ts';
import { cameForDeal, dealRunMs, isSettledPayin, withExcess } from '../rows/settled-deals.ts';

const dayMs = 86_400_000;
/** Of each kind; more that are alike than this are for a person. */
const knownMax = 2_000;
const alikeMax = 20;

/**
 * What is known of money that these lines may be. To an operator's file the lines that only makers have told of link nothing: what
 * they had is taken over by its lines.
 */
export async function loadKnown(
  pool: pg.Pool,
  {
    account,
    family,
    isTrusted,
  }: { readonly account: BankAccount; readonly family: string; readonly isTrusted: boolean },
  lines: readonly BankLine[],
  references: readonly string[],
): Promise<KnownMoney> {
  const days = [...new Set(lines.map(({ bookedOn }) => bookedOn))];
  const moments = days.map((day) => Date.parse(day));
  const span = { from: Math.min(...moments) - 8 * dayMs, to: Math.max(...moments) + 3 * dayMs };
  const credits = [...new Set(lines.filter(({ direction }) => direction === 'in').map(({ amount }) => amount))];
  const debits = [...new Set(lines.filter(({ direction }) => direction === 'out').map(({ amount }) => amount))];
  const [arrivals, settled, unpaid, payouts, pairs, toldOtherwise] = await Promise.all([
    findArrivals(pool, account, { credits, references, span, isTrusted }),
    findSettled(pool, account, credits, { ...span, isTrusted }),
    findUnpaid(pool, account, credits, span),
    findPayouts(pool, account, debits, { ...span, isTrusted }),
    findPairs(pool, account, credits),
    findToldOtherwise(pool, account.id, { family, days, isTrusted }),
  ]);
  return { arrivals, deals: [...settled, ...payouts], unpaid, pairs, toldOtherwise };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface TrustedSpan extends Span {
  readonly isTrusted: boolean;
}

/** A line has it already: to an operator's file, a line that an operator's file has told of. */
const isTaken = (column: 'arrival_id' | 'deal_id', id: string, isTrusted: string) =>
  `exists (select 1 from bank_lines l where l.${column} = ${id} and (l.is_trusted or not ${isTrusted}))`;

async function findArrivals(
  pool: pg.Pool,
  { requisiteIds }: BankAccount,
  {
    credits,
    references,
    span,
    isTrusted,
  }: {
    readonly credits: readonly bigint[];
    readonly references: readonly string[];
    readonly span: Span;
    readonly isTrusted: boolean;
  },
): Promise<KnownArrival[]> {
  if (credits.length === 0) return [];
  const columns = 'id, requisite_id, amount, arrived_at, reference';
  const { rows } = await pool.query(
    `select ${columns}, ${isTaken('arrival_id', 'a.id', '$7::bool')} as is_linked from (
       select a.id, a.requisite_id, a.amount, a.arrived_at, a.reference
       from unnest($1::int4[]) r (id) cross join unnest($2::text[]) n (reference)
       join arrivals a on a.requisite_id = r.id and a.reference = n.reference
       union
       select a.id, a.requisite_id, a.amount, a.arrived_at, a.reference
       from unnest($1::int4[]) r (id) cross join unnest($3::int8[]) s (amount) cross join lateral (
         select ${columns} from arrivals t
         where t.requisite_id = r.id and t.amount = s.amount and t.id >= $4::uuid and t.arrived_at between $5 and $6
           and not ${isTaken('arrival_id', 't.id', '$7::bool')}
           and not (t.status = 'matched' and ${isTaken('deal_id', 't.deal_id', '$7::bool')})
         order by t.id desc nulls last limit ${alikeMax}
       ) a
     ) a`,
    [
      requisiteIds,
      references,
      credits,
      firstIdAt(Math.max(span.from, 0)),
      new Date(span.from),
      new Date(span.to),
      isTrusted,
    ],
  );
  return rows.map((row) => ({
    id: row.id,
    requisiteId: row.requisite_id,
    amount: fiat(row.amount),
    arrivedAt: row.arrived_at,
    reference: row.reference,
    isLinked: row.is_linked,
  }));
}

/** A deal that an arrival has paid is known by that arrival. */
async function findSettled(
  pool: pg.Pool,
  { requisiteIds }: BankAccount,
  credits: readonly bigint[],
  span: TrustedSpan,
): Promise<SettledDeal[]> {
  if (credits.length === 0) return [];
  const { rows } = await pool.query(
    `select d.id, ${cameForDeal} as amount, d.started_at, d.ended_at
     from unnest($1::int4[]) r (id) join deals d on d.requisite_id = r.id and d.invoice_id >= $2::uuid and d.invoice_id < $3::uuid
       ${withExcess}
     where ${isSettledPayin} and d.ended_at is not null and ${cameForDeal} = any($4::int8[])
       and not ${isTaken('deal_id', 'd.id', '$5::bool')}
       and not exists (select 1 from arrivals a where a.deal_id = d.id and a.status = 'matched')
     order by d.invoice_id limit ${knownMax}`,
    [
      requisiteIds,
      firstIdAt(Math.max(span.from - dealRunMs, 0)),
      firstIdAt(Math.max(span.to, 0)),
      credits,
      span.isTrusted,
    ],
  );
  return rows.map((row) => dealOf(row, 'in'));
}

/** Nobody has said that its money came, or sent it back. */
async function findUnpaid(
  pool: pg.Pool,
  { requisiteIds }: BankAccount,
  credits: readonly bigint[],
  { from, to }: Span,
): Promise<UnpaidDeal[]> {
  if (credits.length === 0) return [];
  const { rows } = await pool.query(
    `select d.invoice_id, d.amount, d.started_at, d.ended_at
     from unnest($1::int4[]) r (id) join deals d on d.requisite_id = r.id and d.invoice_id >= $2::uuid and d.invoice_id < $3::uuid
     where (d.status in ('canceled', 'expired') or (d.status = 'dispute' and d.dispute ->> 'from' in ('canceled', 'expired')))
       and d.ended_at is not null and d.amount = any($4::int8[])
       and not exists (select 1 from arrivals a where a.deal_id = d.id)
     order by d.invoice_id desc limit ${knownMax}`,
    [requisiteIds, firstIdAt(Math.max(from, 0)), firstIdAt(Math.max(to, 0)), credits],
  );
  return rows.map((row) => ({
    invoiceId: row.invoice_id,
    amount: fiat(row.amount),
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }));
}

async function findPayouts(
  pool: pg.Pool,
  { makerId, currency }: BankAccount,
  debits: readonly bigint[],
  span: TrustedSpan,
): Promise<SettledDeal[]> {
  if (debits.length === 0) return [];
  const { rows } = await pool.query(
    `select d.id, d.amount, d.started_at, coalesce(d.ended_at, d.confirmed_at) as ended_at
     from unnest(array['completed', 'transfer_confirmed']) s (status)
     join deals d on coalesce(d.maker_id, 0) = $1 and d.type = 'out' and d.status = s.status and d.id >= $2::uuid and d.id < $3::uuid
     where d.currency = $4 and d.amount = any($5::int8[]) and d.confirmed_at is not null
       and not ${isTaken('deal_id', 'd.id', '$6::bool')}
     order by d.id limit ${knownMax}`,
    [
      makerId,
      firstIdAt(Math.max(span.from - dealRunMs, 0)),
      firstIdAt(Math.max(span.to, 0)),
      currency,
      debits,
      span.isTrusted,
    ],
  );
  return rows.map((row) => dealOf(row, 'out'));
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the select lists above.
function dealOf(row: any, type: SettledDeal['type']): SettledDeal {
  return { id: row.id, type, amount: fiat(row.amount), startedAt: row.started_at, endedAt: row.ended_at };
}

async function findPairs(
  pool: pg.Pool,
  { requisiteIds }: BankAccount,
  credits: readonly bigint[],
): Promise<PairDeal[]> {
  if (credits.length === 0) return [];
  const { rows } = await pool.query(
    `select d.invoice_id, d.requisite_id, d.amount, d.started_at, d.status in ('transfer_waiting', 'transfer_confirmed') as is_waiting
     from unnest($1::int4[]) r (id) cross join unnest($2::int8[]) s (amount)
     join only deals d on d.requisite_id = r.id and d.amount = s.amount and d.occupies`,
    [requisiteIds, credits],
  );
  return rows.map((row) => ({
    invoiceId: row.invoice_id,
    requisiteId: row.requisite_id,
    amount: fiat(row.amount),
    startedAt: row.started_at,
    isWaiting: row.is_waiting,
  }));
}

/** A maker's file of another format keeps nothing out of an operator's. */
async function findToldOtherwise(
  pool: pg.Pool,
  accountId: number,
  {
    family,
    days,
    isTrusted,
  }: { readonly family: string; readonly days: readonly string[]; readonly isTrusted: boolean },
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query(
    `select day::text from bank_days
     where account_id = $1 and day = any($3::date[]) and family <> $2 and (is_trusted or not $4::bool)`,
    [accountId, family, days, isTrusted],
  );
  return new Set(rows.map(({ day }) => day));
}
