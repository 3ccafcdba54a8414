import { setTimeout as delay } from 'node:timers/promises';
import { bookLock } from '../src/storage/book/keep-book.ts';
import { connect } from '../src/storage/database/connection.ts';
import type { Bench, Comparison, Round } from './claim.ts';
import { BenchFailure } from './failure.ts';
import { fillWithPast } from './fill.ts';
import { runLoad } from './load.ts';
import { readCpuMs } from './processor-time.ts';
import { isAllSealed, sealAll } from './seal-all.ts';
import { type ServerProcess, startServiceProcess } from './service-process.ts';
import type { BenchDatabase } from './world.ts';

const connections = 128;
const readyAimMs = 2_000;
const readyMaxMs = 300_000;
/** More often than by default, so that each window has a look at all that is open in it. */
const settings = { AUDIT_INTERVAL_MS: '5000' };

interface Measured {
  readonly size: number;
  /** From the start of the program until money may go out. */
  readonly readyMs: number[];
  /** Processor time of the session that seals and checks. */
  readonly perThousandMs: number[];
}

/** With so many invoices stored: how soon money may go out after a start, and what sealing and checking costs a create. */
export async function measureSealedSizes(bench: Bench): Promise<Comparison[]> {
  const all: Measured[] = [];
  for (const size of bench.options.storedSizes) all.push(await measureSize(bench, size));
  const label = (size: number) => `${size.toLocaleString('en')} invoices stored`;
  const [least] = all;
  return [
    ...all.map(({ size, readyMs }): Comparison => {
      const rounds: Round[] = readyMs.map((ours) => ({ ours, beside: readyAimMs }));
      const setting = `start until money may go out, ${label(size)}`;
      return { claim: 'sealing', setting, beside: 'the aim', unit: 'ms', rounds, aim: { kind: 'at most', ratio: 1 } };
    }),
    ...all.map(
      ({ size, perThousandMs }): Comparison => ({
        claim: 'sealing',
        setting: `sealing and checking 1,000 creates, processor time in PostgreSQL, ${label(size)}`,
        beside: label(least?.size ?? 0),
        unit: 'ms',
        rounds: perThousandMs.map((ours, round) => ({ ours, beside: least?.perThousandMs[round] ?? null })),
        aim: null,
      }),
    ),
  ];
}

async function measureSize(bench: Bench, size: number): Promise<Measured> {
  const { world, progress, options } = bench;
  const database = await world.create(`sealed_${size}`);
  const startedMs = performance.now();
  await fillWithPast(database, { count: size, kept: 'books' }, () => undefined);
  const filledMs = performance.now();
  await sealAll(database);
  const text = (ms: number) => `${(ms / 1000).toFixed(0)} s`;
  progress(
    `sealing: ${size.toLocaleString('en')} invoices stored in ${text(filledMs - startedMs)}, sealed in ${text(performance.now() - filledMs)}`,
  );
  const measured: Measured = { size, readyMs: [], perThousandMs: [] };
  for (let round = 0; round < options.rounds; round++) {
    await world.checkpoint();
    const beganMs = performance.now();
    const service = await startServiceProcess({
      databaseUrl: database.workUrl,
      folder: world.folder,
      settings,
      isAuditAwaited: false,
    });
    try {
      await waitUntilMoneyMayGo(service);
      measured.readyMs.push(performance.now() - beganMs);
      measured.perThousandMs.push(await loadAndSeal(bench, service, database));
    } finally {
      await service.stop();
    }
    progress(
      `sealing, ${size.toLocaleString('en')} stored: ready after ${measured.readyMs.at(-1)?.toFixed(0)} ms, ` +
        `${measured.perThousandMs.at(-1)?.toFixed(1)} ms in PostgreSQL for 1,000 creates`,
    );
  }
  await world.drop(database);
  return measured;
}

async function waitUntilMoneyMayGo({ port }: ServerProcess): Promise<void> {
  for (const startedMs = performance.now(); performance.now() - startedMs < readyMaxMs; await delay(25)) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    if (/^quittance_money_out_stopped 0$/m.test(metrics)) return;
  }
  throw new BenchFailure('money may not go out');
}

/** The processor time for 1,000 creates, in milliseconds. */
async function loadAndSeal({ options }: Bench, { port }: ServerProcess, database: BenchDatabase): Promise<number> {
  const pid = await sealerPid(database);
  const before = (await readCpuMs(pid)) ?? Number.NaN;
  const { warmUpSeconds, seconds } = options;
  const { total } = await runLoad({ port, connections, warmUpSeconds, seconds, requests: database.serials });
  while (!(await isAllSealed(database))) await delay(100);
  return ((((await readCpuMs(pid)) ?? Number.NaN) - before) * 1000) / total;
}

async function sealerPid({ url }: BenchDatabase): Promise<number> {
  const client = await connect(url, 'admin');
  const { rows } = await client.query(
    `select pid from pg_locks where locktype = 'advisory' and objid = $1 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [bookLock],
  );
  await client.end();
  return rows[0]?.pid ?? Number.NaN;
}
