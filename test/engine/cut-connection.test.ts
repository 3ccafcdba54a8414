import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayin } from '../../src/commands/create-payin.ts';
import { createPayout } from '../../src/commands/create-payout.ts';
import { AppError } from '../../src/errors.ts';
import { CuttingProxy, type Side } from '../support/cutting-proxy.ts';
import { createTestDatabase, expectLawsHold, type TestDatabase } from '../support/database.ts';
import { payinRequest, payoutRequest } from './support/requests.ts';
import { startTestEngine, type TestEngine } from './support/test-engine.ts';

let db: TestDatabase;
let proxy: CuttingProxy;
let world: TestEngine;
beforeAll(async () => {
  db = await createTestDatabase();
  proxy = await CuttingProxy.start(db.url);
  world = await startTestEngine({}, { ...db, url: proxy.url });
  // From here on the lane knows its statements, so that all batches send the same messages.
  for (const internalId of ['first', 'second']) await batch(internalId);
});
afterAll(async () => {
  await world.stop();
  await proxy.stop();
  await db.drop();
});

/** A payin with a deal and a payout, together: the codes of their refusals, null for what was done. */
async function batch(internalId: string): Promise<(string | null)[]> {
  const settled = await Promise.allSettled([
    world.engine.submit(createPayin(payinRequest({ internalId }))),
    world.engine.submit(createPayout(payoutRequest({ internalId }))),
  ]);
  return settled.map((one) => (one.status === 'fulfilled' ? null : codeOf(one.reason)));
}

function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  throw error;
}

async function stored(internalId: string): Promise<string[]> {
  const { rows } = await db.pool.query('select type from invoices where internal_id = $1 order by type', [internalId]);
  return rows.map(({ type }) => type);
}

describe('a connection that is cut', () => {
  it.each<Side>(['to the server', 'to the client'])('behind any message %s loses and doubles nothing', async (side) => {
    const outcomes = new Map<string, number>();
    for (let messages = 0; ; messages++) {
      const internalId = `${side} ${messages}`;
      proxy.cutBehind(messages, side);
      const codes = await batch(internalId);
      if (proxy.isArmed) {
        proxy.disarm();
        expect(codes).toEqual([null, null]);
        // Two round trips, of which each has more than a statement.
        expect(messages).toBeGreaterThan(12);
        break;
      }
      const [code = null, second] = codes;
      expect(second).toBe(code);
      const before = await stored(internalId);
      if (code === null) expect(before).toEqual(['in', 'out']);
      else if (code === 'database_unavailable') expect(before).toEqual([]);
      else expect(code).toBe('outcome_unknown');
      outcomes.set(code ?? 'done', (outcomes.get(code ?? 'done') ?? 0) + 1);
      await expect.poll(() => world.engine.isAvailable).toBe(true);
      expect(await batch(internalId)).toEqual([null, null]);
      expect(await stored(internalId)).toEqual(['in', 'out']);
    }
    // Cuts before, during and after what is stored were all met.
    expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['database_unavailable', 'outcome_unknown']));
    await expectLawsHold(db.pool);
  });
});
