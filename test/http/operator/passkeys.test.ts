import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { totpCode, totpStep } from '../../../src/domain/people/totp.ts';
import { startService } from '../../../src/service.ts';
import type { Answer } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { PasskeyPerson, signInByPasskey } from '../../support/passkey-person.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import type { Passkey } from '../../support/soft-authenticator.ts';
import { createUser, signInDemo } from '../../support/staff.ts';

const password = 'a password of tests';
const reason = 'a test';
const minuteMs = 60_000;
let service: TestService;
let operator: OperatorClient;

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
});
afterAll(() => service.stop());

const codeOf = ({ status, body }: Answer): string => (status === 200 ? 'done' : `${status} ${body[0]?.code}`);

async function newPerson(login: string, role: 'operator' | 'maker' = 'operator'): Promise<PasskeyPerson> {
  await createUser(service, { login, role, ...(role === 'maker' ? { makerId: 1 } : {}) });
  return await PasskeyPerson.signedIn(service.url, login, password);
}

/** Asked for at the door, beside the password. */
async function signInWithBoth(login: string, passkey: Passkey, changes: object = {}): Promise<Answer> {
  const person = new PasskeyPerson(new OperatorClient(service.url));
  const options = await person.challenge({ withPassword: true });
  const shown = person.authenticator.get(passkey, options, changes);
  return await person.client.enter('/session', { login, password, passkey: shown }, person.headers);
}

/** One address may only try so often in a minute, and those before may have. */
const waitAtTheDoor = () => service.advance(minuteMs);

