import { createHash, createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { demoSecrets } from '../src/domain/installation/demo-secrets.ts';
import { connect } from '../src/storage/database/connection.ts';
import type { Bench, Comparison, Round } from './claim.ts';
import { BenchFailure } from './failure.ts';
import { runLoad } from './load.ts';
import { startReceiversProcess, startServiceProcess } from './service-process.ts';

/** From a message to the delivered notification that says `paid`. */
const paidMsAim = 1_000;
const streamPerSecond = 100;
const ingestedPerSecondAim = 2_000;
const floodConnections = 64;
const phones = 40;

/**
 * Messages of makers' phones. A stream, in which each message pays a deal that waits for it: how long from the message to the
 * shop's acknowledged notification. A flood, one message in each request: how many a second are stored.
 */
export async function measureMessages(bench: Bench): Promise<Comparison[]> {
  const streams: Round[] = [];
  const floods: Round[] = [];
  for (let round = 0; round < bench.options.rounds; round += 1) {
    const { p50Ms, p99Ms } = await withPhones(bench, `messages_stream_${round}`, (parts) => stream(bench, parts));
    streams.push({ ours: p99Ms, beside: paidMsAim, p50Ms, p99Ms });
    const perSecond = await withPhones(bench, `messages_flood_${round}`, (parts) => flood(bench, parts));
    floods.push({ ours: perSecond, beside: ingestedPerSecondAim });
  }
  const aimed = { claim: 'messages', beside: 'the aim' } as const;
  return [
    {
      ...aimed,
      setting: `99th percentile from message to notification, ${streamPerSecond} messages/s`,
      unit: 'ms',
      rounds: streams,
      aim: { kind: 'at most', ratio: 1 },
    },
    {
      ...aimed,
      setting: `flood of messages, one in each request, ${floodConnections} connections`,
      unit: 'per second',
      rounds: floods,
      aim: { kind: 'at least', ratio: 1 },
    },
  ];
}

interface Parts {
  readonly client: pg.Client;
  readonly port: number;
  readonly receiverPort: number;
}

/** A service whose makers have phones, and whose templates read what their bank writes. */
async function withPhones<Result>(
  bench: Bench,
  name: string,
  measure: (parts: Parts) => Promise<Result>,
): Promise<Result> {
  const { world } = bench;
  const database = await world.create(name);
  const stops: (() => Promise<unknown>)[] = [() => world.drop(database)];
  try {
    const client = await connect(database.url, 'admin');
    stops.push(() => client.end());
    await client.query(keepOneBank);
    await client.query(addPhones, [phones, Array.from({ length: phones }, (_, index) => hashOf(tokenOf(index)))]);
    await client.query(giveRequisites);
    const receivers = await startReceiversProcess();
    stops.push(() => receivers.stop());
    const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
    stops.push(() => service.stop());
    await switchOnTemplates(service.port);
    await world.checkpoint();
    return await measure({ client, port: service.port, receiverPort: receivers.port });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

const keepOneBank = `update requisites set paused = bank <> 'sberbank' or currency <> 'RUB'`;

const addPhones = `with automated as (update makers set auto_on = true)
  insert into phones (id, maker_id, name, token_hash, created_at, paired_at)
  select serial, (serial - 1) % (select count(*) from makers) + 1, 'phone ' || serial, hash, now(), now()
  from unnest($2::text[]) with ordinality h(hash, serial) where serial <= $1`;

/** Each to one of the phones of its maker, with digits of its own. */
const giveRequisites = `insert into phone_requisites (requisite_id, phone_id, digits)
  select r.id, (select p.id from phones p where p.maker_id = r.maker_id order by p.id
    offset r.id % (select count(*) from phones where maker_id = r.maker_id) limit 1), array[(10000 + r.id)::text]
  from requisites r where not r.paused`;

interface WaitingDeal {
  readonly phone: number;
  readonly requisiteId: number;
  readonly amount: bigint;
}

async function stream(bench: Bench, parts: Parts): Promise<{ readonly p50Ms: number; readonly p99Ms: number }> {
  const { seconds, warmUpSeconds } = bench.options;
  const count = Math.ceil(streamPerSecond * (seconds + warmUpSeconds));
  await createInvoices(parts, count);
  const deals = await readDeals(parts.client, count);
  const balances = new Map<number, bigint>();
  // A phone posts one message after the other: what overtakes another one would break the chain of its balances.
  const lastPosts = new Map<number, Promise<void>>();
  const startedMs = performance.now();
  for (const [index, deal] of deals.entries()) {
    const balance = (balances.get(deal.requisiteId) ?? 1_000_000n) + deal.amount;
    balances.set(deal.requisiteId, balance);
    const waitMs = startedMs + (index * 1000) / streamPerSecond - performance.now();
    if (waitMs > 1) await delay(waitMs);
    const before = lastPosts.get(deal.phone) ?? Promise.resolve();
    lastPosts.set(
      deal.phone,
      before.then(() => postMessage(parts.port, deal, balance)),
    );
  }
  await Promise.all(lastPosts.values());
  await untilPaid(parts.client, count);
  const { p50Ms, p99Ms } = await readLags(parts.client, warmUpSeconds * streamPerSecond);
  bench.progress(`messages, ${streamPerSecond}/s to paid: p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`);
  return { p50Ms, p99Ms };
}

async function flood(bench: Bench, { port, client }: Parts): Promise<number> {
  const { seconds, warmUpSeconds } = bench.options;
  const tokens = Array.from({ length: phones }, (_, index) => tokenOf(index));
  const load = await runLoad({
    port,
    connections: floodConnections,
    warmUpSeconds,
    seconds,
    requests: { kind: 'messages', tokens },
  });
  const { rows } = await client.query('select count(*)::int from phone_messages');
  if (rows[0].count !== load.total) {
    throw new BenchFailure(`${load.total} messages were answered for, ${rows[0].count} are stored`);
  }
  bench.progress(`messages, flood: ${load.perSecond.toFixed(0)}/s stored, p99 ${load.p99Ms.toFixed(1)} ms`);
  return load.perSecond;
}

function tokenOf(index: number): string {
  return `qd_bench-phone-${index + 1}`;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** As the operator of the demo would. */
async function switchOnTemplates(port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/operator`;
  const send = async (path: string, method: 'GET' | 'POST', body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new BenchFailure(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const signedIn = await send('/session', 'POST', demoSecrets.people.operator);
  const { csrfToken } = (await signedIn.json()) as { readonly csrfToken: string };
  const session = { cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-csrf-token': csrfToken };
  const reason = 'for the bench';
  await send('/message-templates/load', 'POST', { reason }, session);
  const listed = (await (await send('/message-templates', 'GET', undefined, session)).json()) as {
    readonly items: readonly { readonly id: number; readonly latest: { readonly version: number } }[];
  };
  const switches = listed.items.map(({ id, latest }) => ({ id, version: latest.version }));
  await send('/message-templates/switch', 'POST', { switches, reason }, session);
}

const createsAtOnce = 16;

async function createInvoices({ port, receiverPort }: Parts, count: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/merchant/invoices`;
  let next = 0;
  const create = async () => {
    for (let serial = next++; serial < count; serial = next++) {
      const body = JSON.stringify({
        type: 'in',
        amount: `${1000 + Math.trunc(serial / 100)}.${String(serial % 100).padStart(2, '0')}`,
        currency: 'RUB',
        startDeal: true,
        notificationUrl: `http://127.0.0.1:${receiverPort}/`,
        notificationToken: 'token-of-the-shop',
      });
      const signature = createHmac('sha1', demoSecrets.merchantSecret).update(`POST${url}${body}`).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'x-identity': demoSecrets.apiKeys[0],
        'x-signature': signature,
      };
      const response = await fetch(url, { method: 'POST', headers, body });
      if (!response.ok) throw new BenchFailure(`an invoice was refused: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: createsAtOnce }, create));
}

async function readDeals(client: pg.Client, count: number): Promise<readonly WaitingDeal[]> {
  const { rows } = await client.query(
    `select p.phone_id as phone, d.requisite_id as "requisiteId", d.amount from deals d
     join phone_requisites p on p.requisite_id = d.requisite_id where d.status = 'transfer_waiting' order by d.id`,
  );
  if (rows.length !== count) throw new BenchFailure(`${rows.length} deals wait for ${count} messages`);
  return rows;
}

async function postMessage(port: number, { phone, requisiteId, amount }: WaitingDeal, balance: bigint): Promise<void> {
  const decimal = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
  const now = Date.now();
  const time = new Date(now + 3 * 3_600_000).toISOString().slice(11, 16);
  const text = `СЧЁТ${10_000 + requisiteId} ${time} Перевод ${decimal(amount)}р от Олег К. Баланс: ${decimal(balance)}р`;
  const response = await fetch(`http://127.0.0.1:${port}/api/devices/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(phone - 1)}` },
    body: JSON.stringify({ from: '900', text, receivedStamp: now }),
  });
  if (!response.ok) throw new BenchFailure(`a message was refused: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

const paidMaxMs = 60_000;

async function untilPaid(client: pg.Client, count: number): Promise<void> {
  let paid = 0;
  for (const startedMs = performance.now(); performance.now() - startedMs < paidMaxMs; ) {
    await delay(200);
    const { rows } = await client.query(
      `select count(*)::int from delivery_attempts a join invoices i on i.id = a.invoice_id
       where a.outcome = 'delivered' and i.status = 'paid'
         and a.sequence = (select max(sequence) from notifications n where n.invoice_id = a.invoice_id)`,
    );
    paid = rows[0].count;
    if (paid === count) return;
  }
  const { rows } = await client.query(
    'select outcome, reason, count(*)::int from message_outcomes group by 1, 2 order by 3 desc limit 5',
  );
  throw new BenchFailure(`${paid} of ${count} shops heard of their money: ${JSON.stringify(rows)}`);
}

async function readLags(
  client: pg.Client,
  skipped: number,
): Promise<{ readonly p50Ms: number; readonly p99Ms: number }> {
  const { rows } = await client.query(
    `select percentile_cont(0.5) within group (order by lag) as "p50Ms",
       percentile_cont(0.99) within group (order by lag) as "p99Ms"
     from (
       select (extract(epoch from a.at - m.came_at) * 1000 + a.duration_ms)::float8 as lag
       from phone_messages m join message_outcomes o on o.message_id = m.id
       join arrivals r on r.id = o.arrival_id join deals d on d.id = r.deal_id
       join delivery_attempts a on a.invoice_id = d.invoice_id and a.outcome = 'delivered'
         and a.sequence = (select max(sequence) from notifications n where n.invoice_id = d.invoice_id)
       order by m.id offset $1
     ) l`,
    [skipped],
  );
  return rows[0];
}
