import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Concern, Concerns } from '../../src/domain/state/concerns.ts';
import { Channel } from '../../src/storage/database/channel.ts';
import { ConcernWatch } from '../../src/storage/watches/concern-watch.ts';
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

async function start(): Promise<{ watch: ConcernWatch; heard: Concerns[] }> {
  const channel = new Channel(() => db.url);
  const watch = new ConcernWatch(channel);
  const heard: Concerns[] = [];
  await channel.start();
  watch.listen((concerns) => heard.push(concerns));
  started.push(channel);
  return { watch, heard };
}

const stores = (count: number) => Array.from({ length: count }, (_, index): Concern => `invoices s${index}`);
const all = (heard: readonly Concerns[]) => new Set(heard.flatMap((concerns) => [...concerns]));

describe('what one says', () => {
  it('both hear, once', async () => {
    const [one, other] = [await start(), await start()];
    one.watch.announce(['deals m1', 'invoices s1']);
    await patiently(() => expect(other.heard).toEqual([new Set(['deals m1', 'invoices s1'])]));
    await delay(50);
    expect(one.heard).toEqual(other.heard);
  });

  it('thousands of times is said a few times, and the last time after the last change', async () => {
    const [one, other] = [await start(), await start()];
    const startedMs = performance.now();
    while (performance.now() - startedMs < 1_000) {
      for (let index = 0; index < 1_000; index++) one.watch.announce(['invoices s1']);
      await delay(1);
    }
    one.watch.announce(['invoices s2']);
    await patiently(() => expect(all(other.heard)).toEqual(new Set(['invoices s1', 'invoices s2'])));
    // Four times a second, and once more at the end; those that wait for a slow server go to the others together.
    expect(one.heard.length).toBeLessThanOrEqual((performance.now() - startedMs) / 250 + 1);
    expect(other.heard.length).toBeLessThanOrEqual(one.heard.length);
  });

  it('is heard whole when it is more than one message holds', async () => {
    const [one, other] = [await start(), await start()];
    one.watch.announce(stores(600));
    await patiently(() => expect(all(other.heard)).toEqual(new Set(stores(600))));
    expect(one.heard).toHaveLength(1);
  });

  it('becomes "look at everything" when it is too much', async () => {
    const [one, other] = [await start(), await start()];
    one.watch.announce(stores(3_000));
    one.watch.announce(['deals m1']);
    await patiently(() => expect([one.heard, other.heard]).toEqual([['all'], ['all']]));
  });

  it('a message that cannot be sent makes the others look at everything later', async () => {
    const channel = new Channel(() => db.url);
    const early = new ConcernWatch(channel);
    const { heard } = await start();
    early.announce(['deals m1']);
    await delay(50);
    await channel.start();
    started.push(channel);
    await patiently(() => expect(heard).toEqual(['all']));
  });
});
