import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cancelInvoice } from '../../src/commands/invoices/cancel-invoice.ts';
import { createPayin } from '../../src/commands/payins/create-payin.ts';
import { readConfig } from '../../src/config/config.ts';
import { movedPerStepMax } from '../../src/domain/archive/archive.ts';
import { createIdSource } from '../../src/engine/id-source.ts';
import { type Service, startService } from '../../src/service.ts';
import { payinRequest } from '../engine/support/requests.ts';
import { startTestEngine } from '../engine/support/test-engine.ts';
import { expectLawsHold } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** Three whole steps of the mover and a bit. */
const oldCount = 3 * movedPerStepMax + 7;
const youngCount = 5;
const dayMs = 86_400_000;
const env = { ARCHIVE_AFTER_DAYS: '40' };
let service: TestService;
let again: Service | null = null;

beforeAll(async () => {
  service = await startTestService(env);
});
afterAll(async () => {
  await again?.stop();
  await service.stop();
});

/** So many are created and canceled, as they would be by the service, at this instant. */
async function end(count: number, at: number): Promise<void> {
  const { engine, clock, stop } = await startTestEngine({}, service.db);
  clock.nowMs = at;
  const newId = createIdSource(() => at);
  const ids = Array.from({ length: count }, newId);
  await Promise.all(ids.map((id) => engine.submit(createPayin(payinRequest({ id, startDeal: false })))));
  await Promise.all(ids.map((invoiceId) => engine.submit(cancelInvoice({ invoiceId, storeId: 1, seenStoreId: 1 }))));
  await stop();
}

async function moveClock(days: number): Promise<void> {
  const operator = await signInDemo(service, 'operator');
  const answer = await operator.post('/sandbox/clock', { advanceMs: days * dayMs, reason: 'a test' });
  expect(answer.status).toBe(200);
}

async function count(from: string): Promise<number> {
  return Number((await service.db.pool.query(`select count(*) from ${from}`)).rows[0].count);
}
const moved = async () => (await count('invoices')) - (await count('only invoices'));
/** The mover rests for nine times as long as a step took, which on a busy machine may be seconds. */
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 160_000, interval: 20 });

describe('a service with ARCHIVE_AFTER_DAYS', () => {
  it('moves by itself what has become old, step by step, until it is asked to stop', async () => {
    await end(oldCount, Date.now());
    await moveClock(39);
    expect(await moved()).toBe(0);
    await moveClock(2);
    await until(async () => expect(await moved()).toBeGreaterThan(0));
    await service.stopService();
    const done = await moved();
    expect(done % movedPerStepMax).toBe(0);
    expect(done).toBeLessThan(oldCount);
    await expectLawsHold(service.db.pool);
  });

  it('goes on after a restart from where it was, and leaves alone what is young', async () => {
    const { rows } = await service.db.pool.query(
      `select ahead_ms::float8 as ahead, now()::text as restarted, after_id in (select id from invoices) as "isUnderWay"
       from sandbox_clock, archive_state`,
    );
    const { ahead, restarted, isUnderWay } = rows[0];
    expect(isUnderWay).toBe(true);
    await end(youngCount, Date.now() + ahead);
    const config = {
      QUITTANCE_MODE: 'sandbox',
      DATABASE_URL: service.db.url,
      DATA_DIR: service.dataDir,
      PORT: '0',
      LOG_LEVEL: 'fatal',
    };
    again = await startService(readConfig({ ...config, ...env, SANDBOX_FATES: 'off' }));
    await until(async () => expect(await count(`archive_state where round_ended_at > '${restarted}'`)).toBe(1));
    expect(await moved()).toBe(oldCount);
    expect(await count('only invoices')).toBe(youngCount);
    await expectLawsHold(service.db.pool);
  });
});
