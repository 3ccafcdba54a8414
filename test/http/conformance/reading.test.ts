import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { TestService } from '../../support/service.ts';
import { freshAmount, payinWithDeal, refusal, settle } from './support/acts.ts';
import { accountOf } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';
import { accountFields, keysOf, moneyFields, sorted, usdt } from './support/shapes.ts';

const nobodysId = '00000000-0000-7000-8000-000000000000';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

describe('interface: Get invoice by ID', () => {
  it('gives the invoice as the last act left it', async () => {
    const { id } = await payinWithDeal(service);
    const { body: confirmed } = await service.shop.confirm(id);
    const { status, body } = await service.shop.read(id);
    expect({ status, body: withoutLinks(body) }).toEqual({ status: 200, body: withoutLinks(confirmed) });
  });

  it('takes the ID in capitals, too', async () => {
    const { id } = await payinWithDeal(service);
    expect((await service.shop.read(id.toUpperCase())).body.id).toBe(id);
  });

  it.each([nobodysId, 'no-uuid', '1', '%00', `${nobodysId}x`])('an unknown ID is 404: %s', async (id) => {
    expect(refusal(await service.shop.read(id))).toEqual({ status: 404, code: 'not_found', message: 'Not found' });
  });
});

describe('interface: Get invoice by internal ID', () => {
  const readByInternalId = (internalId: string) =>
    service.shop.get(`/api/merchant/invoices/internal-id/${encodeURIComponent(internalId)}`);

  it.each([
    'order-1',
    'a b',
    'a/b',
    '/leading and trailing/',
    '../../etc',
    '?x=1#y',
    '100%',
    '%2F',
    'Заказ №7',
    '💳',
    'quote \' and " and \\',
    'start-deal',
    'available-payment-variants',
    '+1+',
  ])('contract 4: in the path it comes percent-encoded: %s', async (internalId) => {
    const { body: created } = await service.shop.createPayin({ amount: freshAmount(), internalId });
    const { status, body } = await readByInternalId(internalId);
    expect({ status, id: body.id, internalId: body.internalId }).toEqual({ status: 200, id: created.id, internalId });
  });

  it.each(['x', 'é', '₽', '💳'])('contract 4: it may have 255 characters: %s', async (character) => {
    const internalId = character.repeat(255);
    const { body: created } = await service.shop.createPayin({ amount: freshAmount(), internalId });
    expect((await readByInternalId(internalId)).body.id).toBe(created.id);
  });

  it('contract 4: it gives the newest invoice', async () => {
    const internalId = 'many';
    await service.shop.createPayin({ amount: '1100', internalId });
    service.advance(10);
    await service.shop.createPayin({ amount: '1200', internalId });
    service.advance(10);
    const { body: newest } = await service.shop.createPayout({ amount: '1300', internalId });
    expect((await readByInternalId(internalId)).body.id).toBe(newest.id);
    await service.shop.cancel(newest.id);
    expect((await readByInternalId(internalId)).body.id).toBe(newest.id);
  });

  it.each([
    ['that nobody gave', encodeURIComponent('nobody gave this')],
    ['of 256 characters', 'x'.repeat(256)],
    ['of 4000 characters', 'x'.repeat(4000)],
    ['with a NUL', '%00'],
    ['with a percent sign that encodes nothing', '%zz'],
    ['with half a character', '%F0%9F'],
    ['of no characters', ''],
  ])('one %s is 404', async (_, encoded) => {
    const answer = await service.shop.get(`/api/merchant/invoices/internal-id/${encoded}`);
    expect(refusal(answer)).toEqual({ status: 404, code: 'not_found', message: 'Not found' });
  });
});

