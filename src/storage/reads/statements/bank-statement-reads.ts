import type pg from 'pg';
import type { BankAccount, BankLine, LineState } from '../../../domain/statements/bank-line.ts';
import type { DayLists, DaySums, ToldPeriod } from '../../../domain/statements/closed-days.ts';
import type { StatementImport } from '../../../domain/statements/statement-import.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { firstIdAt } from '../../../domain/text/uuid.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { isMakersWord } from '../../rows/arrival-rows.ts';
import { cameForDeal, dealRunMs, isSettledPayin, withExcess } from '../../rows/settled-deals.ts';
import type { SavedMapping } from '../../settings/statements/bank-statements.ts';
import { accountColumns, decodeAccount, decodeImport, importColumns } from '../../statements/import-rows.ts';
import { decodeLine, lineColumns } from '../../statements/line-work.ts';
import { Conditions, type Page, type PageRequest, pageOf } from '../listing.ts';

export { findImport } from '../../statements/import-work.ts';

/** Of a maker, or all; in the order of their numbers. */
export async function listBankAccounts(
  pool: pg.Pool,
  { makerId, after, limit }: { readonly makerId: number | null; readonly after: number; readonly limit: number },
): Promise<BankAccount[]> {
  const where = new Conditions().add('a.id > ?', after).add('a.maker_id = ?', makerId);
  const { rows } = await orUnavailable(
    pool.query(
      `select ${accountColumns} from bank_accounts a where ${where} order by a.id limit ${where.parameter(limit)}`,
      where.values,
    ),
  );
  return rows.map(decodeAccount);
}

export async function findBankAccount(pool: pg.Pool, id: number): Promise<BankAccount | null> {
  const { rows } = await orUnavailable(
    pool.query(`select ${accountColumns} from bank_accounts a where a.id = $1`, [id]),
  );
  return rows[0] === undefined ? null : decodeAccount(rows[0]);
}

interface ImportFilter {
  readonly accountId: number | null;
  /** Of accounts of this maker alone. */
  readonly makerId: number | null;
  /** Only what makers brought in. */
  readonly isMakers: boolean;
}

export async function listImports(
  pool: pg.Pool,
  { accountId, makerId, isMakers }: ImportFilter,
  { after, limit }: PageRequest,
): Promise<Page<StatementImport>> {
  const where = new Conditions()
    .add('i.account_id = ?', accountId)
    .add('i.id < ?::uuid', after)
    .add('a.maker_id = ?', makerId)
    .always(isMakers ? `i.role = 'maker'` : 'true');
  const { rows } = await orUnavailable(
    pool.query(
      `select ${importColumns} from statement_imports i join bank_accounts a on a.id = i.account_id
       where ${where} order by i.id desc limit ${where.parameter(limit + 1)}`,
      where.values,
    ),
  );
  return pageOf(rows.map(decodeImport), limit, ({ id }) => id);
}

export async function listMappings(pool: pg.Pool): Promise<SavedMapping[]> {
  const { rows } = await orUnavailable(
    pool.query('select id, name, mapping, created_at from csv_mappings order by name limit 500'),
  );
  return rows.map(({ id, name, mapping, created_at: createdAt }) => ({ id, name, mapping, createdAt }));
}

/** A line with what it became and what a person says of it. */
export interface ListedLine extends BankLine {
  readonly isRecorded: boolean;
  /** An operator's file has told of it. */
  readonly isTrusted: boolean;
  /** An arrival that may be the same money: only a maker has told of it, and it waits. */
  readonly makersEntry: string | null;
  readonly explanation: string | null;
  readonly explainedBy: string | null;
  readonly explainedAt: Instant | null;
  readonly arrival: {
    readonly status: string;
    readonly exception: string | null;
    readonly dealId: string | null;
  } | null;
}

/**
 * `matched`: it is money that we know; `bank`: only the bank knows it, and nobody has said what it is; `explained`: somebody has;
 * `out`: it went out.
 */
