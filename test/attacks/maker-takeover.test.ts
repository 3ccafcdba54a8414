import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../support/database.ts';
import { codeOf, OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, createUser, signInDemo, signInWithPassword } from '../support/staff.ts';

/**
 * One operator who becomes a maker. As it was run: give the maker's user another password, sign in as that, confirm arrivals and
 * payouts in its name.
 */
const reason = 'an attack';
const hourMs = 3_600_000;

let service: TestService;
let bad: OperatorClient;
let honest: OperatorClient;

beforeAll(async () => {
  service = await startTestService({ SECOND_PERSON: 'on' });
  bad = await signInDemo(service, 'operator');
  honest = await createSignedIn(service, { login: 'honest', role: 'operator' });
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

const password = 'a long enough password';
const idOf = async (login: string): Promise<number> =>
  (await service.db.pool.query('select id from users where login = $1', [login])).rows[0].id;
const newest = async () => (await honest.get('/approvals')).body.items[0];

describe('a maker that has money', () => {
  beforeAll(() => createUser(service, { login: 'anna', role: 'maker', makerId: 1 }));

  it.each([
    ['a password for its user', (id: number) => bad.patch(`/users/${id}`, { password, reason }), 'change-user'],
    [
      'the removal of a second factor',
      (id: number) => bad.delete(`/users/${id}/second-factor`, { reason }),
      'remove-second-factor',
    ],
    [
      'one more user',
      () => bad.post('/users', { login: 'accomplice', role: 'maker', makerId: 1, password, reason }),
      'create-user',
    ],
  ])('lets one operator have nobody in by %s', async (_way, letIn, act) => {
    expect(await codeOf(letIn(await idOf('anna')))).toBe('second_person_needed');
    expect(await newest()).toMatchObject({ act, danger: 'maker-access' });
    expect((await new OperatorClient(service.url).signIn('anna', password)).status).toBe(401);
  });

  it('lets one operator have a disabled user back neither, and disable one at once', async () => {
    const id = await idOf('anna');
    expect(await codeOf(bad.patch(`/users/${id}`, { isDisabled: true, reason }))).toBe('done');
    expect(await codeOf(bad.patch(`/users/${id}`, { isDisabled: false, reason }))).toBe('second_person_needed');
    await service.db.pool.query('update users set disabled = false, disabled_at = null where id = $1', [id]);
  });

  it('has its user told on the devices that were there before, by whom the password was changed', async () => {
    const anna = await signInWithPassword(service, 'anna');
    expect((await anna.get('/me')).body.accessNews).toEqual([]);
    const device = await deviceOf('anna');
    service.advance(1_000);
    expect(await codeOf(bad.patch(`/users/${await idOf('anna')}`, { password, reason }))).toBe('second_person_needed');
    const { id } = await newest();
    service.advance(hourMs);
    expect(await codeOf(honest.post(`/approvals/${id}/approve`, { reason }))).toBe('done');
    service.advance(1_000);
    const back = await OperatorClient.signedIn(service.url, 'anna', password);
    // A device that was not there before has nothing to compare with.
    expect((await back.get('/me')).body.accessNews).toEqual([]);
    await service.db.pool.query('update sessions set device_id = $1 where user_id = $2', [device, await idOf('anna')]);
    expect((await back.get('/me')).body.accessNews).toMatchObject([{ what: 'password', by: 'operator' }]);
    expect(await codeOf(back.post('/me/new-devices/seen'))).toBe('done');
    expect((await back.get('/me')).body.accessNews).toEqual([]);
  });
});

const deviceOf = async (login: string): Promise<number> =>
  (
    await service.db.pool.query(
      'select d.id from devices d join users u on u.id = d.user_id where u.login = $1 order by d.id desc limit 1',
      [login],
    )
  ).rows[0].id;

describe('a maker that is new', () => {
  const newMaker = async (name: string): Promise<number> =>
    (await honest.post('/makers', { name, settlementCurrency: 'USDT', reason })).body.id;
  const addUser = (login: string, makerId: number) =>
    codeOf(bad.post('/users', { login, role: 'maker', makerId, password, reason }));

  it('is set up by one operator, until it has money', async () => {
    const makerId = await newMaker('New');
    expect(await addUser('nina', makerId)).toBe('done');
    expect(await codeOf(bad.patch(`/users/${await idOf('nina')}`, { password, reason }))).toBe('done');
    await honest.post(`/makers/${makerId}/top-ups`, { id: randomUUID(), amount: '10', reason });
    expect(await addUser('nadia', makerId)).toBe('second_person_needed');
    // Also when it has been paid back: there was a deal or a deposit in its name.
    const paidBack = await codeOf(
      honest.post(`/makers/${makerId}/pay-backs`, { id: randomUUID(), amount: '10', reason }),
    );
    expect(paidBack).toBe('done');
    expect(await codeOf(bad.patch(`/users/${await idOf('nina')}`, { password, reason }))).toBe('second_person_needed');
  });

  it('is not when it has had no money yet and has taken a payout', async () => {
    const makerId = await newMaker('Pays first');
    const user = await createSignedIn(service, { login: 'piotr', role: 'maker', makerId });
    const payout = (await service.shop.createPayout()).body;
    expect(await codeOf(user.post(`/payouts/${payout.id}/take`))).toBe('done');
    expect(await addUser('petra', makerId)).toBe('second_person_needed');
  });
});
