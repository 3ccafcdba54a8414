import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../../src/domain/people/totp.ts';
import { countLockWaiters } from '../../support/database.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let operator: OperatorClient;
let maker: OperatorClient;

const reason = 'a test';
const password = 'correct horse battery';

beforeAll(async () => {
  service = await startTestService();
  operator = await signIn('operator', 'demo-operator-password');
  maker = await signIn('maker', 'demo-maker-password');
});
afterAll(() => service.stop());

const signIn = (login: string, secret = password) => OperatorClient.signedIn(service.url, login, secret);
const newUser = (login: string, change: object = {}) => ({ login, role: 'operator', password, reason, ...change });

async function create(login: string, change: object = {}): Promise<number> {
  const { status, body } = await operator.post('/users', newUser(login, change));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

describe('users', () => {
  it('are created, listed by pages, and sign in', async () => {
    const id = await create('anna', { name: 'Anna', role: 'maker', makerId: 2 });
    const anna = await signIn('anna');
    expect((await anna.get('/me')).body).toMatchObject({ id, login: 'anna', role: 'maker', makerId: 2 });
    const first = await operator.get('/users?limit=2');
    expect(first.body.items).toHaveLength(2);
    const second = await operator.get(`/users?limit=200&after=${first.body.next}`);
    expect(second.body.items.at(-1)).toMatchObject({ login: 'anna', hasSecondFactor: false, isDisabled: false });
    expect(second.body.next).toBeNull();
  });

  it('are not created for a role without its maker or merchant', async () => {
    const { status, body } = await operator.post('/users', newUser('odd', { merchantId: 1 }));
    expect([status, body[0].code, body[0].field]).toEqual([400, 'user_owner', 'merchantId']);
  });

  it('are refused at once with a reason of many characters and a NUL', async () => {
    const before = process.cpuUsage();
    const huge = newUser('odd', { reason: `${'a'.repeat(60_000)}\0` });
    expect((await operator.post('/users', huge)).status).toBe(400);
    // What it worked, not what it waited for: the service runs in this process.
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });

  it('are not created for a maker that does not exist', async () => {
    const { status, body } = await operator.post('/users', newUser('odd', { role: 'maker', makerId: 999_999 }));
    expect([status, body[0].field]).toEqual([404, 'makerId']);
  });

  it('have logins of their own, also when two are created at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => operator.post('/users', newUser('same'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body[0].code).toBe('login_taken');
  });

  it('users that are disabled are signed out, and come back only by signing in anew', async () => {
    const id = await create('leaver');
    const leaver = await signIn('leaver');
    expect((await operator.patch(`/users/${id}`, { isDisabled: true, reason })).body.isDisabled).toBe(true);
    expect((await leaver.get('/me')).status).toBe(401);
    expect((await new OperatorClient(service.url).signIn('leaver', password)).status).toBe(401);
    await operator.patch(`/users/${id}`, { isDisabled: false, reason });
    expect((await leaver.get('/me')).status).toBe(401);
    await signIn('leaver');
  });

  it('users that are disabled have tokens that no longer work', async () => {
    const id = await create('scripted');
    const person = await signIn('scripted');
    const made = await person.post('/tokens', { name: 'nightly', scopes: ['read'], reason });
    const script = OperatorClient.withToken(service.url, made.body.token);
    expect((await script.get('/me')).status).toBe(200);
    expect((await operator.patch(`/users/${id}`, { isDisabled: true, reason })).status).toBe(200);
    expect((await script.get('/me')).status).toBe(401);
  });

  it('get a new password from an operator, which ends their sessions', async () => {
    const id = await create('forgetful');
    const before = await signIn('forgetful');
    expect((await operator.patch(`/users/${id}`, { password: 'another good one', reason })).status).toBe(200);
    expect((await before.get('/me')).status).toBe(401);
    expect((await new OperatorClient(service.url).signIn('forgetful', password)).status).toBe(401);
    await signIn('forgetful', 'another good one');
  });

  it('get it also while a stranger tries their login: neither waits for the other', async () => {
    const id = await create('beset');
    await new OperatorClient(service.url).signIn('beset', 'wrong');
    const attempt = await service.db.pool.connect();
    try {
      await attempt.query('begin; select from sign_in_attempts for update');
      const reset = operator.patch(`/users/${id}`, { password: 'another good one', reason });
      await expect.poll(() => countLockWaiters(service.db.pool)).toBe(1);
      // What signing in locks next is free.
      await attempt.query(`select from users where id = ${id} for no key update nowait`);
      await attempt.query('commit');
      expect((await reset).status).toBe(200);
    } finally {
      attempt.release();
    }
  });

  it('are not let in by a password that is changed while it is compared', async () => {
    const id = await create('hunted');
    const { password_hash } = (await service.db.pool.query(`select password_hash from users where login = 'operator'`))
      .rows[0];
    const client = await service.db.pool.connect();
    try {
      await client.query('begin');
      await client.query('update users set password_hash = $2 where id = $1', [id, password_hash]);
      const entering = new OperatorClient(service.url).signIn('hunted', password);
      await expect.poll(() => countLockWaiters(service.db.pool)).toBe(1);
      await client.query('commit');
      expect((await entering).status).toBe(401);
    } finally {
      client.release();
    }
  });

  it('cannot disable themselves, and an unknown user cannot be changed', async () => {
    const { id } = (await operator.get('/me')).body;
    expect((await operator.patch(`/users/${id}`, { isDisabled: true, reason })).body[0].code).toBe('not_on_oneself');
    for (const odd of ['999999', '0', '-1', 'abc', '99999999999']) {
      expect((await operator.patch(`/users/${odd}`, { name: 'x', reason })).status).toBe(404);
    }
  });

  it('are the business of operators only', async () => {
    expect((await maker.get('/users')).status).toBe(403);
    expect((await maker.post('/users', newUser('mine'))).status).toBe(403);
    expect((await operator.withoutCsrfToken().post('/users', newUser('mine'))).body[0].code).toBe('csrf_token_wrong');
    expect((await new OperatorClient(service.url).get('/users')).status).toBe(401);
  });

  it('are in the audit log with who and why, and never with a password', async () => {
    const id = await create('logged');
    await operator.patch(`/users/${id}`, { password: 'another good one', reason: 'was forgotten' });
    const { rows } = await service.db.pool.query(
      `select actor, action, reason, details::text from audit_log where subject_kind = 'user' and subject_id = $1 order by id`,
      [String(id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['create-user', 'change-user']);
    expect(rows[1]).toMatchObject({ actor: 'operator', reason: 'was forgotten' });
    expect(JSON.stringify(rows)).not.toContain('another good one');
  });
});

describe('own access', () => {
  it('has a password that its owner changes, which ends the other sessions', async () => {
    await create('self');
    const [here, elsewhere] = [await signIn('self'), await signIn('self')];
    const wrong = await here.post('/me/password', { currentPassword: 'wrong', password: 'another good one' });
    expect(wrong.body[0].code).toBe('password_wrong');
    const changed = await here.post('/me/password', { currentPassword: password, password: 'another good one' });
    expect(changed.status).toBe(200);
    expect((await here.get('/me')).status).toBe(200);
    expect((await elsewhere.get('/me')).status).toBe(401);
    await signIn('self', 'another good one');
  });

  it('shows the sessions and ends all of them', async () => {
    await create('many');
    const [one, two] = [await signIn('many'), await signIn('many')];
    expect((await one.get('/me/sessions')).body.items).toHaveLength(2);
    expect((await one.delete('/me/sessions')).body).toEqual({ sessions: 2 });
    for (const gone of [one, two]) expect((await gone.get('/me')).status).toBe(401);
  });

  it('locks after five wrong current passwords', async () => {
    await create('guessed');
    const guesser = await signIn('guessed');
    const guess = () => guesser.post('/me/password', { currentPassword: 'wrong', password: 'another good one' });
    for (let time = 1; time <= 5; time++) expect((await guess()).body[0].code).toBe('password_wrong');
    expect((await guess()).body[0].code).toBe('sign_in_locked');
  });
});

describe('the second factor', () => {
  const codeNow = (seed: string, steps = 0) => totpCode(seed, totpStep(service.now()) + steps);

  it('is set up with a first code, is asked for when signing in, and is removed by another operator', async () => {
    const id = await create('careful');
    const careful = await signIn('careful');
    const begun = (await careful.post('/me/second-factor/begin')).body;
    expect(begun.url).toBe(`otpauth://totp/Quittance:careful?secret=${begun.seed}&issuer=Quittance`);
    expect(begun.qrCode).toMatch(/^<svg /);
    const wrong = await careful.post('/me/second-factor/confirm', { ticket: begun.ticket, code: '000000' });
    expect(wrong.body[0].code).toBe('enrolment_failed');
    const code = codeNow(begun.seed);
    expect((await careful.post('/me/second-factor/confirm', { ticket: begun.ticket, code })).status).toBe(200);
    const again = await careful.post('/me/second-factor/confirm', { ticket: begun.ticket, code });
    expect(again.body[0].code).toBe('second_factor_present');
    expect((await careful.post('/me/second-factor/begin')).body[0].code).toBe('second_factor_present');

    const client = new OperatorClient(service.url);
    expect((await client.signIn('careful', password)).status).toBe(401);
    expect((await client.signIn('careful', password, code)).status).toBe(401);
    expect((await client.signIn('careful', password, codeNow(begun.seed, 1))).status).toBe(200);

    expect((await careful.delete(`/users/${id}/second-factor`, { reason })).body[0].code).toBe('not_on_oneself');
    expect((await operator.delete(`/users/${id}/second-factor`, { reason: '' })).body[0].code).toBe('blank');
    expect((await operator.delete(`/users/${id}/second-factor`, { reason })).body.hasSecondFactor).toBe(false);
    expect((await careful.get('/me')).status).toBe(401);
    await signIn('careful');
  });

  it("is not set up with another person's ticket, a made-up one, or one that is too old", async () => {
    const begun = (await maker.post('/me/second-factor/begin')).body;
    const confirm = (client: OperatorClient, ticket: string, seed = begun.seed) =>
      client.post('/me/second-factor/confirm', { ticket, code: codeNow(seed) });
    expect((await confirm(operator, begun.ticket)).body[0].code).toBe('enrolment_failed');
    expect((await confirm(maker, 'AAAA')).body[0].code).toBe('enrolment_failed');
    service.advance(16 * 60_000);
    expect((await confirm(maker, begun.ticket)).body[0].code).toBe('enrolment_failed');
  });
});
