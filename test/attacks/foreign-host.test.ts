import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProductionService, startProductionService } from '../http/conformance/support/production-service.ts';
import { sendRaw, signatureOf } from '../http/conformance/support/raw-request.ts';

/**
 * A signature that was made for another service. As it was run: in production a request signed for `http://evil.example` passed,
 * because its Host header said so. A shop that is lured to another address, or uses one secret twice, signs for that address.
 */
let service: ProductionService;
const path = '/api/merchant/accounts';

beforeAll(async () => {
  service = await startProductionService({ PUBLIC_URL: 'https://pay.example.com, https://pay.example.org/gateway' });
});
afterAll(() => service.stop());

/** Signed for this address, and sent with this Host header. */
async function statusOf(base: string, host: string, headers: Record<string, string> = {}): Promise<number> {
  const signature = signatureOf(service.shop.secret, `GET${base}${path}`);
  const signed = { Host: host, 'X-Identity': service.shop.key, 'X-Signature': signature, ...headers };
  return (await sendRaw(service.url, { method: 'GET', path, headers: signed })).status;
}

describe('a signature in production', () => {
  it.each([
    ['http://evil.example', 'evil.example'],
    ['http://pay.example.com.evil.example', 'pay.example.com.evil.example'],
    ['http://127.0.0.1', '127.0.0.1'],
    ['http://localhost:3000', 'localhost:3000'],
    ['http://pay.example.com@evil.example', 'pay.example.com@evil.example'],
    ['http://pay.example.com', 'pay.example.com'],
    ['https://pay.example.org', 'pay.example.org'],
  ])('made for %s is refused', async (base, host) => {
    expect(await statusOf(base, host)).toBeGreaterThanOrEqual(400);
    expect(await statusOf(base, host)).toBeLessThan(500);
  });

  it('is not moved to a public host by a forwarded header', async () => {
    const forwarded = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http' };
    expect(await statusOf('http://evil.example', 'pay.example.com', forwarded)).toBe(401);
    expect(await statusOf('http://evil.example', 'pay.example.com')).toBe(401);
  });

  it.each([
    ['https://pay.example.com', 'pay.example.com'],
    ['https://pay.example.com', '10.0.0.1:3000'],
    ['https://pay.example.org/gateway', 'pay.example.org'],
  ])('is good for %s, which is public, behind a proxy that calls %s', async (base, host) => {
    expect(await statusOf(base, host)).toBe(200);
  });
});
