import type pg from 'pg';
import { laws } from '../ledger/law-texts.ts';
import { type LawReport, type LawsReport, subjectOfMore, type Violation } from '../ledger/ledger-laws.ts';

/** The law that the scrubber checks: pages and what they hold are what they were when they were sealed. */
export const sealedLaw = 'the book is as it was sealed';

/** The law that the sealer checks by sealing: while it cannot, nobody knows whether the books are right. */
export const sealableLaw = 'what has happened can be sealed';
const sealingSubject = 'sealing';

/** What a check has looked at: these laws, of these subjects or (null) of all. */
interface Looked {
  readonly laws: readonly string[];
  readonly subjects: readonly string[] | null;
  readonly found: readonly Violation[];
  readonly at: number;
  /** Faults that were known before, where they were just read. */
  readonly known?: readonly KnownFault[];
}

export interface KnownFault {
  readonly law: string;
  readonly subject: string;
}

/** So many are asked again by every step; who puts a thousand right does not mind waiting for the last of them. */
const knownMax = 1_000;

export async function readKnownFaults(client: pg.ClientBase): Promise<KnownFault[]> {
  const { rows } = await client.query({
    name: 'known-faults',
    text: 'select law, subject from book_faults order by found_at, law, subject limit $1',
    values: [knownMax],
  });
  return rows;
}

/**
 * Who seals and who checks write faults and the state of the book, each in one transaction. All of them begin with the state: two that
 * take the same rows in different orders would wait for each other until the server refuses one.
 */
const waitForOthers = { name: 'book-state-lock', text: 'select from book_state for no key update' };

/** Writes down what was found, and takes away what was wrong there before and is not any more. */
export async function noteFaults(client: pg.ClientBase, noted: Looked): Promise<void> {
  const { laws: looked, subjects, found, at, known } = noted;
  const lists = [found.map(({ law }) => law), found.map(({ subject }) => subject)];
  const forget = `delete from book_faults f
    where law = any($1::text[]) and ($2::text[] is null or subject = any($2::text[])) and not exists (
      select from unnest($3::text[], $4::text[]) n(law, subject) where n.law = f.law and n.subject = f.subject)`;
  // As a rule there are none, and then nothing has to be compared.
  const mayForget = known === undefined || known.some(({ law }) => looked.includes(law));
  if (!mayForget && found.length === 0) return;
  await client.query(waitForOthers);
  if (mayForget) await client.query(forget, [looked, subjects, ...lists]);
  if (found.length === 0) return;
  await client.query(
    `insert into book_faults as f (law, subject, detail, found_at)
     select distinct on (law, subject) law, subject, detail, $4::timestamptz
     from unnest($1::text[], $2::text[], $3::text[]) n(law, subject, detail)
     on conflict (law, subject) do update set detail = excluded.detail where f.detail <> excluded.detail`,
    [...lists, found.map(({ detail }) => detail), new Date(at)],
  );
}

/** Every process keeps money from going out until a page is sealed again. */
export async function noteCannotSeal(client: pg.ClientBase, detail: string, at: number): Promise<void> {
  const found = [{ law: sealableLaw, subject: sealingSubject, detail }];
  await noteFaults(client, { laws: [sealableLaw], subjects: [sealingSubject], found, at });
}

/** Enough to see what is wrong: of each law, and altogether. */
const shownMax = { ofLaw: 10, all: 200 };

export async function readFaults(client: pg.ClientBase | pg.Pool): Promise<Violation[]> {
  const { rows } = await client.query({
    name: 'book-faults',
    // That there are more than can be named comes first.
    text: `select law, subject, detail from (
        select f.*, row_number() over (partition by law order by subject <> $3, found_at, subject) as place from book_faults f
      ) f where place <= $1 order by found_at, law, place limit $2`,
    values: [shownMax.ofLaw, shownMax.all, subjectOfMore],
  });
  return rows;
}

/** When everything was last seen to be right or wrong, and by how much of a look. */
export async function noteChecked(
  client: pg.ClientBase,
  { durationMs, reports }: { readonly durationMs: number; readonly reports: readonly LawReport[] },
): Promise<void> {
  const lawMs = Object.fromEntries(reports.map((report) => [report.law, Math.round(report.durationMs)]));
  await client.query(
    // From when it began, by the one clock that all processes share.
    `update book_state set checked_at = clock_timestamp() - $1 * interval '1 millisecond', check_ms = $1,
       law_ms = law_ms || $2::jsonb`,
    [Math.round(durationMs), JSON.stringify(lawMs)],
  );
}

/** What the fleet knows of its books. */
export interface Verdict {
  /** Null before the first check. */
  readonly report: LawsReport | null;
  /** How long ago the last check was, by the database's clock. */
  readonly ageMs: number;
}

export async function readVerdict(client: pg.Pool): Promise<Verdict> {
  const { rows } = await client.query({
    name: 'book-verdict',
    text: `select checked_at, check_ms, law_ms, (extract(epoch from clock_timestamp() - checked_at) * 1000)::float8 as age_ms
     from book_state`,
  });
  const { checked_at: checkedAtMs, check_ms: durationMs, law_ms: lawMs, age_ms: ageMs } = rows[0];
  const faults = await readFaults(client);
  // Something may be known to be wrong before there was a check that saw everything.
  if (checkedAtMs === null && faults.length === 0) return { report: null, ageMs: Number.POSITIVE_INFINITY };
  const startedAtMs = checkedAtMs ?? Date.now();
  // A release that is newer may know laws that this one does not.
  const names = new Set([...Object.keys(laws), sealedLaw, sealableLaw, ...faults.map(({ law }) => law)]);
  const reports = [...names].map((law) => ({
    law,
    durationMs: lawMs[law] ?? 0,
    violations: faults.filter((one) => one.law === law),
  }));
  const violations = reports.flatMap((one) => one.violations);
  return { report: { startedAtMs, durationMs, laws: reports, violations }, ageMs: ageMs ?? 0 };
}
