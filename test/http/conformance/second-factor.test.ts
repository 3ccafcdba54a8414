import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import { unlikeOthers } from '../../support/merchant-client.ts';
import type { TestService } from '../../support/service.ts';
import { minuteMs, refusal } from './support/acts.ts';
import { accountOf, codeAt, freshCode, tronAddress, withdraw, wrongCodeAt } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';

const stepMs = 30_000;

let service: TestService;
beforeAll(async () => {
  // Its clock stands still: no code ends while a test is at it.
  const begun = Date.now();
  service = await startCheckedService({}, () => begun);
});
afterAll(() => service.stop());

/** Each test begins with no lock, no wrong codes and codes that were not used yet. */
beforeEach(async () => {
  service.advance(20 * minuteMs);
  expect((await withdraw(service, { amount: '1' })).status).toBe(200);
  service.advance(3 * stepMs);
});

describe('contract 6: code2FA', () => {
  it('is a TOTP code of RFC 6238, six digits, 30 seconds', async () => {
    expect((await withdraw(service, { code2FA: codeAt(service.now()) })).status).toBe(200);
  });

  it.each([-1, 1])('a code of %i step of drift is accepted', async (steps) => {
    expect((await withdrawNow(codeAt(service.now() + steps * stepMs))).status).toBe(200);
  });

  it.each([-3, 3])('a code of %i steps of drift is refused', async (steps) => {
    const answer = await withdrawNow(codeAt(service.now() + steps * stepMs));
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'two_factor_wrong', field: 'code2FA' });
  });

  it('each code works once', async () => {
    const code = freshCode(service);
    expect((await withdrawNow(code)).status).toBe(200);
    const before = await accountOf(service.shop);
    expect(refusal(await withdrawNow(code))).toMatchObject({ status: 400, code: 'two_factor_wrong' });
    expect(await accountOf(service.shop)).toEqual(before);
  });

  it('each code works once for all stores of the merchant', async () => {
    const code = freshCode(service);
    expect((await withdrawNow(code)).status).toBe(200);
    const { id } = await accountOf(service.otherShop);
    const body = { accountId: id, amount: '1', address: tronAddress, code2FA: code };
    const answer = await service.otherShop.post('/api/merchant/withdrawals', body);
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'two_factor_wrong' });
  });

  it.each(['', ' ', '12345', '1234567', 'abcdef', '１２３４５６'])('a malformed code is refused: %j', async (code) => {
    expect(await withdrawNow(code)).toMatchObject({ status: 400, body: [{ field: 'code2FA' }] });
  });

  it('a mistake in the request does not cost the code', async () => {
    const code = freshCode(service);
    expect((await withdrawNow(code, { address: 'no address' })).status).toBe(400);
    expect((await withdrawNow(code, { amount: '0' })).status).toBe(400);
    expect((await withdrawNow(code)).status).toBe(200);
  });
});

describe('contract 6: five wrong codes in a row lock withdrawals', () => {
  it('five wrong codes lock withdrawals for 15 minutes, also for a right code', async () => {
    await guess(5);
    const answer = await withdrawNow(freshCode(service));
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'two_factor_locked', field: 'code2FA' });
    service.advance(15 * minuteMs - 3 * stepMs);
    expect(refusal(await withdrawNow(freshCode(service)))).toMatchObject({ code: 'two_factor_locked' });
    service.advance(stepMs);
    expect((await withdrawNow(freshCode(service))).status).toBe(200);
  });

  it('five wrong codes lock withdrawals of all stores of that merchant', async () => {
    await guess(5);
    const { id } = await accountOf(service.otherShop);
    const body = { accountId: id, amount: '1', address: tronAddress, code2FA: freshCode(service) };
    const answer = await service.otherShop.post('/api/merchant/withdrawals', body);
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'two_factor_locked' });
  });

  it('four do not', async () => {
    await guess(4);
    expect((await withdrawNow(freshCode(service))).status).toBe(200);
  });

  it('a right code between them begins the count anew', async () => {
    await guess(4);
    expect((await withdrawNow(freshCode(service))).status).toBe(200);
    await guess(4);
    expect((await withdrawNow(freshCode(service))).status).toBe(200);
  });

  it('withdrawals only: invoices go on', async () => {
    await guess(5);
    expect((await service.shop.createPayin()).status).toBe(200);
  });
});

describe('contract 6: no second factor set up', () => {
  it('is refused: 2FA should be enabled for this operation', async () => {
    const { rows } = await service.db.pool.query('select totp_seed from merchants where id = 1');
    const setSeed = (seed: unknown) =>
      service.db.pool.query('update merchants set totp_seed = $1 where id = 1', [seed]);
    await setSeed(null);
    const answer = await withdraw(service);
    await setSeed(rows[0].totp_seed);
    expect(refusal(answer)).toEqual({
      status: 400,
      code: 'two_factor_disabled',
      message: '2FA should be enabled for this operation',
    });
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

function withdrawNow(code2FA: string, change: object = {}) {
  return accountOf(service.shop).then(({ id }) =>
    service.shop.post('/api/merchant/withdrawals', {
      ...unlikeOthers(),
      accountId: id,
      amount: '1',
      address: tronAddress,
      code2FA,
      ...change,
    }),
  );
}

async function guess(times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    const answer = await withdrawNow(wrongCodeAt(service.now()));
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'two_factor_wrong', field: 'code2FA' });
  }
}
