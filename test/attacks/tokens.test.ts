import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/domain/people/people.ts';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { withdraw } from '../http/conformance/support/authenticator.ts';
import { expectLawsHold } from '../support/database.ts';
import type { Answer } from '../support/merchant-client.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createUser, signInDemo } from '../support/staff.ts';

/**
 * Tokens that outgrow themselves, and sessions that were stolen. As it was run: a token with the scope `access` made an operator, who
 * topped up a million; a password was changed without the current one; tokens survived a reset and never ended; a token with
 * the scope `money` approved a withdrawal.
 */
const reason = 'an attack';
const password = 'a password of tests';
const dayMs = 24 * 3_600_000;
const every: readonly Scope[] = ['read', 'arrivals', 'money', 'settings', 'access'];

let service: TestService;
let operator: OperatorClient;

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

const codeOf = ({ status, body }: Answer): string => (status === 200 ? 'done' : `${status} ${body[0]?.code}`);

async function tokenOf(person: OperatorClient, change: object = {}): Promise<{ id: number; script: OperatorClient }> {
  const { status, body } = await person.post('/tokens', { name: 'script', scopes: every, reason, ...change });
  expect(status, JSON.stringify(body)).toBe(200);
  return { id: body.id, script: OperatorClient.withToken(service.url, body.token) };
}

const newUser = (login: string) => ({ login, role: 'operator', password, reason });

describe('a token with every scope', () => {
  it('does nothing about people, second factors and approvals', async () => {
    const { script } = await tokenOf(operator);
    const victim = await createUser(service, { login: 'victim', role: 'operator' });
    const withdrawal = (await withdraw(service)).body.id;
    service.advance(1);
    const nobody = '0193f000-0000-7000-8000-00000000dead';
    const tried = {
      'make an operator': await script.post('/users', newUser('made-up')),
      'set a password': await script.patch(`/users/${victim}`, { password: 'another good one', reason }),
      'disable somebody': await script.patch(`/users/${victim}`, { isDisabled: true, reason }),
      'take a second factor away': await script.delete(`/users/${victim}/second-factor`, { reason }),
      'set one up': await script.post('/me/second-factor/begin'),
      "begin a merchant's": await script.post('/merchants/1/second-factor/begin'),
      "replace a merchant's": await script.post('/merchants/1/second-factor/confirm', {
        ticket: 'x',
        code: '0',
        reason,
      }),
      "change a merchant's secret": await script.post('/merchants/1/rotate-secret', { overlapHours: 0, reason }),
      'change the own password': await script.post('/me/password', { currentPassword: password, password }),
      'approve a withdrawal': await script.post(`/withdrawals/${withdrawal}/approve`, { reason }),
      'list an address': await script.post('/stores/1/addresses', {
        address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
        reason,
      }),
      'approve a request': await script.post(`/approvals/${nobody}/approve`, { reason }),
      'reject a request': await script.post(`/approvals/${nobody}/reject`, { reason }),
      'make another token': await script.post('/tokens', { name: 'more', scopes: ['read'], reason }),
      'revoke a token': await script.delete('/tokens/1', { reason }),
    };
    const outcomes = Object.fromEntries(Object.entries(tried).map(([what, answer]) => [what, codeOf(answer)]));
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(tried).map((what) => [what, '403 people_only'])));
    const { rows } = await service.db.pool.query(
      `select (select count(*)::int from users where login = 'made-up') as made,
         (select coalesce(jsonb_array_length(approvals), 0) from withdrawals where id = $1) as approvals`,
      [withdrawal],
    );
    expect(rows).toEqual([{ made: 0, approvals: 0 }]);
  });

  it('pays no maker back, removes no endpoint, and gets no phone’s token', async () => {
    const { script } = await tokenOf(operator);
    const nobody = '0193f000-0000-7000-8000-00000000dead';
    const tried = [
      await script.post('/makers/1/pay-backs', { id: nobody, amount: '1', reason }),
      await script.delete(`/stores/1/endpoints/${nobody}`, { reason }),
      await script.post('/phones', { name: 'A phone of mine', makerId: 1 }),
      await script.post('/phones/1/ticket'),
    ];
    expect(tried.map(codeOf)).toEqual(tried.map(() => '403 people_only'));
  });

  it('still reads and does the work of its scopes', async () => {
    const { script } = await tokenOf(operator);
    expect((await script.get('/users')).status).toBe(200);
    const topUp = { id: '0193f000-0000-7000-8000-00000000cafe', amount: '5', reason };
    expect((await script.post('/makers/1/top-ups', topUp)).status).toBe(200);
  });
});

