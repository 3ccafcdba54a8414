import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** A rate that was typed with a digit too few: 95.50 became 9.60, and every payin would have paid ten times too much. */
let service: TestService;
let operator: OperatorClient;
const pair = { settlementCurrency: 'USDT', fiatCurrency: 'RUB', reason: 'the rate of the morning' };

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
});
afterAll(() => service?.stop());

const rates = async () => (await service.shop.get('/api/merchant/currency-rates/current')).body;

it('a rate far from the last one is refused with what it would do, and changes nothing', async () => {
  const { status, body } = await operator.post('/rates', { ...pair, in: '9.60' });
  expect({ status, code: body[0].code }).toEqual({ status: 409, code: 'rate_jump' });
  expect(body[0].message).toContain('from 95.50 to 9.60: by 89.95 %');
  expect(body[0].message).toContain('10000 RUB come to 104.71204188 USDT so far, and to 1041.66666666 USDT then');
  expect(await rates()).toMatchObject({ in: { rate: '95.50' } });
});

it('a payout rate above the payin rate is refused: paying in and out again would bring a gain', async () => {
  const { status, body } = await operator.post('/rates', { ...pair, out: '95.60' });
  expect({ status, code: body[0].code }).toEqual({ status: 409, code: 'rates_crossed' });
  expect(await rates()).toMatchObject({ out: { rate: '93.50' } });
});

it('a far rate is set when a person says that it is meant', async () => {
  expect((await operator.post('/rates', { ...pair, in: '120', out: '118', isConfirmed: true })).status).toBe(200);
  expect(await rates()).toMatchObject({ in: { rate: '120.00' }, out: { rate: '118.00' } });
});