describe('passkeys', () => {
  let anna: PasskeyPerson;
  let laptop: Passkey & { readonly id: number };

  beforeAll(async () => {
    anna = await newPerson('anna');
    laptop = await anna.add('Laptop', 1);
  });

  it('are listed with name, creation and last use, renamed, and counted as a second factor', async () => {
    expect((await anna.client.get('/me')).body).toMatchObject({
      hasSecondFactor: true,
      hasAuthenticator: false,
      passkeys: 1,
    });
    const phone = await anna.add('Phone');
    expect(codeOf(await anna.client.patch(`/me/passkeys/${phone.id}`, { name: 'Old phone' }))).toBe('done');
    const { items } = (await anna.client.get('/me/passkeys')).body;
    expect(items).toMatchObject([
      { name: 'Laptop', lastUsedAt: null, isSuspected: false, createdAt: expect.any(String) },
      { name: 'Old phone', lastUsedAt: null },
    ]);
    expect(codeOf(await anna.client.delete(`/me/passkeys/${phone.id}`))).toBe('done');
  });

  it('are the second factor beside the password, also without a PIN; the password alone is not enough', async () => {
    expect(codeOf(await new OperatorClient(service.url).signIn('anna', password))).toBe('401 sign_in_failed');
    expect(codeOf(await signInWithBoth('anna', laptop, { isUserVerified: false }))).toBe('done');
    const { items } = (await anna.client.get('/me/passkeys')).body;
    expect(items[0].lastUsedAt).not.toBeNull();
  });

  it('sign their owner in alone, and that is a fresh proof', async () => {
    waitAtTheDoor();
    const { answer, client } = await signInByPasskey(service.url, laptop);
    expect(answer.body).toMatchObject({ user: { login: 'anna' } });
    expect(codeOf(await client.post('/tokens', { name: 'mine', scopes: ['read'], reason }))).toBe('done');
  });

  it('are fresh proof of one request, byte for byte, for five minutes and for repeats of it', async () => {
    service.advance(6 * minuteMs);
    const wish = { login: 'by-passkey', role: 'maker', makerId: 1, password, reason };
    expect(codeOf(await anna.client.post('/users', wish))).toBe('403 fresh_code_needed');
    expect(codeOf(await anna.prove(laptop, { method: 'POST', path: '/users', body: wish }))).toBe('done');
    expect(codeOf(await anna.client.post('/users', { ...wish, login: 'another' }))).toBe('403 fresh_code_needed');
    expect(codeOf(await anna.client.post('/users', wish))).toBe('done');
    // It went through, but the answer was lost: the repeat is not asked for a proof again.
    expect(codeOf(await anna.client.post('/users', wish))).toBe('400 login_taken');
    service.advance(5 * minuteMs);
    expect(codeOf(await anna.client.post('/users', wish))).toBe('403 fresh_code_needed');
  });

  it('passkeys and codes of an app may stand beside each other; each is enough', async () => {
    const dora = await newPerson('dora');
    const key = await dora.add('Key');
    const { seed, ticket } = (await dora.client.post('/me/second-factor/begin')).body;
    const code = () => totpCode(seed, totpStep(service.now()));
    expect(codeOf(await dora.client.post('/me/second-factor/confirm', { ticket, code: code() }))).toBe('done');
    service.advance(6 * minuteMs);
    const remove = { method: 'DELETE', path: `/me/passkeys/${key.id}` };
    expect(codeOf(await dora.client.delete(remove.path))).toBe('403 fresh_code_needed');
    expect(codeOf(await signInWithBoth('dora', key))).toBe('done');
    expect(codeOf(await new OperatorClient(service.url).signIn('dora', password, code()))).toBe('done');
    expect(codeOf(await dora.prove(key, remove))).toBe('done');
    expect(codeOf(await dora.client.delete(remove.path))).toBe('done');
    expect(codeOf(await signInWithBoth('dora', key))).toBe('401 sign_in_failed');
    expect((await dora.client.get('/me')).body).toMatchObject({ hasAuthenticator: true, passkeys: 0 });
  });

  it('are reset by an operator together with the codes, and all sessions end', async () => {
    const boris = await newPerson('boris', 'maker');
    const key = await boris.add('Key');
    const { id } = (await boris.client.get('/me')).body;
    expect((await operator.delete(`/users/${id}/second-factor`, { reason })).body).toMatchObject({
      hasSecondFactor: false,
      passkeys: 0,
    });
    expect((await boris.client.get('/me')).status).toBe(401);
    expect(codeOf((await signInByPasskey(service.url, key)).answer)).toBe('401 sign_in_failed');
    expect(codeOf(await new OperatorClient(service.url).signIn('boris', password))).toBe('done');
  });

  it('work with several processes: one gives the challenge, another takes the answer, once', async () => {
    waitAtTheDoor();
    const env = {
      PORT: '0',
      QUITTANCE_MODE: 'sandbox',
      LOG_LEVEL: 'fatal',
      SANDBOX_FATES: 'off',
      PUBLIC_URL: service.url,
    };
    const config = readConfig({ ...env, DATABASE_URL: service.db.url, DATA_DIR: service.dataDir });
    const other = await startService(config, { clock: service.now });
    try {
      const [here, there] = [new OperatorClient(service.url), new OperatorClient(other.url)];
      const options = (await here.knock('/session/challenge', {}, anna.headers)).body;
      const shown = { passkey: anna.authenticator.get(laptop, options) };
      expect(codeOf(await there.enter('/session/passkey', shown, anna.headers))).toBe('done');
      expect(codeOf(await here.enter('/session/passkey', shown, anna.headers))).toBe('401 sign_in_failed');
      expect((await there.get('/me')).body.login).toBe('anna');
    } finally {
      await other.stop();
    }
  });

  it('say where they work when the page is another one', async () => {
    const { status, body } = await anna.client.knock('/session/challenge', {}, { origin: service.url });
    expect([status, body[0].code]).toEqual([400, 'passkeys_unavailable']);
    expect(body[0].message).toContain(anna.headers.origin);
  });

  it('a first passkey needs the password again when signing in was a while ago', async () => {
    const emil = await newPerson('emil', 'maker');
    service.advance(6 * minuteMs);
    expect(codeOf(await emil.post('/me/passkeys/begin'))).toBe('403 fresh_code_needed');
    expect(codeOf(await emil.post('/me/second-factor/begin'))).toBe('403 fresh_code_needed');
    expect(codeOf(await emil.post('/me/code', { password: 'a guess' }))).toBe('400 password_wrong');
    expect(codeOf(await emil.post('/me/code', { password }))).toBe('done');
    await emil.add('Key');
    // From then on the password is not enough.
    service.advance(6 * minuteMs);
    expect(codeOf(await emil.post('/me/code', { password }))).toBe('403 fresh_code_needed');
  });
});

