import { expect, it } from 'vitest';
import { demoAccounts } from '../../../src/storage/settings/sandbox/demo-world.ts';
import { unlikeOthers } from '../../support/merchant-client.ts';
import { describeAtOnce, fifty } from '../support/arrangements.ts';
import { accepted, accounts, balance, count, outcomes, sameAnswer, transfersOf } from '../support/books.ts';
import { codeAt, tronAddress, wrongCodeAt } from '../support/totp.ts';

const usdt = 100_000_000n;

describeAtOnce('money that leaves a store', (running) => {
  const pool = () => running().service.db.pool;
  const now = () => running().service.now();
  const withdraw = (caller: number, code: string, amount = '10') =>
    running()
      .shop(caller)
      .post('/api/merchant/withdrawals', {
        ...unlikeOthers(),
        accountId: demoAccounts.store1,
        amount,
        address: tronAddress,
        code2FA: code,
      });
  /** Codes used so far are spent: goes on to fresh ones, at the beginning of their 30 seconds. */
  const toFreshCodes = () => running().service.advance(150_000 - (now() % 30_000));

  it('makes one withdrawal of one two-factor code', async () => {
    const before = await balance(pool(), accounts.storeAvailable);
    const code = codeAt(now());
    const answers = await fifty((caller) => withdraw(caller, code));
    expect(outcomes(answers)).toEqual({ ok: 1, two_factor_wrong: 49 });
    expect(await count(pool(), 'select count(*) from withdrawals')).toBe(1);
    // The amount and the fee of 2.
    expect(await balance(pool(), accounts.storeAvailable)).toBe(before - 12n * usdt);
    expect(await balance(pool(), accounts.storeFrozen)).toBe(12n * usdt);
    const id = answers.find(({ status }) => status === 200)?.body.id;
    expect(await transfersOf(pool(), id)).toEqual({ withdrawal_freeze: 1 });
    // A spent code is no guess.
    expect(await count(pool(), 'select failures from second_factors where merchant_id = 1')).toBe(0);
  });

  it('counts five wrong codes, then locks all others out, right codes too', async () => {
    toFreshCodes();
    const before = await count(pool(), 'select count(*) from withdrawals');
    const wrong = wrongCodeAt(now());
    const answers = await fifty((caller) => withdraw(caller, wrong));
    expect(outcomes(answers)).toEqual({ two_factor_wrong: 5, two_factor_locked: 45 });
    const locked = await fifty((caller) => withdraw(caller, codeAt(now())));
    expect(outcomes(locked)).toEqual({ two_factor_locked: 50 });
    expect(await count(pool(), 'select failures from second_factors where merchant_id = 1')).toBe(5);
    expect(await count(pool(), 'select count(*) from withdrawals')).toBe(before);
    running().service.advance(15 * 60_000);
    expect(outcomes([await withdraw(0, codeAt(now()))])).toEqual({ ok: 1 });
  });

  it('makes one withdrawal where the funds are enough for one, whatever number of codes', async () => {
    toFreshCodes();
    const spendable = (await balance(pool(), accounts.storeAvailable)) / usdt;
    const before = await count(pool(), 'select count(*) from withdrawals');
    const codes = [-1, 0, 1].map((steps) => codeAt(now(), steps));
    const answers = await fifty((caller) => withdraw(caller, codes[caller % 3] ?? '', String(spendable - 2n)));
    expect(outcomes(answers)).toMatchObject({ ok: 1 });
    const { ok = 0, insufficient_funds: poor = 0, two_factor_wrong: spent = 0 } = outcomes(answers);
    expect(ok + poor + spent).toBe(50);
    expect(await count(pool(), 'select count(*) from withdrawals')).toBe(before + 1);
    expect(await balance(pool(), accounts.storeAvailable)).toBeLessThan(usdt);
  });
});

