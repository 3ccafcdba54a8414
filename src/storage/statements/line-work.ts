import type pg from 'pg';
import { fiat } from '../../domain/money/money.ts';
import { type BankLine, type LineOutcome, lineKey, type NewBankLine } from '../../domain/statements/bank-line.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { freeLinesNow, holdLinks } from './line-links.ts';

export const lineColumns = `l.id, l.key, l.direction, l.amount, l.booked_on::text as booked_on, l.at, l.reference, l.party, l.purpose,
  l.is_reversal, l.state, l.held, l.arrival_id, l.deal_id`;

// biome-ignore lint/suspicious/noExplicitAny: a row of the select list above.
export function decodeLine(row: any): BankLine {
  return {
    id: row.id,
    key: row.key,
    direction: row.direction,
    amount: fiat(row.amount),
    bookedOn: row.booked_on,
    at: row.at,
    reference: row.reference,
    party: row.party,
    purpose: row.purpose,
    isReversal: row.is_reversal,
    state: row.state,
    held: row.held,
    arrivalId: row.arrival_id,
    dealId: row.deal_id,
  };
}

interface LinesOfFile {
  readonly accountId: number;
  readonly importId: string;
  readonly family: string;
  /** An operator's file. */
  readonly isTrusted: boolean;
  readonly now: Instant;
}

/**
 * Writes down the next lines of a file. Those that an earlier file has told of are there already: a line is known by its likeness and
 * its number among the lines of the file that are alike. Repeated for the same place of the file it changes nothing.
 *
 * A line that only a maker's file has told of says what the maker wants it to: when an operator's file tells of it, that file's
 * words replace the maker's, and the line is judged again, unless a person has said what it is.
 */
export async function storeLines(
  client: pg.PoolClient,
  { accountId, importId, family, isTrusted, now }: LinesOfFile,
  first: number,
  lines: readonly NewBankLine[],
): Promise<readonly BankLine[]> {
  const keys = await keysOf(client, importId, first, lines);
  const column = (read: (line: NewBankLine) => unknown) => lines.map(read);
  const isKept = 'l.is_decided or l.explained_at is not null';
  await client.query(
    `insert into bank_lines as l (account_id, key, family, direction, amount, booked_on, at, reference, party, purpose, is_reversal,
       state, is_trusted, told_at)
     select $1, key, $2, direction, amount, booked_on, at, reference, party, purpose, is_reversal, 'new', $12, $13
     from unnest($3::text[], $4::text[], $5::int8[], $6::date[], $7::timestamptz[], $8::text[], $9::text[], $10::text[], $11::bool[])
       as n (key, direction, amount, booked_on, at, reference, party, purpose, is_reversal)
     order by key on conflict (key) do update set is_trusted = true, told_at = excluded.told_at, at = excluded.at, party = excluded.party,
       purpose = excluded.purpose, is_reversal = excluded.is_reversal,
       state = case when ${isKept} then l.state else 'new' end, held = case when ${isKept} then l.held end,
       arrival_id = case when ${isKept} then l.arrival_id end, deal_id = case when ${isKept} then l.deal_id end,
       is_recorded = (${isKept}) and l.is_recorded
     where excluded.is_trusted and not l.is_trusted`,
    [
      accountId,
      family,
      keys,
      column(({ direction }) => direction),
      column(({ amount }) => amount),
      column(({ bookedOn }) => bookedOn),
      column(({ at }) => (at === null ? null : new Date(at))),
      column(({ reference }) => reference),
      column(({ party }) => party),
      column(({ purpose }) => purpose),
      column(({ isReversal }) => isReversal),
      isTrusted,
      new Date(now),
    ],
  );
  const { rows } = await client.query(
    `select ${lineColumns} from unnest($1::text[]) k (key) join bank_lines l on l.key = k.key`,
    [keys],
  );
  const stored = new Map(rows.map((row) => [row.key, decodeLine(row)]));
  await client.query(
    `insert into bank_days as d (account_id, day, family, is_trusted) select $1, day, $2, $4 from unnest($3::date[]) n (day)
     on conflict (account_id, day, family) do update set is_trusted = true where excluded.is_trusted and not d.is_trusted`,
    [accountId, family, [...new Set(lines.map(({ bookedOn }) => bookedOn))].sort(), isTrusted],
  );
  const found = keys.map((key) => {
    const line = stored.get(key);
    if (line === undefined) throw new Error(`line ${key} was stored and is not there`);
    return line;
  });
  await client.query(
    `insert into bank_line_sightings (import_id, ordinal, likeness, line_id)
     select $1, ordinal, likeness, line_id from unnest($2::int4[], $3::text[], $4::int8[]) as s (ordinal, likeness, line_id)
     on conflict do nothing`,
    [importId, lines.map((_, index) => first + index), column(({ likeness }) => likeness), found.map(({ id }) => id)],
  );
  return found;
}

