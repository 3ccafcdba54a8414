import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepDisputeClocks } from '../../src/workers/disputes/dispute-clocks.ts';
import { expectLawsHold } from '../support/database.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { testSettings } from '../support/settings.ts';
import { signInDemo } from '../support/staff.ts';

/** Disputes with clocks that act: on a service of its own, whose clock is moved. */
let service: TestService;
let operator: OperatorClient;
let maker: OperatorClient;
let roubles = 7_000;
const minute = 60_000;

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  maker = await signInDemo(service, 'maker');
  const rules = { remindMinutes: 60, answerMinutes: 120, openMax: 3, reason: 'as in production' };
  expect((await operator.patch('/dispute-rules', rules)).status).toBe(200);
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

/** Another process of the fleet looks at the same time as the service's own loop. */
async function tick(): Promise<void> {
  const options = {
    pool: service.db.pool,
    settings: testSettings(service.db.pool),
    clock: service.now,
    called: () => undefined,
    stopped: () => undefined,
    failed: (error: unknown) => expect.unreachable(String(error)),
  };
  await Promise.all([keepDisputeClocks(options), keepDisputeClocks(options)]);
}

const query = async (text: string, values: readonly unknown[] = []) =>
  (await service.db.pool.query(text, [...values])).rows;
const blockOf = async (makerId: number) =>
  (await query('select dispute_block from makers where id = $1', [makerId]))[0].dispute_block;
/** By the service, which hears of it a moment later. */
const shownBlock = async () => (await maker.get('/makers/1')).body.disputeBlock;
const facts = async (dealId: string) =>
  (await query('select kind from dispute_facts where deal_id = $1 order by id', [dealId])).map(({ kind }) => kind);

/** A disputed payin of the demo maker's. */
async function disputed(shop = service.shop): Promise<{ readonly id: string; readonly dealId: string }> {
  for (let tries = 0; tries < 40; tries++) {
    roubles += 1;
    const { body } = await shop.createPayin({ startDeal: true, amount: `${roubles}.00` });
    const [row] = await query('select maker_id from deals where id = $1', [body.deals[0].id]);
    if (row.maker_id !== 1) continue;
    await shop.dispute(body.id, { dealId: body.deals[0].id, disputeReason: 'has_payment' });
    return { id: body.id, dealId: body.deals[0].id };
  }
  throw new Error('no deal of maker 1');
}

function answerForm(fields: Readonly<Record<string, string>>, hasFile: boolean): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (hasFile) form.set('attachment', new Blob([pngReceipt], { type: 'image/png' }), 'statement.png');
  return form;
}

it('reminds once, escalates to the top of the queue, and gives its maker no new deals until it is answered', async () => {
  const older = await disputed();
  await tick();
  expect(await facts(older.dealId)).toEqual(['opened']);
  service.advance(61 * minute);
  await tick();
  await tick();
  expect(await facts(older.dealId)).toEqual(['opened', 'reminded']);
  expect(await blockOf(1)).toBeNull();
  service.advance(60 * minute);
  await tick();
  await tick();
  expect(await facts(older.dealId)).toEqual(['opened', 'reminded', 'escalated']);
  expect(await blockOf(1)).toBe('unanswered');
  const { body: queue } = await operator.get('/work');
  expect(queue.items[0]).toMatchObject({ kind: 'escalated', id: older.dealId });
  expect((await service.shop.read(older.id)).body.status).toBe('dispute');

  await expect.poll(shownBlock).toBe('unanswered');
  const { body } = await service.shop.createPayin({ startDeal: true, amount: '7777.00' });
  const makerIds = await query('select maker_id from deals where invoice_id = $1', [body.id]);
  expect(makerIds.every(({ maker_id: id }) => id !== 1)).toBe(true);

  const path = `/invoices/${older.id}/dispute/answer`;
  const refused = { answer: 'refused', refusal: 'not_received', text: 'nothing came' };
  expect(await maker.upload(path, answerForm(refused, false))).toMatchObject({
    status: 400,
    body: [{ code: 'statement_of_day_needed' }],
  });
  expect(await maker.upload(path, answerForm({ answer: 'refused', text: 'no' }, true))).toMatchObject({
    status: 400,
    body: [{ code: 'blank', field: 'refusal' }],
  });
  const answered = await maker.upload(path, answerForm(refused, true));
  expect(answered).toMatchObject({
    status: 200,
    body: { status: 'dispute', dispute: { answer: { kind: 'refused', reason: 'not_received' }, answerDueAt: null } },
  });
  await tick();
  expect(await blockOf(1)).toBeNull();
  await expect.poll(shownBlock).toBeNull();
  expect((await operator.get('/work')).body.items.map(({ kind }: { kind: string }) => kind)).not.toContain('escalated');
  expect((await operator.post(`/invoices/${older.id}/dispute/accept`, { reason: 'found it' })).status).toBe(200);
});

it('stops a maker with too many open disputes of several stores, says so to both, and lifts it with an answer', async () => {
  const three = [await disputed(), await disputed(), await disputed(service.otherShop)];
  await tick();
  expect(await blockOf(1)).toBe('too_many');
  const { body: log } = await operator.get('/audit-log?limit=50');
  expect(log.items.map(({ action }: { action: string }) => action)).toContain('disputes-stop');
  const agreed = answerForm({ answer: 'agreed', text: 'it came' }, false);
  expect((await maker.upload(`/invoices/${three[0]?.id}/dispute/answer`, agreed)).status).toBe(200);
  await tick();
  expect(await blockOf(1)).toBeNull();
  for (const { id } of three) await operator.post(`/invoices/${id}/dispute/accept`, { reason: 'found it' });
});

it('counts the longest times that can be set: a month of minutes is more milliseconds than an integer holds', async () => {
  const month = { remindMinutes: 43_200, answerMinutes: 43_200, reason: 'a long holiday' };
  expect((await operator.patch('/dispute-rules', month)).status).toBe(200);
  await disputed();
  await tick();
  expect((await operator.get('/work')).status).toBe(200);
  expect((await operator.get('/overview')).status).toBe(200);
});
