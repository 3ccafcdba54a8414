import { expect, it, vi } from 'vitest';
import type { Catalogue } from '../domain/catalogue.ts';
import { createMessageWorker } from './messages.ts';

/** Wakes the loop so many times, each time after the step before, and counts what the database was asked. */
async function questionsIn(steps: number, phones: number): Promise<number> {
  let questions = 0;
  let looks = 0;
  const pool = {
    query: async () => {
      questions += 1;
      return { rows: [] };
    },
  };
  const catalogue = () => {
    looks += 1;
    return { version: '1', phones: { size: phones } } as unknown as Catalogue;
  };
  const options = { pool, catalogue, clock: () => 0, newLease: () => 'a lease', failed: expect.unreachable };
  const loop = createMessageWorker(options as unknown as Parameters<typeof createMessageWorker>[0]);
  loop.start();
  for (let step = 1; step <= steps; step += 1) {
    const before = looks;
    loop.wake();
    await vi.waitFor(() => expect(looks).toBeGreaterThan(before));
  }
  await loop.stop();
  return questions;
}

it('the database is asked once and then not again for a while where no maker has a phone', async () => {
  expect(await questionsIn(5, 0)).toBe(2);
});

it('every step asks for what came where a maker has a phone', async () => {
  expect(await questionsIn(5, 1)).toBeGreaterThanOrEqual(10);
});