describe('the rules of access', () => {
  it('ask a second factor of makers and merchants, who then reach nothing but the way to one', async () => {
    const fred = await newPerson('fred', 'maker');
    const token = (await fred.client.post('/tokens', { name: 'bank', scopes: ['read'], reason })).body.token;
    const script = OperatorClient.withToken(service.url, token);
    expect(codeOf(await operator.patch('/access-rules', { makersNeedFactor: true, reason }))).toBe('done');
    expect(codeOf(await fred.client.get('/deals'))).toBe('403 second_factor_required');
    expect(codeOf(await script.get('/deals'))).toBe('403 second_factor_required');
    expect((await fred.client.get('/me')).body.mustSetUpSecondFactor).toBe(true);
    const key = await fred.add('Key');
    expect((await fred.client.get('/me')).body.mustSetUpSecondFactor).toBe(false);
    expect(codeOf(await fred.client.get('/deals'))).toBe('done');
    expect(codeOf(await script.get('/deals'))).toBe('done');
    // And the last one stays.
    expect(codeOf(await fred.client.delete(`/me/passkeys/${key.id}`))).toBe('400 last_second_factor');
    const merchant = await signInDemo(service, 'merchant');
    expect(codeOf(await merchant.get('/invoices'))).toBe('done');
    expect(codeOf(await operator.patch('/access-rules', { makersNeedFactor: false, reason }))).toBe('done');
    expect(codeOf(await fred.client.delete(`/me/passkeys/${key.id}`))).toBe('done');
  });

  it('end an idle session; requests that a page makes by itself do not count', async () => {
    const rules = (minutes: number) => operator.patch('/access-rules', { makerIdleMinutes: minutes, reason });
    await newPerson('gina', 'maker');
    expect(codeOf(await rules(30))).toBe('done');
    const sign = () => OperatorClient.signedIn(service.url, 'gina', password);
    const [busy, left] = [await sign(), await sign()];
    for (let minute = 0; minute < 40; minute += 10) {
      service.advance(10 * minuteMs);
      expect((await busy.get('/deals')).status).toBe(200);
      if (minute < 20) expect((await left.get('/deals', { 'x-background': '1' })).status).toBe(200);
    }
    const { status, body } = await left.get('/deals');
    expect([status, body[0].code]).toEqual([401, 'session_idle']);
    expect(body[0].message).toContain('30 minutes');
    const { items } = (await busy.get('/me/sessions')).body;
    expect(items.filter((one: { isCurrent: boolean }) => !one.isCurrent)).toEqual([]);
    expect((await operator.get('/access-rules')).body).toMatchObject({ makerIdleMinutes: 30, operatorIdleMinutes: 0 });
    expect(codeOf(await rules(0))).toBe('done');
  });

  it('are in the audit log with what changed', async () => {
    const { items } = (await operator.get('/audit-log?subjectKind=access-rules&subjectId=1')).body;
    expect(items[0]).toMatchObject({ action: 'change-access-rules', details: { makerIdleMinutes: 0 } });
  });
});

describe('sessions and devices', () => {
  it('are listed with when they were last used, and end one by one, all others, or all', async () => {
    await createUser(service, { login: 'hugo', role: 'operator' });
    const sign = () => OperatorClient.signedIn(service.url, 'hugo', password);
    const [here, there, elsewhere] = [await sign(), await sign(), await sign()];
    service.advance(2 * minuteMs);
    await there.get('/deals');
    const { items } = (await here.get('/me/sessions')).body;
    expect(items).toHaveLength(3);
    const [, second] = items.toReversed();
    expect(Date.parse(second.lastSeenAt) - Date.parse(second.createdAt)).toBeGreaterThanOrEqual(2 * minuteMs - 1000);
    expect(codeOf(await here.delete(`/me/sessions/${second.id}`))).toBe('done');
    expect([(await there.get('/me')).status, (await elsewhere.get('/me')).status]).toEqual([401, 200]);
    expect(codeOf(await here.delete(`/me/sessions/${second.id}`))).toBe('404 not_found');
    expect((await here.post('/me/sessions/end-others')).body).toEqual({ sessions: 1 });
    expect([(await here.get('/me')).status, (await elsewhere.get('/me')).status]).toEqual([200, 401]);
  });

  it('devices that are new are told of on the others, once each, and are in the audit log', async () => {
    await createUser(service, { login: 'iris', role: 'operator' });
    const known = await OperatorClient.signedIn(service.url, 'iris', password);
    const devices = async (client: OperatorClient) => (await client.get('/me')).body.newDevices;
    expect(await devices(known)).toEqual([]);
    service.advance(1);
    const fresh = await OperatorClient.signedIn(service.url, 'iris', password);
    expect(await devices(known)).toMatchObject([{ address: '127.0.0.1', userAgent: 'node' }]);
    // The new one cannot hide itself: what it has seen is its own business.
    expect(codeOf(await fresh.post('/me/new-devices/seen'))).toBe('done');
    expect(await devices(known)).toHaveLength(1);
    service.advance(1);
    expect(codeOf(await known.post('/me/new-devices/seen'))).toBe('done');
    expect(await devices(known)).toEqual([]);
    const { id } = (await known.get('/me')).body;
    const { items } = (await operator.get(`/audit-log?subjectKind=user&subjectId=${id}`)).body;
    const noticed = items.filter(({ action }: { action: string }) => action === 'notice-device');
    expect(noticed).toHaveLength(2);
    expect(noticed[0]).toMatchObject({ actor: 'service', details: { address: '127.0.0.1', userAgent: 'node' } });
  });

  it('devices that come back with their cookie are not new', async () => {
    await createUser(service, { login: 'jana', role: 'operator' });
    const client = await OperatorClient.signedIn(service.url, 'jana', password);
    const again = new OperatorClient(service.url);
    const first = await again.signIn('jana', password);
    const cookie =
      first.headers
        .getSetCookie()
        .find((one) => one.startsWith('quittance_device_'))
        ?.split(';')[0] ?? '';
    expect(codeOf(await again.enter('/session', { login: 'jana', password }, { cookie }))).toBe('done');
    expect((await client.get('/me')).body.newDevices).toHaveLength(1);
  });
});
