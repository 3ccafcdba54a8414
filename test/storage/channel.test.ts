import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Channel } from '../../src/storage/database/channel.ts';
import { onWatchedConnection } from '../../src/storage/database/watched.ts';
import { CuttingProxy } from '../support/cutting-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
let proxy: CuttingProxy;
beforeAll(async () => {
  db = await createTestDatabase();
  proxy = await CuttingProxy.start(db.url);
});
afterAll(async () => {
  await proxy.stop();
  await db.drop();
});

describe('a channel', () => {
  it('leaves a server that stands still without a word, listens anew and says so', async () => {
    let listened = 0;
    const heard: string[] = [];
    const channel = new Channel(() => proxy.url, 50);
    channel.add({ name: 'things', heard: (payload) => heard.push(payload), listening: () => listened++ });
    await channel.start();
    expect(listened).toBe(1);
    proxy.freeze();
    await db.pool.query(`notify things, 'missed'`);
    await expect.poll(() => listened).toBeGreaterThan(1);
    // More than once: on a busy machine it may leave a server that is only slow, and what is sent before it is back is not heard.
    await expect
      .poll(async () => {
        await db.pool.query(`notify things, 'heard'`);
        return heard.length;
      })
      .toBeGreaterThan(0);
    expect(heard).not.toContain('missed');
    await channel.stop();
  });

  it('does not hear what it sends itself, and sends after it was cut', async () => {
    const heard: string[] = [];
    const listening = { name: 'words', listening: () => undefined };
    const one = new Channel(() => proxy.url, 1_000);
    const other = new Channel(() => db.url, 1_000);
    one.add({ ...listening, heard: () => heard.push('own') });
    other.add({ ...listening, heard: (payload) => heard.push(payload) });
    await Promise.all([one.start(), other.start()]);
    await one.send('words', ['first']);
    await expect.poll(() => heard).toEqual(['first']);
    proxy.cutBehind(0, 'to the server');
    await expect(one.send('words', ['lost'])).rejects.toBeInstanceOf(Error);
    await expect
      .poll(() =>
        one.send('words', ['second']).then(
          () => 'sent',
          () => 'not yet',
        ),
      )
      .toBe('sent');
    await expect.poll(() => heard).toEqual(['first', 'second']);
    await Promise.all([one.stop(), other.stop()]);
  });
});

it('work on a connection of its own ends when its server stands still', async () => {
  const broken = onWatchedConnection(
    proxy.url,
    async (client) => {
      const working = client.query('select pg_sleep(600)');
      working.catch(() => undefined);
      proxy.freeze();
      proxy.refuse();
      return await working;
    },
    50,
  );
  await expect(broken).rejects.toBeInstanceOf(Error);
});
