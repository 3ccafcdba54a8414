import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPayin } from '../../src/commands/payins/create-payin.ts';
import { createPayout } from '../../src/commands/payouts/create-payout.ts';
import { expectLawsHold } from '../support/database.ts';
import { keepRequisites } from './support/books.ts';
import { payinRequest, payoutRequest, refusalOf } from './support/requests.ts';
import { startTestEngine, type TestEngine } from './support/test-engine.ts';

/** Nobody tells these engines that the catalogue changed: that they see it at once rests on the version alone. */
describe('a change of the catalogue', () => {
  let first: TestEngine;
  let second: TestEngine;
  beforeAll(async () => {
    first = await startTestEngine({ lanes: 2, batchMax: 10 });
    second = await startTestEngine({ lanes: 2, batchMax: 10 }, first.db);
  });
  afterEach(() => expectLawsHold(first.db.pool));
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });
  const change = (statement: string) => first.db.owner.query(statement);
  let rubles = 1_000;
  const pay = async ({ engine }: TestEngine) => {
    rubles += 1;
    const { deals } = await engine.submit(createPayin(payinRequest({ amount: `${rubles}.00` })));
    return deals[0] ?? null;
  };

  it('a change of a rate is seen by the very next command of every engine', async () => {
    for (const rate of [9_600_000_000n, 9_700_000_001n, 9_800_000_000n]) {
      await change(`update rates set rate_e8 = ${rate} where fiat_currency = 'RUB' and type = 'in'`);
      for (const world of [first, second]) expect((await pay(world))?.rate).toBe(rate);
    }
  });

  it('a change while a command waits for its rows is seen by that command', async () => {
    const { db } = first;
    const rate = 9_605_000_000n;
    const holder = await db.owner.connect();
    try {
      await holder.query('begin');
      await holder.query('select from requisite_loads for update');
      const paid = pay(first);
      await expect
        .poll(async () => {
          const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          return (await db.owner.query(waiting)).rowCount;
        })
        .toBe(1);
      await change(`update rates set rate_e8 = ${rate} where fiat_currency = 'RUB' and type = 'in'`);
      await holder.query('commit');
      expect((await paid)?.rate).toBe(rate);
    } finally {
      holder.release();
    }
  });

  it('a change that a failover lost, and another one under its number, are seen by the very next command', async () => {
    const rates = async (rate: bigint, number: string) => {
      await change(`update rates set rate_e8 = ${rate} where fiat_currency = 'RUB' and type = 'in'`);
      // What was lost is not in the database any more, and its number comes again.
      await change(`update catalogue_version set version = version - ${number}`);
    };
    await rates(9_610_000_000n, '0');
    for (const world of [first, second]) expect((await pay(world))?.rate).toBe(9_610_000_000n);
    await rates(9_620_000_000n, '1');
    for (const world of [first, second]) expect((await pay(world))?.rate).toBe(9_620_000_000n);
    await rates(9_630_000_000n, '5');
    for (const world of [first, second]) expect((await pay(world))?.rate).toBe(9_630_000_000n);
  });

  it('a change that pauses a requisite is seen by the very next command of every engine', async () => {
    for (const option of ['SBP', 'TO_CARD', 'TO_ACCOUNT', 'CROSS_BORDER']) {
      const kept = await keepRequisites(first.db.pool, { option, count: 1 });
      for (const world of [second, first]) expect(kept).toContain((await pay(world))?.requisiteId);
    }
    await change('update requisites set paused = true');
    for (const world of [first, second]) expect(await pay(world)).toBeNull();
    await change('update requisites set paused = false');
    for (const world of [second, first]) expect(await pay(world)).not.toBeNull();
  });

  it('a change that switches a direction off, removes a limit or raises a fee is seen by the very next command', async () => {
    const payout = (world: TestEngine, amount = '1000') =>
      refusalOf(world.engine.submit(createPayout(payoutRequest({ amount }))));
    await change('update stores set out_enabled = false where id = 1');
    for (const world of [first, second]) expect(await payout(world)).toBe('pay_out_disabled');
    await change('update stores set out_enabled = true, out_fee_bps = 10000 where id = 1');
    const { deals } = await second.engine.submit(createPayout(payoutRequest()));
    expect(deals[0]?.feeSum).toBe(deals[0]?.makerSum);
    await change(`update store_limits set amount_max = 50000 where store_id = 1 and type = 'out' and currency = 'RUB'`);
    for (const world of [first, second]) expect(await payout(world, '500.01')).toBe('amount_too_big');
    await change(`delete from store_limits where store_id = 1 and type = 'out' and currency = 'RUB'`);
    for (const world of [second, first]) expect(await payout(world)).toBe('currency_not_allowed');
    await change(`insert into store_limits (store_id, currency, type, amount_min, amount_max)
      values (1, 'RUB', 'out', 100, 100000000)`);
    for (const world of [second, first]) expect(await payout(world)).toBeNull();
  });

  it('a change among many commands applies to each of them as a whole or not at all', async () => {
    const rates = [9_000_000_000n, 9_100_000_000n, 9_200_000_000n, 9_300_000_000n];
    await change(`update rates set rate_e8 = ${rates[0]} where fiat_currency = 'RUB' and type = 'in'`);
    const deals: Promise<Awaited<ReturnType<typeof pay>>>[] = [];
    for (const rate of rates) {
      for (let times = 0; times < 20; times++) deals.push(pay(first), pay(second));
      await change(`update rates set rate_e8 = ${rate} where fiat_currency = 'RUB' and type = 'in'`);
    }
    const stale = () => [...first.reports, ...second.reports].filter(({ outcome }) => outcome === 'stale').length;
    for (const deal of await Promise.all(deals)) {
      expect(rates).toContain(deal?.rate);
      expect(deal?.makerSum).toBe(((deal?.askedSum ?? 0n) * 10n ** 14n) / (deal?.rate ?? 1n));
    }
    expect(stale()).toBeGreaterThan(0);
  });
});
