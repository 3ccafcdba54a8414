import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createSignedIn, signInDemo } from '../../support/staff.ts';

let service: TestService;
let operator: OperatorClient;
let maker: OperatorClient;

const reason = 'a test';
const password = 'correct horse battery';

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  maker = await signInDemo(service, 'maker');
});
afterAll(() => service.stop());

describe('tokens', () => {
  it('work with their scopes until revoked, and are shown once', async () => {
    const made = await operator.post('/tokens', { name: 'script', scopes: ['read'], reason });
    const script = OperatorClient.withToken(service.url, made.body.token);
    expect((await script.get('/users')).status).toBe(200);
    const user = { login: 'scripted', role: 'operator', password, reason };
    expect((await script.post('/users', user)).status).toBe(403);
    const listed = (await operator.get('/tokens')).body.items;
    expect(listed.at(-1)).toMatchObject({ id: made.body.id, name: 'script', scopes: ['read'], revokedAt: null });
    expect(JSON.stringify(listed)).not.toContain(made.body.token);
    for (const _ of [1, 2]) expect((await operator.delete(`/tokens/${made.body.id}`, { reason })).status).toBe(200);
    expect((await script.get('/users')).status).toBe(401);
  });

  it('end with their lifetime', async () => {
    const made = await operator.post('/tokens', { name: 'short', scopes: ['read'], lifetimeDays: 1, reason });
    const script = OperatorClient.withToken(service.url, made.body.token);
    expect((await script.get('/me')).status).toBe(200);
    service.advance(25 * 3_600_000);
    expect((await script.get('/me')).status).toBe(401);
    operator = await signInDemo(service, 'operator');
    maker = await signInDemo(service, 'maker');
  });

  it('tokens of a maker get no scope that a maker does not have', async () => {
    const { status, body } = await maker.post('/tokens', { name: 'mine', scopes: ['access'], reason });
    expect([status, body[0].code]).toEqual([400, 'invalid_choice']);
  });

  it('make no tokens and change no password, whatever their scopes', async () => {
    const all = ['read', 'arrivals', 'money', 'settings', 'access'];
    const made = await operator.post('/tokens', { name: 'all', scopes: all, reason });
    const script = OperatorClient.withToken(service.url, made.body.token);
    expect((await script.post('/tokens', { name: 'more', scopes: ['read'], reason })).status).toBe(403);
    expect((await script.post('/me/password', { currentPassword: password, password })).status).toBe(403);
  });

  it('tokens of another person are neither seen nor revoked, except by operators', async () => {
    const made = await maker.post('/tokens', { name: 'bank', scopes: ['arrivals'], reason });
    const anna = await createSignedIn(service, { login: 'anna', role: 'maker', makerId: 2 });
    const makerId = (await maker.get('/me')).body.id;
    expect((await anna.get(`/tokens?userId=${makerId}`)).status).toBe(404);
    expect((await anna.delete(`/tokens/${made.body.id}`, { reason })).status).toBe(404);
    expect((await operator.get(`/tokens?userId=${makerId}`)).body.items).toHaveLength(1);
    expect((await operator.delete(`/tokens/${made.body.id}`, { reason })).status).toBe(200);
  });
});

it('users that are disabled in the database itself are out at once, with sessions and tokens', async () => {
  const person = await createSignedIn(service, { login: 'removed', role: 'operator' });
  const made = await person.post('/tokens', { name: 'nightly', scopes: ['read'], reason });
  const script = OperatorClient.withToken(service.url, made.body.token);
  const statuses = async () => [(await person.get('/me')).status, (await script.get('/me')).status];
  expect(await statuses()).toEqual([200, 200]);
  await service.db.pool.query(`update users set disabled = true, disabled_at = now() where login = 'removed'`);
  expect(await statuses()).toEqual([401, 401]);
});
