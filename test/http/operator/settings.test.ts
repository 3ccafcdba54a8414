import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainPage } from '../../../src/domain/merchants/page-settings.ts';
import { totpCode, totpStep } from '../../../src/domain/people/totp.ts';
import { expectLawsHold } from '../../support/database.ts';
import { MerchantClient } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let operator: OperatorClient;
let merchant: OperatorClient;
let maker: OperatorClient;

const reason = 'a test';
const limits = [
  { currency: 'RUB', type: 'in', min: '100.00', max: '5000.00' },
  { currency: 'RUB', type: 'out', min: '100.00', max: '5000.00' },
];
const newStore = { name: 'New shop', currency: 'RUB', settlementCurrency: 'USDT', network: 'TRC20', limits, reason };

beforeAll(async () => {
  service = await startTestService();
  operator = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
  merchant = await OperatorClient.signedIn(service.url, 'merchant', 'demo-merchant-password');
  maker = await OperatorClient.signedIn(service.url, 'maker', 'demo-maker-password');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

async function ok(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  return body as any;
}

/** A merchant with one store and a key: what a newcomer needs. */
async function createShop(change: object = {}) {
  const { id: merchantId, secret } = await ok(operator.post('/merchants', { name: 'Newcomer', reason }));
  const store = await ok(operator.post('/stores', { ...newStore, merchantId, ...change }));
  const { key } = await ok(operator.post(`/stores/${store.id}/keys`, { reason }));
  return { merchantId, store, key, secret, shop: new MerchantClient(service.url, key, secret) };
}

describe('a merchant', () => {
  it('a merchant that is new can take payments at once', async () => {
    const { shop, store } = await createShop({ payinFeeBps: 300, payinFeeFixed: '0.5' });
    expect(store).toMatchObject({ payinFeeBps: 300, payinFeeFixed: '0.50000000', limits });
    const invoice = await ok(shop.createPayin({ startDeal: true, paymentOption: 'SBP' }));
    expect(invoice.deals).toHaveLength(1);
    expect(await ok(shop.get('/api/merchant/accounts'))).toHaveLength(1);
  });

  it('keeps its old secret for the overlap of a rotation, and not longer', async () => {
    const { shop, merchantId, key } = await createShop();
    const { secret } = await ok(operator.post(`/merchants/${merchantId}/rotate-secret`, { overlapHours: 2, reason }));
    const renewed = new MerchantClient(service.url, key, secret);
    await ok(shop.get('/api/merchant/accounts'));
    await ok(renewed.get('/api/merchant/accounts'));
    service.advance(2 * 3_600_000 + 1000);
    expect((await shop.get('/api/merchant/accounts')).status).toBe(401);
    await ok(renewed.get('/api/merchant/accounts'));
    await ok(operator.post(`/merchants/${merchantId}/rotate-secret`, { overlapHours: 0, reason }));
    expect((await renewed.get('/api/merchant/accounts')).status).toBe(401);
  });

  it('gets a second factor from an operator or by itself, and replaces it only through an operator', async () => {
    const code = (seed: string, steps = 0) => totpCode(seed, totpStep(service.now()) + steps);
    const begun = await ok(merchant.post('/merchants/1/second-factor/begin'));
    const confirm = { ticket: begun.ticket, code: code(begun.seed), reason };
    const refused = await merchant.post('/merchants/1/second-factor/confirm', confirm);
    expect(refused.body[0].code).toBe('second_factor_present');
    expect((await operator.post('/merchants/2/second-factor/confirm', confirm)).status).not.toBe(200);
    expect((await ok(operator.post('/merchants/1/second-factor/confirm', confirm))).hasSecondFactor).toBe(true);
    const [account] = await ok(service.shop.get('/api/merchant/accounts'));
    const withdrawal = { accountId: account.id, amount: '10', address: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL' };
    const withCode = (code2FA: string) => service.shop.post('/api/merchant/withdrawals', { ...withdrawal, code2FA });
    expect((await withCode(confirm.code)).body[0].code).toBe('two_factor_wrong');
    await ok(withCode(code(begun.seed, 1)));
  });

  it('is renamed, and seen by itself alone', async () => {
    const { merchantId } = await createShop();
    expect(await ok(operator.patch(`/merchants/${merchantId}`, { name: 'Renamed', reason }))).toMatchObject({
      name: 'Renamed',
    });
    expect((await ok(merchant.get('/merchants'))).items.map(({ id }: { id: number }) => id)).toEqual([1]);
    expect((await merchant.post(`/merchants/${merchantId}/second-factor/begin`)).status).toBe(404);
    expect((await maker.get('/merchants')).status).toBe(403);
  });
});

describe('a store', () => {
  it('is switched off and on again, and changes its limits', async () => {
    const { shop, store } = await createShop();
    await ok(operator.patch(`/stores/${store.id}`, { payinEnabled: false, reason }));
    expect((await shop.createPayin()).body[0].message).toBe('Pay in disabled');
    const changed = { payinEnabled: true, limits: [{ currency: 'RUB', type: 'in', min: '2000', max: '3000' }], reason };
    await ok(operator.patch(`/stores/${store.id}`, changed));
    expect((await shop.createPayin()).body[0].message).toBe('Invoice amount should be not less than 2000.00');
    expect((await shop.createPayout()).body[0].code).toBe('currency_not_allowed');
  });

  it("has its own look on the payer's page, given as a whole", async () => {
    const { store } = await createShop();
    expect(store.page).toEqual(plainPage);
    const page = {
      name: 'Лавка',
      colour: '#0A7CFF',
      language: 'ru',
      frameOrigins: ['https://Shop.example', 'http://localhost:8080'],
    };
    const changed = await ok(operator.patch(`/stores/${store.id}`, { page, reason }));
    const kept = {
      ...plainPage,
      ...page,
      colour: '#0a7cff',
      frameOrigins: ['https://shop.example', 'http://localhost:8080'],
    };
    expect(changed.page).toEqual(kept);
    await ok(operator.patch(`/stores/${store.id}`, { payinFeeBps: 1, reason }));
    expect((await ok(operator.get(`/stores/${store.id}`))).page).toEqual(kept);
    const renamed = await ok(operator.patch(`/stores/${store.id}`, { page: { name: 'Shop' }, reason }));
    expect(renamed.page).toEqual({ ...store.page, name: 'Shop' });
  });

  it('has spreads on its rates, which its deals use', async () => {
    const { shop, store } = await createShop();
    await ok(operator.patch(`/stores/${store.id}`, { payinSpreadBps: 100, payoutSpreadBps: -100, reason }));
    const rates = await ok(shop.get('/api/merchant/currency-rates/current'));
    expect([rates.in.rate, rates.out.rate]).toEqual(['96.455', '92.565']);
    const invoice = await ok(shop.createPayin({ startDeal: true, paymentOption: 'SBP', amount: '1234.00' }));
    expect(invoice.deals[0].rate).toBe('96.455');
  });

  it('loses a key that is revoked at once, and can have several', async () => {
    const { shop, store, key, secret } = await createShop();
    const second = await ok(operator.post(`/stores/${store.id}/keys`, { reason }));
    for (const _ of [1, 2]) await ok(operator.delete(`/stores/${store.id}/keys/${key}`, { reason }));
    expect((await shop.get('/api/merchant/accounts')).status).toBe(401);
    await ok(new MerchantClient(service.url, second.key, secret).get('/api/merchant/accounts'));
    const { items } = await ok(operator.get(`/stores/${store.id}/keys`));
    expect(items).toHaveLength(2);
    expect((await operator.delete(`/stores/1/keys/${second.key}`, { reason })).status).toBe(404);
  });

  it.each([
    [{ merchantId: 999_999 }, 404, 'not_found', 'merchantId'],
    [{ limits: [...limits, limits[0]] }, 400, 'limit_twice', 'limits.2'],
  ])('is not created with %j', async (change, status, code, field) => {
    const answer = await operator.post('/stores', { ...newStore, merchantId: 1, ...change });
    expect([answer.status, answer.body[0].code, answer.body[0].field]).toEqual([status, code, field]);
  });

  it('is shown to its own merchant, changed by operators only, and hidden from others', async () => {
    const { store } = await createShop();
    await ok(merchant.get('/stores/1'));
    expect((await ok(merchant.get('/stores'))).items).toHaveLength(2);
    for (const path of [`/stores/${store.id}`, `/stores/${store.id}/keys`, '/stores/0', '/stores/x']) {
      expect((await merchant.get(path)).status).toBe(404);
    }
    expect((await merchant.patch('/stores/1', { payinFeeBps: 0, reason })).status).toBe(403);
    expect((await maker.get('/stores')).status).toBe(403);
  });

  it('has each change in the audit log, and no secret is', async () => {
    const { store, secret, key, merchantId } = await createShop();
    const { rows } = await service.db.pool.query(
      `select action, details::text from audit_log
       where (subject_kind, subject_id) in (('store', $1), ('merchant', $2)) order by id`,
      [String(store.id), String(merchantId)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['create-merchant', 'create-store', 'create-api-key']);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(key);
  });
});
