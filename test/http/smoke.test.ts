import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectLawsHold } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('walks a payin from creation to a confirmed transfer, and a payout to cancellation', async () => {
  const created = await service.shop.createPayin({ startDeal: true, internalId: 'one' });
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  expect(created.body.deals[0].status).toBe('transfer_waiting');
  // At rest: links to receipts carry the second in which they were made.
  await service.atRest(async () => {
    const confirmed = await service.shop.confirm(created.body.id);
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    expect(confirmed.body.deals[0].status).toBe('transfer_confirmed');
    const read = await service.shop.get(`/api/merchant/invoices/${created.body.id}`);
    expect(read.body).toEqual(confirmed.body);
  });
  const out = await service.shop.createPayout({ internalId: 'two' });
  expect(out.status, JSON.stringify(out.body)).toBe(200);
  const canceled = await service.shop.post(`/api/merchant/invoices/${out.body.id}/cancel`);
  expect(canceled.status, JSON.stringify(canceled.body)).toBe(200);
  await expectLawsHold(service.db.pool);
});