/** Numbers lines that are alike in the order of the file. Only the index on likeness fits: a fresh table has no statistics. */
async function keysOf(
  client: pg.PoolClient,
  importId: string,
  first: number,
  lines: readonly NewBankLine[],
): Promise<string[]> {
  const { rows } = await client.query(
    `select k.likeness, s.count from unnest($2::text[]) k (likeness) cross join lateral (
       select count(*)::int4 as count from bank_line_sightings
       where import_id::text = $1 and likeness = k.likeness and ordinal + 0 < $3
     ) s where s.count > 0`,
    [importId, [...new Set(lines.map(({ likeness }) => likeness))], first],
  );
  const counts = new Map<string, number>(rows.map(({ likeness, count }) => [likeness, count]));
  return lines.map(({ likeness }) => {
    const occurrence = (counts.get(likeness) ?? 0) + 1;
    counts.set(likeness, occurrence);
    return lineKey(likeness, occurrence);
  });
}

/** A line that a person has decided since then keeps that decision. */
export async function storeOutcomes(
  client: pg.PoolClient,
  outcomes: readonly LineOutcome[],
  now: Instant,
): Promise<void> {
  const given = <Id>(ids: readonly (Id | null)[]) => ids.filter((id) => id !== null);
  const dealIds = given(outcomes.map(({ dealId }) => dealId));
  if (dealIds.length > 0) await holdLinks(client);
  await releaseLinks(client, {
    arrivalIds: given(outcomes.map(({ arrivalId }) => arrivalId)),
    dealIds,
    but: outcomes.map(({ id }) => id),
    now,
  });
  await client.query(
    `update bank_lines l set state = o.state, held = o.held, arrival_id = o.arrival_id, deal_id = o.deal_id, is_recorded = o.is_recorded
     from unnest($1::int8[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::bool[])
       as o (id, state, held, arrival_id, deal_id, is_recorded)
     where l.id = o.id and l.state = 'new'`,
    [
      outcomes.map(({ id }) => id),
      outcomes.map(({ state }) => state),
      outcomes.map(({ held }) => held),
      outcomes.map(({ arrivalId }) => arrivalId),
      outcomes.map(({ dealId }) => dealId),
      outcomes.map(({ isRecorded }) => isRecorded),
    ],
  );
  if (dealIds.length > 0) await freeLinesNow(client, dealIds);
}

interface TakenOver {
  readonly arrivalIds: readonly string[];
  readonly dealIds: readonly string[];
  /** The lines that take it over. */
  readonly but: readonly bigint[];
  readonly now: Instant;
}

/** Lines that only makers have told of leave their money to a line of an operator's file. */
export async function releaseLinks(client: pg.ClientBase, { arrivalIds, dealIds, but, now }: TakenOver): Promise<void> {
  if (arrivalIds.length === 0 && dealIds.length === 0) return;
  await client.query(
    `update bank_lines set state = case when direction = 'in' then 'open' else 'counted' end,
       held = case when direction = 'in' then 'told-otherwise' end, arrival_id = null, deal_id = null, is_recorded = false,
       explanation = 'told by an operator''s file', explained_by = 'service', explained_at = $4
     where not is_trusted and id <> all($3::int8[]) and (arrival_id = any($1::uuid[]) or deal_id = any($2::uuid[]))`,
    [arrivalIds, dealIds, but, new Date(now)],
  );
}
