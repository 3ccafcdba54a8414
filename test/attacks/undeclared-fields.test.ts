import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { expectLawsHold } from '../support/database.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, createUser, signInDemo } from '../support/staff.ts';

/**
 * A body brings fields that its operation does not have. As the fuzz found it: an `id` in the body of PATCH /makers/3 took the place
 * of the one in the path, and an `actor` in that of a withdrawal the place of the person who was signed in.
 */
let service: TestService;
let operator: OperatorClient;
const reason = 'a test';

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

const stopped = async () =>
  (await service.db.pool.query('select id from makers where stopped order by id')).rows.map(({ id }) => id);

it('an ID in a body does not take the place of the one in the path', async () => {
  expect((await operator.patch('/makers/3', { isStopped: true, id: 4, reason })).status).toBe(200);
  expect(await stopped()).toEqual([3]);
  const [anna, boris] = [
    await createUser(service, { login: 'anna', role: 'maker', makerId: 1 }),
    await createUser(service, { login: 'boris', role: 'maker', makerId: 2 }),
  ];
  expect((await operator.patch(`/users/${anna}`, { isDisabled: true, id: boris, reason })).status).toBe(200);
  const { rows } = await service.db.pool.query('select login from users where disabled');
  expect(rows).toEqual([{ login: 'anna' }]);
});

it('an actor in a body does not take the place of the signed-in user', async () => {
  const clara = await createSignedIn(service, { login: 'clara', role: 'operator' });
  const { rows } = await service.db.pool.query("select id from users where login = 'operator'");
  const code2FA = totpCode(demoSecrets.totpSeed, totpStep(service.now()));
  const accountId = '0193f000-0000-7000-8000-000000000001';
  const asked = { accountId, amount: '10', address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', code2FA };
  const { body: withdrawal } = await service.shop.post('/api/merchant/withdrawals', asked);
  for (const person of [operator, clara]) {
    expect((await person.post(`/withdrawals/${withdrawal.id}/approve`, { reason })).status).toBe(200);
  }
  const actor = { name: 'operator', role: 'operator', userId: rows[0].id, makerId: null, merchantId: null };
  const txId = '7c2d4206c03a883b9066d6c0a31f4bd1c9a5b1e4f0d6a8c7e2b39f5d1046ea8b';
  const sent = await clara.post(`/withdrawals/${withdrawal.id}/send`, { txId, actor, reason });
  expect(sent.status).toBe(200);
  const { rows: log } = await service.db.pool.query(
    'select action, actor from audit_log where subject_id = $1 order by id desc limit 1',
    [withdrawal.id],
  );
  expect(log).toEqual([{ action: 'send-withdrawal', actor: 'clara' }]);
});

it('a user in a body does not become the owner of a new token', async () => {
  const { rows } = await service.db.pool.query("select id from users where login = 'operator'");
  const maker = await signInDemo(service, 'maker');
  const { status, body } = await maker.post('/tokens', { name: 'x', scopes: ['read'], userId: rows[0].id, reason });
  expect(status).toBe(200);
  const { rows: owners } = await service.db.pool.query(
    'select u.login from api_tokens t join users u on u.id = t.user_id where t.id = $1',
    [body.id],
  );
  expect(owners).toEqual([{ login: 'maker' }]);
});

it('an undeclared field is ignored, as the interface says', async () => {
  const { status } = await service.shop.createPayin({
    amount: '1234.00',
    storeId: 2,
    status: 'paid',
    id: 'x',
    extra: [1],
  });
  expect(status).toBe(200);
  const { rows } = await service.db.pool.query('select store_id, status from invoices where amount = 123400');
  expect(rows).toEqual([{ store_id: 1, status: 'new' }]);
});
