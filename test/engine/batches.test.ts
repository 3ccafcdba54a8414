import { afterEach, describe, expect, it } from 'vitest';
import { createPayin } from '../../src/commands/payins/create-payin.ts';
import { expectLawsHold } from '../support/database.ts';
import { patiently } from '../support/patience.ts';
import { count } from './support/books.ts';
import { payinRequest, refusalOf } from './support/requests.ts';
import { startTestEngine, type TestEngine } from './support/test-engine.ts';

let world: TestEngine | undefined;
const start = async (settings: Parameters<typeof startTestEngine>[0]): Promise<TestEngine> => {
  world = await startTestEngine(settings);
  return world;
};
afterEach(async () => {
  if (world === undefined) return;
  await expectLawsHold(world.db.pool);
  await world.stop();
  world = undefined;
});

/** Different sums, so that each finds a requisite at first sight. */
const payins = (times: number) =>
  Array.from({ length: times }, (_, index) => createPayin(payinRequest({ amount: `${1000 + index}.00` })));

describe('batches', () => {
  it('hold one command when one comes alone, and do not wait for company', async () => {
    const { engine, reports } = await start({ lanes: 2 });
    for (const command of payins(3)) await engine.submit(command);
    expect(reports.map(({ size, outcome }) => ({ size, outcome }))).toEqual([
      { size: 1, outcome: 'stored' },
      { size: 1, outcome: 'stored' },
      { size: 1, outcome: 'stored' },
    ]);
  });

  it('hold all commands of one turn of the event loop', async () => {
    const { engine, reports } = await start({});
    await Promise.all(payins(100).map((command) => engine.submit(command)));
    expect(reports.map(({ size, outcome }) => ({ size, outcome }))).toEqual([{ size: 100, outcome: 'stored' }]);
  });

  it('hold what arrived while the last one was being stored', async () => {
    const { engine, reports } = await start({});
    const [first, ...others] = payins(21);
    if (first === undefined) throw new Error('there is a first one');
    const answers = [engine.submit(first)];
    // Two turns later the first one is on its way to the database.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    answers.push(...others.map((command) => engine.submit(command)));
    await Promise.all(answers);
    expect(reports.map(({ size }) => size)).toEqual([1, 20]);
  });

  it('hold no more commands than the limit', async () => {
    const { engine, reports } = await start({ batchMax: 30 });
    await Promise.all(payins(100).map((command) => engine.submit(command)));
    expect(reports.map(({ size }) => size)).toEqual([30, 30, 30, 10]);
  });

  it('are stored side by side in different lanes', async () => {
    const { engine, reports, db } = await start({ lanes: 4, batchMax: 5 });
    await Promise.all(payins(100).map((command) => engine.submit(command)));
    expect(reports.reduce((sum, { size }) => sum + size, 0)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...reports.map(({ size }) => size))).toBeLessThanOrEqual(5);
    expect(await count(db.pool, 'select count(distinct id) from deals')).toBe(100);
    const lanes = `select count(*) from pg_stat_activity where application_name = 'quittance-engine' and datname = current_database()`;
    expect(await count(db.pool, lanes)).toBe(4);
  });
});

const lanesThatWait = `select count(*) from pg_stat_activity
  where application_name = 'quittance-engine' and datname = current_database() and wait_event_type = 'Lock'`;

describe('the queue', () => {
  it('refuses what is beyond its limit, at once and without doing anything', async () => {
    const { engine, db } = await start({ queueMax: 5 });
    const refusals = await Promise.all(payins(50).map((command) => refusalOf(engine.submit(command))));
    expect(refusals.filter((code) => code === null)).toHaveLength(5);
    expect(refusals.filter((code) => code === 'overloaded')).toHaveLength(45);
    expect(await count(db.pool, 'select count(*) from invoices')).toBe(5);
  });

  it('takes commands again once it has been worked off', async () => {
    const { engine } = await start({ queueMax: 5 });
    await Promise.all(payins(20).map((command) => refusalOf(engine.submit(command))));
    expect(engine.queueLength).toBe(0);
    expect(await refusalOf(engine.submit(createPayin(payinRequest({ amount: '5000' }))))).toBeNull();
  });

  it('is worked off before the engine stops, and takes nothing after that', async () => {
    const { engine, db } = await start({ batchMax: 3 });
    const answers = payins(20).map((command) => engine.submit(command));
    await engine.stop();
    await Promise.all(answers);
    expect(await count(db.pool, 'select count(*) from invoices')).toBe(20);
    expect(await refusalOf(engine.submit(createPayin(payinRequest())))).toBe('database_unavailable');
  });

  it('is waited for by a stop, also while a batch waits for a locked row', async () => {
    const { engine, db } = await start({});
    const blocker = await db.pool.connect();
    await blocker.query('begin');
    await blocker.query('select from accounts for update');
    // Both are one batch, which waits in the database: nothing is left in the queue that a stop would look at.
    const answers = payins(2).map((command) => refusalOf(engine.submit(command)));
    await patiently(async () => expect(await count(db.pool, lanesThatWait)).toBe(1));
    expect(engine.queueLength).toBe(0);
    const stopping = engine.stop();
    await blocker.query('commit');
    blocker.release();
    expect(await Promise.all(answers)).toEqual([null, null]);
    await stopping;
    expect(await count(db.pool, 'select count(*) from invoices')).toBe(2);
  });
});
