import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { demoSecrets } from '../src/domain/installation/demo-secrets.ts';
import { connect } from '../src/storage/database/connection.ts';
import type { Bench } from './claim.ts';
import { loadService } from './create.ts';
import { BenchFailure } from './failure.ts';
import { someInvoiceIds } from './fill.ts';
import { timePages } from './lists.ts';
import type { Load } from './load.ts';
import { loadReads } from './read.ts';
import { runProgram } from './run-program.ts';
import { startReceiversProcess, startServiceProcess } from './service-process.ts';
import { median } from './statistics.ts';
import type { BenchDatabase } from './world.ts';

export const connections = 128;
/** Enough for several looks of the worker that writes down what has expired. */
export const expiringCount = 4_000;
const readIdsMax = 20_000;
const receiverCount = 100;
const expiredMaxMs = 120_000;

/** What one database was measured to do in a round. */
export interface Grown {
  readonly create: Load;
  readonly read: Load;
  readonly listsMs: number;
  readonly slowestListMs: number;
  readonly expiredPerSecond: number;
  readonly notifiedPerSecond: number;
  /** From the start of the program until it listens. */
  readonly startMs: number;
}

export async function measureGrown(bench: Bench, database: BenchDatabase, label: string): Promise<Grown> {
  const { world, progress } = bench;
  const startMs = await measureStart(bench, database);
  const invoiceIds = await someInvoiceIds(database, readIdsMax);
  const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
  try {
    await world.checkpoint();
    const read = await loadReads(bench, { service, invoiceIds, connections, label });
    const timed = (await timePages(service, database)).filter(({ page }) => !page.isReport);
    await world.checkpoint();
    const ended = await measureExpiry(database);
    const create = await loadService(bench, { service, database, connections, label });
    const listsMs = median(timed.map(({ ms }) => ms));
    const slowest = timed.reduce((most, one) => (one.ms > most.ms ? one : most));
    const slowestListMs = slowest.ms;
    progress(
      `${label}: started in ${startMs.toFixed(0)} ms, lists ${listsMs.toFixed(1)} ms, the slowest ` +
        `${slowestListMs.toFixed(1)} ms (${slowest.page.path}), ${ended.expiredPerSecond.toFixed(0)}/s expired, ` +
        `${ended.notifiedPerSecond.toFixed(0)}/s notified`,
    );
    return { create, read, listsMs, slowestListMs, startMs, ...ended };
  } finally {
    await service.stop();
  }
}

async function measureStart({ world }: Bench, database: BenchDatabase): Promise<number> {
  const beganMs = performance.now();
  const input = { databaseUrl: database.workUrl, folder: world.folder, isAuditAwaited: false };
  const service = await startServiceProcess(input);
  const startMs = performance.now() - beganMs;
  await service.stop();
  return startMs;
}

/** Open invoices of the second store, for which nothing else happens, whose time is over when they are stored. */
const insertExpired = `insert into invoices
  (id, store_id, internal_id, type, status, amount, asked_amount, currency, notification_url, notification_token,
    created_at, expire_at, updated_at)
  select uuidv7(), 2, 'expiring-' || serial, 'in', 'new', 100000 + serial, 100000 + serial, 'RUB',
    'http://127.0.0.' || serial % $2 + 1 || ':' || $3::int4 || '/', 'token-of-the-shop', now() - interval '1 hour',
    now(), now()
  from generate_series(0, $1::int4 - 1) serial
  returning id`;

/** How many a second are written down as expired, and how many of their notifications a second are acknowledged. */
async function measureExpiry(database: BenchDatabase): Promise<Pick<Grown, 'expiredPerSecond' | 'notifiedPerSecond'>> {
  const receivers = await startReceiversProcess();
  const client = await connect(database.url, 'admin');
  try {
    const { rows } = await client.query(insertExpired, [expiringCount, receiverCount, receivers.port]);
    const ids = rows.map(({ id }) => id);
    const startedMs = Date.now();
    while (Date.now() - startedMs < expiredMaxMs) {
      await delay(100);
      const { rows: found } = await client.query(readEnded, [ids]);
      const { delivered, expiredAt, deliveredAt } = found[0];
      if (delivered < expiringCount) continue;
      const perSecond = (endedAt: number) => expiringCount / ((endedAt - startedMs) / 1000);
      return { expiredPerSecond: perSecond(expiredAt), notifiedPerSecond: perSecond(deliveredAt) };
    }
    throw new BenchFailure('not everything that had expired was written down and told');
  } finally {
    await client.end();
    await receivers.stop();
  }
}

const readEnded = `select count(*)::int as delivered, max(n.created_at) as "expiredAt",
    max(a.at + a.duration_ms * interval '1 ms') as "deliveredAt"
  from unnest($1::uuid[]) i(id) join notifications n on n.invoice_id = i.id
  join delivery_attempts a on a.invoice_id = n.invoice_id and a.sequence = n.sequence and a.outcome = 'delivered'`;

/** As an operator makes one, with the program's own command. In milliseconds. */
export async function measureBackup(bench: Bench, database: BenchDatabase, size: number): Promise<number> {
  const folder = join(bench.world.folder, `backup-${size}`);
  const startedMs = performance.now();
  await runQuittance(bench, database, ['backup', folder]);
  const ms = performance.now() - startedMs;
  await rm(folder, { recursive: true, force: true });
  bench.progress(`growth with ${size.toLocaleString('en')} stored: backed up in ${(ms / 1000).toFixed(1)} s`);
  return ms;
}

/** One of the program's own commands, as an operator runs it. */
export async function runQuittance(
  { world }: Bench,
  { workUrl, url }: BenchDatabase,
  words: readonly string[],
): Promise<void> {
  const program = fileURLToPath(new URL('../program/quittance.js', import.meta.url));
  const cwd = join(world.folder, 'service');
  await mkdir(cwd, { recursive: true });
  const env = {
    QUITTANCE_MODE: 'sandbox',
    DATABASE_URL: workUrl,
    DATABASE_OWNER_URL: url,
    DATA_DIR: cwd,
    MASTER_KEY: demoSecrets.masterKeyHex,
  };
  await runProgram(`quittance ${words[0]}`, process.execPath, [program, ...words], { cwd, env });
}
