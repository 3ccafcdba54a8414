import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSecrets } from '../../src/domain/demo-secrets.ts';
import { totpCode, totpStep } from '../../src/domain/totp.ts';
import { expectLawsHold } from '../support/database.ts';
import { codeOf, type OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

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
    expect(await codeOf(honest.post(`/withdrawals/${id}/send`, { txId: `tx ${id}`.replace(' ', '-'), reason }))).toBe(
      'done',
    );
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
    expect([await statusOf(second), (await available()) - before]).toEqual([3, 0n]);
    const { body } = await bad.post(`/withdrawals/${second}/send`, { txId: hash, reason });
    expect(body).toMatchObject([{ code: 'transaction_used', field: 'txId', message: expect.stringContaining(first) }]);
    expect(await send(second, 'cd'.repeat(32))).toBe('done');
  });

  it('cannot send two withdrawals at once', async () => {
    const ids = [];
    for (let index = 0; index < 5; index++) ids.push(await beingSent());
    const outcomes = await Promise.all(ids.map((id) => send(id, 'ef'.repeat(32))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'transaction_used')).toHaveLength(4);
  });
});
