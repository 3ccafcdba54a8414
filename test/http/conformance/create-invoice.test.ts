import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import { payin, payout } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { freshAmount, refusal } from './support/acts.ts';
import { startCheckedService } from './support/checked-service.ts';

const path = '/api/merchant/invoices';
const blank = { code: 'blank', message: 'This value should not be blank.' };

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

describe('interface: Create invoice', () => {
  it.each(['type', 'amount', 'currency', 'notificationUrl', 'notificationToken'])(
    '%s is required: absent and null are blank',
    async (field) => {
      const without = await service.shop.createPayin({ [field]: undefined });
      const withNull = await service.shop.createPayin({ [field]: null });
      for (const answer of [without, withNull]) expect(refusal(answer)).toEqual({ status: 400, ...blank, field });
    },
  );

  it.each(['type', 'amount', 'currency'])('%s is required: an empty string is blank', async (field) => {
    expect(refusal(await service.shop.createPayin({ [field]: '' }))).toEqual({ status: 400, ...blank, field });
  });

  it('one element per fault found: an empty object lacks five parameters', async () => {
    const { status, body } = await service.shop.post(path, {});
    expect(status).toBe(400);
    const fields = ['type', 'amount', 'currency', 'notificationUrl', 'notificationToken'];
    expect(body).toEqual(expect.arrayContaining(fields.map((field) => ({ ...blank, field }))));
    expect(body).toHaveLength(fields.length);
  });

  it('type: only in and out', async () => {
    const answer = await service.shop.createPayin({ type: 'sideways' });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'invalid_choice', field: 'type' });
  });

  it.each(['USD', 'XXX', 'rub'])('currency: %s is refused where the store does not take it', async (currency) => {
    const answer = await service.shop.createPayin({ currency });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'currency_not_allowed', field: 'currency' });
  });

  it.each(['ftp://shop.example', 'shop.example/hook', 'javascript:alert(1)'])(
    'notificationUrl: %s is no web address',
    async (notificationUrl) => {
      const answer = await service.shop.createPayin({ notificationUrl });
      expect(refusal(answer)).toMatchObject({ status: 400, code: 'invalid_url', field: 'notificationUrl' });
    },
  );

  it('notificationUrl: a query is fine', async () => {
    const { status } = await service.shop.createPayin({ notificationUrl: 'https://shop.example/hook?a=1&b=%20' });
    expect(status).toBe(200);
  });

  it.each(['internalId', 'userId'])('%s is any string of up to 255 characters', async (field) => {
    for (const text of ['', ' a/b?c#d%2F ', 'é'.repeat(255), '💳'.repeat(255)]) {
      const { status, body } = await service.shop.createPayin({ [field]: text });
      expect({ status, echo: body[field] }).toEqual({ status: 200, echo: text });
    }
    const answer = await service.shop.createPayin({ [field]: 'x'.repeat(256) });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'too_long', field });
  });

  it.each(['internalId', 'userId', 'paymentOption', 'paymentMethod'])('%s: a number is no string', async (field) => {
    expect(refusal(await service.shop.createPayin({ [field]: 7 }))).toEqual({
      status: 400,
      code: 'wrong_type',
      message: 'This value should be of type string',
      field,
    });
  });

  it.each(['SBP', 'TO_CARD', 'TO_ACCOUNT', 'CROSS_BORDER'])(
    'paymentOption: %s is kept and followed',
    async (option) => {
      const change = { amount: freshAmount(), paymentOption: option, startDeal: true };
      const { body } = await service.shop.createPayin(change);
      expect([body.paymentOption, body.deals[0].paymentOption]).toEqual([option, option]);
    },
  );

  it('paymentMethod: a bank code is kept and followed', async () => {
    const change = { amount: freshAmount(), paymentMethod: 'alfabank', startDeal: true };
    const { body } = await service.shop.createPayin(change);
    expect([body.paymentMethod, body.deals[0].paymentMethod]).toEqual(['alfabank', 'alfabank']);
  });

  it('paymentMethod: unknown leaves the bank open', async () => {
    const change = { amount: freshAmount(), paymentOption: 'SBP', paymentMethod: 'unknown', startDeal: true };
    const { body } = await service.shop.createPayin(change);
    expect(body.deals).toHaveLength(1);
    expect(body.deals[0].paymentMethod).not.toBe('unknown');
  });

  it.each(['paymentOption', 'paymentMethod', 'paymentRequisites'])('%s is mandatory for type out', async (field) => {
    for (const value of [undefined, null, ...(field === 'paymentRequisites' ? [] : [''])]) {
      expect(refusal(await service.shop.createPayout({ [field]: value }))).toEqual({ status: 400, ...blank, field });
    }
  });

  it('a payout without all three says so three times', async () => {
    const { paymentOption: _o, paymentMethod: _m, paymentRequisites: _r, ...rest } = payout;
    const { body } = await service.shop.post(path, rest);
    const fields = body.map(({ field }: { field: string }) => field).sort();
    expect(fields).toEqual(['paymentMethod', 'paymentOption', 'paymentRequisites']);
  });

  it.each([
    [{ startDeal: true }, 1],
    [{ startDeal: false }, 0],
    [{}, 0],
  ])('startDeal: %j gives %i deals', async (change, deals) => {
    const { body } = await service.shop.createPayin({ amount: freshAmount(), ...change });
    expect(body.deals).toHaveLength(deals);
  });

  it.each(['true', 1, 'yes', []])('startDeal: %j is no boolean', async (startDeal) => {
    expect(refusal(await service.shop.createPayin({ startDeal }))).toEqual({
      status: 400,
      code: 'wrong_type',
      message: 'This value should be of type boolean',
      field: 'startDeal',
    });
  });

  it('startDeal is only for type in: a payout has its one deal either way', async () => {
    for (const startDeal of [true, false]) {
      const { body } = await service.shop.createPayout({ startDeal });
      expect(body.deals.map(({ status }: { status: string }) => status)).toEqual(['new']);
    }
  });

  it.each(['successUrl', 'cancelUrl'])('contract 4: %s is an optional web address', async (field) => {
    expect((await service.shop.createPayin({ [field]: 'https://shop.example/x' })).status).toBe(200);
    const answer = await service.shop.createPayin({ [field]: 'no address' });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'invalid_url', field });
  });
});

