import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPayin } from '../../src/commands/payins/create-payin.ts';
import { expectLawsHold } from '../support/database.ts';
import { payinRequest, refusalOf } from './support/requests.ts';
import { startTestEngine, type TestEngine } from './support/test-engine.ts';

/** Somebody who changes the catalogue all the time, faster than anybody can read it. */
let world: TestEngine;
beforeAll(async () => {
  world = await startTestEngine({ lanes: 2, batchMax: 10 });
});
afterAll(() => world.stop());

it('a catalogue that changes without end delays commands, and refuses none', async () => {
  let isOver = false;
  let changes = 0;
  const storm = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      await world.db.pool.query('update requisites set paused = not paused where id = 1');
      changes += 1;
    }
  });
  const outcomes: (string | null)[] = [];
  // One after the other: nobody has a neighbour whose refresh helps.
  for (let rubles = 2_000; rubles < 2_040; rubles++) {
    outcomes.push(await refusalOf(world.engine.submit(createPayin(payinRequest({ amount: `${rubles}.00` })))));
  }
  isOver = true;
  await Promise.all(storm);
  expect(outcomes.filter((outcome) => outcome !== null)).toEqual([]);
  expect(changes).toBeGreaterThan(40);
  const stale = world.reports.filter(({ outcome }) => outcome === 'stale').length;
  // Overtaken once, a batch holds the catalogue still: nobody is overtaken twice.
  expect(stale).toBeLessThanOrEqual(40);
  await expectLawsHold(world.db.pool);
});