export const lineLists = { matched: 'matched', bank: 'bank', explained: 'explained', out: 'out' } as const;
type LineList = keyof typeof lineLists;

/** An arrival that is held waits for a person like a line without one. */
const isHeld = `(l.state = 'arrival' and exists (select 1 from arrivals a where a.id = l.arrival_id and a.status = 'held'))`;

const listConditions: Readonly<Record<LineList, string>> = {
  matched: `l.direction = 'in' and (l.state = 'deal' or (l.state = 'arrival' and not ${isHeld}))`,
  bank: `l.direction = 'in' and l.explained_at is null and l.state in ('open', 'arrival') and (l.state = 'open' or ${isHeld})`,
  explained: 'l.explained_at is not null',
  out: `l.direction = 'out'`,
};

interface LineFilter {
  readonly accountId: number;
  readonly list: LineList | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** It is in front of a person: as the index on what waits says it. An arrival that is held waits as that. */
export const isWaitingLine = `l.is_trusted and l.explained_at is null and l.state = 'open'`;

/** With the account that it is of. */
export interface LineOfAccount {
  readonly line: ListedLine;
  readonly account: BankAccount;
}

/** Beside a line of an operator's file. */
const makersEntry = `case when l.is_trusted and l.direction = 'in' then (
    select e.id from bank_account_requisites r join arrivals e on e.requisite_id = r.requisite_id and e.amount = l.amount
    where r.account_id = l.account_id and e.status = 'held' and ${isMakersWord('e')}
      and e.arrived_at between l.booked_on - interval '6 days' and l.booked_on + interval '3 days'
      and not exists (select from bank_lines o where o.arrival_id = e.id and o.is_trusted)
    order by e.id limit 1
  ) end as makers_entry`;

const listedColumns = `${lineColumns}, ${makersEntry}, l.is_recorded, l.is_trusted, l.explanation, l.explained_by, l.explained_at, t.status,
  t.exception, t.deal_id as arrival_deal_id`;

export async function findLines(pool: pg.Pool, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, LineOfAccount>> {
  if (ids.length === 0) return new Map();
  const { rows } = await orUnavailable(
    pool.query({
      name: 'lines-by-id',
      text: `select ${listedColumns}, l.account_id from bank_lines l left join arrivals t on t.id = l.arrival_id
        where l.id = any($1::int8[])`,
      values: [ids],
    }),
  );
  const accountIds = [...new Set(rows.map((row): number => row.account_id))];
  const found = await orUnavailable(
    pool.query(`select ${accountColumns} from bank_accounts a where a.id = any($1::int4[])`, [accountIds]),
  );
  const accounts = new Map(found.rows.map((row) => [row.id, decodeAccount(row)]));
  return new Map(
    rows.flatMap((row): [bigint, LineOfAccount][] => {
      const account = accounts.get(row.account_id);
      return account === undefined ? [] : [[row.id, { line: decodeListed(row), account }]];
    }),
  );
}

/** In the order of the bank: the newest day first. */
export async function listLines(
  pool: pg.Pool,
  { accountId, list, from, to }: LineFilter,
  { after, limit }: { readonly after: LineCursor | null; readonly limit: number },
): Promise<Page<ListedLine>> {
  const where = new Conditions()
    .add('l.account_id = ?', accountId)
    .add('l.booked_on >= ?::date', from)
    .add('l.booked_on <= ?::date', to)
    .always(list === null ? 'true' : listConditions[list]);
  if (after !== null) {
    where.always(`(l.booked_on, l.id) < (${where.parameter(after.day)}::date, ${where.parameter(after.id)}::int8)`);
  }
  const { rows } = await orUnavailable(
    pool.query(
      `select ${listedColumns} from bank_lines l left join arrivals t on t.id = l.arrival_id
       where ${where} order by l.booked_on desc, l.id desc limit ${where.parameter(limit + 1)}`,
      where.values,
    ),
  );
  return pageOf(rows.map(decodeListed), limit, ({ bookedOn, id }) => `${bookedOn}.${id}`);
}

interface LineCursor {
  readonly day: string;
  readonly id: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the select list above.
function decodeListed(row: any): ListedLine {
  const { status, exception, arrival_deal_id: dealId } = row;
  return {
    ...decodeLine(row),
    state: row.state as LineState,
    isRecorded: row.is_recorded,
    isTrusted: row.is_trusted,
    makersEntry: row.makers_entry,
    explanation: row.explanation,
    explainedBy: row.explained_by,
    explainedAt: row.explained_at,
    arrival: row.arrival_id === null || status === null ? null : { status, exception, dealId },
  };
}

/** Money that we know of days that the bank has told of, and that no line of the bank is. */
interface Unbacked {
  readonly id: string;
  readonly kind: 'deal' | 'arrival';
  readonly invoiceId: string | null;
  readonly requisiteId: number;
  readonly amount: bigint;
  readonly currency: string;
  readonly at: Instant;
  readonly day: string;
  /** The arrival's, of an arrival. */
  readonly status: string;
  readonly by: string;
}

interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * Deals that a person settled, and arrivals that a person or a phone entered. A deal that an arrival paid is known by the arrival, and
 * an arrival by the line of its deal. Only of days that a trusted statement covers: before that nobody can miss a line; and only a
 * line that an operator's file has told of backs anything.
 */
function unbackedText(columns: { readonly deal: string; readonly arrival: string }): string {
  const isTold = (at: string) => `exists (
      select 1 from bank_statements s where s.account_id = $1 and s.is_trusted and not s.is_interim
        and s.last_day >= (${at} at time zone $5)::date and s.first_day <= (${at} at time zone $5)::date)`;
  const isBetween = (at: string) => `(${at} at time zone $5)::date between $3::date and $4::date`;
  const isUnexplained = (id: string) => `not exists (select 1 from unbacked_explanations e where e.subject_id = ${id})`;
  return `select ${columns.deal} from unnest($2::int4[]) r (id)
      join deals d on d.requisite_id = r.id and d.invoice_id >= $6::uuid and d.invoice_id < $7::uuid
      ${withExcess}
    where ${isSettledPayin} and ${isBetween('d.ended_at')} and ${isTold('d.ended_at')}
      and not exists (select 1 from bank_lines l where l.deal_id = d.id and l.is_trusted)
      and not exists (select 1 from arrivals a where a.deal_id = d.id and a.status = 'matched')
      and ${isUnexplained('d.id')}
    union all
    select ${columns.arrival} from unnest($2::int4[]) r (id)
      join arrivals a on a.requisite_id = r.id and a.id >= $6::uuid
    where ${isBetween('a.arrived_at')} and ${isTold('a.arrived_at')}
      and not exists (select 1 from bank_lines l where l.arrival_id = a.id and l.is_trusted)
      and not exists (select 1 from bank_lines l where l.deal_id = a.deal_id and l.is_trusted and a.status = 'matched')
      and ${isUnexplained('a.id')}`;
}

function unbackedValues({ id, requisiteIds, zone }: BankAccount, { from, to }: Period): unknown[] {
  const start = Math.max(Date.parse(from) - dealRunMs, 0);
  return [id, requisiteIds, from, to, zone, firstIdAt(start), firstIdAt(Math.max(Date.parse(to) + 2 * 86_400_000, 0))];
}

const unbackedMax = 500;

/** The oldest first: as somebody works them off. */
export async function listUnbacked(pool: pg.Pool, account: BankAccount, period: Period): Promise<Unbacked[]> {
  const text = unbackedText({
    deal: `d.id, 'deal' as kind, d.invoice_id, d.requisite_id, ${cameForDeal} as amount, d.currency,
      d.ended_at as at, (d.ended_at at time zone $5)::date::text as day, d.status, '' as by`,
    arrival: `a.id, 'arrival', null::uuid, a.requisite_id, a.amount, a.currency, a.arrived_at,
      (a.arrived_at at time zone $5)::date::text, a.status, a.entered_by`,
  });
  const { rows } = await orUnavailable(
    pool.query(`select * from (${text}) u order by at, id limit ${unbackedMax}`, unbackedValues(account, period)),
  );
  return rows.map(({ invoice_id: invoiceId, requisite_id: requisiteId, ...row }) => ({
    ...row,
    invoiceId,
    requisiteId,
  }));
}

/** What the days of an account are made of. Sums reach back to where the periods of these days begin. */
export async function readDays(
  pool: pg.Pool,
  account: BankAccount,
  period: Period,
): Promise<{ readonly periods: ToldPeriod[]; readonly sums: DaySums[]; readonly lists: DayLists[] }> {
  const { rows: periods } = await orUnavailable(
    pool.query(
      `select s.import_id as "importId", s.ordinal, i.family, s.first_day::text as first, s.last_day::text as last, s.opening,
         s.closing, s.is_interim as "isInterim"
       from bank_statements s join statement_imports i on i.id = s.import_id
       where s.account_id = $1 and s.is_trusted and s.last_day >= $2::date and s.first_day <= $3::date
       order by s.import_id, s.ordinal`,
      [account.id, period.from, period.to],
    ),
  );
  const from = periods.reduce((least, { first }) => (first < least ? first : least), period.from);
  const to = periods.reduce((most, { last }) => (last > most ? last : most), period.to);
  const { rows: sums } = await orUnavailable(
    pool.query(
      `select booked_on::text as day, family, count(*)::int4 as lines,
         coalesce(sum(amount) filter (where direction = 'in'), 0)::int8 as "sumIn",
         coalesce(sum(amount) filter (where direction = 'out'), 0)::int8 as "sumOut"
       from bank_lines where account_id = $1 and is_trusted and booked_on between $2::date and $3::date
       group by booked_on, family`,
      [account.id, from, to],
    ),
  );
  const lists = await readLists(pool, account, period);
  return { periods, sums, lists };
}

async function readLists(pool: pg.Pool, account: BankAccount, period: Period): Promise<DayLists[]> {
  const bank = await orUnavailable(
    pool.query(
      `select l.booked_on::text as day, count(*)::int4 as count from bank_lines l
       where l.account_id = $1 and l.booked_on between $2::date and $3::date and l.is_trusted
         and ${listConditions.bank} group by l.booked_on`,
      [account.id, period.from, period.to],
    ),
  );
  const day = (at: string) => `(${at} at time zone $5)::date::text as day`;
  const text = unbackedText({ deal: day('d.ended_at'), arrival: day('a.arrived_at') });
  const ours = await orUnavailable(
    pool.query(`select day, count(*)::int4 as count from (${text}) u group by day`, unbackedValues(account, period)),
  );
  const lists = new Map<string, { onlyBank: number; onlyOurs: number }>();
  const of = (one: string) => {
    const known = lists.get(one) ?? { onlyBank: 0, onlyOurs: 0 };
    lists.set(one, known);
    return known;
  };
  for (const row of bank.rows) of(row.day).onlyBank = row.count;
  for (const row of ours.rows) of(row.day).onlyOurs = row.count;
  return [...lists].map(([one, counts]) => ({ day: one, ...counts }));
}

/** Whether a bank's statement of that day was brought in for the requisite, by its maker or an operator. */
export async function hasStatementOf(pool: pg.Pool, requisiteId: number, day: Date): Promise<boolean> {
  const { rows } = await orUnavailable(
    pool.query(
      `select exists (
         select from bank_account_requisites r join bank_statements s on s.account_id = r.account_id
         where r.requisite_id = $1 and $2::date between s.first_day and s.last_day
       ) as is_there`,
      [requisiteId, day.toISOString().slice(0, 10)],
    ),
  );
  return rows[0].is_there;
}
