import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { RowStatement, Statement } from '../rows/statement.ts';
import { type Asked, type ReaderOf, RoundTrip, unnamed } from '../wire/round-trip.ts';
import { parseTimestamp } from '../wire/timestamp.ts';
import { Hosts, refusalOf, type SessionKind } from './hosts.ts';

export type { Statement } from '../rows/statement.ts';

/**
 * How the service talks to PostgreSQL. All connections read the same types: bigint as BigInt (money never passes through a
 * float), timestamptz as milliseconds.
 */
const oid = { int8: 20, text: 25, timestamptz: 1184, uuid: 2950 } as const;

const types: pg.CustomTypesConfig = {
  getTypeParser(typeOid: number, format?: 'text' | 'binary') {
    if (typeOid === oid.int8) return BigInt;
    if (typeOid === oid.timestamptz) return parseTimestamp;
    return pg.types.getTypeParser(typeOid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** Half of all columns are text, which need not be handed to a function to stay what it is. */
const readerOf: ReaderOf = (typeOid) =>
  typeOid === oid.text || typeOid === oid.uuid ? null : types.getTypeParser(typeOid, 'text');

/**
 * Statements of the batch engine and of the gathered reads must never be planned as scans, also on tables that were empty
 * when they were planned: each has one usable index, and these settings make the planner take it whatever it guesses
 * about row counts.
 */
const indexPlans = [
  'enable_seqscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'plan_cache_mode = force_generic_plan',
];

/**
 * A lane that waits longer than this for a lock gives up, so that callers get a clear 503 and not a hanging request. An address may say
 * otherwise, as libpq reads it: `options=-c lock_timeout=10s`, and `connect_timeout=10` for the time to connect.
 */
const lockTimeoutMs = 5_000;
const statementTimeoutMs = 15_000;
/** A dead network must not hold a lane for ever: the client gives up by itself a little later than the server would. */
const queryTimeoutMs = 20_000;
const connectTimeoutMs = 5_000;

/** A peer that is gone without a word is noticed ten seconds later, and not after the system's two hours. */
const keepAliveMs = 10_000;

type Purpose = 'engine' | 'read' | 'admin';

/**
 * A transaction that hears nothing from us for so long is ended by the server, with all its locks: our machine may have lost its power,
 * and something in between, such as a proxy, may go on answering for it. Batches decide in memory. Elsewhere the longest pause is the
 * removal of a receipt from S3, under a lock that it needs to the end: twice ten seconds. Copies and checks pause as long as they like.
 */
const silenceMaxMs = { engine: 20_000, read: 30_000 } as const;

function clientConfig(connectionString: string, purpose: Purpose): pg.ClientConfig {
  return {
    connectionString,
    types,
    application_name: `quittance-${purpose}`,
    connectionTimeoutMillis: connectTimeoutOf(connectionString),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(purpose === 'admin' ? {} : { query_timeout: queryTimeoutMs }),
  };
}

function connectTimeoutOf(connectionString: string): number {
  const seconds = Number(/[?&]connect_timeout=(\d{1,6})(?:&|$)/.exec(connectionString)?.[1] ?? 0);
  return seconds > 0 ? seconds * 1000 : connectTimeoutMs;
}

/** Whether the address sets this itself: the driver sends such options with its first message. */
function isSetBy(connectionString: string, setting: string): boolean {
  const options = /[?&]options=([^&]*)/.exec(connectionString)?.[1] ?? '';
  return new RegExp(`\\b${setting}\\s*=`).test(decodeURIComponent(options));
}

/**
 * What every session is set to, once it is open. Not with the first message of the connection, as could be done too: a pooler
 * in between refuses that, or leaves it out without a word.
 */
function sessionSettings(purpose: Purpose, connectionString: string): string {
  const settings = ["timezone = 'UTC'", 'jit = off', "client_encoding = 'UTF8'", ...keepAlives];
  if (purpose !== 'admin') {
    settings.push(...indexPlans, `statement_timeout = ${statementTimeoutMs}`);
    settings.push(`idle_in_transaction_session_timeout = ${silenceMaxMs[purpose]}`);
  }
  if (purpose === 'engine' && !isSetBy(connectionString, 'lock_timeout')) {
    settings.push(`lock_timeout = ${lockTimeoutMs}`);
  }
  const set = `${settings.map((setting) => `set ${setting};`).join(' ')} ${keepAlivesOfLinux}`;
  return purpose === 'admin' ? `${set} ${endWithClient}` : set;
}

/**
 * The server looks whether we are still there, too: after about 20 seconds without an answer the session ends, and what it holds is
 * free, as the lock of the process that seals. By the system's defaults that takes two hours. On a socket of the file system all of this
 * is ignored.
 */
const keepAlives = ['tcp_keepalives_idle = 10', 'tcp_keepalives_interval = 5'];

/** Some other systems cannot set these; then the server would say so in its log for each session. */
const keepAlivesOfLinux = `select set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '20000', false)
  where version() like '%linux%';`;

/**
 * What takes as long as it takes ends when nobody waits for it any more: otherwise the server would go on with the check of a
 * process that is gone. A server on Windows cannot notice it, and refuses the setting.
 */
const endWithClient = `do $$ begin set client_connection_check_interval = '2s';
  exception when invalid_parameter_value then null; end $$;`;

const askState = `select current_setting('TimeZone') as zone, pg_is_in_recovery() as "isStandby",
  current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

interface Wanted {
  readonly url: string;
  readonly purpose: Purpose;
  readonly wanted: SessionKind;
}

/** Makes a session ready for use; fails when the server is not the one that is wanted. */
async function prepare(client: pg.ClientBase, { url, purpose, wanted }: Wanted): Promise<void> {
  // Several statements at once have several results, which the driver's types do not know.
  const text = `${sessionSettings(purpose, url)} ${askState}`;
  const results = (await client.query({
    text,
    query_timeout: connectTimeoutOf(url),
  } as pg.QueryConfig)) as unknown as pg.QueryResult[];
  const state = results.at(-1)?.rows[0];
  if (state?.zone !== 'UTC') throw new Error(`the session's time zone is ${state?.zone} although it was set to UTC`);
  const refusal = refusalOf(wanted, state);
  if (refusal !== null) throw new Error(`${refusal}, and target_session_attrs is ${wanted}`);
}

/** To the first server of the address that is the one wanted. */
export async function connect(connectionString: string, purpose: Purpose): Promise<pg.Client> {
  const hosts = Hosts.of(connectionString);
  const failures: unknown[] = [];
  for (const wanted of hosts.wanted === 'prefer-standby' ? (['standby', 'any'] as const) : [hosts.wanted]) {
    for (const url of hosts.inOrder()) {
      try {
        const client = await connectTo({ url, purpose, wanted });
        hosts.found(url);
        return client;
      } catch (error) {
        failures.push(error);
      }
    }
  }
  throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'none of the servers can be used');
}

async function connectTo(server: Wanted): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(server.url, server.purpose));
  // A broken connection is noticed by the query that uses it; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await prepare(client, server);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** Ends a connection without a word to the server, which may not listen any more. */
