import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveFunds } from '../../src/commands/ledger/move-funds.ts';
import { AppError } from '../../src/errors/app-error.ts';
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

/** What forty IDs come to, each asked for at once as a top-up and as a pay-back, by two processes. */
async function outcomesOf(toppedUp: Owned, paidBack: Owned): Promise<ReadonlySet<string>> {
  const outcomes: string[] = [];
  for (let round = 0; round < 40; round++) {
    const id = newId();
    const move = ({ engine }: TestEngine, kind: 'top_up' | 'pay_back', { makerId, availableId }: Owned) =>
      engine
        .submit(
          moveFunds({
            ...byService,
            kind,
            id,
            owner: { kind: 'maker', id: String(makerId) },
            availableId,
            currency: 'USDT',
            amount: '5',
            askedAt: Date.now(),
          }),
        )
        .then(
          () => 'done',
          (error: unknown) => (error instanceof AppError ? error.code : String(error)),
        );
    const both = [move(first, 'top_up', toppedUp), move(second, 'pay_back', paidBack)];
    outcomes.push((await Promise.all(both)).sort().join(', '));
  }
  return new Set(outcomes);
}

interface Owned {
  readonly makerId: number;
  readonly availableId: number;
}

it('a top-up and a pay-back under one ID at once are one of the two, and the other one is refused', async () => {
  const owner = { makerId: 1, availableId: 102 };
  expect(await outcomesOf(owner, owner)).toEqual(new Set(['done, movement_id_reused']));
  await expectLawsHold(first.db.pool);
});

it('a top-up of one maker and a pay-back of another under one ID at once are one of the two', async () => {
  const { rows } = await first.db.pool.query(
    'select id, available_id as "availableId" from makers order by id limit 2',
  );
  const [one, other] = rows.map(({ id, availableId }) => ({ makerId: id, availableId }));
  expect(await outcomesOf(one as Owned, other as Owned)).toEqual(new Set(['done, movement_id_reused']));
  await expectLawsHold(first.db.pool);
});
