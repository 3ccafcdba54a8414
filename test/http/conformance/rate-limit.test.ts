import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { startCheckedService } from './support/checked-service.ts';

const perSecond = 5;

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService({ RATE_LIMIT_PER_SECOND: String(perSecond) });
});
afterAll(() => service.stop());

/** However long they take: no time passes in which more would be allowed. */
const fortyAtOnce = (ask: () => Promise<Answer>) => service.atRest(() => Promise.all(Array.from({ length: 40 }, ask)));

describe('contract 3: 429, rate limit, with Retry-After', () => {
  it('more requests of one key than allowed are refused, and say when to come back', async () => {
    const answers = await fortyAtOnce(() => service.shop.createPayin());
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(perSecond);
    for (const { body, headers } of refused) {
      expect(body).toEqual([{ code: 'rate_limited', message: expect.any(String) }]);
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    const { rows } = await service.db.pool.query('select count(*)::int as count from invoices');
    expect(rows[0].count).toBe(answers.length - refused.length);
  });

  it('another key is not refused with it', async () => {
    await fortyAtOnce(() => service.shop.get('/api/merchant/accounts'));
    expect((await service.otherShop.get('/api/merchant/accounts')).status).toBe(200);
  });

  it('a key is let in again after Retry-After seconds', async () => {
    const answers = await fortyAtOnce(() => service.shop.get('/api/merchant/accounts'));
    const [refused] = answers.filter(({ status }) => status === 429);
    service.advance(Number(refused?.headers.get('retry-after')) * 1000);
    expect((await service.shop.get('/api/merchant/accounts')).status).toBe(200);
  });
});