describe('interface: Available payment variants of an invoice', () => {
  const variantsOf = async (id: string) =>
    (await service.shop.get(`/api/merchant/invoices/${id}/available-payment-variants`)).body;

  it('is an array of objects with option and method', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    const variants = await variantsOf(body.id);
    expect(variants.length).toBeGreaterThan(0);
    for (const variant of variants) expect(keysOf(variant)).toEqual(['method', 'option']);
  });

  it('a deal can be started with each of them', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    const variants = await variantsOf(body.id);
    for (const { option, method } of [variants[0], variants.at(-1)]) {
      const { body: started } = await service.shop.startDeal(body.id, { paymentOption: option, paymentMethod: method });
      expect(started.deals).toEqual([expect.objectContaining({ paymentOption: option, paymentMethod: method })]);
    }
  });

  it("are those of the invoice's currency and sum", async () => {
    await service.db.pool.query(
      `update requisites set deal_max = 200000 where currency = 'KZT' and option = 'TO_CARD'`,
    );
    const small = (await service.shop.createPayin({ amount: '1900', currency: 'KZT' })).body;
    const big = (await service.shop.createPayin({ amount: '2100', currency: 'KZT' })).body;
    const options = async (id: string) =>
      new Set((await variantsOf(id)).map(({ option }: { option: string }) => option));
    expect(await options(small.id)).toEqual(new Set(['TO_CARD', 'TO_ACCOUNT']));
    expect(await options(big.id)).toEqual(new Set(['TO_ACCOUNT']));
  });

  describe('contract 4: what can be had now for this sum', () => {
    const variant = { option: 'TO_ACCOUNT', method: 'jusan' };
    const wish = { currency: 'KZT', paymentOption: variant.option, paymentMethod: variant.method };
    let last = 7_000;
    const tenge = () => {
      last += 1;
      return String(last);
    };
    const requisites = `option = 'TO_ACCOUNT' and bank = 'jusan'`;
    const change = async (set: string) => {
      await service.db.pool.query(`update requisites set ${set} where ${requisites}`);
      // The version is compared by the next batch; a variant is read from the catalogue in memory.
      await service.shop.createPayin();
    };

    it('leaves out a pair that another payer has, until it has rested', async () => {
      const amount = tenge();
      const waiting = (await service.shop.createPayin({ currency: 'KZT', amount })).body;
      const taken: string[] = [];
      expect(await variantsOf(waiting.id)).toContainEqual(variant);
      for (;;) {
        const { body } = await service.shop.createPayin({ ...wish, amount, startDeal: true });
        if (body.deals.length === 0) break;
        taken.push(body.id);
      }
      expect(taken.length).toBeGreaterThan(0);
      expect(await variantsOf(waiting.id)).not.toContainEqual(variant);
      // Another sum is another pair.
      const other = (await service.shop.createPayin({ currency: 'KZT', amount: tenge() })).body;
      expect(await variantsOf(other.id)).toContainEqual(variant);
      // Invoices that have one of them keep it.
      expect(await variantsOf(taken[0] ?? '')).toContainEqual(variant);
      for (const id of taken) await service.shop.cancel(id);
      expect(await variantsOf(waiting.id)).not.toContainEqual(variant);
      service.advance(61_000);
      expect(await variantsOf(waiting.id)).toContainEqual(variant);
    });

    it.each([
      ['paused', 'paused = true', 'paused = false'],
      ['with no room for one more deal', 'active_deals_max = 0', 'active_deals_max = null'],
      ['with a day limit below the sum', 'day_max = 100', 'day_max = null'],
      ['for other sums', 'deal_min = 99999999', 'deal_min = null'],
    ])('leaves out requisites that are %s', async (_, set, undo) => {
      const { id } = (await service.shop.createPayin({ currency: 'KZT', amount: tenge() })).body;
      expect(await variantsOf(id)).toContainEqual(variant);
      await change(set);
      expect(await variantsOf(id)).not.toContainEqual(variant);
      expect(
        (await service.shop.startDeal(id, { paymentOption: 'TO_ACCOUNT', paymentMethod: 'jusan' })).body.deals,
      ).toEqual([]);
      await change(undo);
      expect(await variantsOf(id)).toContainEqual(variant);
    });

    it('leaves out makers whose balance does not cover the sum', async () => {
      const { id } = (await service.shop.createPayin({ currency: 'KZT', amount: tenge() })).body;
      const all = await variantsOf(id);
      // By transfers, so that the books stay right: the service checks them at the same time.
      await service.db.pool.query(
        `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
         select a.id, e.id, a.balance, a.currency, 'pay_back', gen_random_uuid(), now()
         from makers m join accounts a on a.id = m.available_id and a.balance > 0
         join accounts e on e.kind = 'external' and e.currency = a.currency`,
      );
      expect(await variantsOf(id)).toEqual([]);
      await service.db.pool.query(
        `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
         select credit_id, debit_id, amount, currency, 'top_up', gen_random_uuid(), now()
         from transfers where kind = 'pay_back'`,
      );
      expect(await variantsOf(id)).toEqual(all);
    });

    it('nothing without a rate that is good', async () => {
      const { id } = (await service.shop.createPayin({ currency: 'KZT', amount: tenge() })).body;
      await service.db.pool.query(`update rates set age_max_ms = 1 where fiat_currency = 'KZT'`);
      await service.shop.createPayin();
      service.advance(1_000);
      expect(await variantsOf(id)).toEqual([]);
      await service.db.pool.query(`update rates set age_max_ms = null where fiat_currency = 'KZT'`);
      await service.shop.createPayin();
    });
  });

  it('are none once the invoice is paid', async () => {
    const invoice = await payinWithDeal(service);
    await settle(service, invoice);
    expect(await variantsOf(invoice.id)).toEqual([]);
  });
});

