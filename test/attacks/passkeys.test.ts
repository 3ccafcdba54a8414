import { sign, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/merchant-client.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { actOf, PasskeyPerson, signInByPasskey } from '../support/passkey-person.ts';
import { selfSigned } from '../support/self-signed.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { bytes, type Passkey, text } from '../support/soft-authenticator.ts';
import { createUser, signInDemo } from '../support/staff.ts';

/**
 * Passkeys in the wrong hands, and sessions that somebody left. The attacker has everything but the key itself: recorded answers
 * of a browser, a stolen session cookie, a page of their own, passkeys of their own, a copy of a key from some time ago.
 */
const password = 'a password of tests';
const reason = 'an attack';
const minuteMs = 60_000;
const refused = '401 sign_in_failed';

let service: TestService;
let operator: OperatorClient;
let anna: PasskeyPerson;
let annas: Passkey & { readonly id: number };
let mallory: PasskeyPerson;
let mallorys: Passkey & { readonly id: number };

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  [anna, mallory] = [await newPerson('anna'), await newPerson('mallory')];
  annas = await anna.add('Laptop');
  mallorys = await mallory.add('Key');
});
afterAll(() => service.stop());

const codeOf = ({ status, body }: Answer): string => (status === 200 ? 'done' : `${status} ${body[0]?.code}`);

async function newPerson(login: string): Promise<PasskeyPerson> {
  await createUser(service, { login, role: 'operator' });
  return await PasskeyPerson.signedIn(service.url, login, password);
}

/** Somebody at the door, who may have a passkey. */
const stranger = () => new PasskeyPerson(new OperatorClient(service.url));

async function challenge(person = stranger()) {
  return await person.challenge();
}

const enter = (passkey: object) => stranger().post('/session/passkey', { passkey });

describe('an answer of a passkey at the door', () => {
  it('a recorded answer does not work again, and of several at once one does', async () => {
    // The set-up has signed in often enough from this address to be asked to wait.
    service.advance(minuteMs);
    const recorded = anna.authenticator.get(annas, await challenge());
    const answers = await Promise.all(Array.from({ length: 4 }, () => enter(recorded)));
    const codes = answers.map(codeOf).filter((code) => code !== '429 rate_limited');
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code !== 'done')).toEqual(codes.slice(1).map(() => refused));
    expect(codeOf(await retried(() => enter(recorded)))).toBe(refused);
  });

  it.each([
    ['from a page that looks the same', { origin: 'https://pay.example.evil' }],
    ['from a page of another port', { origin: 'http://localhost:1' }],
    ['for another host', { rpId: 'evil.example' }],
    ['from within a frame', { crossOrigin: true }],
    ['that answers another question', { type: 'webauthn.create' }],
    ['that nobody touched', { isUserPresent: false }],
    ['that did not ask for a PIN or a fingerprint', { isUserVerified: false }],
    ['that names another person', { userHandle: 'AZPwAAAAcACAAAAAAAAAAQ' }],
    ['to a challenge that nobody gave', { challenge: 'A'.repeat(43) }],
  ])('an answer %s signs nobody in', async (_, changes) => {
    const { answer } = await retriedSignIn(annas, changes);
    expect(codeOf(answer)).toBe(refused);
  });

  it('an answer that comes late, or whose signature is of another challenge, opens no session', async () => {
    const options = await challenge();
    const late = anna.authenticator.get(annas, options);
    service.advance(5 * minuteMs);
    expect(codeOf(await retried(() => enter(late)))).toBe(refused);
    const [one, other] = [await challenge(), await challenge()];
    const [first, second] = [anna.authenticator.get(annas, one), anna.authenticator.get(annas, other)];
    const mixed = { ...first, response: { ...first.response, signature: second.response.signature } };
    expect(codeOf(await retried(() => enter(mixed)))).toBe(refused);
  });

  it("a passkey of one's own is no second factor for somebody else's password", async () => {
    const person = stranger();
    const shown = mallory.authenticator.get(mallorys, await challenge(person));
    const attempt = { login: 'anna', password, passkey: shown };
    expect(codeOf(await retried(() => person.post('/session', attempt)))).toBe(refused);
    // Nor does the other's credential ID help under a signature of one's own.
    const borrowed = {
      ...mallory.authenticator.get(mallorys, await challenge()),
      id: anna.authenticator.get(annas, await challenge()).id,
    };
    expect(codeOf(await retried(() => enter(borrowed)))).toBe(refused);
  });

  it('a passkey of a disabled user opens no session', async () => {
    const gone = await newPerson('gone');
    const key = await gone.add('Key');
    const { id } = (await gone.client.get('/me')).body;
    expect(codeOf(await operator.patch(`/users/${id}`, { isDisabled: true, reason }))).toBe('done');
    expect(codeOf((await retriedSignIn(key)).answer)).toBe(refused);
  });
});