describeAtOnce('payouts', (running) => {
  const pool = () => running().service.db.pool;
  const payout = (caller: number, amount: string) => running().shop(caller).createPayout({ amount });
  /** At the demo rate of 93.50, rounded up, with 1.5 % on top, rounded up. */
  const costOf = (rubles: bigint): bigint => {
    const makerSum = (rubles * 100n * usdt + 9349n) / 9350n;
    return makerSum + (makerSum * 150n + 9999n) / 10_000n;
  };

  it('are accepted until the funds run out, and not one more', async () => {
    const before = await balance(pool(), accounts.storeAvailable);
    const affordable = before / costOf(40_000n);
    expect(affordable).toBeGreaterThan(0n);
    expect(affordable).toBeLessThan(50n);
    const answers = await fifty((caller) => payout(caller, '40000'));
    expect(outcomes(answers)).toEqual({ ok: Number(affordable), insufficient_funds: 50 - Number(affordable) });
    expect(await count(pool(), `select count(*) from invoices where type = 'out'`)).toBe(Number(affordable));
    expect(await balance(pool(), accounts.storeAvailable)).toBe(before - affordable * costOf(40_000n));
    expect(await balance(pool(), accounts.storeFrozen)).toBe(affordable * costOf(40_000n));
  });

  it('payouts under one internal ID are one payout for all callers, also when there are funds for no second one', async () => {
    // About 12.8 USDT are left of the test before, and 700 rubles cost 7.6 of them.
    const available = await balance(pool(), accounts.storeAvailable);
    expect(available).toBeLessThan(2n * costOf(700n));
    for (let round = 1; round <= 5; round++) {
      const wish = { amount: '700', internalId: `most of it ${round}` };
      const { id } = sameAnswer(await fifty((caller) => running().shop(caller).createPayout(wish)));
      expect(await balance(pool(), accounts.storeAvailable)).toBe(available - costOf(700n));
      accepted(await running().shop(0).post(`/api/merchant/invoices/${id}/cancel`));
    }
    expect(await balance(pool(), accounts.storeAvailable)).toBe(available);
  });

  it('payouts and a withdrawal share what is left without overdrawing it', async () => {
    // About 12.8 USDT are left of the test before: the withdrawal of 8 and its fee, or some of the payouts, not both.
    const before = await balance(pool(), accounts.storeAvailable);
    const answers = await fifty((caller) =>
      caller === 25
        ? running()
            .shop(caller)
            .post('/api/merchant/withdrawals', {
              ...unlikeOthers(),
              accountId: demoAccounts.store1,
              amount: '8',
              address: tronAddress,
              code2FA: codeAt(running().service.now()),
            })
        : payout(caller, '300'),
    );
    const withdrawn = answers[25]?.status === 200;
    const paid = answers.filter(({ status }, caller) => status === 200 && caller !== 25).length;
    const { ok = 0, insufficient_funds: refused = 0 } = outcomes(answers);
    expect(ok + refused).toBe(50);
    const left = before - BigInt(paid) * costOf(300n) - (withdrawn ? 10n * usdt : 0n);
    expect(await balance(pool(), accounts.storeAvailable)).toBe(left);
    expect(left).toBeGreaterThanOrEqual(0n);
    expect(left).toBeLessThan(costOf(300n));
  });

  it('payouts that are canceled give every unit back, once', async () => {
    const { rows } = await pool().query(`select id from invoices where type = 'out' and status = 'new'`);
    const frozen = await balance(pool(), accounts.storeFrozen);
    const held = await count(pool(), 'select coalesce(sum(sum + fee), 0) from withdrawals where status = 2');
    const available = await balance(pool(), accounts.storeAvailable);
    const ids: string[] = rows.map(({ id }) => id);
    const answers = await Promise.all(
      [...ids, ...ids].map((id, caller) => running().shop(caller).post(`/api/merchant/invoices/${id}/cancel`)),
    );
    expect(outcomes(answers)).toEqual({ ok: ids.length, invoice_not_active: ids.length });
    expect(await balance(pool(), accounts.storeFrozen)).toBe(BigInt(held));
    expect(await balance(pool(), accounts.storeAvailable)).toBe(available + frozen - BigInt(held));
  });
});
