import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';

/** One machine that tries many logins; after a few wrong passwords each login waits by itself as well. */
let service: TestService;
beforeAll(async () => {
  // Its clock stands still: however slow this machine is, no time passes in which more would be allowed.
  const startedAt = Date.now();
  service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' }, () => startedAt);
});
afterAll(() => service.stop());

const attempt = (login: string, address: string) =>
  fetch(`${service.url}/api/operator/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ login, password: 'a guess' }),
  });

it('lets one address try a few times at once, and tells it when it may again', async () => {
  const tried = await Promise.all(Array.from({ length: 40 }, (_, index) => attempt(`nobody-${index}`, '198.51.100.7')));
  const refused = tried.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(36);
  expect(await refused[0]?.json()).toMatchObject([{ code: 'rate_limited' }]);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await attempt('nobody', '198.51.100.8')).status).toBe(401);
});

it('takes a whole IPv6 network for one address', async () => {
  const tried = await Promise.all(
    Array.from({ length: 40 }, (_, index) => attempt(`nobody-${index}`, `2001:db8:0:1::${index}`)),
  );
  expect(tried.filter(({ status }) => status === 429)).toHaveLength(36);
  expect((await attempt('nobody', '2001:db8:0:2::1')).status).toBe(401);
});
