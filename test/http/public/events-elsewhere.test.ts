import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { type Service, startService } from '../../../src/service.ts';
import { expectLawsHold } from '../../support/database.ts';
import { EventReader } from '../../support/event-reader.ts';
import { PublicClient } from '../../support/public-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/** Two processes would have two services on one database: here they share the memory, and nothing in it. */
let here: TestService;
let there: Service;
const open: EventReader[] = [];

beforeAll(async () => {
  here = await startTestService({ PUBLIC_URL: publicUrl });
  there = await startBeside();
});
afterEach(() => {
  for (const reader of open.splice(0)) reader.close();
});
afterAll(async () => {
  await there.stop();
  await expectLawsHold(here.db.pool);
  await here.stop();
});

/** As merchants and payers know them: behind one address. */
const publicUrl = 'https://pay.example';

/** What a stop would take that waits for streams to end by themselves. */
const shutdownTimeoutMs = 60_000;

function startBeside(): Promise<Service> {
  const { url: DATABASE_URL } = here.db;
  const env = {
    PORT: '0',
    QUITTANCE_MODE: 'sandbox',
    DATABASE_URL,
    DATA_DIR: here.dataDir,
    LOG_LEVEL: 'fatal',
    PUBLIC_URL: publicUrl,
  };
  const config = readConfig({ ...env, SHUTDOWN_TIMEOUT_MS: String(shutdownTimeoutMs) });
  return startService(config, { clock: here.now });
}

let amount = 7000;

async function newInvoice(change: object = {}): Promise<string> {
  return (await here.shop.createPayin({ amount: `${amount++}.00`, ...change })).body.id;
}

async function follow(service: Service, id: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = await EventReader.open(service.url, id, headers);
  open.push(reader);
  return reader;
}

describe('what one process does', () => {
  it('is seen by those who follow in the other', async () => {
    const id = await newInvoice();
    const reader = await follow(there, id);
    await reader.next();
    await new PublicClient(here.url).startDeal(id);
    expect((await reader.next()).invoice.deals[0].status).toBe('transfer_waiting');
    await new PublicClient(there.url).confirm(id);
    const readerHere = await follow(here, id);
    expect((await readerHere.next()).invoice.deals[0].status).toBe('transfer_confirmed');
  });

  it('is seen when it is more than one message holds', async () => {
    const ids = await Promise.all(Array.from({ length: 250 }, () => newInvoice()));
    const watched = [ids[0], ids[125], ids[249]] as string[];
    const readers = await Promise.all(watched.map((id) => follow(there, id)));
    for (const reader of readers) await reader.next();
    await Promise.all(ids.map((id) => here.shop.cancel(id)));
    for (const reader of readers) expect((await reader.next()).invoice.status).toBe('canceled');
  });

  it('has the same event ID there and here', async () => {
    const id = await newInvoice({ startDeal: true });
    const first = await (await follow(here, id)).next();
    const moved = await follow(there, id, { 'last-event-id': first.id });
    await moved.said('retry');
    await new PublicClient(here.url).cancel(id);
    expect((await moved.next()).invoice.status).toBe('canceled');
    expect(moved.events).toHaveLength(1);
  });
});

describe('a lost connection', () => {
  it('a lost connection to the database is made again, and what happened in between is seen', async () => {
    const id = await newInvoice();
    const other = await newInvoice();
    const readers = await Promise.all([follow(there, id), follow(there, other)]);
    for (const reader of readers) await reader.next();
    // All of that kind: what a listener has asked last may be something else by now.
    const { rows } = await here.db.pool.query(
      `select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'quittance-admin'`,
    );
    expect(rows[0].count).toBeGreaterThanOrEqual(2);
    await new PublicClient(here.url).startDeal(id);
    expect((await readers[0]?.next())?.invoice.deals[0].status).toBe('transfer_waiting');
    // And from then on as before, in both directions.
    await delay(1_500);
    await new PublicClient(here.url).cancel(other);
    expect((await readers[1]?.next())?.invoice.status).toBe('canceled');
  });
});

describe('a service that stops', () => {
  it('ends its streams at once, and those who followed go on elsewhere', async () => {
    const leaving = await startBeside();
    const id = await newInvoice();
    const readers = await Promise.all(Array.from({ length: 30 }, () => follow(leaving, id)));
    const events = await Promise.all(readers.map((reader) => reader.next()));
    const startedMs = performance.now();
    await leaving.stop();
    expect(performance.now() - startedMs).toBeLessThan(shutdownTimeoutMs);
    await Promise.all(readers.map((reader) => reader.over()));
    await new PublicClient(here.url).startDeal(id);
    const again = await follow(there, id, { 'last-event-id': events[0]?.id ?? '' });
    expect((await again.next()).invoice.deals[0].status).toBe('transfer_waiting');
  });
});
