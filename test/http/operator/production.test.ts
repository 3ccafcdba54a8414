import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliActor } from '../../../src/domain/people/audit.ts';
import { totpCode, totpStep } from '../../../src/domain/people/totp.ts';
import { createEnrolmentCode } from '../../../src/settings/people/enrolment-codes.ts';
import { findDemoTraces } from '../../../src/storage/settings/sandbox/demo-world.ts';
import { createTestDatabase } from '../../support/database.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { SoftAuthenticator } from '../../support/soft-authenticator.ts';
import {
  operatorPassword,
  type ProductionService,
  startProductionService,
} from '../conformance/support/production-service.ts';

let service: ProductionService;
let seedOfOperator: string;
beforeAll(async () => {
  service = await startProductionService();
});
afterAll(() => service.stop());

describe('in production mode', () => {
  it('an operator sets up a second factor before anything else', async () => {
    const operator = new OperatorClient(service.url);
    const { headers } = await operator.signIn('operator', operatorPassword);
    expect(headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/);
    expect((await operator.get('/me')).body.hasSecondFactor).toBe(false);
    for (const path of ['/users', '/tokens', '/makers', '/stores', '/rates']) {
      const { status, body } = await operator.get(path);
      expect([status, body[0].code]).toEqual([403, 'second_factor_required']);
    }
    const made = await operator.post('/tokens', { name: 'way out', scopes: ['read'], reason: 'a test' });
    expect(made.body[0].code).toBe('second_factor_required');

    expect((await operator.post('/me/second-factor/begin')).body[0].code).toBe('enrolment_code_needed');
    const me = (await operator.get('/me')).body;
    const by = { actor: cliActor, reason: 'a test', at: Date.now() };
    const { secret } = await service.settings.run(createEnrolmentCode, { userId: me.id }, by);
    const begun = await operator.post('/me/second-factor/begin', { enrolmentCode: secret });
    const { seed, ticket } = begun.body;
    const code = totpCode(seed, totpStep(Date.now()));
    expect((await operator.post('/me/second-factor/confirm', { ticket, code })).status).toBe(200);
    expect((await operator.get('/users')).status).toBe(200);
    expect((await new OperatorClient(service.url).signIn('operator', operatorPassword)).status).toBe(401);
    seedOfOperator = seed;
  });

  it('a passkey is bound to the https address of the service, and signs in there alone', async () => {
    const operator = new OperatorClient(service.url);
    const code = totpCode(seedOfOperator, totpStep(Date.now()) + 1);
    expect((await operator.signIn('operator', operatorPassword, code)).status).toBe(200);
    const [here, elsewhere] = [{ origin: 'https://pay.example.com' }, { origin: service.url }];
    const authenticator = new SoftAuthenticator(here.origin);
    const begun = await operator.post('/me/passkeys/begin', {}, here);
    expect(begun.body.rp).toEqual({ id: 'pay.example.com', name: 'Quittance' });
    expect((await operator.post('/me/passkeys/begin', {}, elsewhere)).body[0].code).toBe('passkeys_unavailable');
    const { passkey, answer } = authenticator.create(begun.body);
    expect((await operator.post('/me/passkeys', { name: 'Key', passkey: answer }, here)).status).toBe(200);
    const door = new OperatorClient(service.url);
    const { body: options } = await door.knock('/session/challenge', {}, here);
    const shown = { passkey: authenticator.get(passkey, options) };
    const { status, headers } = await door.enter('/session/passkey', shown, here);
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toMatch(/; Secure/);
    expect((await door.get('/users')).status).toBe(200);
  });

  it('the demo keys, passwords and money keep the service from starting', async () => {
    const db = await createTestDatabase();
    try {
      expect(await findDemoTraces(db.pool)).toEqual([
        'the API key demo-store-key',
        'the API key demo-store-key-2',
        'the password of user maker',
        'the password of user merchant',
        'the password of user operator',
        ...Array.from({ length: 8 }, (_, index) => `the balance of maker "Demo Maker ${index + 1}"`),
      ]);
      await db.pool.query("update users set password_hash = (select password_hash from users where login = 'maker')");
      expect(await findDemoTraces(db.pool)).not.toContain('the password of user operator');
    } finally {
      await db.drop();
    }
  });
});
