import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBehindCells } from '../../support/cells.ts';
import type { TestService } from '../../support/service.ts';
import { startCheckedService } from './support/checked-service.ts';
import { demoKey, demoSecret, type RawAnswer, sendRaw, signatureOf } from './support/raw-request.ts';

const path = '/api/merchant/payment-options?currency=RUB';

function get(service: TestService, url: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const signature = signatureOf(demoSecret, `GET${url}`);
  const signed = { 'X-Identity': demoKey, 'X-Signature': signature, ...headers };
  return sendRaw(service.url, { method: 'GET', path, headers: signed });
}

describe('contract 2: a setting gives the public base URL', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startCheckedService({ PUBLIC_URL: 'https://pay.example.com/gateway' });
  });
  afterAll(() => service.stop());

  it('a signature over the URL under the public base URL is good', async () => {
    expect((await get(service, `https://pay.example.com/gateway${path}`)).status).toBe(200);
  });

  it('a signature over the URL as received is good', async () => {
    expect((await get(service, `${service.url}${path}`)).status).toBe(200);
    const viaProxy = await get(service, `http://10.1.2.3:8080${path}`, { Host: '10.1.2.3:8080' });
    expect(viaProxy.status).toBe(200);
  });

  it.each(['http://pay.example.com/gateway', 'https://pay.example.com', 'https://pay.example.org/gateway'])(
    'a signature over a URL under %s is not',
    async (base) => {
      expect((await get(service, `${base}${path}`)).status).toBe(401);
    },
  );

  it('X-Forwarded-* is not believed from any caller', async () => {
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'shop.example' };
    expect((await get(service, `https://shop.example${path}`, headers)).status).toBe(401);
  });

  it('links in answers are below it', async () => {
    const { body } = await service.shop.createPayin({ startDeal: true });
    const { body: confirmed } = await service.shop.confirm(body.id);
    const [deal] = confirmed.deals;
    for (const link of [body.invoiceUrl, deal.qrCodeLink, deal.attachments[0]]) {
      expect(link.startsWith('https://pay.example.com/gateway/')).toBe(true);
    }
  });
});

describe('contract 2: X-Forwarded-* is believed only from configured proxies', () => {
  let behindProxy: TestService;
  let behindOther: TestService;
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'shop.example' };
  beforeAll(async () => {
    behindProxy = await startCheckedService({ TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
    behindOther = await startCheckedService({ TRUSTED_PROXIES: '10.0.0.0/8' });
  });
  afterAll(async () => {
    await behindProxy.stop();
    await behindOther.stop();
  });

  it('X-Forwarded-* is believed from a configured proxy', async (context) => {
    context.skip(isBehindCells, 'the proxy in front writes these headers itself');
    expect((await get(behindProxy, `https://shop.example${path}`, headers)).status).toBe(200);
    const { 'X-Forwarded-Proto': _, ...hostOnly } = headers;
    expect((await get(behindProxy, `http://shop.example${path}`, hostOnly)).status).toBe(200);
  });

  it('X-Forwarded-* is not believed from another address', async () => {
    expect((await get(behindOther, `https://shop.example${path}`, headers)).status).toBe(401);
  });

  it('a request without them is good as received', async () => {
    expect((await get(behindProxy, `${behindProxy.url}${path}`)).status).toBe(200);
  });
});
