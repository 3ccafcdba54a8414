import type pg from 'pg';
import { fiat } from '../../domain/money/money.ts';
import { arrivalReference, type BankAccount, type BankLine, ownReference } from '../../domain/statements/bank-line.ts';
import {
  alikeMax,
  type BySum,
  bySum,
  type KnownArrival,
  type KnownMoney,
  type PairDeal,
  type SettledDeal,
  spanOf,
  type UnpaidDeal,
} from '../../domain/statements/known-money.ts';
import { bookedLateMs } from '../../domain/statements/match-lines.ts';
import { firstIdAt } from '../../domain/text/uuid.ts';
import { isMakersWord } from '../rows/arrival-rows.ts';
import { cameForDeal, dealRunMs, isSettledPayin, withExcess } from '../rows/settled-deals.ts';

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
): Promise<KnownMoney> {
  const days = [...new Set(lines.map(({ bookedOn }) => bookedOn))];
  const span = spanOf(lines);
  const credits = [...new Set(lines.filter(({ direction }) => direction === 'in').map(({ amount }) => amount))];
  const references = lines.flatMap((line) => [arrivalReference(line), ownReference(line)]);
  const debits = [...new Set(lines.filter(({ direction }) => direction === 'out').map(({ amount }) => amount))];
  const [named, arrivals, settled, unpaid, payouts, pairs, toldOtherwise, alikeOtherwise] = await Promise.all([
    findNamed(pool, account, { references, isTrusted }),
    findArrivals(pool, account, credits, { ...span, isTrusted }),
    findSettled(pool, account, credits, { ...span, isTrusted }),
    findUnpaid(pool, account, credits, { ...span, isTrusted }),
    findPayouts(pool, account, debits, { ...span, isTrusted }),
    findPairs(pool, account, credits),
    findToldOtherwise(pool, account.id, { family, days, isTrusted }),
    findAlikeOtherwise(pool, account.id, { family, days, isTrusted, credits }),
  ]);
  return { named, arrivals, settled, payouts, unpaid, pairs, toldOtherwise, alikeOtherwise };
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly isTrusted: boolean;
}

/** A line has it already: to an operator's file, a line that an operator's file has told of. */
const isTaken = (column: 'arrival_id' | 'deal_id', id: string, isTrusted: string) =>
  `exists (select 1 from bank_lines l where l.${column} = ${id} and (l.is_trusted or not ${isTrusted}))`;

const arrivalColumns = (alias: string) =>
  `${alias}.id, ${alias}.requisite_id, ${alias}.amount, ${alias}.arrived_at, ${alias}.reference, ${alias}.status,
    ${isMakersWord(alias)} as is_makers_word, ${alias}.told_by`;

/** All that have these references: each is there once on a requisite. */
async function findNamed(
  pool: pg.Pool,
  { requisiteIds }: BankAccount,
  { references, isTrusted }: { readonly references: readonly string[]; readonly isTrusted: boolean },
): Promise<KnownArrival[]> {
  const { rows } = await pool.query(
    `select ${arrivalColumns('a')}, ${isTaken('arrival_id', 'a.id', '$3::bool')} as is_linked
     from unnest($1::int4[]) r (id) cross join unnest($2::text[]) n (name)
     join arrivals a on a.requisite_id = r.id and a.reference = n.name`,
    [requisiteIds, references, isTrusted],
  );
  return rows.map(decodeArrival);
}

