import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeDemands, storeTerms } from '../../src/domain/merchants/store-settings.ts';
import { usualSettings } from '../../src/domain/money/setting-fields.ts';
import { inTransaction } from '../../src/storage/database/transaction.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { lockStore } from '../../src/storage/settings/merchants/stores.ts';
import { demoMasterKey, expectLawsHold } from '../support/database.ts';
import { MerchantClient } from '../support/merchant-client.ts';
import { codeOf, type OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

/**
 * One operator against a merchant that works by its programs alone: a balance, no second factor, nobody who signs in. As it was
 * run: add a user to the merchant, sign in as that, make a key with a secret of its own, pay out the balance. And by a store
 * that is made with terms that nobody could change it to alone.
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

const addUser = (merchantId: number, login: string) =>
  codeOf(bad.post('/users', { login, role: 'merchant', merchantId, password: 'a long enough password', reason }));
const terms = { currency: 'RUB', settlementCurrency: 'USDT', network: 'TRC20', name: 'Shop', reason };

async function newMerchant() {
  const { body: merchant } = await honest.post('/merchants', { name: 'By programs alone', reason });
  const { body: store } = await honest.post('/stores', { ...terms, merchantId: merchant.id });
  return { merchantId: merchant.id as number, storeId: store.id as number, secret: merchant.secret as string };
}

const accessChangedAt = async (merchantId: number) => {
  const sql = 'select access_changed_at as at from merchants where id = $1';
  return (await service.db.pool.query(sql, [merchantId])).rows[0].at;
};

describe('a user whom one operator adds to a merchant', () => {
  it('is let in at once where there is nothing yet: the first one, before any money', async () => {
    const { merchantId } = await newMerchant();
    expect(await addUser(merchantId, 'first')).toBe('done');
    expect(await accessChangedAt(merchantId)).toBeNull();
    expect(await addUser(merchantId, 'beside-the-first')).toBe('second_person_needed');
  });

  it('waits for a second person once money has come, even without sign-ins and a second factor', async () => {
    const { merchantId, storeId } = await newMerchant();
    const topUp = { id: randomUUID(), amount: '10', reason };
    expect(await codeOf(honest.post(`/stores/${storeId}/top-ups`, topUp))).toBe('done');
    expect(await addUser(merchantId, 'thief')).toBe('second_person_needed');
    const { rows } = await service.db.pool.query(`select from users where login = 'thief'`);
    expect(rows).toEqual([]);
  });

  it('waits also when nothing can be spent, because money is on its way out', async () => {
    const { merchantId, storeId, secret } = await newMerchant();
    const limits = [{ currency: 'RUB', type: 'out', min: '100', max: '100000' }];
    expect(await codeOf(honest.patch(`/stores/${storeId}`, { limits, reason }))).toBe('done');
    const { key } = (await honest.post(`/stores/${storeId}/keys`, { reason })).body;
    await honest.post(`/stores/${storeId}/top-ups`, { id: randomUUID(), amount: '10', reason });
    const shop = new MerchantClient(service.url, key, secret);
    expect((await shop.createPayout({ amount: '935' })).status).toBe(200);
    const [account] = (await shop.get('/api/merchant/accounts')).body;
    expect(account).toMatchObject({ sum: { amount: '0.00000000' }, frozenSum: { amount: '10.00000000' } });
    expect(await addUser(merchantId, 'late-thief')).toBe('second_person_needed');
  });

  it('makes the merchant’s withdrawals wait for a day when two operators have let them in', async () => {
    const { merchantId, storeId } = await newMerchant();
    await honest.post(`/stores/${storeId}/top-ups`, { id: randomUUID(), amount: '10', reason });
    expect(await addUser(merchantId, 'welcome')).toBe('second_person_needed');
    expect(await accessChangedAt(merchantId)).toBeNull();
    const from = await approveNewest('create-user');
    expect(await accessChangedAt(merchantId)).toBeGreaterThanOrEqual(from);
  });
});

/** The honest operator approves what was asked for last. Says when. */
async function approveNewest(act: string): Promise<number> {
  const [asked] = (await honest.get('/approvals')).body.items;
  expect(asked).toMatchObject({ act, danger: 'merchant-access' });
  service.advance(hourMs);
  const from = service.now();
  expect(await codeOf(honest.post(`/approvals/${asked.id}/approve`, { reason }))).toBe('done');
  return from;
}

describe('an endpoint that would warn a merchant', () => {
  it('is not removed by one operator', async () => {
    const { storeId } = await newMerchant();
    const path = `/stores/${storeId}/endpoints`;
    const wish = { url: 'https://shop.example/events', kinds: ['withdrawal'], reason };
    expect(await codeOf(bad.post(path, wish))).toBe('second_person_needed');
    await approveNewest('create-endpoint');
    const listed = async () => (await honest.get(path)).body.items as { readonly id: string }[];
    const [endpoint] = await listed();
    expect(await codeOf(bad.delete(`${path}/${endpoint?.id}`, { reason }))).toBe('second_person_needed');
    expect(await listed()).toEqual([endpoint]);
    await approveNewest('remove-endpoint');
    expect(await listed()).toEqual([]);
  });
});

describe('a user of a merchant who is let in anew is as good as a new one', () => {
  const ways = [
    ['by another password', 'change-user', (path: string) => bad.patch(path, { password: 'long enough, too', reason })],
    ['by being enabled again', 'change-user', (path: string) => bad.patch(path, { isDisabled: false, reason })],
    [
      'without a second factor',
      'remove-second-factor',
      (path: string) => bad.delete(`${path}/second-factor`, { reason }),
    ],
  ] as const;
  it.each(ways)('%s: two operators do it, and withdrawals wait for a day', async (way, act, letIn) => {
    const { merchantId } = await newMerchant();
    const login = `anew ${way}`.replaceAll(' ', '-');
    expect(await addUser(merchantId, login)).toBe('done');
    const { id } = (await service.db.pool.query('select id from users where login = $1', [login])).rows[0];
    // A name, or being locked out, lets nobody in.
    expect(await codeOf(honest.patch(`/users/${id}`, { name: 'Another', isDisabled: true, reason }))).toBe('done');
    if (way !== 'by being enabled again')
      await service.db.pool.query('update users set disabled = false where id = $1', [id]);
    expect(await codeOf(letIn(`/users/${id}`))).toBe('second_person_needed');
    expect(await accessChangedAt(merchantId)).toBeNull();
    const from = await approveNewest(act);
    expect(await accessChangedAt(merchantId)).toBeGreaterThanOrEqual(from);
  });
});

describe('a store that one operator makes', () => {
  const create = (settings: object) => codeOf(bad.post('/stores', { ...terms, merchantId: 1, ...settings }));

  it('has no better rate, no higher limit and no weaker demands than usual', async () => {
    expect(await create({ payinSpreadBps: -5_000 })).toBe('second_person_needed');
    expect(await create({ payoutSpreadBps: 5_000 })).toBe('second_person_needed');
    expect(await create({ twoApprovalsAbove: '1000000' })).toBe('second_person_needed');
    expect(await create({ payoutHoldMs: 60_000 })).toBe('second_person_needed');
    expect(await create({ payinFeeBps: 100, payinSpreadBps: 20, twoApprovalsAbove: '100' })).toBe('done');
  });

  it('is made when a second person approves it', async () => {
    expect(await create({ name: 'Large withdrawals', twoApprovalsAbove: '5000' })).toBe('second_person_needed');
    const [asked] = (await honest.get('/approvals')).body.items;
    expect(asked).toMatchObject({ act: 'create-store', danger: 'store-terms', subjectKind: 'store' });
    service.advance(hourMs);
    expect(await codeOf(honest.post(`/approvals/${asked.id}/approve`, { reason }))).toBe('done');
    const { rows } = await service.db.pool.query(
      `select two_approvals_above as above from stores where name = 'Large withdrawals'`,
    );
    expect(rows).toEqual([{ above: 500_000_000_000n }]);
  });

  it('has what the rules take for usual where nothing is said', async () => {
    const { storeId } = await newMerchant();
    const secrets = new SecretBox(demoMasterKey);
    const row = await inTransaction(service.db.pool, (client) => lockStore({ client, secrets }, storeId));
    const { twoApprovalsAbove, payinSpreadBps, payoutSpreadBps } = storeTerms;
    const taken = { ...storeDemands, twoApprovalsAbove, payinSpreadBps, payoutSpreadBps };
    expect(row).toMatchObject(usualSettings(taken, 8));
  });
});
