import { afterAll, beforeAll, expect, it } from 'vitest';
import { MemoryStore } from '../../simulator/store/memory-store.ts';
import { Rotation } from '../../src/domain/payins/rotation.ts';
import { type BatchChanges, noChanges } from '../../src/domain/state/changes.ts';
import { addressKey } from '../../src/domain/withdrawals/withdrawal-address.ts';
import type { Job } from '../../src/engine/job.ts';
import { runBatch } from '../../src/engine/lane.ts';
import { WorkingSet } from '../../src/engine/working-set.ts';
import { AppError } from '../../src/errors/app-error.ts';
import { gatherKeys } from '../../src/storage/batch/batch-keys.ts';
import { BatchSession } from '../../src/storage/batch/batch-session.ts';
import { nothingLoaded } from '../../src/storage/batch/load-steps.ts';
import { DatabaseError } from '../../src/storage/database/database-error.ts';
import { readCatalogue } from '../../src/storage/reads/catalogue-read.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { createTestDatabase, demoMasterKey, expectLawsHold, type TestDatabase } from '../support/database.ts';
import { newId } from './support/requests.ts';
import { announceSeed, randomFrom } from './support/seed.ts';
import { tronAddress } from './support/totp.ts';
import { anyAct } from './twin/acts.ts';
import { TwinSession } from './twin/twin-session.ts';

/** The simulator proves something only if its store does what the database does. */
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const batches = 250;

/** What is there already, once more: each has to be refused, by the same constraint on both sides. */
function repeated(memory: MemoryStore, now: number): readonly BatchChanges[] {
  const first = <Row>(rows: Iterable<Row>): Row => {
    for (const row of rows) return row;
    throw new Error('nothing was stored');
  };
  const answer = first(memory.tables.answers.values());
  const invoice = first(memory.invoices.values());
  const pair = first([...memory.deals.values()].filter(({ occupies }) => occupies));
  const stored = (put: (work: WorkingSet) => void): BatchChanges => {
    const work = new WorkingSet(memory.catalogue, nothingLoaded(), { now, isMoneyOutOpen: true });
    put(work);
    const changes = work.batchChanges();
    if (changes === null) throw new Error('there is something to store');
    return changes;
  };
  return [
    stored((work) => work.putAnswer(answer)),
    stored((work) => work.apply({ ...noChanges(), invoices: [invoice] })),
    stored((work) => work.apply({ ...noChanges(), deals: [{ ...pair, id: newId(), ordinal: 99 }] })),
  ];
}

it('answers every load and every store as PostgreSQL does, whatever people do', async () => {
  const below = randomFrom(announceSeed('acts on both stores'));
  // With rewards, limits that are reached, and a maker who serves one store.
  await db.pool.query(`insert into maker_rewards (maker_id, direction, currency, amount_to, bps)
    select m.id, d, 'RUB', 200000, 40 from makers m, unnest(array['in', 'out']) d where m.id < 7
    union all select m.id, d, null, null, 90 from makers m, unnest(array['in', 'out']) d where m.id < 7`);
  await db.pool.query('update makers set store_ids = array[2] where id = 2');
  await db.pool.query('update requisites set day_deals_max = 2, gap_ms = 60000, month_max = 3000000 where id % 3 = 0');
  const catalogue = await readCatalogue(db.pool, new SecretBox(demoMasterKey));
  const memory = new MemoryStore(catalogue);
  const { rows } = await db.pool.query('select id, balance from accounts');
  for (const { id, balance } of rows) memory.tables.balances.set(id, { accountId: id, balance });
  // One that is known, one that still waits, and one of another store.
  const listed = [
    { storeId: 1, address: tronAddress, usableAt: 0 },
    { storeId: 1, address: 'waits', usableAt: Date.parse('2027-01-01T00:00:00Z') },
    { storeId: 2, address: tronAddress, usableAt: 0 },
  ];
  for (const { storeId, address, usableAt } of listed) {
    const values = [storeId, address, new Date(usableAt)];
    await db.pool.query(`insert into store_addresses values ($1, $2, '', $3, $3)`, values);
    memory.tables.storeAddresses.set(addressKey({ storeId, address }), { storeId, address, usableAt });
  }
  const session = await BatchSession.open(db.url);
  const twins = new TwinSession(session, memory);
  const clock = { nowMs: Date.parse('2026-11-14T12:00:00Z') };
  const context = {
    catalogue: () => catalogue,
    refreshCatalogue: async () => undefined,
    clock: () => clock.nowMs,
    isMoneyOutOpen: () => true,
    rotation: new Rotation(),
    acknowledged: () => undefined,
    changed: () => undefined,
    observe: () => undefined,
  };
  const refused = new Map<string, number>();
  let done = 0;
  for (let batch = 0; batch < batches; batch++) {
    clock.nowMs += [0, 1_000, 60_000, 600_000][below(4)] ?? 0;
    const acts = Array.from({ length: 1 + below(6) }, () => anyAct(below, memory, clock.nowMs));
    let jobs: readonly Job[] = acts.flatMap((command, index) => {
      if (command === null) return [];
      const key = `${batch - below(3)}-${index}`;
      const render = () => ({ status: 200, body: command.name });
      return [
        {
          command,
          // One key for another act is a mistake of the caller; the answer must be the same refusal.
          idempotency: below(3) === 0 ? { storeId: 1, key, requestHash: command.name, render } : null,
          signed: below(4) === 0 ? { id: `${below(20)}`, windowMs: 600_000, render } : null,
          resolve: () => {
            done += 1;
          },
          reject: (error) => {
            if (!(error instanceof AppError)) throw error;
            refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
          },
          hint: undefined,
          plans: 0,
          conflicts: 0,
        },
      ];
    });
    while (jobs.length > 0) jobs = await runBatch(twins, jobs, context);
  }
  for (const changes of repeated(memory, clock.nowMs)) {
    await twins.load(gatherKeys(catalogue, []));
    await expect(twins.store(changes)).rejects.toThrow(DatabaseError);
    await twins.rollback();
  }
  await session.close();
  await expectLawsHold(db.pool);
  expect(done).toBeGreaterThan(batches / 2);
  expect(refused.size).toBeGreaterThan(4);
  expect(twins.loads).toBeGreaterThan(batches);
  const balances = await db.pool.query('select id, balance from accounts');
  expect(memory.tables.balances).toEqual(
    new Map(balances.rows.map(({ id, balance }) => [id, { accountId: id, balance }])),
  );
}, 240_000);