describe('contract 4: RequisitesDTO', () => {
  it('requisites is a required string', async () => {
    for (const requisites of [undefined, null, '']) {
      const answer = await service.shop.createPayout({ paymentRequisites: { requisites, holder: 'Ivan P.' } });
      expect(refusal(answer)).toEqual({ status: 400, ...blank, field: 'paymentRequisites.requisites' });
    }
    const answer = await service.shop.createPayout({ paymentRequisites: { requisites: 2200 } });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'wrong_type', field: 'paymentRequisites.requisites' });
  });

  it('holder is an optional string', async () => {
    const { status, body } = await service.shop.createPayout({ paymentRequisites: { requisites: '2200000000000004' } });
    expect(status).toBe(200);
    expect(body.paymentRequisites).toEqual({ requisites: '2200000000000004' });
    const answer = await service.shop.createPayout({ paymentRequisites: { requisites: '2200', holder: 7 } });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'wrong_type', field: 'paymentRequisites.holder' });
  });

  it('requisites that are no object are refused', async () => {
    const answer = await service.shop.createPayout({ paymentRequisites: '2200000000000004' });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'wrong_type', field: 'paymentRequisites' });
  });

  it('a payout with option SBP needs a bank', async () => {
    const answer = await service.shop.createPayout({ paymentOption: 'SBP', paymentMethod: 'unknown' });
    expect(refusal(answer)).toMatchObject({ status: 400, message: 'Payment method not allowed' });
    const { status } = await service.shop.createPayout({ paymentOption: 'SBP', paymentMethod: 'sberbank' });
    expect(status).toBe(200);
  });

  it('the bank may be unknown with TO_CARD', async () => {
    const { status, body } = await service.shop.createPayout({ paymentOption: 'TO_CARD', paymentMethod: 'unknown' });
    expect({ status, method: body.paymentMethod }).toEqual({ status: 200, method: 'unknown' });
  });
});

