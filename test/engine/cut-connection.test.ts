import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayin } from '../../src/commands/payins/create-payin.ts';
import { createPayout } from '../../src/commands/payouts/create-payout.ts';
import { AppError } from '../../src/errors/app-error.ts';
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
  // From here on the lane knows its statements.
  for (const internalId of ['first', 'second']) await batch(internalId);
});
afterAll(async () => {
  await world.stop();
  await proxy.stop();
  await db.drop();
});

interface Answer {
  /** Of the refusal; null: it was done. */
  readonly code: string | null;
  readonly askedId: string;
  readonly toldId: string | null;
}

/** A payin with a deal and a payout, together. */
async function batch(internalId: string): Promise<Answer[]> {
  const payin = payinRequest({ internalId });
  const payout = payoutRequest({ internalId });
  const answers = [createPayin(payin), createPayout(payout)].map((command) => world.engine.submit(command));
  const settled = await Promise.allSettled(answers);
  return [payin, payout].map(({ id: askedId }, index) => {
    const one = settled[index];
    assert(one !== undefined);
    if (one.status === 'fulfilled') return { code: null, askedId, toldId: one.value.invoice.id };
    assert(one.reason instanceof AppError, one.reason);
    return { code: one.reason.code, askedId, toldId: null };
  });
}

async function stored(internalId: string): Promise<string[]> {
  const { rows } = await db.pool.query('select type from invoices where internal_id = $1 order by type', [internalId]);
  return rows.map(({ type }) => type);
}

/** Whether the batch had been stored: then a repeat finds what it made. The repeat waits for a batch that is still under way. */
async function wasStored(cut: readonly Answer[], internalId: string): Promise<boolean> {
  await expect.poll(() => world.engine.isAvailable).toBe(true);
  const again = await batch(internalId);
  expect(again.map(({ code }) => code)).toEqual([null, null]);
  expect(await stored(internalId)).toEqual(['in', 'out']);
  const found = again.map(({ toldId }, index) => toldId === cut[index]?.askedId);
  // All of it, or nothing.
  expect(found[1]).toBe(found[0]);
  return found[0] === true;
}

/** Where a cut can come: while rows are loaded, before the commit has arrived, and behind it. */
const before = 'database_unavailable, not stored';
const between = 'outcome_unknown, not stored';
const behind = 'outcome_unknown, stored';

describe('a connection that is cut', () => {
  it.each<{ side: Side; met: string[] }>([
    { side: 'to the server', met: [before, between, behind] },
    // The server answers a round trip when it has done all of it.
    { side: 'to the client', met: [before, behind] },
  ])('behind any message $side loses and doubles nothing', async ({ side, met }) => {
    const outcomes: string[] = [];
    for (;;) {
      const internalId = `${side} ${outcomes.length}`;
      proxy.cutBehind(outcomes.length, side);
      const answers = await batch(internalId);
      const [code = null, second] = answers.map((one) => one.code);
      expect(second).toBe(code);
      if (proxy.isArmed) {
        proxy.disarm();
        expect(code).toBeNull();
        break;
      }
      const isStored = await wasStored(answers, internalId);
      outcomes.push(`${code ?? 'done'}, ${isStored ? 'stored' : 'not stored'}`);
      // The new connection knows its statements again, so that the next batch sends the same messages.
      await batch(`${internalId}, known`);
    }
    // Each part of the way was cut at more than one message, in this order.
    expect([...new Set(outcomes)]).toEqual(met);
    expect(outcomes.length).toBeGreaterThan(24);
    await expectLawsHold(db.pool);
  });
});
