import pg from 'pg';
import type { RowStatement, Statement } from './rows/statement.ts';
import { type Asked, RoundTrip } from './wire/round-trip.ts';

export type { Statement } from './rows/statement.ts';

/**
 * How the service talks to PostgreSQL. All connections read the same types: bigint as BigInt (money never passes through a
 * float), timestamptz as milliseconds.
 */
const oid = { int8: 20, timestamptz: 1184 } as const;

function parseTimestamp(text: string): number {
  // With TimeZone UTC the server writes 2026-11-14 12:00:00.123+00; this is the form the engine parses fastest.
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11).replace('+00', 'Z')}`);
}

const types: pg.CustomTypesConfig = {
  getTypeParser(typeOid: number, format?: 'text' | 'binary') {
    if (typeOid === oid.int8) return BigInt;
    if (typeOid === oid.timestamptz) return parseTimestamp;
    return pg.types.getTypeParser(typeOid, format as 'text');
  },
} as pg.CustomTypesConfig;

/**
 * Statements of the batch engine and of the gathered reads must never be planned as scans, also on tables that were empty
 * when they were planned: each has one usable index, and these settings make the planner take it whatever it guesses
 * about row counts.
 */
const indexPlans = [
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
];

/** A lane that waits longer than this for a lock gives up, so that callers get a clear 503 and not a hanging request. */
const lockTimeoutMs = 5_000;
const statementTimeoutMs = 15_000;
/** A dead network must not hold a lane for ever: the client gives up by itself a little later than the server would. */
const queryTimeoutMs = 20_000;
const connectTimeoutMs = 5_000;

function clientConfig(connectionString: string, purpose: 'engine' | 'read' | 'admin'): pg.ClientConfig {
  const settings = ['TimeZone=UTC', 'jit=off', 'client_encoding=UTF8'];
  if (purpose !== 'admin') settings.push(...indexPlans, `statement_timeout=${statementTimeoutMs}`);
  if (purpose === 'engine') settings.push(`lock_timeout=${lockTimeoutMs}`);
  return {
    connectionString,
    types,
    application_name: `quittance-${purpose}`,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    ...(purpose === 'admin' ? {} : { query_timeout: queryTimeoutMs }),
  };
}

export async function connect(connectionString: string, purpose: 'engine' | 'read' | 'admin'): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(connectionString, purpose));
  // A broken connection is noticed by the query that uses it; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** For everything that is not a batch: reads of one object, lists, checks. */
export function createPool(connectionString: string, connectionsMax: number): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(connectionString, 'read'),
    max: connectionsMax,
    idleTimeoutMillis: 30_000,
  });
  // As above, for connections that wait in the pool, and for those that somebody has taken out for a transaction.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export type Queryable = pg.Client | pg.Pool | pg.PoolClient;

/** Statements in one round trip, in their order: see `RoundTrip`. */
export function send(client: Queryable, asked: readonly Asked[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const answered = (error: Error | null | undefined) => (error ? reject(error) : resolve());
    (client as Driver).query(new RoundTrip(asked, types), undefined, answered);
  });
}

/** A query of one's own takes a callback like any other; the driver's types know it only without one. */
interface Driver {
  query(query: RoundTrip, values: undefined, answered: (error: Error | null | undefined) => void): void;
}

/** Rows come back as arrays in the order of the select list, and are decoded by what the select list was made from. */
export async function read<Row>(
  client: Queryable,
  statement: RowStatement<Row>,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const rows: Row[] = [];
  await send(client, [reading(statement, values.map(asText), rows)]);
  return rows;
}

/** One of several statements: what it finds is put into `rows`. */
export function reading<Row>(statement: RowStatement<Row>, values: readonly (string | null)[], rows: Row[]): Asked {
  const { decode } = statement;
  return { statement, values, found: (cells) => rows.push(decode(cells)) };
}

/** A statement whose rows, if it has any, nobody looks at. */
export async function execute(client: Queryable, statement: Statement, values: readonly unknown[] = []): Promise<void> {
  await send(client, [{ statement, values: values.map(asText) }]);
}

// biome-ignore lint/suspicious/noExplicitAny: cells are typed where they are decoded, next to the select list.
export type Cells = any[];

export async function run(client: Queryable, statement: Statement, values: readonly unknown[] = []): Promise<Cells[]> {
  const rows: Cells[] = [];
  await send(client, [{ statement, values: values.map(asText), found: (cells) => rows.push(cells) }]);
  return rows;
}

/** As the driver writes values, but for bytes: they travel as text like all others. */
function asText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return prepareValue(value);
}

/** Not in the driver's types. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | null } }).utils;
