import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../support/service.ts';
import { freshAmount } from './support/acts.ts';
import { startCheckedService } from './support/checked-service.ts';

/** Banks have the codes that clients of this interface know; former codes stay as aliases. */
let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

const codes =
  'sberbank tinkoff alfabank vtb raiffeisenbank gazprombank ros_bank sovkom otp_bank promsvyaz rosselhozbank pochta mkb ozon rsb bank_open ubrir mts dcbank';

const former = [
  ['raiffeisen', 'raiffeisenbank'],
  ['rosbank', 'ros_bank'],
  ['sovcombank', 'sovkom'],
  ['otp', 'otp_bank'],
  ['psb', 'promsvyaz'],
  ['rshb', 'rosselhozbank'],
  ['pochtabank', 'pochta'],
] as const;

describe.each(codes.split(' '))('the bank %s', (paymentMethod) => {
  it('is named in a payin, which gets its requisites', async () => {
    const { status, body } = await service.shop.createPayin({ amount: freshAmount(), paymentMethod, startDeal: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ paymentMethod, deals: [{ paymentMethod }] });
  });

  it('is named in a payout', async () => {
    const { status, body } = await service.shop.createPayout({ amount: '100', paymentMethod });
    expect(status).toBe(200);
    expect(body).toMatchObject({ paymentMethod, deals: [{ paymentMethod, status: 'new' }] });
  });
});

describe.each(former)('the former code %s', (alias, code) => {
  it(`means ${code} in create`, async () => {
    const wish = { amount: freshAmount(), paymentMethod: alias, startDeal: true };
    const { status, body } = await service.shop.createPayin(wish);
    expect(status).toBe(200);
    expect(body).toMatchObject({ paymentMethod: code, deals: [{ paymentMethod: code }] });
  });

  it(`means ${code} in start-deal, where it is no other variant`, async () => {
    const first = (await service.shop.createPayin({ amount: freshAmount(), paymentMethod: code, startDeal: true }))
      .body;
    const { status, body } = await service.shop.startDeal(first.id, { paymentMethod: alias });
    expect(status).toBe(200);
    expect(body.deals.map(({ id }: { id: string }) => id)).toEqual([first.deals[0].id]);
  });

  it(`makes the same payout as ${code}: a repeat is no second one`, async () => {
    const wish = { amount: '100', internalId: `alias-${alias}` };
    const first = await service.shop.createPayout({ ...wish, paymentMethod: alias });
    const repeat = await service.shop.createPayout({ ...wish, paymentMethod: code });
    const again = await service.shop.createPayout({ ...wish, paymentMethod: alias });
    expect([first.status, repeat.status, again.status]).toEqual([200, 200, 200]);
    expect(new Set([first.body.id, repeat.body.id, again.body.id]).size).toBe(1);
  });

  it('is not listed', async () => {
    const { body } = await service.shop.get('/api/merchant/payment-options?currency=RUB');
    expect(body.map((one: { code: string }) => one.code)).not.toContain(alias);
  });
});

it('an unknown code is refused', async () => {
  const { status, body } = await service.shop.createPayin({ paymentMethod: 'raiffeisenbank2' });
  expect([status, body[0].message]).toEqual([400, 'Payment method not allowed']);
});