describe('interface: List store accounts', () => {
  it('AccountDTO has exactly the fields of the table', async () => {
    const account = await accountOf(service.shop);
    expect(keysOf(account)).toEqual(sorted(accountFields));
    for (const field of ['sum', 'frozenSum', 'withdrawalFee']) {
      expect(keysOf(account[field])).toEqual(sorted(moneyFields));
    }
  });

  it('AccountDTO.id is a string, AccountDTO.currency a code, AccountDTO.withdrawalFee the fee per withdrawal', async () => {
    expect(await accountOf(service.shop)).toMatchObject({
      id: expect.any(String),
      currency: 'USDT',
      withdrawalFee: usdt('2.00000000'),
    });
  });

  it('each store has its own accounts', async () => {
    const [own, other] = [await accountOf(service.shop), await accountOf(service.otherShop)];
    expect(own.id).not.toBe(other.id);
    expect(other.sum).toEqual(usdt('0.00000000'));
  });
});

describe('interface: Reference list items', () => {
  it.each(['payment-options', 'payment-methods'])('%s has objects with code, name and currency', async (list) => {
    const { body } = await service.shop.get(`/api/merchant/${list}`);
    expect(body.length).toBeGreaterThan(0);
    for (const item of body) {
      expect(item).toEqual({ code: expect.any(String), name: expect.any(String), currency: expect.any(String) });
    }
  });

  it('naming note: payment-options returns bank codes, among them unknown', async () => {
    const { body } = await service.shop.get('/api/merchant/payment-options?currency=RUB');
    const codes = body.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(['sberbank', 'vtb', 'unknown']));
    expect(codes.length).toBeGreaterThanOrEqual(13);
  });

  it('naming note: payment-methods returns the PaymentOption values', async () => {
    const { body } = await service.shop.get('/api/merchant/payment-methods?currency=RUB');
    const codes = body.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(['SBP', 'TO_CARD', 'TO_ACCOUNT', 'CROSS_BORDER']));
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

/** Links to receipts carry the second in which they were made. */
function withoutLinks(invoice: { deals: object[] }): object {
  return { ...invoice, deals: invoice.deals.map((deal) => ({ ...deal, attachments: [] })) };
}
