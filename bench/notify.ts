import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { receiverOf } from '../src/domain/notifications/receiver.ts';
import { connect } from '../src/storage/database/connection.ts';
import { type Bench, type Comparison, inTurn, type Round } from './claim.ts';
import { BenchFailure } from './failure.ts';
import { type ServerProcess, startReceiversProcess, startServiceProcess } from './service-process.ts';

/** Healthy deliveries per second that we want to see on two cores. */
const perSecondAim = 2_000;
/** The dead may make the slowest hundredth of the healthy ones half as slow again, not more. */
const slowerMax = { kind: 'at most', ratio: 1.5 } as const;
const steadyPerSecond = 800;
/** At that pace, with everything on two cores. */
const slowestMsAim = 100;
const deadOneIn = 10;

interface Setting {
  readonly receivers: number;
  readonly hasDead: boolean;
}

interface Delivered {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Processor time, of a whole run or of each delivery. */
interface Spent {
  readonly serviceMicros: number;
  readonly postgresMicros: number;
}

/**
 * Invoices expire, the service writes it down and notifies. A flood, in which all expire at once, shows how many changes a
 * second are written down and delivered, all in the same seconds; a backlog, as after an outage, how many are delivered when
 * they are written down already; and a steady stream how long each takes from the change to the acknowledged delivery.
 */
export async function measureNotify(bench: Bench): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const receivers of [1, 100, 1000]) {
    const floods: Round[] = [];
    const backlogs: Round[] = [];
    const streams: Round[] = [];
    for (let round = 0; round < bench.options.rounds; round += 1) {
      const flood = await run(bench, { receivers, hasDead: receivers > 1 }, 'flood', round);
      floods.push({ ours: flood.perSecond, beside: perSecondAim });
      const backlog = await run(bench, { receivers, hasDead: receivers > 1 }, 'backlog', round);
      backlogs.push({ ours: backlog.perSecond, beside: perSecondAim });
      if (receivers === 1) continue;
      const found = new Map<boolean, Delivered>();
      for (const hasDead of inTurn([true, false], round)) {
        found.set(hasDead, await run(bench, { receivers, hasDead }, 'stream', round));
      }
      const [dead, healthy] = [found.get(true), found.get(false)];
      if (dead === undefined || healthy === undefined) continue;
      streams.push({ ours: dead.p99Ms, beside: healthy.p99Ms, p50Ms: dead.p50Ms, p99Ms: dead.p99Ms });
    }
    const title = `${receivers} ${receivers === 1 ? 'receiver' : 'receivers, a tenth of them dead'}`;
    comparisons.push(rateOf(`backlog, ${title}`, backlogs), rateOf(`flood, ${title}`, floods));
    if (streams.length === 0) continue;
    const stream = {
      claim: 'notify',
      setting: `99th percentile, ${steadyPerSecond} changes/s, ${title}`,
      unit: 'ms',
    } as const;
    const beside = streams.map((round) => ({ ...round, beside: slowestMsAim }));
    comparisons.push(
      { ...stream, beside: 'none dead', rounds: streams, aim: slowerMax },
      { ...stream, beside: 'the aim', rounds: beside, aim: { kind: 'at most', ratio: 1 } },
    );
  }
  return comparisons;
}

function rateOf(setting: string, rounds: readonly Round[]): Comparison {
  const aim = { kind: 'at least', ratio: 1 } as const;
  return { claim: 'notify', setting, beside: 'the aim', unit: 'per second', rounds, aim };
}

