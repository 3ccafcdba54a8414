import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Channel } from '../../src/storage/database/channel.ts';
import { type ChangedInvoices, InvoiceWatch } from '../../src/storage/watches/invoice-watch.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { patiently } from '../support/patience.ts';

let db: TestDatabase;
const started: Channel[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  for (const channel of started.splice(0)) await channel.stop();
});
afterAll(() => db.drop());

async function start(): Promise<{ watch: InvoiceWatch; heard: ChangedInvoices[] }> {
  const channel = new Channel(() => db.url);
  const watch = new InvoiceWatch(channel);
  const heard: ChangedInvoices[] = [];
  await channel.start();
  watch.listen((changed) => heard.push(changed));
  started.push(channel);
  return { watch, heard };
}

const id = (index: number) => `0193f000-0000-7000-8000-${String(index).padStart(12, '0')}`;
const ids = (count: number) => Array.from({ length: count }, (_, index) => id(index));

async function cutConnections(): Promise<void> {
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'quittance-admin'`,
  );
}

describe('what one says', () => {
  it('the other hears, and itself at once and once', async () => {
    const [one, other] = [await start(), await start()];
    one.watch.announce([id(1), id(2)]);
    expect(one.heard).toEqual([[id(1), id(2)]]);
    await patiently(() => expect(other.heard).toEqual([[id(1), id(2)]]));
    await delay(50);
    expect(one.heard).toHaveLength(1);
  });

  it('is heard whole, whatever its length', async () => {
    const [one, other] = [await start(), await start()];
    one.watch.announce(ids(4_500));
    await patiently(() => expect(other.heard.flat().sort()).toEqual(ids(4_500)));
    expect(Math.max(...other.heard.map((changed) => changed.length))).toBe(200);
  });

  it('again while it is being said is said again', async () => {
    const [one, other] = [await start(), await start()];
    one.watch.announce([id(7)]);
    // By then it is on its way, and not there yet.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    one.watch.announce([id(7)]);
    await patiently(() => expect(other.heard).toEqual([[id(7)], [id(7)]]));
  });

  it('a message that cannot be sent is sent later', async () => {
    const channel = new Channel(() => db.url);
    const early = new InvoiceWatch(channel);
    const { heard } = await start();
    early.announce([id(3)]);
    await channel.start();
    started.push(channel);
    await patiently(() => expect(heard).toEqual([[id(3)]]));
  });

  it('may have been missed when the connection was lost: everything is looked at, and then it goes on', async () => {
    const [one, other] = [await start(), await start()];
    await cutConnections();
    await patiently(() => expect([one.heard, other.heard]).toEqual([['all'], ['all']]));
    one.watch.announce([id(4)]);
    await patiently(() => expect(other.heard).toEqual(['all', [id(4)]]));
  });

  it('becomes "look at everything" when it is too much to keep', async () => {
    const channel = new Channel(() => db.url);
    const lonely = new InvoiceWatch(channel);
    const { heard } = await start();
    for (let part = 0; part < 5; part++) lonely.announce(ids(5_000).map((one) => one.replace('8000', `800${part}`)));
    await channel.start();
    started.push(channel);
    await patiently(() => expect(heard).toEqual(['all']));
  });
});
