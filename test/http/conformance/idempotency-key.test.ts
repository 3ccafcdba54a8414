import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import { type Answer, payout } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { freshAmount, hourMs, minuteMs, payinWithDeal, refusal } from './support/acts.ts';
import { accountOf, freshCode, tronAddress, withdraw, wrongCodeAt } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';

type Headers = Record<string, string>;

let service: TestService;
let lastKey = 0;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

/** Each POST of the interface: prepares what it needs, and gives an act that differs from its variant in the body only. */
const posts: readonly [string, () => Promise<(headers: Headers, variant: boolean) => Promise<Answer>>][] = [
  [
    'create',
    async () => {
      const amount = freshAmount();
      return (headers, variant) =>
        service.shop.createPayin({ amount, startDeal: true, ...(variant ? { userId: 'b' } : {}) }, headers);
    },
  ],
  [
    'start-deal',
    async () => {
      const { body } = await service.shop.createPayin({ amount: freshAmount() });
      return (headers, variant) =>
        service.shop.startDeal(body.id, { paymentOption: variant ? 'SBP' : 'TO_CARD' }, headers);
    },
  ],
  [
    'confirm-transfer',
    async () => {
      const { id } = await payinWithDeal(service);
      return (headers, variant) =>
        service.shop.confirm(id, Buffer.from(variant ? 'other receipt' : 'receipt'), 'receipt.txt', headers);
    },
  ],
  [
    'dispute',
    async () => {
      const { id } = await payinWithDeal(service);
      return (headers, variant) =>
        service.shop.dispute(id, { disputeReason: variant ? 'has_payment' : 'no_payment' }, { headers });
    },
  ],
  [
    'dispute, as JSON',
    async () => {
      const { id } = await payinWithDeal(service);
      return (headers, variant) =>
        service.shop.post(
          `/api/merchant/invoices/${id}/dispute`,
          { disputeReason: variant ? 'has_payment' : 'no_payment' },
          headers,
        );
    },
  ],
  [
    'dispute, urlencoded',
    async () => {
      const { id } = await payinWithDeal(service);
      return (headers, variant) => {
        const form = new URLSearchParams({ disputeReason: variant ? 'has_payment' : 'no_payment' });
        return service.shop.upload(`/api/merchant/invoices/${id}/dispute`, form, headers);
      };
    },
  ],
  [
    'withdrawals',
    async () => {
      const { id } = await accountOf(service.shop);
      const body = { accountId: id, amount: '3', address: tronAddress, code2FA: freshCode(service) };
      return (headers, variant) =>
        service.shop.post('/api/merchant/withdrawals', { ...body, amount: variant ? '4' : '3' }, headers);
    },
  ],
  [
    'notifications/resend-failed',
    async () => (headers, variant) =>
      service.shop.post(
        '/api/merchant/notifications/resend-failed',
        { since: variant ? '2026-01-02T00:00:00Z' : '2026-01-01T00:00:00Z' },
        headers,
      ),
  ],
  [
    'notifications/test',
    async () => (headers, variant) =>
      service.shop.post(
        '/api/merchant/notifications/test',
        { notificationUrl: 'http://127.0.0.1:9/nobody', notificationToken: variant ? 'b' : 'a' },
        headers,
      ),
  ],
];

