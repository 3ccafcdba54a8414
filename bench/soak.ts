import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from '../src/storage/database/connection.ts';
import { BenchFailure } from './failure.ts';
import { inWorld, print } from './in-world.ts';
import { type Load, runLoad } from './load.ts';
import { MemoryWatch } from './memory-watch.ts';
import { OpenPages } from './open-pages.ts';
import { describeMachine } from './report.ts';
import { type ServerProcess, startReceiversProcess, startServiceProcess } from './service-process.ts';
import { type Fault, faults } from './soak-faults.ts';
import { firstAndLast, median } from './statistics.ts';
import { type BenchDatabase, checkLaws, type World } from './world.ts';

/**
 * Whole lives of invoices for an hour, at four fifths of the pace that the machine can keep: created with a deal, expired
 * when nobody has paid, told to one of a thousand shops, while two thousand payment pages follow. The memory of the service
 * has to stay what it is.
 */
const helpText = `Keeps the service busy for a long time and watches its memory.

npm run bench:soak -- [options]

  --minutes <n>   how long; default 60
  --faults        every other minute something breaks: ${faults.map(({ name }) => name).join('; ')}
  --help          this text
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    faults: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const minutesMax = 24 * 60;

const share = 0.8;
const connections = 64;
const pageCount = 2_000;
const receiverCount = 1_000;
/** Requests are signed before each stretch, so that signing takes nothing from it. */
const stretchSeconds = 60;
/** Of an invoice: so many are open at a time as come in this time. */
const lifetimeMs = 20_000;
const warmUpSeconds = 10;
/** A shop that did not answer is asked again after minutes. */
const liveMaxMs = 1_200_000;

interface Scene {
  readonly database: BenchDatabase;
  readonly service: ServerProcess;
  readonly receivers: ServerProcess;
  readonly notificationUrls: readonly string[];
  /** Answered with 200. */
  created: number;
}

/** One stretch of the load, and how the service was. */
interface Stretch {
  readonly load: Load;
  /** The median: the collector's rhythm makes single samples jump. */
  readonly memoryMb: number;
  readonly state: State;
  readonly fault: Fault | null;
}

interface State {
  readonly open: number;
  /** Notifications that are not delivered yet. */
  readonly untold: number;
}

async function soak(world: World): Promise<void> {
  const database = await world.create('soak');
  const stops: (() => Promise<unknown>)[] = [];
  try {
    await ask(database, 'update stores set invoice_lifetime_ms = $1, deal_lifetime_ms = $1', [lifetimeMs]);
    const receivers = await startReceiversProcess();
    stops.push(() => receivers.stop());
    const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
    stops.push(() => service.stop());
    const scene = { database, service, receivers, notificationUrls: urlsOf(receivers.port), created: 0 };
    print(`${describeMachine(await world.serverVersion())}\nLoad of the machine before: ${loadavg()[0]?.toFixed(2)}`);
    report(await besidePages(scene, () => keepBusy(scene)));
    await checkAll(scene);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Every loopback address is a shop of its own. */
function urlsOf(port: number): string[] {
  return Array.from(
    { length: receiverCount },
    (_, index) => `http://127.0.${Math.floor(index / 250)}.${(index % 250) + 1}:${port}/`,
  );
}

/** Whole lives a second. More are begun than can end in that time, so the machine is busy until the last one is told. */
async function fullPace(scene: Scene): Promise<number> {
  await load(scene, { seconds: warmUpSeconds });
  await untilLived(scene);
  const startedMs = performance.now();
  const { total } = await load(scene, { seconds: stretchSeconds });
  await untilLived(scene);
  const pace = total / ((performance.now() - startedMs) / 1000);
  print(`soak: ${pace.toFixed(0)} invoices a second are created, end and are told, as fast as they can`);
  return pace;
}

async function load(scene: Scene, input: { readonly seconds: number; readonly perSecond?: number }): Promise<Load> {
  const { database, service, notificationUrls } = scene;
  const count = Math.ceil(input.seconds * (input.perSecond ?? paceMax));
  const requests = { kind: 'told', firstSerial: database.serials.take(count), count, notificationUrls } as const;
  const plan = { ...input, port: service.port, connections, warmUpSeconds: 0, requests, mayFail: values.faults };
  const done = await runLoad(plan);
  scene.created += done.total;
  return done;
}

/** More a second than any machine of this size creates. */
const paceMax = 5_000;

async function keepBusy(scene: Scene): Promise<readonly Stretch[]> {
  const { service } = scene;
  const perSecond = share * (await fullPace(scene));
  print(`soak: at ${perSecond.toFixed(0)} a second for ${minutes} minutes`);
  const stretches: Stretch[] = [];
  const begunMs = performance.now();
  for (let index = 0; performance.now() - begunMs < minutes * 60_000; index++) {
    const fault = values.faults && index % 2 === 1 ? (faults[(index >> 1) % faults.length] ?? null) : null;
    const broken = fault === null ? null : breakSomething(fault, scene);
    const memory = new MemoryWatch(service);
    memory.start();
    const done = await load(scene, { seconds: stretchSeconds, perSecond });
    await broken;
    memory.stop();
    const stretch = { load: done, memoryMb: median(memory.samples), state: await stateOf(scene), fault };
    stretches.push(stretch);
    const minute = ((performance.now() - begunMs) / 60_000).toFixed(0);
    print(`  ${minute.padStart(4)} min: ${textOf(stretch)}`);
  }
  return stretches;
}

