import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { Body } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { freshAmount, hourMs, minuteMs, payinWithDeal } from './support/acts.ts';
import { startCheckedService } from './support/checked-service.ts';
import {
  canceledInvoiceFields,
  invoiceFields,
  keysOf,
  moneyFields,
  rub,
  sorted,
  timestamp,
  uuid,
} from './support/shapes.ts';

let service: TestService;
/** One payin through its answers: created without a deal, with one, confirmed. */
let created: Body;
let started: Body;
let confirmed: Body;

beforeAll(async () => {
  service = await startCheckedService();
  const change = { amount: '1500', internalId: 'order 7', userId: 'client 9' };
  created = (await service.shop.createPayin(change)).body;
  started = (await service.shop.startDeal(created.id)).body;
  confirmed = (await service.shop.confirm(created.id)).body;
});
afterAll(() => service.stop());

describe('interface: MoneyDTO', () => {
  it('has amount, currency and subunit, and nothing else', () => {
    expect(keysOf(created.sum)).toEqual(sorted(moneyFields));
    expect(created.sum).toEqual({ amount: '1500.00', currency: 'RUB', subunit: 2 });
  });

  it('amount is written with exactly subunit fraction digits', () => {
    const { amount, subunit } = confirmed.deals[0].payment.makerSum;
    expect(amount).toMatch(new RegExp(`^\\d+\\.\\d{${subunit}}$`));
    expect(subunit).toBe(8);
  });
});

describe('interface: InvoiceDTO', () => {
  it('has exactly the fields of the table in each of its answers', async () => {
    const byId = (await service.shop.read(created.id)).body;
    const byInternalId = (await service.shop.get('/api/merchant/invoices/internal-id/order%207')).body;
    for (const invoice of [created, started, confirmed, byId, byInternalId]) {
      expect(keysOf(invoice)).toEqual(sorted(invoiceFields));
    }
  });

  it('InvoiceDTO.id is a UUID, the same in every answer', () => {
    expect(created.id).toMatch(uuid);
    expect([started.id, confirmed.id]).toEqual([created.id, created.id]);
  });

  it('InvoiceDTO.internalId is echoed back', () => {
    expect(created.internalId).toBe('order 7');
  });

  it('InvoiceDTO.userId is echoed back', () => {
    expect(created.userId).toBe('client 9');
  });

  it('InvoiceDTO.internalId and userId are null where the merchant gave none', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    expect(body).toMatchObject({ internalId: null, userId: null });
  });

  it.each(['in', 'out'])('InvoiceDTO.type is "%s" as asked for', async (type) => {
    const answer = type === 'in' ? await service.shop.createPayin() : await service.shop.createPayout();
    expect(answer.body.type).toBe(type);
  });

  it('InvoiceDTO.status is new at first', () => {
    expect(created.status).toBe('new');
  });

  it('InvoiceDTO.paymentMethod and paymentOption are null until chosen', () => {
    expect(created).toMatchObject({ paymentMethod: null, paymentOption: null });
    const [deal] = started.deals;
    expect(started).toMatchObject({ paymentMethod: deal.paymentMethod, paymentOption: deal.paymentOption });
  });

  it('InvoiceDTO.paymentRequisites is null in all responses of payin invoices', async () => {
    const paymentRequisites = { requisites: '2200000000000004', holder: 'Ivan P.' };
    const { body } = await service.shop.createPayin({ amount: freshAmount(), paymentRequisites });
    const read = (await service.shop.read(body.id)).body;
    for (const invoice of [created, started, confirmed, body, read]) expect(invoice.paymentRequisites).toBeNull();
  });

  it('InvoiceDTO.paymentRequisites of a payout are those the merchant gave', async () => {
    const { body } = await service.shop.createPayout();
    expect(body.paymentRequisites).toEqual({ requisites: '2200000000000004', holder: 'Ivan P.' });
  });

  it('InvoiceDTO.sum is the amount and currency, normalised', () => {
    expect(created.sum).toEqual(rub('1500.00'));
  });

  it('InvoiceDTO.storeId is an integer and storeName the name of that shop', async () => {
    expect(created).toMatchObject({ storeId: 1, storeName: 'Demo Shop' });
    const other = await service.otherShop.createPayin({ amount: freshAmount() });
    expect(other.body).toMatchObject({ storeId: 2, storeName: 'Demo Shop 2' });
  });

  it.each(['receivedSumFromTaker', 'receivedSumFromMaker', 'serviceFeeSum', 'payoutSum'])(
    'InvoiceDTO.%s is null until money is received',
    (field) => {
      expect([created[field], started[field]]).toEqual([null, null]);
      expect(keysOf(confirmed[field])).toEqual(sorted(moneyFields));
    },
  );

  it('InvoiceDTO.receivedSumFromTaker is in fiat, the three others in the settlement currency', () => {
    expect(confirmed.receivedSumFromTaker).toMatchObject({ currency: 'RUB', subunit: 2 });
    for (const field of ['receivedSumFromMaker', 'serviceFeeSum', 'payoutSum']) {
      expect(confirmed[field]).toMatchObject({ currency: 'USDT', subunit: 8 });
    }
  });

  it('InvoiceDTO.createdAt does not change, updatedAt follows what happens', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    expect(body.updatedAt).toBe(body.createdAt);
    service.advance(5_000);
    const later = (await service.shop.startDeal(body.id)).body;
    expect(later.createdAt).toBe(body.createdAt);
    expect(Date.parse(later.updatedAt) - Date.parse(body.createdAt)).toBeGreaterThanOrEqual(5_000);
  });

  it('InvoiceDTO.expireAt of a payin is 60 minutes after createdAt', () => {
    expect(Date.parse(created.expireAt) - Date.parse(created.createdAt)).toBe(hourMs);
  });

  it('InvoiceDTO.expireAt of a payout is 24 hours after createdAt', async () => {
    const { body } = await service.shop.createPayout();
    expect(Date.parse(body.expireAt) - Date.parse(body.createdAt)).toBe(24 * hourMs);
  });

  it('contract 4: lifetimes of invoice, payout and deal are settings of the store', async () => {
    await service.db.pool.query(
      'update stores set invoice_lifetime_ms = 1800000, payout_lifetime_ms = 7200000, deal_lifetime_ms = 300000 where id = 1',
    );
    const short = await payinWithDeal(service);
    const payout = (await service.shop.createPayout()).body;
    await service.db.pool.query(
      'update stores set invoice_lifetime_ms = default, payout_lifetime_ms = default, deal_lifetime_ms = default where id = 1',
    );
    expect(Date.parse(short.expireAt) - Date.parse(short.createdAt)).toBe(30 * minuteMs);
    expect(Date.parse(short.deals[0].canceledAt) - Date.parse(short.createdAt)).toBe(5 * minuteMs);
    expect(Date.parse(payout.expireAt) - Date.parse(payout.createdAt)).toBe(2 * hourMs);
  });

  it('InvoiceDTO.invoiceUrl is the page of the payer, below the public URL', () => {
    expect(created.invoiceUrl.startsWith(`${service.publicUrl}/`)).toBe(true);
    expect(created.invoiceUrl).toContain(created.id);
  });

  it('InvoiceDTO.deals is an empty array when there is no deal', () => {
    expect(created.deals).toEqual([]);
    expect(started.deals).toHaveLength(1);
  });
});