/** All attackers come from one address, which may only try so often. */
async function retried(attempt: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await attempt();
    if (answer.status !== 429) return answer;
    service.advance(1000);
  }
}

async function retriedSignIn(passkey: Passkey, changes: Parameters<typeof signInByPasskey>[2] = {}) {
  service.advance(4000);
  return await signInByPasskey(service.url, passkey, changes);
}

describe('a copy of a passkey', () => {
  it('is refused when the counter goes back, blocks both, and is in the audit log', async () => {
    const clara = await newPerson('clara');
    const key = await clara.add('Security key', 5);
    const copy = { ...key };
    expect(codeOf((await retriedSignIn(key)).answer)).toBe('done');
    expect(codeOf((await retriedSignIn(copy)).answer)).toBe(refused);
    // Nobody knows which of the two is whose.
    expect(codeOf((await retriedSignIn(key)).answer)).toBe(refused);
    const { items } = (await clara.client.get('/me/passkeys')).body;
    expect(items).toMatchObject([{ name: 'Security key', isSuspected: true }]);
    const log = (await operator.get(`/audit-log?subjectKind=passkey&subjectId=${key.id}`)).body.items;
    expect(log[0]).toMatchObject({ action: 'suspect-passkey', details: { name: 'Security key', counter: 6 } });
  });
});

