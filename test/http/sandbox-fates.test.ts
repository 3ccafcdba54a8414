import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { type Service, startService } from '../../src/service.ts';
import { expectLawsHold } from '../support/database.ts';
import { patienceMs } from '../support/limits.ts';
import { type Body, payout } from '../support/merchant-client.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Two processes on one database: whatever both want to do must happen once. */
let service: TestService;
let other: Service;

beforeAll(async () => {
  service = await startTestService({ SANDBOX_FATES: 'on' });
  const { db, dataDir } = service;
  const settings = {
    PORT: '0',
    QUITTANCE_MODE: 'sandbox',
    DATABASE_URL: db.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
  };
  other = await startService(readConfig(settings), { clock: service.now });
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await other.stop();
  await service.stop();
});

/** Until the invoice has had these statuses, in this order; then a while longer, so that one too many would show. */
async function statusesOf(id: string, expected: readonly string[]): Promise<string[]> {
  const deadlineMs = performance.now() + patienceMs();
  for (;;) {
    const { rows } = await service.db.pool.query(
      `select snapshot->'invoice'->>'status' as status from notifications where invoice_id = $1 order by sequence`,
      [id],
    );
    const statuses = rows.map(({ status }) => status);
    if (statuses.length >= expected.length || performance.now() > deadlineMs) {
      await delay(600);
      return statuses;
    }
    await delay(50);
  }
}

/** Once there are so many: a second one comes after the status that the first one made. */
async function arrivalsOf(id: string, count: number): Promise<string[]> {
  const deadlineMs = performance.now() + patienceMs();
  for (;;) {
    const { rows } = await service.db.pool.query(
      `select status, exception from arrivals where deal_id = $1 order by id`,
      [id],
    );
    if (rows.length >= count || performance.now() > deadlineMs) {
      return rows.map(({ status, exception }) => `${status} ${exception}`);
    }
    await delay(50);
  }
}

async function create(amount: string): Promise<Body> {
  const { status, body } = await service.shop.createPayin({ amount, startDeal: true });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ status: 'new', deals: [{ status: 'transfer_waiting' }] });
  return body;
}

describe('in the sandbox an amount chooses the fate of a payin', () => {
  it.each([
    ['1000.01', ['paid'], '1000.01', ['matched null']],
    ['1000.02', ['expired', 'paid'], '1000.02', ['matched late']],
    ['1000.03', ['paid'], '900.03', ['matched short']],
    ['1000.04', ['paid'], '1000.04', ['matched null', 'held twice']],
    ['1000.05', ['expired'], null, []],
    ['1000.06', ['dispute'], '1000.06', []],
    ['1000.07', ['paid'], '1100.07', ['matched over']],
    ['1000.08', ['paid'], '1000.08', ['matched null']],
    ['1000.09', ['paid', 'dispute', 'paid'], '900.09', ['matched null']],
  ])('%s: %s', { concurrent: true }, async (amount, statuses, received, arrivals) => {
    const { id } = await create(amount);
    expect(await statusesOf(id, statuses)).toEqual(statuses);
    const { body } = await service.shop.get(`/api/merchant/invoices/${id}`);
    expect(body.status).toBe(statuses.at(-1));
    expect(body.receivedSumFromTaker?.amount ?? null).toBe(received);
    expect(await arrivalsOf(id, arrivals.length)).toEqual(arrivals);
  });

  it('once a deal is there, and not before', async () => {
    const { body } = await service.shop.createPayin({ amount: '2000.01' });
    expect(await statusesOf(body.id, [])).toEqual([]);
    await service.shop.post(`/api/merchant/invoices/${body.id}/start-deal`, {});
    expect(await statusesOf(body.id, ['paid'])).toEqual(['paid']);
  });

  it('an amount also chooses the fate of the deal that follows one that was given up', async () => {
    const { body } = await service.shop.createPayin({ amount: '2100.05', startDeal: true, paymentOption: 'SBP' });
    await service.shop.post(`/api/merchant/invoices/${body.id}/start-deal`, { paymentOption: 'TO_CARD' });
    expect(await statusesOf(body.id, ['expired'])).toEqual(['expired']);
  });

  it('an amount chooses a fate with a receipt where there is one', async () => {
    const { id } = await create('3000.08');
    await statusesOf(id, ['paid']);
    const { body } = await service.shop.get(`/api/merchant/invoices/${id}`);
    const receipt = await fetch(body.deals[0].attachments[0]);
    expect(await receipt.text()).toContain(`Deal ${id}\n3000.08 RUB to ${body.deals[0].requisites.requisites}`);
  });

  it('is not tried for ever where the money has paid another invoice', async () => {
    const { pool } = service.db;
    await pool.query(
      `update requisites set paused = true where id <> (select min(id) from requisites where currency = 'RUB')`,
    );
    // What the short payer of 4444.03 sends is what is awaited here, at the one requisite there is.
    const { id: other } = await create('3999.63');
    const { id: short } = await create('4444.03');
    expect(await statusesOf(other, ['paid'])).toEqual(['paid']);
    expect(await statusesOf(short, [])).toEqual([]);
    await pool.query('update requisites set paused = false');
    const { id: next } = await create('4445.01');
    expect(await statusesOf(next, ['paid'])).toEqual(['paid']);
  });

  it('ordinary amounts are left alone', async () => {
    const { id } = await create('1000.10');
    expect(await statusesOf(id, [])).toEqual([]);
  });
});

describe('in the sandbox an amount chooses the fate of a payout', () => {
  it.each([
    ['500.01', ['paid']],
    ['500.05', ['expired']],
  ])('%s: %s', async (amount, statuses) => {
    const { body } = await service.shop.createPayout({ ...payout, amount });
    expect(await statusesOf(body.id, statuses)).toEqual(statuses);
  });
});

it('goes on after a restart where it had stopped', async () => {
  const { db, dataDir, shop, stop } = await startTestService();
  const { body } = await shop.createPayin({ amount: '1500.09', startDeal: true });
  const config = readConfig({
    PORT: '0',
    QUITTANCE_MODE: 'sandbox',
    DATABASE_URL: db.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
  });
  for (const changes of [1, 3]) {
    const process = await startService(config);
    await waitForChanges(db.pool, body.id, changes);
    await process.stop();
  }
  await expectLawsHold(db.pool);
  await stop();
});

async function waitForChanges(pool: pg.Pool, id: string, count: number): Promise<void> {
  const deadlineMs = performance.now() + patienceMs();
  for (;;) {
    const { rows } = await pool.query('select sequence from invoices where id = $1', [id]);
    if (rows[0].sequence >= count) return;
    if (performance.now() > deadlineMs) throw new Error(`invoice ${id} stays at ${rows[0].sequence} changes of status`);
    await delay(50);
  }
}
