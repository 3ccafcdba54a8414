import { describe, expect, it } from 'vitest';
import { settleDeal } from '../../../src/commands/invoices/settle-deal.ts';
import { demoAccounts } from '../../../src/storage/settings/sandbox/demo-world.ts';
import { type Answer, payout } from '../../support/merchant-client.ts';
import { asAsked } from '../../support/people.ts';
import { describeAtOnce, fifty, type Running } from '../support/arrangements.ts';
import {
  accepted,
  accounts,
  balance,
  count,
  heldByMakers,
  outcomes,
  sameAnswer,
  transfersOf,
} from '../support/books.ts';
import { codeAt, tronAddress } from '../support/totp.ts';

describeAtOnce('repeats', (running) => {
  describe('with the same internal ID', () => internalIds(running));
  describe('with the same idempotency key', () => idempotencyKeys(running));
});

function internalIds(running: () => Running): void {
  const pool = () => running().service.db.pool;
  const withInternalId = (id: string) => count(pool(), 'select count(*) from invoices where internal_id = $1', [id]);

  it('gives one payin, with one deal', async () => {
    const held = await heldByMakers(pool());
    const wish = { internalId: 'payin', startDeal: true, amount: '1001.00' };
    const answers = await fifty((caller) => running().shop(caller).createPayin(wish));
    const { id, deals } = sameAnswer(answers);
    expect(deals).toHaveLength(1);
    expect(await withInternalId('payin')).toBe(1);
    expect(await transfersOf(pool(), id)).toEqual({ payin_hold: 1 });
    expect(await heldByMakers(pool())).toBe(held + (100_100n * 100_000_000n) / 9_550n);
  });

  it('gives the one that was paid, and one new one between them when its day is over', async () => {
    const wish = { internalId: 'paid', startDeal: true, amount: '1008.00' };
    const { id } = accepted(await running().shop(0).createPayin(wish));
    await running()
      .engine(0)
      .submit(settleDeal({ ...asAsked, invoiceId: id, dealId: id, seenStoreId: 1 }));
    expect(sameAnswer(await fifty((caller) => running().shop(caller).createPayin(wish)))).toMatchObject({
      id,
      status: 'paid',
    });
    running().service.advance(24 * 3_600_000);
    expect(sameAnswer(await fifty((caller) => running().shop(caller).createPayin(wish))).id).not.toBe(id);
    expect(await withInternalId('paid')).toBe(2);
  });

  it('gives one payin per store and per sum', async () => {
    const answers = await fifty((caller) => {
      const shop = caller % 4 < 2 ? running().shop(caller) : running().otherShop(caller);
      return shop.createPayin({ internalId: 'shared', amount: caller % 2 === 0 ? '1000' : '2000' });
    });
    expect(outcomes(answers)).toEqual({ ok: 50 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4);
    expect(await withInternalId('shared')).toBe(4);
  });

  it('gives one open payin at a time while earlier ones are canceled', async () => {
    const wish = { internalId: 'again', startDeal: true, amount: '1002.00' };
    const ids = new Set<string>();
    const answers = await fifty(async (caller) => {
      const created = accepted(await running().shop(caller).createPayin(wish));
      ids.add(created.id);
      return await running().shop(caller).post(`/api/merchant/invoices/${created.id}/cancel`);
    });
    // Each invoice is canceled once, and every one that was ever given out is there.
    expect(outcomes(answers)).toEqual({
      ok: ids.size,
      ...(ids.size < 50 ? { invoice_not_active: 50 - ids.size } : {}),
    });
    expect(await withInternalId('again')).toBe(ids.size);
    const open = `select count(*) from invoices where internal_id = 'again' and status = 'new'`;
    expect(await count(pool(), open)).toBe(0);
  });

  it('gives one payout, frozen once', async () => {
    const frozen = await balance(pool(), accounts.storeFrozen);
    const answers = await fifty((caller) => running().shop(caller).createPayout({ internalId: 'payout' }));
    const { id } = sameAnswer(answers);
    expect(await withInternalId('payout')).toBe(1);
    expect(await transfersOf(pool(), id)).toEqual({ payout_freeze: 1 });
    const [one] = (await pool().query('select maker_sum + fee_sum as cost from deals where id = $1', [id])).rows;
    expect(await balance(pool(), accounts.storeFrozen)).toBe(frozen + one.cost);
  });

  it('fifty payouts with one internal ID and other values are refused to all but the first ones', async () => {
    const answers = await fifty((caller) =>
      running()
        .shop(caller)
        .createPayout({ internalId: 'mixed', amount: String(1000 + (caller % 5)) }),
    );
    expect(outcomes(answers)).toEqual({ ok: 10, internal_id_reused: 40 });
    expect(await withInternalId('mixed')).toBe(1);
  });
}

function idempotencyKeys(running: () => Running): void {
  const pool = () => running().service.db.pool;
  const keyed = (key: string) => ({ 'idempotency-key': key });
  const repeat = (key: string, path: string, body?: object) =>
    fifty((caller) => running().shop(caller).post(`/api/merchant${path}`, body, keyed(key)));
  const openDeal = async (amount: string): Promise<Answer['body']> =>
    accepted(await running().shop(0).createPayin({ amount, startDeal: true }));

  it('creates one invoice', async () => {
    const before = await count(pool(), 'select count(*) from invoices');
    const wish = { amount: '1003.00', startDeal: true };
    const answers = await fifty((caller) => running().shop(caller).createPayin(wish, keyed('create')));
    sameAnswer(answers);
    expect(await count(pool(), 'select count(*) from invoices')).toBe(before + 1);
    expect(await count(pool(), `select count(*) from idempotency_keys where key = 'create'`)).toBe(1);
  });

  it('makes one withdrawal and spends one code', async () => {
    const before = await balance(pool(), accounts.storeAvailable);
    const code2FA = codeAt(running().service.now());
    const body = { accountId: demoAccounts.store1, amount: '10', address: tronAddress, code2FA };
    const { id, status } = sameAnswer(await repeat('withdraw', '/withdrawals', body));
    expect(status).toBe(2);
    expect(await transfersOf(pool(), id)).toEqual({ withdrawal_freeze: 1 });
    expect(await balance(pool(), accounts.storeAvailable)).toBe(before - 1_200_000_000n);
  });

  it('cancels once, and every caller hears that it was canceled', async () => {
    const { id } = await openDeal('1004.00');
    expect(sameAnswer(await repeat('cancel', `/invoices/${id}/cancel`)).status).toBe('canceled');
    expect(await transfersOf(pool(), id)).toEqual({ payin_hold: 1, payin_release: 1 });
  });

  it('starts one deal', async () => {
    const { id } = accepted(await running().shop(0).createPayin({ amount: '1005.00' }));
    expect(sameAnswer(await repeat('start', `/invoices/${id}/start-deal`, {})).deals).toHaveLength(1);
    expect(await count(pool(), 'select deal_count from invoices where id = $1', [id])).toBe(1);
  });

  it('opens one dispute', async () => {
    const { id } = await openDeal('1006.00');
    const answers = await fifty((caller) => {
      const form = new FormData();
      form.set('disputeReason', 'no_payment');
      return running().shop(caller).upload(`/api/merchant/invoices/${id}/dispute`, form, keyed('dispute'));
    });
    expect(sameAnswer(answers).status).toBe('dispute');
    expect(await count(pool(), 'select sequence from invoices where id = $1', [id])).toBe(1);
  });

  it('gives the same refusal again, also when it would be accepted by now', async () => {
    const poor = (caller: number, key: string) =>
      running().otherShop(caller).post('/api/merchant/invoices', payout, keyed(key));
    const refused = await fifty((caller) => poor(caller, 'poor'));
    expect(outcomes(refused)).toEqual({ insufficient_funds: 50 });
    const { id } = accepted(await running().otherShop(0).createPayin({ amount: '5000.00', startDeal: true }));
    await running()
      .engine(0)
      .submit(settleDeal({ ...asAsked, invoiceId: id, dealId: id, seenStoreId: 2 }));
    sameAnswer([...refused, ...(await fifty((caller) => poor(caller, 'poor')))]);
    accepted(await poor(0, 'rich'));
  });

  it('one idempotency key with other bodies is refused to all but the first ones', async () => {
    const answers = await fifty((caller) =>
      running()
        .shop(caller)
        .createPayin({ amount: String(1100 + (caller % 5)) }, keyed('mixed')),
    );
    expect(outcomes(answers)).toEqual({ ok: 10, idempotency_key_reused: 40 });
  });

  it('the same idempotency key of two stores is two keys', async () => {
    const answers = await fifty((caller) =>
      (caller % 4 < 2 ? running().shop(caller) : running().otherShop(caller)).createPayin({}, keyed('two stores')),
    );
    expect(outcomes(answers)).toEqual({ ok: 50 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(2);
  });

  it('confirms with one receipt, and every caller gets the same links', async () => {
    const { id } = await openDeal('1007.00');
    // The links hold the time, so it must go on between the callers: a quick second for every turn, within the deal's time.
    let secondsLeft = 600;
    const clock = setInterval(() => running().service.advance(secondsLeft-- > 0 ? 1_000 : 0), 1);
    const answers = await fifty((caller) => {
      const form = new FormData();
      form.set('attachment', new Blob(['a receipt']), 'receipt.txt');
      return running().shop(caller).upload(`/api/merchant/invoices/${id}/confirm-transfer`, form, keyed('confirm'));
    });
    clearInterval(clock);
    expect(sameAnswer(answers).deals[0].attachments).toHaveLength(1);
  });
}