async function run(
  bench: Bench,
  setting: Setting,
  kind: 'flood' | 'backlog' | 'stream',
  round: number,
): Promise<Delivered> {
  const { world, options } = bench;
  const seconds = options.seconds + (kind === 'stream' ? options.warmUpSeconds : 0);
  const count = kind === 'stream' ? steadyPerSecond * Math.ceil(seconds) : perSecondAim * options.seconds;
  const name = `notify_${kind}_${setting.receivers}_${setting.hasDead ? 'dead' : 'well'}_${round}`;
  const database = await world.create(name);
  const stops: (() => Promise<unknown>)[] = [() => world.drop(database)];
  try {
    const receivers = await startReceiversProcess();
    stops.push(() => receivers.stop());
    const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
    stops.push(() => service.stop());
    const client = await connect(database.url, 'admin');
    stops.push(() => client.end());
    await client.query(insertInvoices, [
      count,
      setting.receivers,
      receivers.port,
      setting.hasDead ? deadOneIn : 0,
      kind === 'stream' ? steadyPerSecond : 0,
    ]);
    await client.query('analyze invoices');
    await world.checkpoint();
    if (kind === 'backlog') await pauseReceivers(client);
    await client.query(letExpire);
    if (kind === 'backlog') await untilWritten(client, count);
    const spentBefore = await spentMs(bench, service);
    if (kind === 'backlog') await client.query('update receivers set paused_at = null');
    const deliveries = await untilDelivered(client, setting, count);
    const spent = spentEach(spentBefore, await spentMs(bench, service), deliveries);
    const delivered = await readDelivered(client, kind === 'stream' ? options.warmUpSeconds : 0);
    const { perSecond, p50Ms, p99Ms } = delivered;
    const dead = setting.hasDead ? ', a tenth dead' : '';
    bench.progress(
      `notify, ${kind}, ${setting.receivers} receivers${dead}: ${perSecond.toFixed(0)}/s, ` +
        `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms; processor time of each, ` +
        `service ${spent.serviceMicros.toFixed(0)} µs, PostgreSQL ${spent.postgresMicros.toFixed(0)} µs`,
    );
    return delivered;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function spentMs({ world }: Bench, service: ServerProcess): Promise<Spent> {
  const [serviceMs, postgresMs] = await Promise.all([service.cpuMs(), world.processorMs()]);
  return { serviceMicros: (serviceMs ?? Number.NaN) * 1000, postgresMicros: postgresMs * 1000 };
}

function spentEach(before: Spent, after: Spent, deliveries: number): Spent {
  return {
    serviceMicros: (after.serviceMicros - before.serviceMicros) / deliveries,
    postgresMicros: (after.postgresMicros - before.postgresMicros) / deliveries,
  };
}

/** Open invoices without a deal, spread over the receivers: 127.0.x.y is the host, the port says whether it is alive. */
const insertInvoices = `insert into invoices
  (id, store_id, internal_id, type, status, amount, asked_amount, currency, notification_url, notification_token,
    created_at, expire_at, updated_at)
  select uuidv7(), 1, 'order-' || serial, 'in', 'new', 100000 + serial, 100000 + serial, 'RUB',
    'http://127.0.' || (serial % $2) / 250 || '.' || (serial % $2) % 250 + 1 || ':'
      || $3::int4 + case when $4::int4 > 0 and (serial % $2) % $4::int4 = $4::int4 - 1 then 1 else 0 end || '/',
    'token-of-the-shop', now() - interval '1 hour',
    now() + interval '1 day' + case when $5::int4 > 0 then serial * interval '1 second' / $5::int4 else interval '0' end, now()
  from generate_series(0, $1::int4 - 1) serial`;

const letExpire = `update invoices set expire_at = expire_at - interval '1 day' - (select min(expire_at) - interval '1 day' - now() from invoices)`;

const deliveredMaxMs = 120_000;

/** Nothing is sent to a paused receiver: what is written down waits. */
async function pauseReceivers(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select distinct notification_url as url from invoices');
  const receivers = rows.map(({ url }) => receiverOf(1, url)).filter((receiver) => receiver !== null);
  await client.query(
    `insert into receivers (key, store_id, origin, paused_at)
     select key, 1, origin, now() from unnest($1::int8[], $2::text[]) r(key, origin)`,
    [receivers.map(({ key }) => key), receivers.map(({ origin }) => origin)],
  );
}

async function untilWritten(client: pg.Client, count: number): Promise<void> {
  for (let written = 0; written < count; ) {
    await delay(200);
    written = (await client.query('select count(*)::int from delivery_queue')).rows[0].count;
  }
}

/** All that can be delivered, and how many that were: what goes to the dead stays. */
async function untilDelivered(client: pg.Client, { hasDead, receivers }: Setting, count: number): Promise<number> {
  const isDead = (serial: number) => hasDead && (serial % receivers) % deadOneIn === deadOneIn - 1;
  const expected = Array.from({ length: count }, (_, serial) => serial).filter((serial) => !isDead(serial)).length;
  for (const startedMs = performance.now(); performance.now() - startedMs < deliveredMaxMs; ) {
    await delay(200);
    const { rows } = await client.query(`select count(*)::int from delivery_attempts where outcome = 'delivered'`);
    if (rows[0].count > expected) throw new BenchFailure(`${rows[0].count} deliveries of ${expected} notifications`);
    if (rows[0].count === expected) return expected;
  }
  throw new BenchFailure('not all notifications were delivered');
}

async function readDelivered(client: pg.Client, afterSeconds: number): Promise<Delivered> {
  const { rows } = await client.query(
    `select count(*) / extract(epoch from max(ended) - greatest(min(created_at), min(at)))::float8 as "perSecond",
       percentile_cont(0.5) within group (order by lag) as "p50Ms",
       percentile_cont(0.99) within group (order by lag) as "p99Ms"
     from (
       select n.created_at, a.at, a.at + a.duration_ms * interval '1 ms' as ended,
         (extract(epoch from a.at - n.created_at) * 1000 + a.duration_ms)::float8 as lag
       from delivery_attempts a join notifications n on n.invoice_id = a.invoice_id and n.sequence = a.sequence
       where a.outcome = 'delivered'
     ) d where created_at >= (select min(created_at) from notifications) + $1 * interval '1 second'`,
    [afterSeconds],
  );
  return rows[0];
}