describe('contract 4, retries: Idempotency-Key', () => {
  it.each(posts)('%s: same key and body, the first answer again', async (_, prepare) => {
    const act = await prepare();
    const headers = freshKey();
    const first = await act(headers, false);
    expect(first.status).toBe(200);
    service.advance(2_000);
    const second = await act(headers, false);
    expect(second).toMatchObject({ status: 200, body: first.body });
  });

  it.each(posts)('%s: same key and another body is 409', async (_, prepare) => {
    const act = await prepare();
    const headers = freshKey();
    expect((await act(headers, false)).status).toBe(200);
    expect(refusal(await act(headers, true))).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
  });

  it('cancel: same key, the first answer again', async () => {
    const { id } = await payinWithDeal(service);
    const headers = freshKey();
    const first = await service.shop.cancel(id, headers);
    const second = await service.shop.cancel(id, headers);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect((await service.shop.cancel(id)).status).toBe(400);
  });

  it('create: one invoice, although internalId is absent', async () => {
    const headers = freshKey();
    const amount = freshAmount();
    const ids = [];
    for (let count = 0; count < 3; count++) ids.push((await service.shop.createPayin({ amount }, headers)).body.id);
    expect(new Set(ids).size).toBe(1);
  });

  it('payout: the money is frozen once', async () => {
    const before = await accountOf(service.shop);
    const headers = freshKey();
    const ask = () => service.shop.post('/api/merchant/invoices', { ...payout, amount: '935' }, headers);
    const [first, second] = [await ask(), await ask()];
    expect(second.body).toEqual(first.body);
    await service.shop.cancel(first.body.id);
    expect(await accountOf(service.shop)).toEqual(before);
  });

  it('the key is looked at before the two-factor code: a retry with the spent code gives the withdrawal again', async () => {
    const headers = freshKey();
    const code2FA = freshCode(service);
    const before = await accountOf(service.shop);
    const body = { accountId: before.id, amount: '5', address: tronAddress, code2FA };
    const first = await service.shop.post('/api/merchant/withdrawals', body, headers);
    service.advance(10 * minuteMs);
    const second = await service.shop.post('/api/merchant/withdrawals', body, headers);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(BigInt(before.sum.amount.replace('.', '')) - (await spendable())).toBe(700_000_000n);
  });

  it('a refusal is the first answer, too', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    const headers = freshKey();
    const first = await service.shop.confirm(body.id, Buffer.from('receipt'), 'receipt.txt', headers);
    expect(first.status).toBe(400);
    await service.shop.startDeal(body.id);
    const second = await service.shop.confirm(body.id, Buffer.from('receipt'), 'receipt.txt', headers);
    expect(second).toMatchObject({ status: 400, body: first.body });
  });

  it('a wrong two-factor code sent again with its key is counted once', async () => {
    const headers = freshKey();
    await withdraw(service, { amount: '1' });
    const code2FA = wrongCodeAt(service.now());
    const { id } = await accountOf(service.shop);
    const body = { accountId: id, amount: '1', address: tronAddress, code2FA };
    for (let count = 0; count < 6; count++) {
      const answer = await service.shop.post('/api/merchant/withdrawals', body, headers);
      expect(refusal(answer)).toMatchObject({ status: 400, code: 'two_factor_wrong' });
    }
    expect((await withdraw(service, { amount: '1' })).status).toBe(200);
  });

  it('a refused currency is the first answer even after the store has begun to take it', async () => {
    const headers = freshKey();
    const first = await service.shop.createPayin({ currency: 'EUR' }, headers);
    await service.db.pool.query(
      `insert into store_limits (store_id, currency, type, amount_min, amount_max) values (1, 'EUR', 'in', 1, 100000000)`,
    );
    const second = await service.shop.createPayin({ currency: 'EUR' }, headers);
    expect(second).toMatchObject({ status: 400, body: first.body });
    expect((await service.shop.createPayin({ currency: 'EUR' })).status).toBe(200);
  });

  it('a good answer stands even after the store has ceased to take the currency', async () => {
    const headers = freshKey();
    const first = await service.shop.createPayin({ currency: 'KZT', amount: '1500' }, headers);
    expect(first.status).toBe(200);
    await service.db.pool.query(`delete from store_limits where store_id = 1 and currency = 'KZT' and type = 'in'`);
    const second = await service.shop.createPayin({ currency: 'KZT', amount: '1500' }, headers);
    expect(second).toMatchObject({ status: 200, body: first.body });
  });

  it('the same key for another operation is 409', async () => {
    const headers = freshKey();
    const { body } = await service.shop.createPayin({ amount: freshAmount() }, headers);
    expect(refusal(await service.shop.cancel(body.id, headers))).toMatchObject({ status: 409 });
  });

  it('the same key of another store is another key', async () => {
    const headers = freshKey();
    const amount = freshAmount();
    const first = await service.shop.createPayin({ amount }, headers);
    const second = await service.otherShop.createPayin({ amount }, headers);
    expect(second.status).toBe(200);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('the answer is kept 24 hours at least', async () => {
    const headers = freshKey();
    const amount = freshAmount();
    const first = await service.shop.createPayin({ amount }, headers);
    service.advance(24 * hourMs);
    expect((await service.shop.createPayin({ amount }, headers)).body).toEqual(first.body);
  });

  it('a key of 255 characters is fine; one of 256, or an empty one, is refused', async () => {
    const create = (key: string) => service.shop.createPayin({ amount: freshAmount() }, { 'Idempotency-Key': key });
    expect((await create('k'.repeat(255))).status).toBe(200);
    for (const key of ['k'.repeat(256), '']) {
      expect(refusal(await create(key))).toMatchObject({ status: 400, code: 'invalid_idempotency_key' });
    }
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

function freshKey(): Headers {
  lastKey += 1;
  return { 'Idempotency-Key': `key ${lastKey}` };
}

async function spendable(): Promise<bigint> {
  const { sum } = await accountOf(service.shop);
  return BigInt(sum.amount.replace('.', ''));
}