/** The pages take their part of the machine, so the pace that it can keep is measured beside them as well. */
async function besidePages<Result>(scene: Scene, act: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const following = followInvoices(scene, () => isOver);
  try {
    return await act();
  } finally {
    isOver = true;
    await following;
  }
}

/** Pages of the newest invoices, which come and go, as those of payers do. */
async function followInvoices({ database, service }: Scene, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const rows = await ask(database, 'select id from invoices order by id desc limit $1', [pageCount]);
    const paths = rows.map(({ id }) => `/api/public/invoices/${id}/events`);
    const opened = await OpenPages.open(service.port, paths, '"status":"expired"').catch((error: unknown) => {
      // They are refused while the database is away.
      if (!values.faults) throw error;
      return null;
    });
    await delay(opened === null ? 1_000 : lifetimeMs * 0.8);
    opened?.close();
  }
}

/** In the middle of the stretch. */
async function breakSomething(fault: Fault, { database, receivers }: Scene): Promise<void> {
  await delay((stretchSeconds * 1000) / 3);
  const rows = await ask(
    database,
    `select pid from pg_stat_activity where datname = current_database() and application_name like 'quittance-%'
     and pid <> pg_backend_pid()`,
  );
  await fault.strike({ serverPids: rows.map(({ pid }) => pid), receiversPid: receivers.pid });
}

function textOf({ load: { perSecond, p50Ms, p99Ms, answers }, memoryMb, state, fault }: Stretch): string {
  const refused = Object.entries(answers).filter(([status]) => status !== '200');
  return [
    `${memoryMb.toFixed(0)} MB`,
    `${perSecond.toFixed(0)} a second`,
    `p50 / p99 ${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)} ms`,
    `${state.open} open`,
    `${state.untold} to tell`,
    ...refused.map(([status, count]) => `${count} × ${status}`),
    ...(fault === null ? [] : [fault.name]),
  ].join(', ');
}

async function stateOf({ database }: Scene): Promise<State> {
  const [row] = await ask(
    database,
    `select (select count(*) from invoices where status = 'new')::int as open,
       (select count(*) from delivery_queue)::int as untold`,
  );
  return row as State;
}

/** On a connection of its own, because faults cut them; and again, while the database recovers from one. */
async function ask(database: BenchDatabase, text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  for (const startedMs = performance.now(); ; await delay(1_000)) {
    try {
      const client = await connect(database.url, 'admin');
      return await client
        .query(text, [...parameters])
        .then(({ rows }) => rows)
        .finally(() => client.end());
    } catch (error) {
      if (performance.now() - startedMs > recoveryMaxMs) throw error;
    }
  }
}

/** On a busy machine the log of some minutes is replayed for longer than one. */
const recoveryMaxMs = 600_000;
// biome-ignore lint/suspicious/noExplicitAny: cells are typed where they are used.
type Row = Record<string, any>;

async function untilLived(scene: Scene): Promise<void> {
  for (const startedMs = performance.now(); performance.now() - startedMs < liveMaxMs; await delay(1_000)) {
    const { open, untold } = await stateOf(scene);
    if (open === 0 && untold === 0) return;
  }
  throw new BenchFailure('not all invoices came to their end');
}

function report(stretches: readonly Stretch[]): void {
  const memory = stretches.map(({ memoryMb }) => memoryMb);
  const { first, last } = firstAndLast(memory);
  const p99 = stretches.map(({ load: { p99Ms } }) => p99Ms);
  const total = stretches.reduce((sum, { load: { total: answered } }) => sum + answered, 0);
  print(
    `soak: ${total.toLocaleString('en')} invoices; memory ${first.toFixed(0)} MB in the first sixth, ${last.toFixed(0)} MB in ` +
      `the last (${(last / first).toFixed(2)}), at most ${Math.max(...memory).toFixed(0)} MB; ` +
      `p99 of a minute ${median(p99).toFixed(1)} ms (${Math.min(...p99).toFixed(1)}–${Math.max(...p99).toFixed(1)})`,
  );
}

/** Everything that was answered for came to its end, everybody was told once, and the books are right. */
async function checkAll(scene: Scene): Promise<void> {
  await untilLived(scene);
  const [row] = await ask(
    scene.database,
    `select
      (select count(*) from invoices)::int as all,
      (select count(*) from notifications)::int as notifications,
      (select count(*) from delivery_attempts where outcome = 'delivered')::int as delivered`,
  );
  const { all, notifications, delivered } = row ?? {};
  print(`soak: ${all} invoices have ended, ${delivered} of their ${notifications} notifications are delivered`);
  // What was stored when its connection was cut was not answered for.
  const isAllThere = values.faults ? all >= scene.created : all === scene.created;
  if (!isAllThere) throw new BenchFailure(`${scene.created} invoices were answered for, ${all} are stored`);
  if (notifications !== all || delivered !== notifications) throw new BenchFailure('something was lost, or told twice');
  await checkLaws(scene.database);
  print('soak: the books are right');
}

if (values.help) {
  process.stdout.write(helpText);
} else if (!Number.isInteger(minutes) || minutes < 1 || minutes > minutesMax) {
  process.stderr.write(`--minutes takes a whole number from 1 to ${minutesMax}.\n`);
  process.exitCode = 2;
} else {
  await inWorld(soak);
}