describe('contract 3: refusals of create', () => {
  it.each(['CASH', 'sbp', 'TO_CARD '])('paymentOption %j: Payment option not allowed', async (paymentOption) => {
    const expected = { status: 400, message: 'Payment option not allowed', field: 'paymentOption' };
    expect(refusal(await service.shop.createPayin({ paymentOption }))).toMatchObject(expected);
    expect(refusal(await service.shop.createPayout({ paymentOption }))).toMatchObject(expected);
  });

  it('an option that the currency does not have is not allowed', async () => {
    const answer = await service.shop.createPayin({ currency: 'KZT', paymentOption: 'SBP' });
    expect(refusal(answer)).toMatchObject({ status: 400, message: 'Payment option not allowed' });
  });

  it.each(['nobank', 'kaspi'])('paymentMethod %s: Payment method not allowed', async (paymentMethod) => {
    const expected = { status: 400, message: 'Payment method not allowed', field: 'paymentMethod' };
    expect(refusal(await service.shop.createPayin({ paymentMethod }))).toMatchObject(expected);
    expect(refusal(await service.shop.createPayout({ paymentMethod }))).toMatchObject(expected);
  });

  it('option and method both wrong are two elements', async () => {
    const { body } = await service.shop.createPayin({ paymentOption: 'CASH', paymentMethod: 'nobank' });
    expect(body.map(({ field }: { field: string }) => field)).toEqual(['paymentOption', 'paymentMethod']);
  });

  it.each(['in', 'out'])('the smallest and largest sums of %s are settings; the messages are kept', async (type) => {
    const setLimits = (min: number, max: number) =>
      service.db.owner.query(
        `update store_limits set amount_min = $1, amount_max = $2 where store_id = 1 and currency = 'RUB' and type = $3`,
        [min, max, type],
      );
    await setLimits(100_000, 10_000_000);
    const create = (amount: string) =>
      service.shop.post(path, type === 'in' ? { ...payin, amount } : { ...payout, amount });
    const [tooSmall, tooBig] = [await create('999.99'), await create('100000.01')];
    const [smallest, largest] = [await create('1000'), await create('100000')];
    await setLimits(10_000, 100_000_000);
    expect(tooSmall.status).toBe(400);
    expect(tooSmall.body).toHaveLength(1);
    expect(tooSmall.body[0].message).toBe('Invoice amount should be not less than 1000.00');
    expect(tooBig.status).toBe(400);
    expect(tooBig.body).toHaveLength(1);
    expect(tooBig.body[0].message).toBe('Invoice amount should be not greater than 100000.00');
    expect([smallest.status, largest.status]).toEqual([200, 200]);
  });

  it('a direction switched off is 404: Pay in disabled', async () => {
    await service.db.pool.query('update stores set in_enabled = false where id = 1');
    const [off, other] = [await service.shop.createPayin(), await service.shop.createPayout()];
    await service.db.pool.query('update stores set in_enabled = true where id = 1');
    expect(refusal(off)).toEqual({ status: 404, code: 'pay_in_disabled', message: 'Pay in disabled' });
    expect(other.status).toBe(200);
  });

  it('a direction switched off is 404: Pay out disabled', async () => {
    await service.db.pool.query('update stores set out_enabled = false where id = 1');
    const [off, other] = [await service.shop.createPayout(), await service.shop.createPayin()];
    await service.db.pool.query('update stores set out_enabled = true where id = 1');
    expect(refusal(off)).toEqual({ status: 404, code: 'pay_out_disabled', message: 'Pay out disabled' });
    expect(other.status).toBe(200);
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));
