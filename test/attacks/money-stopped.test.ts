import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshCode, tronAddress, withdraw } from '../http/conformance/support/authenticator.ts';
import { countLockWaiters, expectLawsHold, spoilBalance } from '../support/database.ts';
import { payout, unlikeOthers } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, signInDemo } from '../support/staff.ts';

/**
 * Money that may not go out, asked for again. As it was run: while money out was stopped, the repeat of a withdrawal that had been
 * made was told that nothing was done. Who believes that asks anew, under another key, and is paid twice. And an address that
 * was taken off the list while its withdrawal was approved still counted as known.
 */
const reason = 'an attack';
const dayMs = 24 * 3_600_000;

let service: TestService;
let operator: OperatorClient;
let second: OperatorClient;

beforeAll(async () => {
  service = await startTestService({ SECOND_PERSON: 'on' });
  await signIn();
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

async function signIn(): Promise<void> {
  operator = await signInDemo(service, 'operator');
  second = await createSignedIn(service, { login: `second-${service.now()}`, role: 'operator' });
}

/** The books are wrong while it runs, and the service knows. */
async function whileStopped(act: () => Promise<void>): Promise<void> {
  await spoilBalance(service.db.owner, 11, 1);
  expect((await operator.post('/audit')).body.moneyOut).toBe('stopped');
  try {
    await act();
  } finally {
    await spoilBalance(service.db.owner, 11, -1);
    expect((await operator.post('/audit')).body.moneyOut).toBe('open');
  }
}

const count = async (table: string) =>
  Number((await service.db.pool.query(`select count(*) from ${table}`)).rows[0].count);

/** What a program sends; sent again, it is to the letter what it was, the spent code included. */
const withdrawal = (amount: string) => ({
  accountId: '0193f000-0000-7000-8000-000000000001',
  amount,
  address: tronAddress,
  code2FA: freshCode(service),
  ...unlikeOthers(),
});
const ask = (body: object, key: string) =>
  service.shop.post('/api/merchant/withdrawals', body, { 'idempotency-key': key });

const refusedCode = ({ status, body }: { status: number; body: { code: string }[] }) => [status, body[0]?.code];

describe('while money out is stopped', () => {
  it('a repeat of a withdrawal that was made gets its answer, fifty at once', async () => {
    const body = withdrawal('10');
    const first = await ask(body, 'made before');
    expect(first.status).toBe(200);
    const before = await count('withdrawals');
    await whileStopped(async () => {
      const repeats = await Promise.all(Array.from({ length: 50 }, () => ask(body, 'made before')));
      for (const repeat of repeats) expect([repeat.status, repeat.body]).toEqual([200, first.body]);
      // The same signed bytes under another key are the same request.
      const other = await ask(body, 'another');
      expect([other.status, other.body]).toEqual([200, first.body]);
    });
    expect(await count('withdrawals')).toBe(before);
  });

  it('a repeat of a payout gets its invoice, by key and by internal ID', async () => {
    const body = { ...payout, internalId: 'salary 1' };
    const create = (change: object, headers: Record<string, string>) =>
      service.shop.post('/api/merchant/invoices', { ...body, ...change }, headers);
    const first = await create({}, { 'idempotency-key': 'salary' });
    expect(first.status).toBe(200);
    await whileStopped(async () => {
      const byKey = await create({}, { 'idempotency-key': 'salary' });
      expect([byKey.status, byKey.body]).toEqual([200, first.body]);
      const byName = await create(unlikeOthers(), {});
      expect([byName.status, byName.body.id]).toEqual([200, first.body.id]);
    });
  });

  it('a repeat of an approval and of a pay-back is answered as before', async () => {
    const { id } = (await withdraw(service)).body;
    service.advance(1);
    const key = { 'idempotency-key': 'approved once' };
    const movement = { id: '0193f000-0000-7000-8000-00000000beef', amount: '5', reason };
    const approved = await operator.post(`/withdrawals/${id}/approve`, { reason }, key);
    const paidBack = await operator.post('/makers/1/pay-backs', movement);
    expect([approved.status, paidBack.status]).toEqual([200, 200]);
    await whileStopped(async () => {
      const again = await operator.post(`/withdrawals/${id}/approve`, { reason }, key);
      expect([again.status, again.body]).toEqual([200, approved.body]);
      const once = await operator.post('/makers/1/pay-backs', movement);
      expect([once.status, once.body]).toEqual([200, paidBack.body]);
      expect(refusedCode(await second.post(`/withdrawals/${id}/approve`, { reason }))).toEqual([
        503,
        'money_out_stopped',
      ]);
    });
  });

  it('a new request is refused, costs no code and leaves no answer: under the same key it is done later', async () => {
    const before = [await count('withdrawals'), await count('invoices')];
    const body = withdrawal('11');
    // However long it takes: the code is still good afterwards.
    await service.atRest(async () => {
      await whileStopped(async () => {
        const refused = await ask(body, 'later');
        expect(refusedCode(refused)).toEqual([503, 'money_out_stopped']);
        expect(refused.headers.get('retry-after')).not.toBeNull();
        const payoutRefused = await service.shop.createPayout({ internalId: 'new' }, { 'idempotency-key': 'p' });
        expect(refusedCode(payoutRefused)).toEqual([503, 'money_out_stopped']);
        expect([await count('withdrawals'), await count('invoices')]).toEqual(before);
      });
      const done = await ask(body, 'later');
      expect([done.status, done.body.sum.amount]).toEqual([200, '11.00000000']);
    });
  });
});

describe('an address on the list', () => {
  const onList = async () => {
    await service.db.pool.query('delete from store_addresses');
    expect((await operator.post('/stores/1/addresses', { address: tronAddress, reason })).status).toBe(200);
  };
  const usableAt = (instant: number) =>
    service.db.pool.query('update store_addresses set usable_at = $1', [new Date(instant)]);
  const request = async (): Promise<string> => {
    const { body } = await withdraw(service);
    service.advance(1);
    return body.id;
  };

  beforeAll(async () => {
    await service.db.pool.query('update stores set two_approvals_above = 90000000000000');
    await onList();
    service.advance(dayMs);
    await signIn();
  });

  it('is enough for one approval', async () => {
    const { body } = await operator.post(`/withdrawals/${await request()}/approve`, { reason });
    expect(body.status).toBe(3);
  });

  it('does not count any more when it is taken off while an approval waits for its turn', async () => {
    const id = await request();
    const blocker = await service.db.pool.connect();
    await blocker.query('begin');
    await blocker.query('select from withdrawals where id = $1 for update', [id]);
    const approving = operator.post(`/withdrawals/${id}/approve`, { reason });
    await expect.poll(() => countLockWaiters(service.db.pool)).toBeGreaterThanOrEqual(1);
    expect((await second.delete(`/stores/1/addresses/${tronAddress}`, { reason })).status).toBe(200);
    await blocker.query('commit');
    blocker.release();
    expect((await approving).body).toMatchObject({ status: 2, approvals: [{ userId: 1 }] });
  });

  it('counts from the instant at which its wait is over, not a moment earlier', async () => {
    await onList();
    const [early, late] = [await request(), await request()];
    await service.atRest(async () => {
      await usableAt(service.now() + 1);
      expect((await operator.post(`/withdrawals/${early}/approve`, { reason })).body.status).toBe(2);
      await usableAt(service.now());
      expect((await operator.post(`/withdrawals/${late}/approve`, { reason })).body.status).toBe(3);
    });
  });

  it('is taken off after the approval that has it, not in the middle of it', async () => {
    await usableAt(service.now() - 1);
    const id = await request();
    // The account is locked behind the address.
    const blocker = await service.db.pool.connect();
    await blocker.query('begin');
    await blocker.query('select from accounts where id = 11 for update');
    const approving = operator.post(`/withdrawals/${id}/approve`, { reason });
    await expect.poll(() => countLockWaiters(service.db.pool)).toBeGreaterThanOrEqual(1);
    const removing = second.delete(`/stores/1/addresses/${tronAddress}`, { reason });
    await expect.poll(() => countLockWaiters(service.db.pool)).toBeGreaterThanOrEqual(2);
    await blocker.query('commit');
    blocker.release();
    expect((await approving).body.status).toBe(3);
    expect((await removing).status).toBe(200);
  });
});