describe('a token ends', () => {
  it("a token ends when its owner's password is reset, and stays ended", async () => {
    const id = await createUser(service, { login: 'reset', role: 'operator' });
    const { script } = await tokenOf(await OperatorClient.signedIn(service.url, 'reset', password));
    expect((await script.get('/me')).status).toBe(200);
    expect(codeOf(await operator.patch(`/users/${id}`, { password: 'another good one', reason }))).toBe('done');
    expect(codeOf(await script.get('/me'))).toBe('401 unauthorized');
    const { items } = (await operator.get(`/tokens?userId=${id}`)).body;
    expect(items).toMatchObject([{ revokedAt: expect.any(String) }]);
  });

  it('a token ends when its owner is disabled, also when the owner comes back', async () => {
    const id = await createUser(service, { login: 'disabled', role: 'operator' });
    const { script } = await tokenOf(await OperatorClient.signedIn(service.url, 'disabled', password));
    for (const isDisabled of [true, false]) {
      expect(codeOf(await operator.patch(`/users/${id}`, { isDisabled, reason }))).toBe('done');
      expect(codeOf(await script.get('/me'))).toBe('401 unauthorized');
    }
  });

  it('a token ends after its term, 90 days when none is named and a year at most, and says so', async () => {
    await createUser(service, { login: 'termed', role: 'operator' });
    const person = await OperatorClient.signedIn(service.url, 'termed', password);
    for (const lifetimeDays of [366, 0, -1, 3650]) {
      expect(codeOf(await person.post('/tokens', { name: 'x', scopes: ['read'], lifetimeDays, reason }))).toBe(
        '400 out_of_range',
      );
    }
    const { script } = await tokenOf(person);
    const { script: long } = await tokenOf(person, { lifetimeDays: 365, name: 'long' });
    const endOf = async () =>
      (await person.get('/tokens')).body.items.map((one: { expiresAt: string }) => Date.parse(one.expiresAt));
    const days = (await endOf()).map((end: number) => Math.round((end - service.now()) / dayMs));
    expect(days).toEqual([90, 365]);
    service.advance(90 * dayMs);
    expect(codeOf(await script.get('/me'))).toBe('401 token_ended');
    expect((await long.get('/me')).status).toBe(200);
    operator = await signInDemo(service, 'operator');
  });

  it('a token ends not without a warning: its owner is told two weeks before', async () => {
    await createUser(service, { login: 'warned', role: 'operator' });
    const sign = () => OperatorClient.signedIn(service.url, 'warned', password);
    const { id } = await tokenOf(await sign(), { lifetimeDays: 30 });
    const warnings = async () => {
      const person = await sign();
      const [token] = (await person.get('/tokens')).body.items;
      return [(await person.get('/me')).body.tokensEndSoon, token.endsSoon];
    };
    expect(await warnings()).toEqual([0, false]);
    service.advance(16 * dayMs + 60_000);
    expect(await warnings()).toEqual([1, true]);
    expect(codeOf(await (await sign()).delete(`/tokens/${id}`, { reason }))).toBe('done');
    expect(await warnings()).toEqual([0, false]);
    operator = await signInDemo(service, 'operator');
  });
});

