import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPosted } from '../../src/domain/phones/posted-messages.ts';
import { storePostings } from '../../src/storage/phones/phone-messages.ts';
import { startTestEngine, type TestEngine } from './support/test-engine.ts';

let world: TestEngine;

beforeAll(async () => {
  world = await startTestEngine({});
  await world.db.pool.query(
    `insert into phones (id, maker_id, name, token_hash, created_at, paired_at) values (1, 1, 'phone', 'token of 1', now(), now())`,
  );
});
afterAll(() => world.stop());

it('keeps nothing that comes with a replaced token, even in a process that has not heard of the new one', async () => {
  const [message] = readPosted({ sender: 'nobody', text: 'поздно' }, { fields: {}, timeZone: 'Europe/Moscow' });
  if (message === undefined) throw new Error('no message');
  const posting = { phoneId: 1, messages: [message], cameAt: world.clock.nowMs };
  const former = { ...posting, tokenHash: 'the former one' };
  const known = await storePostings(world.db.pool, [
    former,
    { ...posting, tokenHash: 'token of 1', messages: [] },
    former,
  ]);
  expect(known).toEqual(new Map([[1, 'token of 1']]));
  expect(await storePostings(world.db.pool, [former])).toEqual(new Map());
  const { rows } = await world.db.pool.query('select count(*)::int4 as count from phone_messages');
  expect(rows).toEqual([{ count: 0 }]);
});
