import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword, passwordMatches } from '../../src/storage/settings/people/password-hash.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createUser } from '../support/staff.ts';

/** Strangers with a watch: what a try costs must not say whether anybody has the login. */
let service: TestService;

beforeAll(async () => {
  // It stands still, so that the time of no wait passes while the test works.
  const clock = Date.now();
  service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' }, () => clock);
  await createUser(service, { login: 'anna', role: 'operator' }, hashPassword);
});
afterAll(() => service.stop());

const attempt = async (login: string, address: string) => {
  const { status } = await fetch(`${service.url}/api/operator/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ login, password: 'a guess' }),
  });
  expect(status).toBe(401);
};

it('costs the same work whether a user has it or not, also while it waits', async () => {
  const workOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  // What it worked, not how long it took: the service runs in this process.
  const hash = `scrypt$32768$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  const ofOne = () => workOf(() => passwordMatches('a guess', hash));
  // The least of some: other work of this process comes on top.
  const one = Math.min(await ofOne(), await ofOne(), await ofOne());
  const expectWork = async (login: string, address: string) => {
    expect(await workOf(() => attempt(login, address)), login).toBeGreaterThan(one / 2);
  };
  for (const login of ['anna', 'nobody']) await expectWork(login, '203.0.113.1');
  // After the fifth wrong password a login waits.
  for (let time = 2; time <= 6; time++) {
    for (const login of ['anna', 'nobody']) await attempt(login, `203.0.113.${time}`);
  }
  for (const login of ['anna', 'nobody', 'never tried']) await expectWork(login, '203.0.113.7');
});
