import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unlimited } from '../../src/domain/merchants/api-key.ts';
import { cliActor, type Role } from '../../src/domain/people/audit.ts';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { createApiKey } from '../../src/settings/merchants/create-api-key.ts';
import { createUser } from '../../src/settings/people/create-user.ts';
import { createEnrolmentCode } from '../../src/settings/people/enrolment-codes.ts';
import { removeSecondFactor } from '../../src/settings/people/remove-second-factor.ts';
import { type ProductionService, startProductionService } from '../http/conformance/support/production-service.ts';
import { codeOf, OperatorClient } from '../support/operator-client.ts';
import { eventually } from '../support/receiver.ts';
import { SmtpServer } from '../support/smtp-server.ts';

/**
 * Somebody in production who has a password and nothing else. As it was run: sign in as a merchant's owner, make a key with a secret
 * of its own, pay 15,000 RUB out; or set up a second factor, which is then the thief's. Here the rules of access ask no second factor
 * of merchants, as in an installation from before they did.
 */
let service: ProductionService;
let mail: SmtpServer;
const reason = 'a test';
const https = { origin: 'https://pay.example.com' };

beforeAll(async () => {
  mail = await SmtpServer.start();
  service = await startProductionService({ SMTP_URL: mail.url, SMTP_FROM: 'pay@example.com' });
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});
/** A thief has time: the limits of a minute are not what stops one. */
beforeEach(() => service.advance(61_000));

const by = () => ({ actor: cliActor, reason, at: service.now() });
const passwordOf = (login: string) => `the password of ${login}`;

/** As `quittance user create` does; the code is handed over with the password. */
async function newUser(login: string, role: Role = 'merchant') {
  const owner = { makerId: role === 'maker' ? 1 : null, merchantId: role === 'merchant' ? 1 : null };
  return await service.settings.run(createUser, { login, name: '', role, ...owner, password: passwordOf(login) }, by());
}

const signIn = (login: string, code?: string) => OperatorClient.signedIn(service.url, login, passwordOf(login), code);

/** Gives back the seed of the new factor. */
async function enrol(client: OperatorClient, enrolmentCode: string | null): Promise<string> {
  const { seed, ticket } = (await client.post('/me/second-factor/begin', { enrolmentCode })).body;
  const code = totpCode(seed, totpStep(service.now()));
  expect(await codeOf(client.post('/me/second-factor/confirm', { ticket, code }))).toBe('done');
  return seed;
}

const keyWish = (scopes: readonly string[]) => ({ scopes, hasOwnSecret: true, reason });
const makeKey = (client: OperatorClient, scopes: readonly string[]) =>
  codeOf(client.post('/stores/1/keys', keyWish(scopes)));

