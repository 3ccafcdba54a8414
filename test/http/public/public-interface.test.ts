import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import { signInAs } from '../../support/operators.ts';
import { PublicClient } from '../../support/public-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { canceledInvoiceFields } from '../conformance/support/shapes.ts';

let service: TestService;
let payer: PublicClient;

beforeAll(async () => {
  service = await startTestService();
  payer = new PublicClient(service.url);
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

async function newInvoice(change: object = {}): Promise<string> {
  const { status, body } = await service.shop.createPayin(change);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

let amount = 3000;
/** Each amount once: requisites never get short. */
const nextAmount = () => `${amount++}.00`;

describe('an invoice, as its payer sees it', () => {
  it('is the shape of cancel, with what the page needs', async () => {
    const urls = { successUrl: 'https://shop.example/done?x=1', cancelUrl: 'https://shop.example/cart' };
    const id = await newInvoice({ ...urls, amount: nextAmount(), internalId: 'order 1', userId: 'client 7' });
    const askedAt = service.now();
    const { status, body } = await payer.read(id);
    const answeredAt = service.now();
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([...canceledInvoiceFields, 'createdAt', 'storeName', 'paymentPage']);
    expect(body).toMatchObject({
      id,
      internalId: 'order 1',
      status: 'new',
      deals: [],
      storeName: 'Demo Shop',
      ...urls,
    });
    expect(body.expiredAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    expect(body.paymentPage).toMatchObject({ invoiceId: id, ...urls, deal: null, dealsStarted: 0 });
    expect(body.paymentPage.expireAt - body.paymentPage.createdAt).toBe(3_600_000);
    expect(body.paymentPage.now).toBeGreaterThanOrEqual(askedAt);
    expect(body.paymentPage.now).toBeLessThanOrEqual(answeredAt);
    expect(body.paymentPage.variants).toContainEqual({
      option: 'SBP',
      bank: { code: 'sberbank', name: 'Sberbank', nameRu: 'Сбербанк' },
      isTroubled: false,
    });
  });

  it('says nothing that is not the payer’s business', async () => {
    const secrets = {
      notificationUrl: 'https://shop.example/secret-hook',
      notificationToken: 'secret-token',
      userId: 'secret-client',
    };
    const id = await newInvoice({ ...secrets, amount: nextAmount(), startDeal: true });
    await payer.confirm(id);
    const { rows } = await service.db.pool.query(
      'select maker_id, maker_sum, fee_sum from deals where invoice_id = $1',
      [id],
    );
    const texts = await Promise.all(
      ['', '/available-payment-variants'].map(async (path) =>
        JSON.stringify((await payer.get(`/invoices/${id}${path}`)).body),
      ),
    );
    // The digits of an ID may spell a word.
    const text = texts.join().replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '');
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
    for (const word of ['fee', 'rate', 'maker', 'payout', 'userId', 'storeId', 'USDT', 'frame'])
      expect(text).not.toContain(word);
    expect(rows[0].maker_sum).toBeGreaterThan(0n);
  });

  it('needs no headers, and ignores those that would say who calls', async () => {
    const id = await newInvoice({ amount: nextAmount() });
    const wrong = { 'x-identity': 'demo-store-key-2', 'x-signature': 'bm9uc2Vuc2U=', authorization: 'Bearer nonsense' };
    expect((await payer.get(`/invoices/${id}`, wrong)).status).toBe(200);
    expect((await payer.get(`/invoices/${id.toUpperCase()}`)).body.id).toBe(id);
  });

  it('shows the look of its store', async () => {
    const operator = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
    const page = { name: 'Лавка <b>', colour: '#0a7cff', language: 'ru', frameOrigins: ['https://shop.example'] };
    expect((await operator.patch('/stores/2', { page, reason: 'a test' })).status).toBe(200);
    const { body } = await service.otherShop.createPayin({ amount: nextAmount() });
    const seen = (await payer.read(body.id)).body;
    expect(seen.storeName).toBe('Лавка <b>');
    const look = { name: 'Лавка <b>', colour: '#0a7cff', darkColour: null, language: 'ru' };
    expect(seen.paymentPage.store).toEqual({ ...look, description: null, supportUrl: null, logo: null });
  });

  it('has expired as soon as its time is over', async () => {
    const id = await newInvoice({ amount: nextAmount(), startDeal: true });
    expect((await payer.read(id)).body.deals[0].isActive).toBe(true);
    service.advance(15 * 60_000);
    expect((await payer.read(id)).body).toMatchObject({
      status: 'new',
      deals: [],
      paymentPage: { deal: null, dealsStarted: 1 },
    });
    service.advance(45 * 60_000);
    expect((await payer.read(id)).body).toMatchObject({ status: 'expired', deals: [], paymentPage: { variants: [] } });
  });

  it('an invoice of a payout shows only the last digits of its destination, and leaves the payer nothing to do', async () => {
    const { body } = await service.shop.createPayout();
    const seen = (await payer.read(body.id)).body;
    expect(seen).toMatchObject({ type: 'out', paymentRequisites: { requisites: '••••••••••••0004' } });
    expect(JSON.stringify(seen)).not.toContain('2200000000000004');
    expect(JSON.stringify(seen)).not.toContain('Ivan');
    expect((await payer.get(`/invoices/${body.id}/available-payment-variants`)).body).toEqual([]);
    for (const answer of [await payer.startDeal(body.id), await payer.confirm(body.id), await payer.cancel(body.id)]) {
      expect([answer.status, answer.body[0].code]).toEqual([400, 'payout_not_allowed']);
    }
    expect((await service.shop.read(body.id)).body.status).toBe('new');
  });
});

describe('a payer', () => {
  it('chooses, pays, sends a receipt, and sees it paid', async () => {
    const id = await newInvoice({ amount: nextAmount() });
    const [variant] = (await payer.get(`/invoices/${id}/available-payment-variants`)).body;
    expect(variant).toEqual(
      (await service.shop.get(`/api/merchant/invoices/${id}/available-payment-variants`)).body[0],
    );
    const started = await payer.startDeal(id, { paymentOption: variant.option, paymentMethod: variant.method });
    expect(started.status).toBe(200);
    const [deal] = started.body.deals;
    expect(deal).toMatchObject({ id, status: 'transfer_waiting', paymentOption: variant.option, attachmentCount: 0 });
    expect(deal.requisites.requisites).toBe((await service.shop.read(id)).body.deals[0].requisites.requisites);
    expect(started.body.paymentPage.deal).toMatchObject({
      requisites: { number: deal.requisites.requisites },
      receipts: 0,
    });

    const confirmed = await payer.confirm(id);
    expect(confirmed.body).toMatchObject({
      status: 'new',
      deals: [{ status: 'transfer_confirmed', attachmentCount: 1 }],
    });
    expect(confirmed.body.paymentPage.variants).toEqual([]);

    const operator = await signInAs({ url: service.url, pool: service.db.pool }, 'operator');
    expect((await operator.post(`/deals/${id}/settle`, { reason: 'seen' })).status).toBe(200);
    const paid = (await payer.read(id)).body;
    expect(paid).toMatchObject({ status: 'paid', deals: [{ status: 'completed', isActive: false }] });
    // The money has come: nobody needs the maker's number any more.
    expect(paid.deals[0].requisites.holder).toBe('');
    expect(paid.deals[0].requisites.requisites).toMatch(/^•+.{4}$/);
    expect(JSON.stringify(paid)).not.toContain(deal.requisites.requisites);
  });

  it('gets any requisites without a wish, the same again, and others for another wish', async () => {
    const id = await newInvoice({ amount: nextAmount() });
    const first = (await payer.startDeal(id)).body.deals[0];
    expect((await payer.startDeal(id)).body.deals[0].id).toBe(first.id);
    const other = first.paymentOption === 'SBP' ? 'TO_CARD' : 'SBP';
    const second = (await payer.startDeal(id, { paymentOption: other })).body.deals[0];
    expect(second.id).not.toBe(first.id);
    expect(second.paymentOption).toBe(other);
    expect((await payer.startDeal(id, { paymentOption: 'BARTER' })).body[0].code).toBe('payment_option_not_allowed');
  });

  it('gives up, and can do nothing more', async () => {
    const id = await newInvoice({ amount: nextAmount(), startDeal: true });
    const canceled = await payer.cancel(id);
    expect([canceled.status, canceled.body.status, canceled.body.deals]).toEqual([200, 'canceled', []]);
    for (const answer of [await payer.startDeal(id), await payer.confirm(id), await payer.cancel(id)]) {
      expect([answer.status, answer.body[0].code]).toEqual([400, 'invoice_not_active']);
    }
  });

  it('cannot give up what is paid for, nor send a receipt for nothing', async () => {
    const id = await newInvoice({ amount: nextAmount() });
    expect((await payer.confirm(id)).body[0].code).toBe('deal_not_active');
    await payer.startDeal(id);
    await payer.confirm(id);
    expect((await payer.cancel(id)).body[0].code).toBe('transfer_already_confirmed');
  });

  it('has room for ten receipts', async () => {
    const id = await newInvoice({ amount: nextAmount(), startDeal: true });
    const file = (index: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from(`receipt ${index}`)]);
    for (let index = 0; index < 10; index++) expect((await payer.confirm(id, file(index))).status).toBe(200);
    const refused = await payer.confirm(id, file(10));
    expect([refused.status, refused.body[0].code]).toEqual([400, 'too_many_attachments']);
    const again = await payer.confirm(id, file(9));
    expect(again.status).toBe(200);
  });
});

describe('the lists', () => {
  it('have the banks of a currency, under the name of the other list', async () => {
    const { body } = await payer.get('/payment-methods/RUB');
    expect(body).toContainEqual({ code: 'sberbank', name: expect.any(String) });
    const merchants = (await service.shop.get('/api/merchant/payment-options?currency=RUB')).body;
    expect(body).toEqual(merchants.map(({ code, name }: { code: string; name: string }) => ({ code, name })));
  });

  it('are empty for a currency that is not there', async () => {
    for (const currency of ['XYZ', 'rub', '%00', "'; drop table banks"]) {
      expect(await payer.get(`/payment-methods/${encodeURIComponent(currency)}`)).toMatchObject({
        status: 200,
        body: [],
      });
    }
  });

  it('have the rates, without the spread of any store', async () => {
    await service.db.pool.query('update stores set in_spread_bps = 500 where id = 1');
    const { body } = await payer.get('/currency-rates/current');
    expect(body).toEqual({ in: { pair: 'USDT/RUB', rate: '95.50' }, out: { pair: 'USDT/RUB', rate: '93.50' } });
    expect((await payer.get('/currency-rates/current?currency=KZT')).body.in.pair).toBe('USDT/KZT');
    expect((await payer.get('/currency-rates/current?currency=XYZ')).body[0].code).toBe('currency_not_allowed');
    await service.db.pool.query('update stores set in_spread_bps = 0 where id = 1');
  });
});
