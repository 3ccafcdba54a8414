import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNotificationReceiver } from '../../../sdk/src/index.ts';
import { readConfig } from '../../../src/config/config.ts';
import { type Service, startService } from '../../../src/service.ts';
import { expectLawsHold } from '../../support/database.ts';
import { MerchantClient } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { eventually, Receiver } from '../../support/receiver.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { signInDemo } from '../../support/staff.ts';
import { startProductionService } from '../conformance/support/production-service.ts';

let service: TestService;
let operator: OperatorClient;
beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

const hourMs = 3_600_000;
const advance = (advanceMs: unknown) => operator.post('/sandbox/clock', { advanceMs, reason: 'a test' });

async function startBeside(): Promise<Service> {
  const { db, dataDir } = service;
  return await startService(
    readConfig({
      PORT: '0',
      QUITTANCE_MODE: 'sandbox',
      DATABASE_URL: db.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      SANDBOX_FATES: 'off',
    }),
  );
}

async function aheadOf(url: string): Promise<number> {
  const { clock } = (await (await fetch(`${url}/readyz`)).json()) as { clock: { aheadMs: number } };
  return clock.aheadMs;
}

describe('the clock of the sandbox', () => {
  it('can be moved: what expires by time has expired', async () => {
    const { body } = await service.shop.createPayin({ startDeal: true });
    const before = await aheadOf(service.url);
    const moved = await advance(61 * 60_000);
    expect(moved.body).toEqual({ now: expect.stringMatching(/\+00:00$/), aheadMs: before + 61 * 60_000 });
    expect(Date.parse(moved.body.now) - Date.now()).toBeGreaterThan(60 * 60_000);
    expect((await service.shop.get(`/api/merchant/invoices/${body.id}`)).body).toMatchObject({ status: 'expired' });
    const { body: later } = await service.shop.createPayin();
    expect(Date.parse(later.createdAt) - Date.parse(body.createdAt)).toBeGreaterThanOrEqual(61 * 60_000);
  });

  it('is the same for all processes, and after a restart', async () => {
    const other = await startBeside();
    const shop = new MerchantClient(other.url, 'demo-store-key', 'demo-merchant-secret');
    const { body } = await shop.createPayin({ amount: '1234', startDeal: true });
    const { aheadMs } = (await advance(hourMs)).body;
    await eventually(async () => (await aheadOf(other.url)) === aheadMs, 'the other process');
    expect((await shop.get(`/api/merchant/invoices/${body.id}`)).body.status).toBe('expired');
    await other.stop();
    const again = await startBeside();
    expect(await aheadOf(again.url)).toBe(aheadMs);
    await again.stop();
  });

  it('goes forward only', async () => {
    const before = await aheadOf(service.url);
    for (const wrong of [0, -1, 1.5, '60', 367 * 24 * hourMs]) {
      const { status, body } = await advance(wrong);
      expect([status, body[0].field]).toEqual([400, 'advanceMs']);
    }
    expect(await aheadOf(service.url)).toBe(before);
    await expect(service.db.pool.query('update sandbox_clock set ahead_ms = ahead_ms - 1')).rejects.toThrow(
      'moved back',
    );
  });

  it('is moved by whole sums when two move it at once', async () => {
    const before = await aheadOf(service.url);
    await Promise.all([1, 2, 3, 4].map((ms) => advance(ms)));
    expect(await aheadOf(service.url)).toBe(before + 10);
  });

  it('is in the audit log with who moved it and why', async () => {
    const { body } = await operator.get('/audit-log?limit=1');
    expect(body.items[0]).toMatchObject({ action: 'advance-clock', reason: 'a test' });
  });

  it('does not make notifications look forged: they are signed with the time of the machine', async () => {
    const receiver = await Receiver.start();
    const statuses: number[] = [];
    const receive = createNotificationReceiver({ secret: 'demo-merchant-secret' }, () => undefined);
    receiver.behave = async ({ headers, text }, response) => {
      statuses.push(await receive({ headers, body: text }));
      response.end('ok');
    };
    const { body } = await service.shop.createPayin({ notificationUrl: receiver.url, notificationToken: '' });
    await service.shop.cancel(body.id);
    await eventually(() => statuses.length === 1, 'the notification');
    expect(statuses).toEqual([200]);
    await receiver.stop();
  });

  it('does not exist in production', async () => {
    const production = await startProductionService();
    const client = new OperatorClient(production.url);
    expect((await client.get('/sandbox/clock')).status).toBe(404);
    expect((await client.post('/sandbox/clock', { advanceMs: 1, reason: 'a test' })).status).toBe(404);
    expect(await (await fetch(`${production.url}/readyz`)).json()).toEqual({ status: 'ready' });
    await production.stop();
  });
});