async function findArrivals(
  pool: pg.Pool,
  { requisiteIds }: BankAccount,
  credits: readonly bigint[],
  { from, to, isTrusted }: Span,
): Promise<BySum<KnownArrival>> {
  if (credits.length === 0) return new Map();
  const { rows } = await pool.query(
    `select a.*, false as is_linked
     from unnest($1::int4[]) r (id) cross join unnest($2::int8[]) s (amount) cross join lateral (
       select ${arrivalColumns('t')} from arrivals t
       where t.requisite_id = r.id and t.amount = s.amount and t.id >= $3::uuid and t.arrived_at between $4 and $5
         and not ${isTaken('arrival_id', 't.id', '$6::bool')}
         and not (t.status = 'matched' and ${isTaken('deal_id', 't.deal_id', '$6::bool')})
       order by t.id desc nulls last limit ${alikeMax + 1}
     ) a`,
    [requisiteIds, credits, firstIdAt(Math.max(from, 0)), new Date(from), new Date(to), isTrusted],
  );
  return bySum(rows.map(decodeArrival));
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the select lists above.
function decodeArrival(row: any): KnownArrival {
  return {
    id: row.id,
    requisiteId: row.requisite_id,
    amount: fiat(row.amount),
    arrivedAt: row.arrived_at,
    reference: row.reference,
    status: row.status,
    isMakersWord: row.is_makers_word,
    toldBy: row.told_by,
    isLinked: row.is_linked,
  };
}

/** So many of each sum, and one more. */
const ofEachSum = (text: string) => `select * from (
    select f.*, row_number() over (partition by f.amount order by f.id desc) as place from (${text}) f
  ) f where place <= ${alikeMax + 1}`;

/** A deal that an arrival has paid is known by that arrival. */
async function findSettled(
  pool: pg.Pool,
  { requisiteIds }: BankAccount,
  credits: readonly bigint[],
  span: Span,
): Promise<BySum<SettledDeal>> {
  if (credits.length === 0) return new Map();
  const { rows } = await pool.query(
    ofEachSum(`select d.id, ${cameForDeal} as amount, d.started_at, d.ended_at
     from unnest($1::int4[]) r (id) join deals d on d.requisite_id = r.id and d.invoice_id >= $2::uuid and d.invoice_id < $3::uuid
       ${withExcess}
     where ${isSettledPayin} and d.ended_at is not null and ${cameForDeal} = any($4::int8[])
       and not ${isTaken('deal_id', 'd.id', '$5::bool')}
       and not exists (select 1 from arrivals a where a.deal_id = d.id and a.status = 'matched')`),
    [
      requisiteIds,
      firstIdAt(Math.max(span.from - dealRunMs, 0)),
      firstIdAt(Math.max(span.to, 0)),
      credits,
      span.isTrusted,
    ],
  );
  return bySum(rows.map(dealOf));
}

/** Nobody has said that its money came, or sent it back; beside an operator's file, nobody but its maker. */
async function findUnpaid(
  pool: pg.Pool,
  { requisiteIds }: BankAccount,
  credits: readonly bigint[],
  { from, to, isTrusted }: Span,
): Promise<BySum<UnpaidDeal>> {
  if (credits.length === 0) return new Map();
  const { rows } = await pool.query(
    ofEachSum(`select d.id, d.invoice_id, d.amount, d.started_at, d.ended_at
     from unnest($1::int4[]) r (id) join deals d on d.requisite_id = r.id and d.invoice_id >= $2::uuid and d.invoice_id < $3::uuid
     where (d.status in ('canceled', 'expired') or (d.status = 'dispute' and d.dispute ->> 'from' in ('canceled', 'expired')))
       and d.ended_at is not null and d.amount = any($4::int8[])
       and not exists (select 1 from arrivals a where a.deal_id = d.id and not ($5::bool and ${isMakersWord('a')}))`),
    [requisiteIds, firstIdAt(Math.max(from, 0)), firstIdAt(Math.max(to, 0)), credits, isTrusted],
  );
  return bySum(
    rows.map((row) => ({
      invoiceId: row.invoice_id,
      amount: fiat(row.amount),
      startedAt: row.started_at,
      endedAt: row.ended_at,
    })),
  );
}

async function findPayouts(
  pool: pg.Pool,
  { makerId, currency }: BankAccount,
  debits: readonly bigint[],
  span: Span,
): Promise<BySum<SettledDeal>> {
  if (debits.length === 0) return new Map();
  const { rows } = await pool.query(
    ofEachSum(`select d.id, d.amount, d.started_at, coalesce(d.ended_at, d.confirmed_at) as ended_at
     from unnest(array['completed', 'transfer_confirmed']) s (status)
     join deals d on coalesce(d.maker_id, 0) = $1 and d.type = 'out' and d.status = s.status and d.id >= $2::uuid and d.id < $3::uuid
     where d.currency = $4 and d.amount = any($5::int8[]) and d.confirmed_at is not null
       and not ${isTaken('deal_id', 'd.id', '$6::bool')}`),
    [
      makerId,
      firstIdAt(Math.max(span.from - dealRunMs, 0)),
      firstIdAt(Math.max(span.to, 0)),
      currency,
      debits,
      span.isTrusted,
    ],
  );
  return bySum(rows.map(dealOf));
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the select lists above.
function dealOf(row: any): SettledDeal {
  return { id: row.id, amount: fiat(row.amount), startedAt: row.started_at, endedAt: row.ended_at };
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

interface OfFamily {
  readonly family: string;
  readonly days: readonly string[];
  readonly isTrusted: boolean;
}

/** A maker's file of another format keeps nothing out of an operator's. */
async function findToldOtherwise(
  pool: pg.Pool,
  accountId: number,
  { family, days, isTrusted }: OfFamily,
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query(
    `select day::text from bank_days
     where account_id = $1 and day = any($3::date[]) and family <> $2 and (is_trusted or not $4::bool)`,
    [accountId, family, days, isTrusted],
  );
  return new Set(rows.map(({ day }) => day));
}

/** Only on days that a file of another family has told of, which are few where there are any. */
async function findAlikeOtherwise(
  pool: pg.Pool,
  accountId: number,
  { family, days, isTrusted, credits }: OfFamily & { readonly credits: readonly bigint[] },
): Promise<KnownMoney['alikeOtherwise']> {
  if (credits.length === 0) return [];
  const moments = days.map((day) => Date.parse(day));
  const { rows } = await pool.query(
    `select distinct l.amount, l.booked_on::text as day
     from bank_days d join bank_lines l on l.account_id = d.account_id and l.booked_on = d.day and l.family = d.family
     where d.account_id = $1 and d.day between $3::date and $4::date and d.family <> $2 and l.direction = 'in'
       and l.amount = any($5::int8[]) and (l.is_trusted or not $6::bool)`,
    [
      accountId,
      family,
      new Date(Math.min(...moments) - bookedLateMs).toISOString().slice(0, 10),
      new Date(Math.max(...moments) + bookedLateMs).toISOString().slice(0, 10),
      credits,
      isTrusted,
    ],
  );
  return rows.map(({ amount, day }) => ({ amount: fiat(amount), day }));
}
