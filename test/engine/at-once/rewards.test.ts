import { beforeEach, expect, it } from 'vitest';
import { expireInvoice } from '../../../src/commands/invoices/expire-invoice.ts';
import { settleDeal } from '../../../src/commands/invoices/settle-deal.ts';
import { confirmPayout, provePayout, takePayout } from '../../../src/commands/payouts/payout-work.ts';
import { asAsked, byService } from '../../support/people.ts';
import { describeAtOnce, fifty } from '../support/arrangements.ts';
import { accepted, accounts, balance, count } from '../support/books.ts';

const day = 24 * 60 * 60_000;
const minute = 60_000;
const [makerAvailable, makerHeld] = [102, 103];

/** One maker of the demo world with four requisites, each with a limit of its own, and rewards with ranges. */
describeAtOnce('one maker', (running) => {
  const pool = () => running().service.db.pool;
  const query = async (text: string, values: unknown[] = []) => (await pool().query(text, values)).rows;
  let amounts = 0;
  /** From 1,001 to 8,000 rubles and so through every range; no two alike. */
  const newAmount = () => `${1_001 + ((++amounts * 137) % 7_000)}.${String(amounts % 100).padStart(2, '0')}`;
  const pay = (caller: number) => running().shop(caller).createPayin({ amount: newAmount(), startDeal: true });
  const started = (answers: readonly { body: { deals: { id: string }[] } }[]) =>
    answers.flatMap(({ body }) => body.deals.map(({ id }) => id));
  const onRequisite = async (ids: readonly string[]) => {
    const rows = await query(
      `select r.place, count(d.id)::int4 as deals from (
         select id, row_number() over (order by id) as place from requisites where not paused
       ) r left join deals d on d.requisite_id = r.id and d.id = any($1::uuid[]) group by r.place order by r.place`,
      [ids],
    );
    return rows.map(({ deals }) => deals);
  };
  const misses = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await query('select reason, count(*)::int4 as times from allocation_misses group by reason order by 1')).map(
        ({ reason, times }) => [reason, times],
      ),
    );
  const settle = (caller: number, id: string) =>
    running()
      .engine(caller)
      .submit(settleDeal({ ...asAsked, invoiceId: id, dealId: id, seenStoreId: 1 }));

  beforeEach(async () => {
    await running().service.db.owner.query('delete from allocation_misses');
    await query('delete from maker_rewards');
    await query('update requisites set paused = true');
    await query(`update requisites set paused = false, day_deals_max = null, gap_ms = null, hours = null,
      month_max = null, rest_ms = 0
      where id in (select id from requisites where maker_id = 1 and option = 'SBP' and currency = 'RUB' order by id limit 4)`);
    await query(`insert into maker_rewards (maker_id, direction, currency, amount_from, amount_to, option, bps) values
      (1, 'in', null, null, null, null, 50),
      (1, 'in', 'RUB', null, 300000, null, 100),
      (1, 'in', 'RUB', 300000, 500000, null, 150),
      (1, 'in', null, null, null, 'TO_CARD', 10),
      (1, 'out', null, null, null, null, 75)`);
    await query('update makers set balance_min = 0');
    // A Sunday of a new month, far from midnight.
    const { service } = running();
    const next = new Date(service.now() + 35 * day);
    const sunday = Date.UTC(next.getUTCFullYear(), next.getUTCMonth(), 8 + ((7 - dayOfMonth(next)) % 7), 12);
    service.advance(sunday - service.now());
    // What earlier tests have left ends now, and not in the midst of the next one.
    for (const { id, store_id: storeId } of await query(`select id, store_id from invoices where status = 'new'`)) {
      await service.engine.submit(expireInvoice({ invoiceId: id, storeId }));
    }
  });
  const dayOfMonth = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 8)).getUTCDay();

  it('gets no more of fifty deals than limits, hours and gaps of its requisites allow', async () => {
    const [first, second, third, fourth] = (await query('select id from requisites where not paused order by id')).map(
      ({ id }) => id,
    );
    const hours = { zone: 'Europe/Moscow', spans: [1, 2, 3, 4, 5, 6].map((one) => ({ day: one, from: 0, to: 1440 })) };
    await query('update requisites set day_deals_max = 7 where id = $1', [first]);
    await query('update requisites set gap_ms = $2 where id = $1', [second, 10 * minute]);
    await query('update requisites set hours = $2 where id = $1', [third, JSON.stringify(hours)]);
    // Enough for two of the largest, and never for as many of them as there are.
    await query('update requisites set month_max = 1600000 where id = $1', [fourth]);
    await running().service.atRest(async () => {
      const given = started(await fifty(pay));
      const [a, b, c, d] = await onRequisite(given);
      expect([a, b, c]).toEqual([7, 1, 0]);
      expect(d).toBeGreaterThanOrEqual(2);
      const month = await count(pool(), 'select month_sum from requisite_loads where requisite_id = $1', [fourth]);
      expect(month).toBeLessThanOrEqual(1_600_000);
      const inDeals = 'select sum(amount) from deals where requisite_id = $1 and id = any($2::uuid[])';
      expect(await count(pool(), inDeals, [fourth, given])).toBe(month);
      const missed = await misses();
      expect(Object.values(missed).reduce((sum, times) => sum + times, 0)).toBe(50 - given.length);
      expect(Object.keys(missed).filter((reason) => reason !== 'limits' && reason !== 'hours')).toEqual([]);
    });
    await query('update requisites set paused = (id <> $1) where not paused', [second]);
    running().service.advance(10 * minute);
    await running().service.atRest(async () => expect(started(await fifty(pay))).toHaveLength(1));
    // Monday has come: the third is open, and the first counts anew.
    await query('update requisites set paused = (id not in ($1, $2)) where maker_id = 1', [first, third]);
    running().service.advance(day);
    await running().service.atRest(async () => {
      const [one = 0, other = 0] = await onRequisite(started(await fifty(pay)));
      expect([one, other]).toEqual([7, 43]);
    });
  });

  it('earns by the range of each of fifty deals, which are settled at once, and the service the rest of the fees', async () => {
    const ledger = [makerAvailable, makerHeld, accounts.fees, accounts.storeAvailable];
    const read = async () => await Promise.all(ledger.map((id) => balance(pool(), id)));
    const before = await read();
    const ids = started(await fifty(pay));
    expect(ids).toHaveLength(50);
    const rows = await query('select * from deals where id = any($1::uuid[])', [ids]);
    const bpsOf = (amount: bigint) => (amount < 300_000n ? 100n : amount < 500_000n ? 150n : 50n);
    expect(new Set(rows.map(({ reward_bps: bps }) => bps))).toEqual(new Set([50, 100, 150]));
    for (const row of rows) {
      const bps = bpsOf(row.amount);
      expect([BigInt(row.reward_bps), row.reward_sum]).toEqual([bps, (row.maker_sum * bps) / 10_000n]);
    }
    const outcomes = await Promise.allSettled([...ids, ...ids].map((id, caller) => settle(caller, id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const sum = (name: string) => rows.reduce((total: bigint, row) => total + row[name], 0n);
    const [sums, feeSums, rewards] = [sum('maker_sum'), sum('fee_sum'), sum('reward_sum')];
    const after = await read();
    expect(after.map((one, index) => one - (before[index] ?? 0n))).toEqual([
      rewards - sums,
      0n,
      feeSums - rewards,
      sums - feeSums,
    ]);
  });

  it('gets no deals below its minimum balance, however many come at once', async () => {
    // 1,000 USDT are left, and 950 are the least: at 95.50 a deal of 2,000 rubles holds about 20.9.
    await query(`insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
      select 102, 1, balance - 100000000000, 'USDT', 'pay_back', gen_random_uuid(), now() from accounts where id = 102`);
    await query('update makers set balance_min = 95000000000 where id = 1');
    const answers = await fifty((caller) =>
      running()
        .shop(caller)
        .createPayin({ amount: `2000.${String(caller).padStart(2, '0')}`, startDeal: true }),
    );
    expect(started(answers)).toHaveLength(3);
    expect(await misses()).toEqual({ maker_balance: 47 });
    // What is held comes back when a deal ends, and the maker has enough for one more.
    const [ended = ''] = started(answers);
    accepted(await running().shop(0).post(`/api/merchant/invoices/${ended}/cancel`));
    expect(started(await fifty(pay))).toHaveLength(1);
    await query(`insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
      values (1, 102, 100000000000000, 'USDT', 'top_up', gen_random_uuid(), now())`);
  });

  it('earns once for a payout that fifty want to take, and fifty confirm', async () => {
    const created = accepted(await running().shop(0).createPayout({ amount: newAmount() }));
    const act = { ...byService, invoiceId: created.id, seenStoreId: 1 };
    const before = await balance(pool(), makerAvailable);
    const takes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, caller) =>
        running()
          .engine(caller)
          .submit(takePayout({ ...act, makerId: 1 })),
      ),
    );
    expect(takes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const attachment = { sha256: 'b'.repeat(64), mediaType: 'image/png', sizeBytes: 1, fileName: 'p.png' } as const;
    await running()
      .engine(0)
      .submit(provePayout({ ...act, attachment }));
    const confirmations = await Promise.allSettled(
      Array.from({ length: 50 }, (_, caller) => running().engine(caller).submit(confirmPayout(act))),
    );
    expect(confirmations.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [deal] = await query('select * from deals where id = $1', [created.id]);
    expect(deal.reward_sum).toBe((deal.maker_sum * 75n) / 10_000n);
    expect((await balance(pool(), makerAvailable)) - before).toBe(deal.maker_sum + deal.reward_sum);
  });
});