describe('a thief of a password', () => {
  let thief: OperatorClient;
  beforeAll(async () => {
    await newUser('owner');
    thief = await signIn('owner');
  });

  it('gets no key that lets money out: not a new one, a wider one or a replaced one, nor the secret that keys share', async () => {
    for (const scopes of [['payout'], ['withdraw'], ['read', 'payin', 'payout', 'withdraw']]) {
      expect(await makeKey(thief, scopes)).toBe('second_factor_required');
    }
    const { key } = (await thief.post('/stores/1/keys', keyWish(['read', 'payin']))).body;
    const scopes = ['read', 'payout'];
    expect(await codeOf(thief.patch(`/stores/1/keys/${key}`, { scopes, reason }))).toBe('second_factor_required');
    const wish = { storeId: 1, name: '', ...unlimited, hasOwnSecret: true };
    const full = await service.settings.run(createApiKey, wish, by());
    const rotation = { overlapHours: 1, reason };
    const rotated = thief.post(`/stores/1/keys/${full.key}/rotate`, rotation);
    expect(await codeOf(rotated)).toBe('second_factor_required');
    expect(await codeOf(thief.post('/merchants/1/rotate-secret', rotation))).toBe('second_factor_required');
  });

  it('sets up no second factor, neither its own nor the one of the business', async () => {
    expect((await thief.get('/me')).body).toMatchObject({ needsEnrolmentCode: true, enrolmentMail: null });
    for (const given of [undefined, {}, { enrolmentCode: null }, { enrolmentCode: 'AAAA-BBBB-CCCC' }]) {
      expect(await codeOf(thief.post('/me/second-factor/begin', given))).toBe('enrolment_code_needed');
      expect(await codeOf(thief.post('/me/passkeys/begin', given ?? {}, https))).toBe('enrolment_code_needed');
    }
    const { seed, ticket } = (await thief.post('/merchants/1/second-factor/begin')).body;
    const confirmation = { ticket, code: totpCode(seed, totpStep(service.now())), reason };
    const confirmed = thief.post('/merchants/1/second-factor/confirm', confirmation);
    expect(await codeOf(confirmed)).toBe('second_factor_required');
  });

  it('is sent no code at an address that it has added and confirmed itself', async () => {
    const added = await thief.post('/me/channels', { kind: 'email', address: 'thief@example.org', language: 'en' });
    const code = await mailed('thief@example.org', /Your code: (\d{6})/);
    expect(await codeOf(thief.post(`/me/channels/${added.body.id}/confirm`, { code }))).toBe('done');
    expect((await thief.get('/me')).body.enrolmentMail).toBeNull();
    expect(await codeOf(thief.post('/me/enrolment-code'))).toBe('enrolment_mail_unavailable');
  });

  it('is refused with the enrolment code of another user', async () => {
    const { secret } = await newUser('another');
    expect(await codeOf(thief.post('/me/second-factor/begin', { enrolmentCode: secret }))).toBe(
      'enrolment_code_needed',
    );
  });

  it.each(['maker', 'operator'] as const)('makes no first factor of a %s its own either', async (role) => {
    const { secret } = await newUser(`a-${role}`, role);
    const other = await signIn(`a-${role}`);
    expect(await codeOf(other.post('/me/second-factor/begin'))).toBe('enrolment_code_needed');
    await enrol(other, secret);
  });
});

/** What the newest mail to the address has in this place. */
async function mailed(to: string, place: RegExp): Promise<string> {
  const find = () => mail.received.filter((one) => one.to.includes(to) && place.test(one.text)).at(-1);
  await eventually(() => find() !== undefined, `${place} at ${to}`);
  return place.exec(find()?.text ?? '')?.[1] ?? '';
}

describe('the owner', () => {
  let owner: OperatorClient;

  it('sets up a second factor with the code that came with the password, however it is typed, and makes keys as before', async () => {
    const { secret } = await newUser('mona');
    owner = await signIn('mona');
    await enrol(owner, ` ${secret?.toLowerCase().replaceAll('-', ' ')} `);
    expect((await owner.get('/me')).body).toMatchObject({ needsEnrolmentCode: false, hasSecondFactor: true });
    expect(await makeKey(owner, ['payout', 'withdraw'])).toBe('done');
    expect(await codeOf(owner.post('/merchants/1/rotate-secret', { overlapHours: 1, reason }))).toBe('done');
  });

  it('has used the first code up when the factor is lost, and is sent one to an address that was confirmed with it', async () => {
    const { body } = await owner.post('/me/channels', { kind: 'email', address: 'mona@shop.com', language: 'en' });
    const confirming = await mailed('mona@shop.com', /Your code: (\d{6})/);
    expect(await codeOf(owner.post(`/me/channels/${body.id}/confirm`, { code: confirming }))).toBe('done');
    const me = (await owner.get('/me')).body;
    await service.settings.run(removeSecondFactor, { userId: me.id }, by());
    await mailed('mona@shop.com', /The second factor was removed: (cli)/);
    const back = await signIn('mona');
    expect((await back.get('/me')).body.enrolmentMail).toBe('m…@shop.com');
    expect((await back.post('/me/enrolment-code')).body).toEqual({ address: 'm…@shop.com' });
    const enrolmentCode = await mailed('mona@shop.com', /enrolment code: ([\w-]{14})/);
    await enrol(back, enrolmentCode);
    expect(await makeKey(back, ['payout'])).toBe('done');
    await service.settings.run(removeSecondFactor, { userId: me.id }, by());
    const again = await signIn('mona');
    const used = again.post('/me/second-factor/begin', { enrolmentCode });
    expect(await codeOf(used)).toBe('enrolment_code_needed');
    // Each is a message that a thief could make us send. One that is refused because of the load was not sent, and is asked for again.
    const ask = () => codeOf(again.post('/me/enrolment-code'));
    const codes = await Promise.all(Array.from({ length: 12 }, ask));
    while (codes.at(-1) !== 'enrolment_mail_unavailable') codes.push(await ask());
    const { rows } = await service.db.pool.query(
      'select count(*)::int as codes from enrolment_codes where user_id = $1 and is_mailed',
      [me.id],
    );
    expect(rows).toEqual([{ codes: 5 }]);
    expect(new Set(codes.filter((code) => code !== 'overloaded'))).toEqual(
      new Set(['done', 'enrolment_mail_unavailable']),
    );
  });

  it('is let in by a new code from the machine, which ends the one before', async () => {
    const { id, secret } = await newUser('nora');
    const nora = await signIn('nora');
    const next = await service.settings.run(createEnrolmentCode, { userId: id }, by());
    const former = nora.post('/me/second-factor/begin', { enrolmentCode: secret });
    expect(await codeOf(former)).toBe('enrolment_code_needed');
    await enrol(nora, next.secret);
  });
});

