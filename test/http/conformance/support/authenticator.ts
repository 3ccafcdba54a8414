import { createHmac } from 'node:crypto';
import { type Answer, type MerchantClient, unlikeOthers } from '../../../support/merchant-client.ts';
import type { TestService } from '../../../support/service.ts';

/** The demo seed JBSWY3DPEHPK3PXP, decoded by hand: "Hello!" and four bytes more. */
const seed = Buffer.from('48656c6c6f21deadbeef', 'hex');
const stepMs = 30_000;

/** The code an authenticator app shows at this instant (RFC 6238 over RFC 4226). Shares no code with the service. */
export function codeAt(instantMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(instantMs / stepMs)));
  const hash = createHmac('sha1', seed).update(counter).digest();
  const truncated = hash.readUInt32BE((hash.at(-1) ?? 0) & 0x0f) & 0x7fffffff;
  return String(truncated).slice(-6).padStart(6, '0');
}

/** A code that no instant near this one has. */
export function wrongCodeAt(instantMs: number): string {
  const near = [-2, -1, 0, 1, 2].map((step) => codeAt(instantMs + step * stepMs));
  const [code = ''] = ['000000', '111111', '222222', '333333', '444444', '555555'].filter((one) => !near.includes(one));
  return code;
}

/** Moves on to the middle of the next step, far from where one code gives way to another; nobody used its code yet. */
export function freshCode(service: TestService): string {
  service.advance(1.5 * stepMs - (service.now() % stepMs));
  return codeAt(service.now());
}

export const tronAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

export async function accountOf(shop: MerchantClient): Promise<Answer['body']> {
  const { body } = await shop.get('/api/merchant/accounts');
  return body[0];
}

/** A withdrawal that will do for most tests: ten USDT with a fresh code. */
export async function withdraw(
  service: TestService,
  change: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { id } = await accountOf(service.shop);
  const code2FA = freshCode(service);
  const body = { accountId: id, amount: '10', address: tronAddress, code2FA, ...unlikeOthers(), ...change };
  return service.shop.post('/api/merchant/withdrawals', body, headers);
}
