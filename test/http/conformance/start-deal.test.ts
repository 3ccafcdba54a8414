import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { Body } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { dealStatuses, freshAmount, minuteMs, payinWithDeal, refusal, settle } from './support/acts.ts';
import { startCheckedService } from './support/checked-service.ts';

const nobodysId = '00000000-0000-7000-8000-000000000000';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

describe('interface: Create deal', () => {
  it('paymentOption and paymentMethod may be absent: without a body, with {}', async () => {
    for (const variant of [undefined, {}]) {
      const { body } = await service.shop.startDeal(await payinWithoutDeal(), variant);
      expect(body.deals).toHaveLength(1);
    }
  });

  it.each(['SBP', 'TO_CARD', 'TO_ACCOUNT', 'CROSS_BORDER'])('paymentOption: %s', async (paymentOption) => {
    const { body } = await service.shop.startDeal(await payinWithoutDeal(), { paymentOption });
    expect(body.deals[0].paymentOption).toBe(paymentOption);
  });

  it('paymentMethod: a bank code', async () => {
    const { body } = await service.shop.startDeal(await payinWithoutDeal(), { paymentMethod: 'promsvyaz' });
    expect(body.deals[0]).toMatchObject({ paymentMethod: 'promsvyaz', paymentMethodName: 'PSB' });
  });

  it('contract 3: Payment option not allowed', async () => {
    const answer = await service.shop.startDeal(await payinWithoutDeal(), { paymentOption: 'CASH' });
    expect(refusal(answer)).toMatchObject({
      status: 400,
      message: 'Payment option not allowed',
      field: 'paymentOption',
    });
  });

  it('contract 3: Payment method not allowed', async () => {
    const answer = await service.shop.startDeal(await payinWithoutDeal(), { paymentMethod: 'nobank' });
    expect(refusal(answer)).toMatchObject({
      status: 400,
      message: 'Payment method not allowed',
      field: 'paymentMethod',
    });
  });

  it.each(['paymentOption', 'paymentMethod'])('%s: a number is no string', async (field) => {
    const answer = await service.shop.startDeal(await payinWithoutDeal(), { [field]: 1 });
    expect(refusal(answer)).toMatchObject({ status: 400, message: 'This value should be of type string', field });
  });

  it.each([nobodysId, 'no-uuid'])('an unknown ID is 404: %s', async (id) => {
    for (const answer of [
      await service.shop.startDeal(id),
      await service.shop.cancel(id),
      await service.shop.confirm(id),
      await service.shop.get(`/api/merchant/invoices/${id}/available-payment-variants`),
    ]) {
      expect(refusal(answer)).toEqual({ status: 404, code: 'not_found', message: 'Not found' });
    }
  });
});

describe("contract 4: the invoice's own paymentOption and paymentMethod", () => {
  it('are set when create names them, before there is a deal', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount(), paymentOption: 'SBP' });
    expect(body).toMatchObject({ paymentOption: 'SBP', paymentMethod: null });
  });

  it('are set when start-deal names them', async () => {
    const variant = { paymentOption: 'TO_CARD', paymentMethod: 'ros_bank' };
    const { body } = await service.shop.startDeal(await payinWithoutDeal(), variant);
    expect(body).toMatchObject(variant);
  });

  it('are set when a deal starts without a named variant', async () => {
    const { body } = await service.shop.startDeal(await payinWithoutDeal());
    const [{ paymentOption, paymentMethod }] = body.deals;
    expect(body).toMatchObject({ paymentOption, paymentMethod });
  });

  it('null option and null method mean: any free requisites', async () => {
    const options = new Set<string>();
    for (let count = 0; count < 60; count++) {
      const { deals } = await payinWithDeal(service, { paymentOption: null, paymentMethod: null });
      options.add(deals[0].paymentOption);
    }
    expect(options.size).toBeGreaterThan(1);
  });

  it('a variant named at creation is followed by a start-deal that names none', async () => {
    const variant = { paymentOption: 'CROSS_BORDER', paymentMethod: 'mkb' };
    const { body } = await service.shop.createPayin({ amount: freshAmount(), ...variant });
    const { body: started } = await service.shop.startDeal(body.id);
    expect(started.deals[0]).toMatchObject(variant);
  });
});

describe('contract 4: deals', () => {
  it('canceled and expired deals are history, not deals', async () => {
    const invoice = await payinWithDeal(service, { paymentOption: 'SBP' });
    await service.shop.startDeal(invoice.id, { paymentOption: 'TO_CARD' });
    service.advance(15 * minuteMs);
    const { body } = await service.shop.startDeal(invoice.id, { paymentOption: 'TO_ACCOUNT' });
    expect(body.deals.map(({ paymentOption }: Body) => paymentOption)).toEqual(['TO_ACCOUNT']);
    await settle(service, body);
    const { body: paid } = await service.shop.read(invoice.id);
    expect(paid.deals.map(({ status }: Body) => status)).toEqual(['completed']);
    expect(await dealStatuses(service, invoice.id)).toEqual(['canceled', 'expired', 'completed']);
  });

  it('the first deal carries the ID of the invoice also when it is started later', async () => {
    const id = await payinWithoutDeal();
    expect((await service.shop.startDeal(id)).body.deals[0].id).toBe(id);
  });

  it('no two active deals have the same requisites and sum', async () => {
    const amount = freshAmount();
    const seen = new Set<string>();
    const { rows } = await service.db.pool.query(`select count(*)::int from requisites where option = 'SBP'`);
    for (let count = 0; count < rows[0].count; count++) {
      const { deals } = await payinWithDeal(service, { amount, paymentOption: 'SBP' });
      seen.add(deals[0].requisites.requisites);
    }
    expect(seen.size).toBe(rows[0].count);
    const change = { amount, paymentOption: 'SBP', startDeal: true };
    expect((await service.shop.createPayin(change)).body.deals).toEqual([]);
  });

  it('IDs cannot be guessed: what follows the time in them is never the same', async () => {
    const tails = new Set<string>();
    for (let count = 0; count < 30; count++) tails.add((await payinWithoutDeal()).slice(-17));
    expect(tails.size).toBe(30);
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

async function payinWithoutDeal(): Promise<string> {
  const { body } = await service.shop.createPayin({ amount: freshAmount() });
  return body.id;
}
