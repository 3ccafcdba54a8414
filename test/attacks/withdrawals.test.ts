import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { expectLawsHold } from '../support/database.ts';
import { codeOf, type OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo, signInWithPassword } from '../support/staff.ts';

/**
 * Withdrawals that would be paid twice. As it was run: one person rejects a withdrawal that is being sent, perhaps broadcast
 * already, and the funds are back in the store; and two withdrawals are said to be sent under one transaction.
 */
const reason = 'an attack';
const hourMs = 3_600_000;
const accountId = '0193f000-0000-7000-8000-000000000001';

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

async function request(): Promise<string> {
  service.advance(31_000);
  const code2FA = totpCode(demoSecrets.totpSeed, totpStep(service.now()));
  const body = { accountId, amount: '10', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', code2FA };
  const answer = await service.shop.post('/api/merchant/withdrawals', body);
  expect(answer).toMatchObject({ status: 200 });
  service.advance(1);
  return answer.body.id;
}

/** A withdrawal that both have approved: somebody is sending it now. */
async function beingSent(): Promise<string> {
  const id = await request();
  for (const operator of [bad, honest]) {
    expect((await operator.post(`/withdrawals/${id}/approve`, { reason })).status).toBe(200);
  }
  expect(await statusOf(id)).toBe(3);
  return id;
}

const statusOf = async (id: string) =>
  (await service.db.pool.query('select status from withdrawals where id = $1', [id])).rows[0].status as number;

const available = async () =>
  (await service.db.pool.query('select balance from accounts where id = 11')).rows[0].balance as bigint;

/** Another day: their sessions have ended. */
const signedInAgain = () =>
  Promise.all([
    signInDemo(service, 'operator'),
    signInWithPassword(service, 'honest'),
    signInDemo(service, 'merchant'),
  ]);

const newestRequest = async () => (await honest.get('/approvals')).body.items[0];

describe('a withdrawal that is being sent', () => {
  it('cannot be rejected by one person', async () => {
    const id = await beingSent();
    const before = await available();
    expect(await codeOf(bad.post(`/withdrawals/${id}/reject`, { reason }))).toBe('second_person_needed');
    expect(await codeOf(bad.post(`/approvals/${(await newestRequest()).id}/approve`, { reason }))).toBe('own_request');
    expect([await statusOf(id), (await available()) - before]).toEqual([3, 0n]);
  });

  it('is rejected by two people, with the reason of the first', async () => {
    const id = await beingSent();
    const before = await available();
    const why = 'the wallet refused it, see ticket 7';
    expect(await codeOf(bad.post(`/withdrawals/${id}/reject`, { reason: why }))).toBe('second_person_needed');
    const asked = await newestRequest();
    expect(asked).toMatchObject({ act: 'allow-rejection', danger: 'sent-withdrawal', subjectKind: 'withdrawal' });
    expect(asked).toMatchObject({ subjectId: id, reason: why, details: { sum: '10.00000000', currency: 'USDT' } });
    service.advance(hourMs);
    expect(await codeOf(honest.post(`/approvals/${asked.id}/approve`, { reason: 'agreed' }))).toBe('done');
    const { body } = await bad.get(`/withdrawals/${id}`);
    expect(body).toMatchObject({ status: 5, rejectReason: why });
    expect((await available()) - before).toBe(1_200_000_000n);
    const { rows } = await service.db.pool.query(
      `select action, actor, reason from audit_log where subject_id = $1 order by id desc limit 2`,
      [id],
    );
    expect(rows).toEqual([
      { action: 'reject-withdrawal', actor: 'operator', reason: why },
      { action: 'allow-rejection', actor: 'operator', reason: why },
    ]);
  });

  it('stays sent when it was sent while its rejection waited', async () => {
    const id = await beingSent();
    expect(await codeOf(bad.post(`/withdrawals/${id}/reject`, { reason }))).toBe('second_person_needed');
    const asked = await newestRequest();
    service.advance(hourMs);
    expect(await codeOf(honest.post(`/withdrawals/${id}/send`, { txId: 'aa'.repeat(32), reason }))).toBe('done');
    expect(await codeOf(honest.post(`/approvals/${asked.id}/approve`, { reason }))).toBe('withdrawal_not_open');
    expect(await statusOf(id)).toBe(4);
  });

  it('needs approvals first: one that has none is rejected by one person', async () => {
    const id = await request();
    expect(await codeOf(bad.post(`/withdrawals/${id}/reject`, { reason }))).toBe('done');
    expect(await statusOf(id)).toBe(5);
  });

  it('is not rejected by one person at the moment at which it is approved', async () => {
    const id = await request();
    await bad.post(`/withdrawals/${id}/approve`, { reason });
    const outcomes = await Promise.all([
      codeOf(honest.post(`/withdrawals/${id}/approve`, { reason })),
      ...Array.from({ length: 10 }, () => codeOf(bad.post(`/withdrawals/${id}/reject`, { reason }))),
    ]);
    // Whichever came first; but never both.
    const isRejected = (await statusOf(id)) === 5;
    expect(outcomes.slice(1).filter((outcome) => outcome === 'done')).toHaveLength(isRejected ? 1 : 0);
    expect(outcomes[0] === 'done').toBe(!isRejected);
  });
});

describe('a withdrawal that is split over two stores of one merchant', () => {
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  let merchant: OperatorClient;
  /** The accounts of two stores with a limit of 1,000 USDT each, and of one with its limit lowered. */
  let accounts: readonly string[];

  beforeAll(async () => {
    const limits = [{ type: 'in', currency: 'RUB', min: '100', max: '1000000' }];
    const store = {
      merchantId: 1,
      name: 'Split',
      currency: 'RUB',
      settlementCurrency: 'USDT',
      network: 'TRC20',
      limits,
    };
    const ids = [];
    for (const twoApprovalsAbove of ['1000', '1000', '100']) {
      const { status, body } = await honest.post('/stores', { ...store, twoApprovalsAbove, reason });
      expect(status, JSON.stringify(body)).toBe(200);
      ids.push(body.id);
      const topUp = { id: randomUUID(), amount: '900', reason };
      if ((await codeOf(honest.post(`/stores/${body.id}/top-ups`, topUp))) === 'done') continue;
      service.advance(hourMs);
      expect(await codeOf(bad.post(`/approvals/${(await newestRequest()).id}/approve`, { reason }))).toBe('done');
    }
    const listed = 'insert into store_addresses (store_id, address, note, added_at, usable_at)';
    await service.db.pool.query(`${listed} select unnest($1::int4[]), $2, '', $3, $3`, [ids, address, new Date(0)]);
    const { items } = (await honest.get('/stores?limit=100')).body;
    accounts = ids.map((id) => items.find((one: { id: number }) => one.id === id).accounts[0].id);
    merchant = await signInDemo(service, 'merchant');
  });

  async function withdraw(amount: string, from: string | undefined): Promise<string> {
    service.advance(31_000);
    const code2FA = totpCode(demoSecrets.totpSeed, totpStep(service.now()));
    const { status, body } = await merchant.post('/withdrawals', { accountId: from, amount, address, code2FA });
    expect(status, JSON.stringify(body)).toBe(200);
    service.advance(1);
    return body.id;
  }
  const approvedByOne = async (id: string) => {
    expect(await codeOf(bad.post(`/withdrawals/${id}/approve`, { reason }))).toBe('done');
    return (await statusOf(id)) === 3;
  };

  it('needs two approvals, as one of the whole sum does, and says so', async () => {
    service.advance(25 * hourMs);
    [bad, honest, merchant] = await signedInAgain();
    expect(await approvedByOne(await withdraw('600', accounts[0]))).toBe(true);
    const other = await withdraw('600', accounts[1]);
    expect((await honest.get(`/withdrawals/${other}`)).body).toMatchObject({ approvalsNeeded: 2 });
    expect(await approvedByOne(other)).toBe(false);
    expect(await codeOf(bad.post(`/withdrawals/${other}/send`, { txId: '12'.repeat(32), reason }))).toBe(
      'approvals_missing',
    );
    expect(await codeOf(honest.post(`/withdrawals/${other}/approve`, { reason }))).toBe('done');
    expect(await statusOf(other)).toBe(3);
  });

  it('counts as a part of the limit of each store: half of one and more than half of another are above', async () => {
    service.advance(25 * hourMs);
    [bad, honest, merchant] = await signedInAgain();
    expect(await approvedByOne(await withdraw('50', accounts[2]))).toBe(true);
    expect(await approvedByOne(await withdraw('250', accounts[0]))).toBe(true);
    expect(await approvedByOne(await withdraw('251', accounts[1]))).toBe(false);
  });
});

describe('one transaction', () => {
  const send = (id: string, txId: string) => codeOf(bad.post(`/withdrawals/${id}/send`, { txId, reason }));
  const hash = 'ab'.repeat(32);

  it('cannot send two withdrawals, however it is written', async () => {
    const [first, second] = [await beingSent(), await beingSent()];
    expect(await send(first, hash)).toBe('done');
    const before = await available();
    for (const txId of [hash, hash.toUpperCase(), `0x${hash}`, `0X${hash.toUpperCase()}`]) {
      expect(await send(second, txId)).toBe('transaction_used');
    }
    for (const txId of [`0x0x${hash}`, `0x0X0x${hash}`, `${hash}#`, `tx-${hash}`, hash.slice(1), `${hash}0`, 'tx']) {
      expect(await send(second, txId), txId).toBe('invalid_transaction');
    }
    expect([await statusOf(second), (await available()) - before]).toEqual([3, 0n]);
    const { body } = await bad.post(`/withdrawals/${second}/send`, { txId: hash, reason });
    expect(body).toMatchObject([{ code: 'transaction_used', field: 'txId', message: expect.stringContaining(first) }]);
    expect(await send(second, `0X${'cD'.repeat(32)}`)).toBe('done');
    // Everybody who looks it up finds it under the one spelling that explorers and wallets know.
    expect((await bad.get(`/withdrawals/${second}`)).body.txId).toBe('cd'.repeat(32));
  });

  it('cannot send two withdrawals at once', async () => {
    const ids = [];
    for (let index = 0; index < 5; index++) ids.push(await beingSent());
    const outcomes = await Promise.all(ids.map((id) => send(id, 'ef'.repeat(32))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'transaction_used')).toHaveLength(4);
  });
});
