import { expect, it } from 'vitest';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { createMessageWorker } from './messages.ts';

it('the database is asked for messages when there are some, and not before', async () => {
  let questions = 0;
  const pool = {
    query: async () => {
      questions += 1;
      return { rows: [] };
    },
  };
  const catalogue = () => ({ version: '1', phones: { size: 1 } }) as unknown as Catalogue;
  const options = { pool, catalogue, clock: () => 0, newLease: () => 'a lease', failed: expect.unreachable };
  const loop = createMessageWorker(options as unknown as Parameters<typeof createMessageWorker>[0]);
  loop.start();
  await new Promise((resolve) => setImmediate(resolve));
  expect(questions).toBe(0);
  loop.wake();
  await expect.poll(() => questions).toBe(2);
  await loop.stop();
});