describe('a stolen session of a user with a second factor', () => {
  let seed: string;
  let thief: OperatorClient;
  const code = () => totpCode(seed, totpStep(service.now()));
  const fresh = () => service.advance(30_000);

  beforeAll(async () => {
    await createUser(service, { login: 'careful', role: 'operator' });
    const person = await OperatorClient.signedIn(service.url, 'careful', password);
    const begun = (await person.post('/me/second-factor/begin')).body;
    seed = begun.seed;
    expect((await person.post('/me/second-factor/confirm', { ticket: begun.ticket, code: code() })).status).toBe(200);
    fresh();
    thief = await OperatorClient.signedIn(service.url, 'careful', password, code());
  });

  const acts = (): Readonly<Record<string, () => Promise<Answer>>> => ({
    'make an operator': () => thief.post('/users', newUser('accomplice')),
    'set a password': () => thief.patch('/users/1', { name: 'Anna', reason }),
    'take a second factor away': () => thief.delete('/users/999999/second-factor', { reason }),
    'make a token': () => thief.post('/tokens', { name: 'later', scopes: ['read'], reason }),
    'change the password': () => thief.post('/me/password', { currentPassword: 'wrong', password: 'another good one' }),
    "change a merchant's secret": () => thief.post('/merchants/999999/rotate-secret', { overlapHours: 0, reason }),
    'approve a request': () => thief.post('/approvals/0193f000-0000-7000-8000-00000000dead/approve', { reason }),
    'approve a withdrawal': () => thief.post('/withdrawals/0193f000-0000-7000-8000-00000000dead/approve', { reason }),
  });

  it('does nothing about people, factors and approvals five minutes after the last code', async () => {
    service.advance(5 * 60_000);
    for (const [what, act] of Object.entries(acts())) expect(codeOf(await act()), what).toBe('403 fresh_code_needed');
    expect((await thief.get('/users')).status).toBe(200);
  });

  it('gets no further with a guess or a code that was used; five guesses lock', async () => {
    const confirm = (given: string) => thief.post('/me/code', { code: given });
    expect(codeOf(await confirm(totpCode(seed, totpStep(service.now()) - 11)))).toBe('400 two_factor_wrong');
    for (let time = 2; time <= 5; time++) expect(codeOf(await confirm('000000'))).toBe('400 two_factor_wrong');
    expect(codeOf(await confirm(code()))).toBe('400 two_factor_locked');
    expect(codeOf(await thief.post('/users', newUser('accomplice')))).toBe('403 fresh_code_needed');
    service.advance(15 * 60_000);
  });

  it('works for its owner, who gives a code: for five minutes, and in this session alone', async () => {
    const used = code();
    const elsewhere = await OperatorClient.signedIn(service.url, 'careful', password, used);
    service.advance(5 * 60_000);
    expect(codeOf(await thief.post('/me/code', { code: code() }))).toBe('done');
    for (const [what, act] of Object.entries(acts())) expect(codeOf(await act()), what).not.toMatch(/fresh_code/);
    expect(codeOf(await elsewhere.post('/users', newUser('accomplice-2')))).toBe('403 fresh_code_needed');
    service.advance(5 * 60_000);
    expect(codeOf(await thief.post('/users', newUser('accomplice-3')))).toBe('403 fresh_code_needed');
  });

  it('needs the current password to set another one, also with a code', async () => {
    fresh();
    expect(codeOf(await thief.post('/me/code', { code: code() }))).toBe('done');
    const wish = { password: 'another good one' };
    expect(codeOf(await thief.post('/me/password', wish))).toBe('400 blank');
    expect(codeOf(await thief.post('/me/password', { ...wish, currentPassword: 'a guess' }))).toBe(
      '400 password_wrong',
    );
    expect(codeOf(await thief.patch(`/users/${(await thief.get('/me')).body.id}`, { ...wish, reason }))).toBe(
      '400 not_on_oneself',
    );
  });
});

it('a user without a second factor has no code to give', async () => {
  expect(codeOf(await operator.post('/me/code', { code: '000000' }))).toBe('403 second_factor_required');
});
