import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MerchantClient } from '../../support/merchant-client.ts';
import { type ProductionService, startProductionService } from './support/production-service.ts';

let service: ProductionService;
beforeAll(async () => {
  service = await startProductionService();
});
afterAll(() => service.stop());

describe('contract 2: in production mode', () => {
  it('a good signature is good', async () => {
    expect((await service.shop.get('/api/merchant/accounts')).status).toBe(200);
  });

  it('no URL but the configured public ones counts as the URL called', async () => {
    const direct = new MerchantClient(service.url, service.shop.key, service.shop.secret);
    expect((await direct.get('/api/merchant/accounts')).status).toBe(401);
  });

  it('the 401 does not say which string was expected to be signed', async () => {
    const unauthorized = { status: 401, body: [{ code: 'unauthorized', message: 'Unauthorized' }] };
    for (const [key, secret] of [
      [service.shop.key, 'wrong secret'],
      ['no-such-key', service.shop.secret],
    ] as const) {
      const client = new MerchantClient(service.url, key, secret, 'https://pay.example.com');
      const { status, body, headers } = await client.get('/api/merchant/accounts');
      expect({ status, body }).toEqual(unauthorized);
      expect(headers.has('x-sandbox-hint')).toBe(false);
    }
  });

  it('the demo keys open nothing', async () => {
    const publicUrl = 'https://pay.example.com';
    const demo = new MerchantClient(service.url, 'demo-store-key', 'demo-merchant-secret', publicUrl);
    expect((await demo.get('/api/merchant/accounts')).status).toBe(401);
  });
});