describe('interface: Invoice object returned by cancel', () => {
  it('has exactly the fields of the table', async () => {
    expect(keysOf(await canceled())).toEqual(sorted(canceledInvoiceFields));
  });

  it('id, internalId, type and sum are those of the invoice', async () => {
    const { id } = await payinWithDeal(service, { amount: '1777.7', internalId: 'order 8' });
    const { body } = await service.shop.cancel(id);
    expect(body).toMatchObject({ id, internalId: 'order 8', type: 'in', sum: rub('1777.70') });
  });

  it('paymentMethod and paymentOption are null where nothing was chosen', async () => {
    expect(await canceled()).toMatchObject({ paymentMethod: null, paymentOption: null });
  });

  it('paymentMethod and paymentOption are those that were chosen', async () => {
    const chosen = { paymentMethod: 'vtb', paymentOption: 'SBP' };
    expect(await canceled(chosen)).toMatchObject(chosen);
  });

  it('paymentRequisites is null for a payin and given for a payout', async () => {
    expect((await canceled()).paymentRequisites).toBeNull();
    const { body } = await service.shop.createPayout();
    const { body: payout } = await service.shop.cancel(body.id);
    expect(payout.paymentRequisites).toEqual(body.paymentRequisites);
    expect(payout.type).toBe('out');
  });

  it('expiredAt is spelled so, and says what expireAt said', async () => {
    const { id, expireAt } = await payinWithDeal(service);
    const { body } = await service.shop.cancel(id);
    expect(body.expiredAt).toBe(expireAt);
    expect(body.expiredAt).toMatch(timestamp);
  });

  it('status is canceled and deals are empty after cancel', async () => {
    expect(await canceled({ startDeal: true })).toMatchObject({ status: 'canceled', deals: [] });
  });

  it('contract 4: successUrl and cancelUrl are echoed', async () => {
    const urls = { successUrl: 'https://shop.example/ok?a=1', cancelUrl: 'https://shop.example/no' };
    expect(await canceled(urls)).toMatchObject(urls);
  });

  it("contract 4: successUrl and cancelUrl are the payer's page where none was given", async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    const answer = (await service.shop.cancel(body.id)).body;
    expect(answer).toMatchObject({ successUrl: body.invoiceUrl, cancelUrl: body.invoiceUrl });
  });

  it('isSumChanged is false, flow is DEFAULT and flowData null', async () => {
    expect(await canceled()).toMatchObject({ isSumChanged: false, flow: 'DEFAULT', flowData: null });
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

async function canceled(change: object = {}): Promise<Body> {
  const { body } = await service.shop.createPayin({ amount: freshAmount(), ...change });
  return (await service.shop.cancel(body.id)).body;
}
