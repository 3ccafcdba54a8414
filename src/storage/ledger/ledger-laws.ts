import type pg from 'pg';
import { breakOff } from '../database/connection.ts';
import { onWatchedConnection } from '../database/watched.ts';
import { laws } from './law-texts.ts';

/** What breaks a law of the books. */
export interface Violation {
  readonly law: string;
  readonly subject: string;
  readonly detail: string;
}

/**
 * So many of a law are written down, and asked again until each is right: money must not go out while one of them is wrong, whether or
 * not somebody was shown it. More of them need a person, not a list of a million rows.
 */
const violationsMaxPerLaw = 1_000;
/** Stands for all beyond them. Only a look at everything takes it back. */
export const subjectOfMore = 'more';

/** What a check of all laws found. */
export interface LawsReport {
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly laws: readonly LawReport[];
  readonly violations: readonly Violation[];
}

export interface LawReport {
  readonly law: string;
  readonly durationMs: number;
  readonly violations: readonly Violation[];
}

/**
 * Checks all laws on a connection of its own, which no time limit of the service's other statements ends. Each law is one
 * statement and so one snapshot: that is enough, as no law compares what another one read, and it spares the database
 * one long transaction that would keep dead rows alive while money moves.
 */
export async function checkLaws(
  connectionString: string,
  options: { readonly checked?: (law: LawReport) => void; readonly signal?: AbortSignal } = {},
): Promise<LawsReport> {
  const startedAtMs = Date.now();
  const startedMs = performance.now();
  const reports: LawReport[] = [];
  await onWatchedConnection(connectionString, async (client) => {
    // Ends the check in the middle of a law.
    const end = () => breakOff(client);
    options.signal?.addEventListener('abort', end, { once: true });
    try {
      await client.query(`set work_mem = '${workMemory}'`);
      for (const [law, query] of Object.entries(laws)) {
        const report = await checkLaw(client, law, query);
        options.checked?.(report);
        reports.push(report);
      }
    } finally {
      options.signal?.removeEventListener('abort', end);
    }
  });
  const violations = reports.flatMap((report) => report.violations);
  return { startedAtMs, durationMs: performance.now() - startedMs, laws: reports, violations };
}

/** The laws join whole tables; with the default of 4 MB that goes through temporary files. */
const workMemory = '64MB';

/** With a name it is planned once, and not each time; the session is to ask it often. */
interface AskedLaw {
  readonly name?: string;
}

/** One law, of all or of those that `values` name. */
export async function checkLaw(
  client: pg.Client,
  law: string,
  query: string,
  values: readonly unknown[] = [],
  asked: AskedLaw = {},
): Promise<LawReport> {
  const startedMs = performance.now();
  const { rows } = await client.query({ ...asked, text: limited(query), values: [...values], rowMode: 'array' });
  const named = rows.slice(0, violationsMaxPerLaw);
  const violations = named.map(([subject, detail]): Violation => ({ law, subject, detail }));
  // First, because of many only the first are shown.
  if (rows.length > named.length) violations.unshift(moreOf(law));
  return { law, durationMs: performance.now() - startedMs, violations };
}

function moreOf(law: string): Violation {
  const detail = `more than ${violationsMaxPerLaw}: when those that are named are right, check all books again`;
  return { law, subject: subjectOfMore, detail };
}

/** The same on a connection of the pool and in one snapshot: for tests. */
export async function findViolations(pool: pg.Pool): Promise<Violation[]> {
  const client = await pool.connect();
  const violations: Violation[] = [];
  try {
    await client.query('begin isolation level repeatable read read only');
    // Whole tables are read here: the opposite of what these connections are set up for.
    await client.query(
      'set local statement_timeout = 0; set local enable_seqscan = on; set local enable_hashjoin = on; set local enable_mergejoin = on',
    );
    for (const [law, query] of Object.entries(laws)) {
      const { rows } = await client.query({ text: limited(query), rowMode: 'array' });
      for (const [subject, detail] of rows) violations.push({ law, subject, detail });
    }
    await client.query('commit');
    client.release();
    return violations;
  } catch (error) {
    // With its transaction open it is of no use to anybody.
    client.release(true);
    throw error;
  }
}

function limited(query: string): string {
  return `select * from (${query}) v(subject, detail) limit ${violationsMaxPerLaw + 1}`;
}