describe('a stolen session', () => {
  const wish = { login: 'accomplice', role: 'operator', password, reason };

  it('adds no passkey of the thief: not without a proof, nor with a challenge of another session', async () => {
    const thief = (await retriedSignIn(annas)).client;
    service.advance(6 * minuteMs);
    expect(codeOf(await thief.post('/me/passkeys/begin', {}, anna.headers))).toBe('403 fresh_code_needed');
    expect(codeOf(await thief.post('/me/second-factor/begin', {}, anna.headers))).toBe('403 fresh_code_needed');
    // The owner begins, in another session: what comes of it cannot be taken here, nor in the session of somebody else.
    const owner = new PasskeyPerson((await retriedSignIn(annas)).client);
    const options = (await owner.post('/me/passkeys/begin')).body;
    const { answer } = owner.authenticator.create(options);
    const body = { name: 'Mine now', passkey: answer };
    expect(codeOf(await thief.post('/me/passkeys', body, anna.headers))).toBe('400 passkey_refused');
    expect(codeOf(await mallory.post('/me/passkeys', body))).toBe('400 passkey_refused');
    expect(codeOf(await owner.post('/me/passkeys', body))).toBe('done');
    expect(codeOf(await owner.post('/me/passkeys', body))).toBe('400 passkey_refused');
    expect((await mallory.client.get('/me/passkeys')).body.items).toHaveLength(1);
  });

  it('a session without a second factor adds none either, a while after the password', async () => {
    const plain = await newPerson('plain');
    service.advance(6 * minuteMs);
    expect(codeOf(await plain.post('/me/passkeys/begin'))).toBe('403 fresh_code_needed');
    for (let time = 1; time <= 5; time++) await plain.post('/me/code', { password: 'a guess' });
    expect(codeOf(await plain.post('/me/code', { password }))).toBe('401 sign_in_locked');
    expect(codeOf(await plain.post('/me/passkeys/begin'))).toBe('403 fresh_code_needed');
  });

  it('gets no further with a passkey of the thief, or with a proof for another request or session', async () => {
    const victim = new PasskeyPerson((await retriedSignIn(annas)).client);
    const other = new PasskeyPerson((await retriedSignIn(annas)).client);
    service.advance(6 * minuteMs);
    const request = { method: 'POST', path: '/users', body: wish };
    expect(codeOf(await victim.prove(mallorys, request))).toBe('400 passkey_refused');
    // Recorded: for the request itself it works once, and only where it was asked for.
    const options = (await victim.post('/me/proof/begin', { act: actOf(request) })).body;
    const recorded = { passkey: victim.authenticator.get(annas, options) };
    expect(codeOf(await other.post('/me/proof', recorded))).toBe('400 passkey_refused');
    expect(codeOf(await victim.post('/me/proof', recorded))).toBe('400 passkey_refused');
    // At the door a challenge for an act is none, and the other way round.
    const act = (await victim.post('/me/proof/begin', { act: actOf(request) })).body;
    expect(codeOf(await retried(() => enter(victim.authenticator.get(annas, act))))).toBe(refused);
    const door = await challenge();
    expect(codeOf(await victim.post('/me/proof', { passkey: victim.authenticator.get(annas, door) }))).toBe(
      '400 passkey_refused',
    );
    expect(codeOf(await victim.client.post('/users', wish))).toBe('403 fresh_code_needed');
    expect(codeOf(await victim.prove(annas, { ...request, body: { ...wish, login: 'harmless' } }))).toBe('done');
    expect(codeOf(await victim.client.post('/users', wish))).toBe('403 fresh_code_needed');
    expect(codeOf(await victim.client.post('/users?x', { ...wish, login: 'harmless' }))).toBe('403 fresh_code_needed');
    expect(codeOf(await other.client.post('/users', { ...wish, login: 'harmless' }))).toBe('403 fresh_code_needed');
    const { rows } = await service.db.pool.query(`select login from users where login in ('accomplice', 'harmless')`);
    expect(rows).toEqual([]);
  });

  it("removes, renames and ends nothing that is somebody else's", async () => {
    service.advance(1);
    const thief = new PasskeyPerson((await retriedSignIn(mallorys)).client);
    expect(codeOf(await thief.client.delete(`/me/passkeys/${annas.id}`))).toBe('404 not_found');
    expect(codeOf(await thief.client.patch(`/me/passkeys/${annas.id}`, { name: 'x' }))).toBe('404 not_found');
    const [theirs] = (await anna.client.get('/me/sessions')).body.items;
    expect(codeOf(await thief.client.delete(`/me/sessions/${theirs.id}`))).toBe('404 not_found');
    expect((await anna.client.get('/me')).status).toBe(200);
  });

  it('a session that was left idle is over, whatever the thief asks', async () => {
    const rules = { operatorIdleMinutes: 30, reason };
    const left = (await retriedSignIn(annas)).client;
    const keeper = await signInDemo(service, 'operator');
    expect(codeOf(await keeper.patch('/access-rules', rules))).toBe('done');
    service.advance(30 * minuteMs);
    for (const headers of [{}, { 'x-background': '1' }]) {
      expect(codeOf(await left.get('/users', headers as Record<string, string>))).toBe('401 session_idle');
      expect(codeOf(await left.post('/users', wish, headers as Record<string, string>))).toBe('401 session_idle');
    }
    await service.db.pool.query('update access_rules set operator_idle_minutes = 0');
  });
});

it('a certificate of a manufacturer is refused, right or wrong: checking it would call addresses that stand in it', async () => {
  const person = await newPerson('certified');
  const options = (await person.post('/me/passkeys/begin')).body;
  const certificate = new X509Certificate(selfSigned.cert).raw;
  const { answer } = person.authenticator.create(options, {
    // As a security key of the first generation makes it (FIDO U2F), with everything in order.
    attestation: ({ rpIdHash, clientDataHash, credentialId, x, y }) => {
      const point = Buffer.concat([Buffer.from([0x04]), x, y]);
      const signed = Buffer.concat([Buffer.from([0x00]), rpIdHash, clientDataHash, credentialId, point]);
      const statement = [text('sig'), bytes(sign('sha256', signed, selfSigned.key)), text('x5c'), Buffer.from([0x81])];
      const parts = [text('fmt'), text('fido-u2f'), text('attStmt'), Buffer.from([0xa2]), ...statement];
      return Buffer.concat([...parts, bytes(certificate)]);
    },
  });
  const add = (passkey: object) => person.post('/me/passkeys', { name: 'Key', passkey });
  expect(codeOf(await add(answer))).toBe('400 passkey_refused');
  expect(codeOf(await add(person.authenticator.create(options).answer))).toBe('done');
});
