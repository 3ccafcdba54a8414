import { afterAll, beforeEach, expect, it } from 'vitest';
import { settleDeal } from '../../../src/commands/invoices/settle-deal.ts';
import { asAsked } from '../../support/people.ts';
import { describeAtOnce, fifty } from '../support/arrangements.ts';
import { accepted, count, keepRequisites, outcomes } from '../support/books.ts';

describeAtOnce('a sum that is busy', (running) => {
  const pool = () => running().service.db.pool;
  let amounts = 3_000;
  const allow = (kopecks: number) => pool().query('update stores set nudge_minor = $1 where id = 1', [kopecks]);
  const pay = (caller: number, amount: string) => running().shop(caller).createPayin({ amount, startDeal: true });
  const sumsOf = (answers: readonly { body: { deals: object[]; sum: { amount: string } } }[]) =>
    answers.filter(({ body }) => body.deals.length === 1).map(({ body }) => body.sum.amount);

  beforeEach(async () => {
    amounts += 10;
    await keepRequisites(pool(), { option: 'SBP', count: 1 });
    await running().service.db.owner.query('delete from allocation_misses');
  });
  afterAll(() => allow(0));

  it('is lowered for each but the first, to sums that no other deal has, and never below what the store allows', async () => {
    await allow(100);
    const answers = await fifty((caller) => pay(caller, `${amounts}.00`));
    expect(outcomes(answers)).toEqual({ ok: 50 });
    const sums = sumsOf(answers);
    expect(new Set(sums).size).toBe(50);
    const expected = Array.from({ length: 50 }, (_, less) =>
      less === 0 ? `${amounts}.00` : `${amounts - 1}.${100 - less}`,
    );
    expect(sums.sort()).toEqual(expected.sort());
    await allow(20);
    amounts += 10;
    const few = await fifty((caller) => pay(caller, `${amounts}.00`));
    expect(outcomes(few)).toEqual({ ok: 50 });
    expect(new Set(sumsOf(few)).size).toBe(21);
    expect(sumsOf(few)).toHaveLength(21);
    expect(await count(pool(), `select count(*) from allocation_misses where reason = 'amount_busy'`)).toBe(29);
  });

  it('stays as it is while the store has said nothing', async () => {
    await allow(0);
    const answers = await fifty((caller) => pay(caller, `${amounts}.00`));
    expect(sumsOf(answers)).toEqual([`${amounts}.00`]);
  });

  it('is told as asked and final sum, and is the shop’s own again when the deal ends without money', async () => {
    await allow(5);
    const whole = accepted(await pay(0, `${amounts}.00`));
    const less = accepted(await pay(1, `${amounts}.00`));
    const third = accepted(await pay(2, `${amounts}.00`));
    expect([whole, less, third].map(({ sum }) => sum.amount)).toEqual([
      `${amounts}.00`,
      `${amounts - 1}.99`,
      `${amounts - 1}.98`,
    ]);
    const canceled = accepted(await running().shop(0).post(`/api/merchant/invoices/${third.id}/cancel`));
    expect(canceled).toMatchObject({ isSumChanged: false, sum: { amount: `${amounts}.00` } });
    const command = settleDeal({ ...asAsked, invoiceId: less.id, dealId: less.id, seenStoreId: 1 });
    await running().engine(1).submit(command);
    const { body } = await running().shop(0).get('/api/merchant/notifications?limit=100');
    const told = body.filter((one: { invoice: { id: string } }) => one.invoice.id === less.id).at(-1);
    expect(told).toMatchObject({
      askedSum: { amount: `${amounts}.00` },
      isSumChanged: true,
      reason: 'nudged',
      invoice: { status: 'paid', sum: { amount: `${amounts - 1}.99` } },
    });
  });
});