describe('a team', () => {
  const invite = async (client: OperatorClient, login: string, rights: readonly string[]) => {
    const { url } = (await client.post('/team/invitations', { name: login, rights })).body;
    const joining = { ticket: url.split('#')[1], login, name: login, password: passwordOf(login) };
    return (await new OperatorClient(service.url).post('/invitations/join', joining)).body.enrolmentCode;
  };

  it('hands its factor on by an invitation, and a password alone hands on nothing', async () => {
    const { secret } = await newUser('boss');
    const boss = await signIn('boss');
    expect(await invite(boss, 'early', ['keys'])).toBeNull();
    await enrol(boss, secret);
    const code = await invite(boss, 'vera', ['keys', 'payins']);
    const vera = await signIn('vera');
    await enrol(vera, code);
    expect(await makeKey(vera, ['read', 'payin'])).toBe('done');
    // No key, and no secret of keys, can do more than the one who makes it.
    expect(await makeKey(vera, ['payout'])).toBe('right_not_yours');
    expect(await codeOf(vera.post('/stores/1/keys', { reason }))).toBe('right_not_yours');
    expect(await codeOf(vera.post('/merchants/1/rotate-secret', { overlapHours: 1, reason }))).toBe('right_not_yours');
    const { key } = (await boss.post('/stores/1/keys', keyWish(['payout']))).body;
    const rotated = vera.post(`/stores/1/keys/${key}/rotate`, { overlapHours: 1, reason });
    expect(await codeOf(rotated)).toBe('right_not_yours');
  });
});

describe('a new password of one’s own', () => {
  it('ends the tokens that a thief may have made, unless they are kept', async () => {
    await newUser('tina');
    const tina = await signIn('tina');
    const newToken = async () => {
      const { body } = await tina.post('/tokens', { name: 'report', scopes: ['read'], reason });
      return OperatorClient.withToken(service.url, body.token);
    };
    const token = await newToken();
    const change = { currentPassword: passwordOf('tina'), password: 'another long pass phrase' };
    expect(await codeOf(tina.post('/me/password', { ...change, keepsTokens: true }))).toBe('done');
    expect(await codeOf(token.get('/stores'))).toBe('done');
    const next = { currentPassword: change.password, password: passwordOf('tina') };
    expect(await codeOf(tina.post('/me/password', next))).toBe('done');
    expect(await codeOf(token.get('/stores'))).toBe('unauthorized');
  });
});
