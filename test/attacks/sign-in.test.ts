import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HashQueue } from '../../src/storage/settings/people/hash-queue.ts';
import { hashPassword } from '../../src/storage/settings/people/password-hash.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createUser } from '../support/staff.ts';

/**
 * Strangers at the door. As it was run: after five wrong passwords an existing login answered otherwise than a missing one, and
 * its owner was locked out for 15 minutes by anybody who knew the login.
 */
const password = 'a password of tests';
let service: TestService;
// It stands still, so that the time of no wait passes while the test works.
const clock = Date.now();
let addresses = 0;

beforeAll(async () => {
  service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' }, () => clock);
});
afterAll(() => service.stop());

/** Another one each time: what one address may try is a rule of its own. */
const newAddress = () => `203.0.113.${(addresses++ % 250) + 1}`;

interface Attempt {
  readonly password?: string;
  readonly address?: string;
  readonly cookie?: string;
}

const attempt = (login: string, { password: tried = 'a guess', address = newAddress(), cookie = '' }: Attempt = {}) =>
  fetch(`${service.url}/api/operator/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
    body: JSON.stringify({ login, password: tried }),
  });

/** All that somebody at the door gets to see, but for the time of day and the number of the request. */
async function seenOf(response: Response): Promise<unknown> {
  const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name)).sort();
  return { status: response.status, headers, body: await response.text() };
}

/** The cookie by which a device is known, as the browser keeps it. */
async function deviceOf(login: string): Promise<string> {
  const response = await attempt(login, { password });
  expect(response.status).toBe(200);
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('quittance_device_')) ?? '';
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=\d{8}/);
  return cookie.split(';')[0] ?? '';
}

describe('a login', () => {
  it('answers alike whether a user has it or not, with six wrong passwords and then the right one', async () => {
    await createUser(service, { login: 'anna', role: 'operator' }, hashPassword);
    for (let time = 1; time <= 6; time++) {
      const [there, missing] = [await seenOf(await attempt('anna')), await seenOf(await attempt('nobody'))];
      expect(there).toEqual(missing);
      expect(there).toMatchObject({ status: 401, body: expect.stringContaining('sign_in_failed') });
    }
    const right = await seenOf(await attempt('anna', { password }));
    expect(right).toEqual(await seenOf(await attempt('nobody', { password })));
  });

  it('is slowed down by login, known or not: wrong attempts at the same time count each', async () => {
    await createUser(service, { login: 'boris', role: 'operator' });
    const tried = await Promise.all(Array.from({ length: 8 }, () => attempt('boris')));
    expect(new Set(tried.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await attempt('boris', { password })).status).toBe(401);
    // The wait grows: after the fifth a minute, and nothing was counted during it.
    service.advance(60_000);
    expect((await attempt('boris', { password })).status).toBe(200);
  });
});

describe('a device that has signed in before', () => {
  it('is not locked out by strangers', async () => {
    await createUser(service, { login: 'dora', role: 'operator' });
    const cookie = await deviceOf('dora');
    await Promise.all(Array.from({ length: 6 }, () => attempt('dora')));
    expect((await attempt('dora', { password })).status).toBe(401);
    expect((await attempt('dora', { password, cookie })).status).toBe(200);
    // Nor did that let the strangers in.
    expect((await attempt('dora', { password })).status).toBe(401);
  });

  it('has five guesses, as everybody has, and waits then', async () => {
    await createUser(service, { login: 'emil', role: 'operator' });
    const cookie = await deviceOf('emil');
    await Promise.all(Array.from({ length: 5 }, () => attempt('emil', { cookie })));
    expect((await attempt('emil', { cookie, password })).status).toBe(401);
    // Somebody else's guesses on that device have not locked the others out.
    expect((await attempt('emil', { password })).status).toBe(200);
  });

  it('is known for its own login alone, by a cookie that cannot be forged', async () => {
    for (const login of ['fred', 'gina']) await createUser(service, { login, role: 'operator' });
    const [fred, gina] = [await deviceOf('fred'), await deviceOf('gina')];
    await Promise.all(Array.from({ length: 5 }, () => attempt('gina')));
    const [name = '', value = ''] = gina.split('=');
    const altered = value.slice(0, -4) + (value.slice(-4) === 'AAAA' ? 'BBBB' : 'AAAA');
    const forged = [fred, `${name}=${fred.split('=')[1]}`, `${name}=${altered}`];
    for (const cookie of forged) expect((await attempt('gina', { password, cookie })).status, cookie).toBe(401);
    expect((await attempt('gina', { password, cookie: gina })).status).toBe(200);
  });
});

describe('an address', () => {
  it('an address that tries one login after the other waits, and no other does', async () => {
    await createUser(service, { login: 'hugo', role: 'operator' });
    const address = '198.51.100.9';
    for (let time = 1; time <= 20; time++) {
      service.advance(1_000);
      expect((await attempt(`somebody-${time}`, { address })).status).toBe(401);
    }
    service.advance(1_000);
    expect((await attempt('hugo', { password, address })).status).toBe(401);
    expect((await attempt('hugo', { password })).status).toBe(200);
  });
});

it('a flood of wrong passwords from fifty addresses does not keep a known device waiting, and is mostly refused unhashed', async () => {
  await createUser(service, { login: 'olga', role: 'operator' });
  const cookie = await deviceOf('olga');
  const ended: (number | 'olga')[] = [];
  const flood = Array.from({ length: 200 }, async (_, index) => {
    ended.push((await attempt(`flood-${index}`, { address: `192.0.2.${(index % 50) + 1}` })).status);
  });
  const olga = await attempt('olga', { password, cookie });
  ended.push('olga');
  await Promise.all(flood);
  expect(olga.status).toBe(200);
  const hashed = (answers: readonly unknown[]) => answers.filter((one) => one === 401).length;
  expect(hashed(ended)).toBeLessThan(100);
  expect(hashed(ended.slice(0, ended.indexOf('olga')))).toBeLessThan(50);
  // The others hear that it is busy, and when to try again.
  expect(new Set(ended)).toEqual(new Set([401, 503, 'olga']));
});

it('a made-up invitation costs no hash', async () => {
  const hash = vi.spyOn(HashQueue.prototype, 'run');
  const join = (ticket: string) =>
    fetch(`${service.url}/api/operator/invitations/join`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
      body: JSON.stringify({ ticket, login: 'guest', name: 'Guest', password }),
    });
  expect((await join('a ticket that nobody has made')).status).toBe(400);
  expect(hash).not.toHaveBeenCalled();
  hash.mockRestore();
});

it('a login has one spelling: letters that only become its letters are not it', async () => {
  await createUser(service, { login: 'kirk', role: 'operator' });
  for (const login of ['kirk', 'KIRK', 'Kirk']) expect((await attempt(login, { password })).status, login).toBe(200);
  // The sign of Kelvin; a dotted capital I, small without its dot; letters as wide as a Chinese one; an accent.
  for (const login of ['\u212airk', 'KIR\u212a', 'k\u0130rk', '\uff4birk', 'ki\u0301rk', 'kirk ', 'kirk\u200b']) {
    expect((await attempt(login, { password })).status, login).toBe(401);
  }
});

it('a new password from an operator ends the wait', async () => {
  const id = await createUser(service, { login: 'ines', role: 'operator' });
  await Promise.all(Array.from({ length: 5 }, () => attempt('ines')));
  expect((await attempt('ines', { password })).status).toBe(401);
  const operator = await attempt('operator', { password: 'demo-operator-password' });
  const headers = {
    'content-type': 'application/json',
    cookie: operator.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    'x-csrf-token': ((await operator.json()) as { csrfToken: string }).csrfToken,
  };
  const body = JSON.stringify({ password: 'another good one', reason: 'was forgotten' });
  const changed = await fetch(`${service.url}/api/operator/users/${id}`, { method: 'PATCH', headers, body });
  expect(changed.status).toBe(200);
  expect((await attempt('ines', { password: 'another good one' })).status).toBe(200);
});

it('logins as they were typed are not readable in the database', async () => {
  await attempt('my secret password');
  const { rows } = await service.db.pool.query('select key from sign_in_attempts');
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain('secret password');
});
