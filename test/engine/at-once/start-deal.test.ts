import { expect, it } from 'vitest';
import { describeAtOnce, fifty } from '../support/arrangements.ts';
import { accepted, count, outcomes, sameAnswer, transfersOf } from '../support/books.ts';

describeAtOnce('start-deal', (running) => {
  const pool = () => running().service.db.pool;
  const create = async (amount: string): Promise<string> =>
    accepted(await running().shop(0).createPayin({ amount })).id;
  const start = (caller: number, id: string, body: object = {}) =>
    running().shop(caller).post(`/api/merchant/invoices/${id}/start-deal`, body);
  const dealsOf = (id: string, condition = 'true') =>
    count(pool(), `select count(*) from deals where invoice_id = $1 and ${condition}`, [id]);
  const isRunning = `status = 'transfer_waiting'`;

  it('gives fifty callers one deal', async () => {
    const id = await create('1001.00');
    const { deals } = sameAnswer(await fifty((caller) => start(caller, id)));
    expect(deals).toHaveLength(1);
    // The first deal of an invoice carries the invoice's own ID.
    expect(deals[0].id).toBe(id);
    expect(await dealsOf(id)).toBe(1);
    expect(await transfersOf(pool(), id)).toEqual({ payin_hold: 1 });
  });

  it('leaves one running deal when fifty callers name different ways to pay', async () => {
    const id = await create('1002.00');
    const options = ['SBP', 'TO_CARD', 'TO_ACCOUNT', 'CROSS_BORDER'];
    const answers = await fifty((caller) => start(caller, id, { paymentOption: options[caller % 4] }));
    expect(outcomes(answers)).toEqual({ ok: 50 });
    for (const [caller, { body }] of answers.entries()) {
      // Everybody got requisites for the way they named.
      expect(body.deals.map((deal: { paymentOption: string }) => deal.paymentOption)).toEqual([options[caller % 4]]);
    }
    expect(await dealsOf(id, isRunning)).toBe(1);
    expect(await dealsOf(id, `status not in ('transfer_waiting', 'canceled')`)).toBe(0);
    expect(await count(pool(), 'select deal_count from invoices where id = $1', [id])).toBe(await dealsOf(id));
    const distinct = new Set(answers.map(({ body }) => body.deals[0].id));
    expect(await dealsOf(id)).toBe(distinct.size);
  });

  it('leaves the running deal alone once an invoice had as many deals as it may have', async () => {
    const id = await create('1003.00');
    for (let round = 0; round < 2; round++) {
      await fifty((caller) => start(caller, id, { paymentOption: caller % 2 === 0 ? 'SBP' : 'TO_CARD' }));
    }
    // The lanes decide how often the two wishes took turns; this makes up the rest.
    for (let turn = await dealsOf(id); turn < 50; turn++) {
      const [{ option }] = (
        await pool().query(`select payment_option as option from deals where invoice_id = $1 and ${isRunning}`, [id])
      ).rows;
      accepted(await start(turn, id, { paymentOption: option === 'SBP' ? 'TO_CARD' : 'SBP' }));
    }
    const before = accepted(await running().shop(0).get(`/api/merchant/invoices/${id}`)).deals;
    expect(before).toHaveLength(1);
    const other = before[0].paymentOption === 'SBP' ? 'TO_CARD' : 'SBP';
    expect(outcomes(await fifty((caller) => start(caller, id, { paymentOption: other })))).toEqual({
      too_many_deals: 50,
    });
    expect(await dealsOf(id)).toBe(50);
    expect(accepted(await running().shop(0).get(`/api/merchant/invoices/${id}`)).deals).toEqual(before);
  });

  it('start-deal and confirm-transfer agree which deal was confirmed', async () => {
    const id = await create('1004.00');
    accepted(await start(0, id, { paymentOption: 'SBP' }));
    const answers = await fifty((caller) =>
      caller % 5 === 0
        ? running().shop(caller).confirm(id)
        : start(caller, id, { paymentOption: caller % 2 ? 'SBP' : 'TO_CARD' }),
    );
    const results = outcomes(answers);
    expect((results['ok'] ?? 0) + (results['transfer_already_confirmed'] ?? 0)).toBe(50);
    expect(await dealsOf(id, `status = 'transfer_confirmed'`)).toBe(1);
    expect(await dealsOf(id, isRunning)).toBe(0);
  });

  it('is refused to fifty callers of an invoice that fifty others cancel', async () => {
    const id = await create('1005.00');
    const answers = await fifty((caller) =>
      caller % 2 === 0 ? start(caller, id) : running().shop(caller).post(`/api/merchant/invoices/${id}/cancel`),
    );
    expect(answers.filter(({ status }, caller) => status === 200 && caller % 2 === 1)).toHaveLength(1);
    expect(await count(pool(), `select count(*) from invoices where id = $1 and status = 'canceled'`, [id])).toBe(1);
    expect(await dealsOf(id, `status <> 'canceled'`)).toBe(0);
  });
});
