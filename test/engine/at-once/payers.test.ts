import { beforeEach, expect, it } from 'vitest';
import { startDeal } from '../../../src/commands/payins/start-deal.ts';
import { fiat } from '../../../src/domain/money/money.ts';
import { createIdSource } from '../../../src/engine/id-source.ts';
import { describeAtOnce, fifty } from '../support/arrangements.ts';
import { accepted, count, outcomes } from '../support/books.ts';

const newId = createIdSource();

describeAtOnce('payers who play', (running) => {
  const pool = () => running().service.db.pool;
  let amounts = 2_000;
  let users = 0;
  const newAmount = () => `${++amounts}.00`;
  const ask = (caller: number, wish: object) =>
    running()
      .shop(caller)
      .createPayin({ amount: newAmount(), ...wish });
  /** Both kinds of payers alike: what counts here is that they are counted. */
  const rule = async (who: readonly string[], figures: { pending?: number; times?: number; failures?: number }) => {
    const { pending = 0, times = 0, failures = 0 } = figures;
    await pool().query(
      `insert into payer_rules (store_id, who, pending_max, count_max, count_minutes, failures_max, block_minutes)
       select 1, who, $2, $3, 60, $4, 60 from unnest($1::text[]) who`,
      [who, pending, times, failures],
    );
  };
  const openOf = (userId: string) =>
    count(pool(), `select count(*) from invoices where user_id = '${userId}' and status = 'new'`);

  beforeEach(async () => {
    users += 1;
    await pool().query('delete from payer_rules');
  });

  it('have as many open as the store lets one have, and each refusal says so', async () => {
    await rule(['known', 'fresh'], { pending: 7 });
    const userId = `anna-${users}`;
    const answers = await fifty((caller) => ask(caller, { userId }));
    expect(outcomes(answers)).toEqual({ ok: 7, payer_pending: 43 });
    expect(await openOf(userId)).toBe(7);
    const refused = answers.find(({ status }) => status === 400);
    const message = expect.stringMatching(/7 unfinished payins.*at \d{4}-\d\d-\d\dT.* at the latest/);
    expect(refused?.body).toEqual([{ code: 'payer_pending', field: 'userId', message }]);
  });

  it('are each counted alone, and begin no more than so many within the minutes', async () => {
    await rule(['known', 'fresh'], { times: 3 });
    const names = [`boris-${users}`, `clara-${users}`];
    const answers = await fifty((caller) => ask(caller, { userId: names[caller % 2] }));
    expect(outcomes(answers)).toEqual({ ok: 6, payer_too_often: 44 });
    for (const name of names) expect(await openOf(name)).toBe(3);
    expect(outcomes([await ask(0, { userId: `dora-${users}` }), await ask(0, {})])).toEqual({ ok: 2 });
  });

  it('get the payin that they have when they ask for the same one again, whatever is counted', async () => {
    await rule(['known', 'fresh'], { pending: 1 });
    const wish = { userId: `emil-${users}`, internalId: `order-${users}`, amount: newAmount() };
    const answers = await fifty((caller) => ask(caller, wish));
    expect(outcomes(answers)).toEqual({ ok: 50 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  it('are blocked once when they left some unpaid, and the block is there to be seen', async () => {
    const userId = `fred-${users}`;
    for (let left = 0; left < 3; left++) {
      const { id } = accepted(await ask(left, { userId, startDeal: true }));
      accepted(await running().shop(left).post(`/api/merchant/invoices/${id}/cancel`));
    }
    await rule(['known', 'fresh'], { failures: 3 });
    expect(outcomes(await fifty((caller) => ask(caller, { userId })))).toEqual({ payer_blocked: 50 });
    const { rows } = await pool().query('select kind, failures, blocked_until from payers where name = $1', [userId]);
    expect(rows).toEqual([{ kind: 'user', failures: 3, blocked_until: expect.anything() }]);
  });

  it('get requisites for no more payins than an address may have, and go on with those that it has', async () => {
    await rule(['address'], { pending: 5 });
    const payins: { id: string; amount: string }[] = [];
    for (let payin = 0; payin < 25; payin++) {
      const amount = newAmount();
      payins.push({ id: accepted(await ask(payin, { amount })).id, amount });
    }
    const start = (caller: number, address: string) => {
      const { id, amount } = payins[caller % payins.length] ?? { id: '', amount: '0' };
      const askedSum = fiat(BigInt(amount.replace('.', '')));
      const named = { option: null, bank: null };
      const seen = { storeId: 1, askedSum, currency: 'RUB', named };
      const wish = { invoiceId: id, storeId: null, address, dealId: newId(), variant: named, seen };
      return running().engine(caller).submit(startDeal(wish));
    };
    const address = `192.0.2.${users}`;
    const tries = await Promise.allSettled(Array.from({ length: 50 }, (_, caller) => start(caller, address)));
    const begun = `select count(*) from deals where status = 'transfer_waiting' and invoice_id = any('{${payins.map(({ id }) => id)}}')`;
    expect(await count(pool(), begun)).toBe(5);
    // Each was asked for twice: the second time for the same one is no more than the first.
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const reasons = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(new Set(reasons)).toEqual(new Set(['payer_pending']));
  });
});
