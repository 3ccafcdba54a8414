import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { connect } from '../src/storage/database/connection.ts';
import { BenchFailure } from './failure.ts';
import { inWorld, print } from './in-world.ts';
import { runLoad } from './load.ts';
import { paidAmountsCount } from './requests.ts';
import { isAllSealed } from './seal-all.ts';
import { startReceiversProcess, startServiceProcess } from './service-process.ts';
import type { BenchDatabase, World } from './world.ts';

/**
 * `npm run bench:bytes -- --invoices 20000`: how many bytes an invoice takes in each table and index after its whole life: created
 * with a deal, paid, notified and sealed. `--columns` adds the widths of the columns.
 */
const { values } = parseArgs({
  options: { invoices: { type: 'string', default: '20000' }, columns: { type: 'boolean', default: false } },
});
const count = Number(values.invoices);
if (!Number.isInteger(count) || count < 1 || count > paidAmountsCount) {
  process.stderr.write(`--invoices takes a whole number from 1 to ${paidAmountsCount}.\n`);
  process.exit(2);
}

const connections = 32;
const livedMaxMs = 600_000;
/** What takes less of an invoice is there once for all of them. */
const shownBytesMin = 0.5;

interface Size {
  /** Of an index its table; of a table the table itself. */
  readonly table: string;
  /** Null: the rows themselves, with what is stored beside them. */
  readonly index: string | null;
  readonly bytes: number;
  readonly scans: number;
}

const readSizes = `
  select t.relname as "table", null as index, pg_table_size(t.oid)::float8 as bytes, 0::float8 as scans
  from pg_class t where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
  union all
  select s.relname, s.indexrelname, pg_relation_size(s.indexrelid)::float8, s.idx_scan::float8
  from pg_stat_user_indexes s where s.schemaname = 'public'`;

const readColumns = `
  select tablename as "table", attname as name, avg_width * (1 - null_frac) as bytes
  from pg_stats where schemaname = 'public' order by 1, 3 desc, 2`;

async function measure(world: World): Promise<void> {
  const database = await world.create('bytes');
  const client = await connect(database.url, 'admin');
  // What vacuum adds to each table once is not of an invoice.
  await client.query('vacuum (analyze)');
  const before = await sizesOf(client);
  const walBefore = await walPlace(client);
  await liveThrough(world, database, client);
  const walBytes = (await walPlace(client)) - walBefore;
  // As autovacuum would sooner or later. It gives nothing back but the end of a file.
  await client.query('vacuum (analyze)');
  const known = new Map(before.map((size) => [keyOf(size), size.bytes]));
  const grown = (await sizesOf(client)).map((size) => ({
    ...size,
    bytes: (size.bytes - (known.get(keyOf(size)) ?? 0)) / count,
  }));
  report(grown, walBytes / count);
  if (values.columns) await reportColumns(client, grown);
  await client.end();
}

async function liveThrough(world: World, database: BenchDatabase, client: pg.Client): Promise<void> {
  const receivers = await startReceiversProcess();
  const settings = { SANDBOX_FATES: 'on' };
  const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder, settings });
  try {
    const requests = {
      kind: 'told',
      firstSerial: database.serials.take(count),
      count,
      notificationUrls: [`http://127.0.0.1:${receivers.port}/`],
    } as const;
    const { total } = await runLoad({ port: service.port, connections, warmUpSeconds: 0, seconds: 300, requests });
    if (total !== count) throw new BenchFailure(`${total} of ${count} invoices were created in time`);
    for (const startedMs = performance.now(); !(await isLived(database, client)); await delay(500)) {
      if (performance.now() - startedMs > livedMaxMs) throw new BenchFailure('not all invoices came to their end');
    }
  } finally {
    await service.stop();
    await receivers.stop();
  }
}

/** Paid, told and sealed. */
async function isLived(database: BenchDatabase, client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select
    (select count(*) from invoices where status = 'paid')::int as paid,
    (select count(*) from delivery_queue)::int as waiting`);
  const { paid, waiting } = rows[0];
  return paid === count && waiting === 0 && (await isAllSealed(database));
}

async function sizesOf(client: pg.Client): Promise<Size[]> {
  return (await client.query<Size>(readSizes)).rows;
}

async function walPlace(client: pg.Client): Promise<number> {
  return Number((await client.query(`select (pg_current_wal_lsn() - '0/0')::int8 as place`)).rows[0].place);
}

function keyOf({ table, index }: Size): string {
  return index ?? `table ${table}`;
}

function report(grown: readonly Size[], walBytes: number): void {
  const tables = [...new Set(grown.map(({ table }) => table))]
    .map((table) => {
      const parts = grown.filter((size) => size.table === table);
      return { table, parts, total: parts.reduce((sum, { bytes }) => sum + bytes, 0) };
    })
    .filter(({ total }) => total >= shownBytesMin)
    .sort((left, right) => right.total - left.total);
  print(`Bytes for each of ${count.toLocaleString('en')} invoices, paid, told and sealed:\n`);
  print('| Table | Index | Bytes | Scans of it in this life |');
  print('|---|---|---:|---:|');
  for (const { table, parts, total } of tables) {
    print(`| **${table}** | | **${total.toFixed(0)}** | |`);
    const shown = parts.filter(({ bytes }) => bytes >= shownBytesMin).sort((left, right) => right.bytes - left.bytes);
    for (const { index, bytes, scans } of shown) {
      print(`| | ${index ?? 'the rows'} | ${bytes.toFixed(0)} | ${index === null ? '' : scans.toLocaleString('en')} |`);
    }
  }
  const sum = tables.reduce((all, { total }) => all + total, 0);
  print(`| **All of them** | | **${sum.toFixed(0)}** | |`);
  print(`\nWritten to the log of the database for each: ${walBytes.toFixed(0)} bytes.`);
}

async function reportColumns(client: pg.Client, grown: readonly Size[]): Promise<void> {
  const large = new Set(grown.filter(({ index, bytes }) => index === null && bytes >= 50).map(({ table }) => table));
  const { rows } = await client.query<{ table: string; name: string; bytes: number }>(readColumns);
  print('\n| Table | Column | Bytes |\n|---|---|---:|');
  for (const { table, name, bytes } of rows) {
    if (large.has(table) && bytes >= shownBytesMin) print(`| ${table} | ${name} | ${bytes.toFixed(0)} |`);
  }
}

await inWorld(measure);