export function breakOff(client: pg.Client): void {
  // Not in the driver's types.
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.destroy(new Error('the connection was broken off'));
}

/** For everything that is not a batch: reads of one object, lists, checks. */
export function createPool(connectionString: string, connectionsMax: number): pg.Pool {
  const hosts = Hosts.of(connectionString);
  const prepared = new WeakSet<pg.ClientBase>();
  const pool = new pg.Pool({
    ...clientConfig(connectionString, 'read'),
    max: connectionsMax,
    idleTimeoutMillis: 30_000,
    Client: clientOfCurrent(hosts, prepared),
    // It waits for what this promises, whatever its types say.
    onConnect: (async (client: pg.ClientBase) => {
      await prepare(client, { url: connectionString, purpose: 'read', wanted: hosts.wanted });
      prepared.add(client);
    }) as unknown as undefined,
  } as pg.PoolConfig);
  // As above, for connections that wait in the pool, and for those that somebody has taken out for a transaction.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A pool keeps to the server that was right the last time, and leaves one where a connection ends before it could be used. */
function clientOfCurrent(hosts: Hosts, prepared: WeakSet<pg.ClientBase>): typeof pg.Client {
  return class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      const url = hosts.current;
      super({ ...config, connectionString: url });
      this.once('end', () => {
        if (!prepared.has(this)) hosts.leave(url);
      });
    }
  } as typeof pg.Client;
}

export type Queryable = pg.Client | pg.Pool | pg.PoolClient;

/** Statements in one round trip, in their order: see `RoundTrip`. */
export function send(client: Queryable, asked: readonly Asked[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const answered = (error: Error | null | undefined) => (error ? reject(error) : resolve());
    (client as Driver).query(new RoundTrip(asked, readerOf), undefined, answered);
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

/** As `read`, with a setting that ends with the round trip. */
export async function readWith<Row>(
  client: Queryable,
  setting: Statement,
  statement: RowStatement<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  const rows: Row[] = [];
  await send(client, [{ statement: setting, values: [] }, reading(statement, values.map(asText), rows)]);
  return rows;
}

/** For a statement that wants the newest of something: only an index that has them in this order is left to the planner. */
export const withoutSorting: Statement = {
  name: 'without-sorting',
  text: `select set_config('enable_sort', 'off', true)`,
};

/**
 * A statement that was put together for the question, planned for its values: with `indexPlans` alone the planner would guess
 * that any period holds a two-hundredth of all rows, and rather walk it than go by a key.
 */
export async function readOnce<Row>(
  client: Queryable,
  { text, decode }: Omit<RowStatement<Row>, 'name'>,
  values: readonly unknown[],
): Promise<Row[]> {
  return await readWith(client, plannedForValues, { name: unnamed, text, decode }, values);
}

const plannedForValues: Statement = {
  name: 'planned-for-values',
  text: `select set_config('plan_cache_mode', 'force_custom_plan', true)`,
};

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
