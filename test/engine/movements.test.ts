import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveFunds } from '../../src/commands/move-funds.ts';
import { AppError } from '../../src/errors.ts';
import { expectLawsHold } from '../support/database.ts';
import { byService } from '../support/people.ts';
import { newId } from './support/requests.ts';
import { startTestEngine, type TestEngine } from './support/test-engine.ts';

let first: TestEngine;
let second: TestEngine;
beforeAll(async () => {
  first = await startTestEngine();
  second = await startTestEngine({}, first.db);
});
afterAll(async () => {
  await second.stopEngine();
  await first.stop();
});

it('a top-up and a pay-back under one ID at once are one of the two, and the other one is refused', async () => {
  const outcomes: string[] = [];
  for (let round = 0; round < 40; round++) {
    const id = newId();
    const move = ({ engine }: TestEngine, kind: 'top_up' | 'pay_back') =>
      engine
        .submit(
          moveFunds({
            ...byService,
            kind,
            id,
            owner: { kind: 'maker', id: '1' },
            availableId: 102,
            currency: 'USDT',
            amount: '5',
            askedAt: Date.now(),
          }),
        )
        .then(
          () => 'done',
          (error: unknown) => (error instanceof AppError ? error.code : String(error)),
        );
    outcomes.push((await Promise.all([move(first, 'top_up'), move(second, 'pay_back')])).sort().join(', '));
  }
  expect(new Set(outcomes)).toEqual(new Set(['done, movement_id_reused']));
  await expectLawsHold(first.db.pool);
});
