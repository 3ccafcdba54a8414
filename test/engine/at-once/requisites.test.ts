import { beforeEach, expect, it } from 'vitest';
import { describeAtOnce, fifty } from '../support/arrangements.ts';
import { accepted, count, keepRequisites, outcomes } from '../support/books.ts';

const day = 24 * 60 * 60_000;

describeAtOnce('requisites', (running) => {
  const pool = () => running().service.db.pool;
  let amounts = 1_000;
  const newAmount = () => `${++amounts}.00`;
  const pay = (caller: number, amount: string, wish: object = {}) =>
    running()
      .shop(caller)
      .createPayin({ amount, startDeal: true, ...wish });
  const givenOf = (answers: readonly { body: { deals: object[] } }[]) =>
    answers.filter(({ body }) => body.deals.length === 1).length;
  const misses = async (): Promise<Record<string, number>> => {
    const query = 'select reason, count(*)::int4 as times from allocation_misses group by reason';
    return Object.fromEntries((await pool().query(query)).rows.map(({ reason, times }) => [reason, times]));
  };
  const canceled = async (id: string) => accepted(await running().shop(0).post(`/api/merchant/invoices/${id}/cancel`));

  beforeEach(async () => {
    await running().service.db.owner.query('delete from allocation_misses');
  });

  it('go to one of two stores that want the last free one for the same sum', async () => {
    await keepRequisites(pool(), { option: 'SBP', count: 1 });
    const amount = newAmount();
    const answers = await fifty((caller) =>
      (caller % 4 < 2 ? running().shop(caller) : running().otherShop(caller)).createPayin({ amount, startDeal: true }),
    );
    expect(outcomes(answers)).toEqual({ ok: 50 });
    expect(givenOf(answers)).toBe(1);
    expect(await misses()).toEqual({ amount_busy: 49 });
    expect(await count(pool(), `select count(*) from deals where status = 'transfer_waiting'`)).toBe(1);
  });

  it('carry as many deals over one sum as there are of them', async () => {
    const kept = await keepRequisites(pool(), { option: 'TO_CARD', count: 7 });
    const amount = newAmount();
    const answers = await fifty((caller) => pay(caller, amount));
    expect(givenOf(answers)).toBe(7);
    const query = `select count(distinct requisite_id) from deals where requisite_id = any($1) and amount = $2`;
    expect(await count(pool(), query, [kept, amounts * 100])).toBe(7);
    expect(await misses()).toEqual({ amount_busy: 43 });
  });

  it('take no more deals than their limit of active ones, and take more when some end', async () => {
    await keepRequisites(pool(), { option: 'TO_ACCOUNT', count: 2, change: 'active_deals_max = 3' });
    const answers = await fifty((caller) => pay(caller, newAmount()));
    expect(givenOf(answers)).toBe(6);
    expect(await misses()).toEqual({ limits: 44 });
    const ended = answers.filter(({ body }) => body.deals.length === 1).slice(0, 2);
    for (const { body } of ended) await canceled(body.id);
    expect(givenOf(await fifty((caller) => pay(caller, newAmount())))).toBe(2);
  });

  it('take no more in a day than their limit, canceled deals included, and start anew the next day', async () => {
    // Far from midnight, so that the day does not end in the midst of it.
    running().service.advance(1.5 * day - (running().service.now() % day));
    // Two requisites for three deals of 2,000 each: what is left of the day is not enough for a fourth.
    await keepRequisites(pool(), { option: 'CROSS_BORDER', count: 2, change: 'day_max = 700000' });
    const wish = () => `2000.${String(++amounts).slice(-2)}`;
    const answers = await fifty((caller) => pay(caller, wish()));
    expect(givenOf(answers)).toBe(6);
    expect(await misses()).toEqual({ limits: 44 });
    for (const { body } of answers) if (body.deals.length === 1) await canceled(body.id);
    expect(givenOf(await fifty((caller) => pay(caller, wish())))).toBe(0);
    running().service.advance(day);
    expect(givenOf(await fifty((caller) => pay(caller, wish())))).toBe(6);
  });

  it('take only sums between their limits', async () => {
    await keepRequisites(pool(), { option: 'SBP', count: 3, change: 'deal_min = 500000, deal_max = 600000' });
    const sums = ['4999.99', '6000.01', '5000.00', '6000.00', '5500.00'];
    const answers = await fifty((caller) => pay(caller, sums[caller % 5] ?? ''));
    // Three requisites for each of the three sums that fit.
    expect(givenOf(answers)).toBe(9);
    expect(await misses()).toEqual({ amount_out_of_bounds: 20, amount_busy: 21 });
  });

  it('a bank without requisites is recorded as the reason of the miss', async () => {
    await keepRequisites(pool(), { option: 'SBP', count: 1 });
    const answers = await fifty((caller) =>
      pay(caller, newAmount(), { paymentOption: 'TO_CARD', paymentMethod: 'ozon' }),
    );
    expect(givenOf(answers)).toBe(0);
    expect(await misses()).toEqual({ no_requisite: 50 });
    const { rows } = await pool().query('select distinct store_id, option, method, currency from allocation_misses');
    expect(rows).toEqual([{ store_id: 1, option: 'TO_CARD', method: 'ozon', currency: 'RUB' }]);
  });

  it('rest after a deal, and are then taken over by one of fifty', async () => {
    await keepRequisites(pool(), { option: 'TO_ACCOUNT', count: 1, change: 'rest_ms = 300000' });
    const amount = newAmount();
    const first = accepted(await pay(0, amount));
    expect(first.deals).toHaveLength(1);
    await canceled(first.id);
    expect(givenOf(await fifty((caller) => pay(caller, amount)))).toBe(0);
    expect(await misses()).toEqual({ amount_busy: 50 });
    // Other sums do not rest.
    expect(givenOf([await pay(0, newAmount())])).toBe(1);
    running().service.advance(300_000);
    const answers = await fifty((caller) => pay(caller, amount));
    expect(givenOf(answers)).toBe(1);
    expect(await count(pool(), 'select count(*) from deals where id = $1 and occupies', [first.id])).toBe(0);
  });

  it('requisites that were taken over stay with the new deal when the old one is disputed', async () => {
    await keepRequisites(pool(), { option: 'CROSS_BORDER', count: 1, change: 'rest_ms = 0' });
    const amount = newAmount();
    const old = accepted(await pay(0, amount));
    await canceled(old.id);
    // In the same turn: somebody takes the pair over, and the old deal is disputed.
    const answers = await fifty((caller) => {
      if (caller !== 7) return pay(caller, amount);
      const form = new FormData();
      form.set('disputeReason', 'has_payment');
      return running().shop(caller).upload(`/api/merchant/invoices/${old.id}/dispute`, form);
    });
    expect(outcomes(answers)).toEqual({ ok: 50 });
    expect(givenOf(answers.filter((_, caller) => caller !== 7))).toBe(1);
    const { rows } = await pool().query('select invoice_id as id from deals where amount = $1 and occupies', [
      amounts * 100,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].id).not.toBe(old.id);
  });

  it('are not given beyond what their maker has deposited', async () => {
    await keepRequisites(pool(), { option: 'TO_CARD', count: 1 });
    // Maker 1 keeps 100 USDT: at 95.50 that is 9,550 RUB, enough for four deals of about 2,000.
    await pool().query(`insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
      select 102, 1, balance - 10000000000, 'USDT', 'pay_back', gen_random_uuid(), now() from accounts where id = 102`);
    const answers = await fifty((caller) => pay(caller, newAmount().replace(/^\d/, '2')));
    const given = givenOf(answers);
    expect(given).toBeGreaterThan(0);
    expect(given).toBeLessThanOrEqual(5);
    expect(await misses()).toEqual({ maker_balance: 50 - given });
    const left = await count(pool(), 'select balance from accounts where id = 102');
    expect(left).toBeLessThan(2_000_000_000 + 3_000_000_000);
  });
});
