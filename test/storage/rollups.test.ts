import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OverviewLine } from '../../src/domain/overview/overview.ts';
import { firstIdAt } from '../../src/domain/text/uuid.ts';
import { readFeeParts, readOverviewLines } from '../../src/storage/reads/overview/overview-reads.ts';
import { rollTrade } from '../../src/storage/rollups/roll-trade.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const noon = Date.parse('2026-11-14T12:00:00Z');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const period = { fromMs: noon - 48 * hourMs, step: 'hour', zone: 'UTC' } as const;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  // Three days ago it began; the newest was made half a minute ago, which is not counted yet.
  const madeAt = [72 * hourMs, 5 * hourMs, 4 * hourMs, 40 * minuteMs, 20 * minuteMs, minuteMs / 2];
  for (const [index, agoMs] of madeAt.entries()) await addInvoice(index, noon - agoMs);
});
afterAll(() => db.drop());

const idOf = (serial: number, at: number) => firstIdAt(at).replace(/0{12}$/, String(serial).padStart(12, '0'));

async function addInvoice(serial: number, at: number, status = 'new'): Promise<string> {
  const id = idOf(serial, at);
  await db.pool.query(
    `insert into invoices (id, store_id, type, status, amount, asked_amount, currency, notification_url,
       notification_token, created_at, expire_at, updated_at, deal_count)
     values ($1, 1 + $2::int4 % 2, 'in', $3, 10000, 10000, 'RUB', '', '', $4, $4, $4, 1)`,
    [id, serial, status, new Date(at)],
  );
  await db.pool.query(
    `insert into deals (id, invoice_id, ordinal, type, status, payment_option, payment_method, requisite_id, maker_id,
       number, holder, amount, currency, rate_e8, maker_sum, fee_sum, started_at, deadline_at, occupies)
     values ($1, $1, 1, 'in', 'transfer_waiting', 'SBP', 'vtb', 1, 1 + $2::int4 % 3, '', '', 10000, 'RUB', 1, 500, 0,
       $3, $3, false)`,
    [id, serial, new Date(at)],
  );
  return id;
}

/** As the engine leaves it: the rows, and the notification of the change. */
async function pay(serial: number, madeAt: number, paidAt: number): Promise<void> {
  const id = idOf(serial, madeAt);
  await db.pool.query(`update invoices set status = 'paid' where id = $1`, [id]);
  await db.pool.query(
    `update deals set status = 'completed', confirmed_at = $2::timestamptz - interval '90 seconds', ended_at = $2
     where id = $1`,
    [id, new Date(paidAt)],
  );
  await db.pool.query(
    `insert into notifications (invoice_id, sequence, store_id, snapshot, created_at, feed_sequence)
     values ($1, 1, 1, '{}', $2, $3)`,
    [id, new Date(paidAt), serial + 1],
  );
}

async function rollAll(now: number): Promise<void> {
  while (await rollTrade(db.pool, now));
}

const known = ({ dimension }: OverviewLine) => dimension !== 'uncounted';
const byName = (left: OverviewLine, right: OverviewLine) =>
  JSON.stringify([left.dimension, left.key, left.at]) < JSON.stringify([right.dimension, right.key, right.at]) ? -1 : 1;

/** What it would be if nothing had ever been counted beforehand. */
async function countedFromRows(): Promise<OverviewLine[]> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query('delete from trade_rollups');
    await client.query(`update rollup_state set trade_to = '00000000-0000-0000-0000-000000000000', misses_to = 0`);
    const pool = { query: client.query.bind(client) } as unknown as typeof db.pool;
    return (await readOverviewLines(pool, period)).filter(known).sort(byName);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('the figures of the overview', () => {
  it('are the same whether half hours were counted beforehand or not', async () => {
    const before = await readOverviewLines(db.pool, period);
    expect(before.find(({ dimension }) => dimension === 'uncounted')).toMatchObject({ created: 5 });
    await rollAll(noon);
    const lines = await readOverviewLines(db.pool, period);
    expect(lines.find(({ dimension }) => dimension === 'uncounted')).toMatchObject({ created: 1 });
    expect(lines.filter(known).sort(byName)).toEqual(before.filter(known).sort(byName));
    const steps = lines.filter(({ dimension }) => dimension === 'step').sort(byName);
    expect(steps.map(({ at, created }) => [(noon - (at ?? 0)) / hourMs, created])).toEqual([
      [5, 1],
      [4, 1],
      [1, 3],
    ]);
  });

  it('follow an invoice that changes hours after it was counted', async () => {
    await pay(1, noon - 5 * hourMs, noon + minuteMs);
    await rollAll(noon + 2 * minuteMs);
    const lines = (await readOverviewLines(db.pool, period)).filter(known).sort(byName);
    expect(lines).toEqual(await countedFromRows());
    const of = (dimension: string, key: string) =>
      lines
        .filter((line) => line.dimension === dimension && line.key === key)
        .map(({ paid, makerSum }) => [paid, makerSum]);
    expect(of('store', '2')).toEqual([[1, 0n]]);
    expect(of('maker', '2')).toEqual([[1, 500n]]);
    expect(of('wait', '1')).toEqual([[1, 500n]]);
    expect(of('hour', '7')).toEqual([[1, 0n]]);
  });

  it('know what became of the deals of each requisite in the last day', async () => {
    const { rows } = await db.pool.query(
      `select requisite_id, sum(ended)::int4 as ended, sum(paid)::int4 as paid, sum(waited)::int4 as waited,
         sum(prompt)::int4 as prompt from requisite_rollups where at > $1 group by 1`,
      [new Date(noon - 24 * hourMs)],
    );
    expect(rows).toEqual([{ requisite_id: 1, ended: 1, paid: 1, waited: 1, prompt: 1 }]);
    await db.pool.query(
      'insert into requisite_rollups (at, requisite_id, ended, paid, waited, prompt) values ($1, 1, 9, 9, 9, 9)',
      [new Date(noon - 26 * hourMs)],
    );
    await pay(2, noon - 4 * hourMs, noon + 2 * minuteMs);
    await rollAll(noon + 4 * minuteMs);
    const { rows: after } = await db.pool.query(
      'select min(at) as first, sum(paid)::int4 as paid from requisite_rollups',
    );
    expect(after[0].paid).toBe(2);
    expect(after[0].first).toBeGreaterThan(noon - 25 * hourMs);
  });

  it('hold an invoice that was committed late, once it has changed', async () => {
    const madeAt = noon - 3 * hourMs;
    await addInvoice(7, madeAt);
    await rollAll(noon + 3 * minuteMs);
    await pay(7, madeAt, noon + 4 * minuteMs);
    await rollAll(noon + 5 * minuteMs);
    expect((await readOverviewLines(db.pool, period)).filter(known).sort(byName)).toEqual(await countedFromRows());
  });

  it('begin days where the zone has them begin', async () => {
    const inDelhi = { ...period, step: 'day', zone: 'Asia/Calcutta' } as const;
    const steps = (await readOverviewLines(db.pool, inDelhi)).filter(({ dimension }) => dimension === 'step');
    expect(steps.map(({ at }) => new Date(at ?? 0).toISOString())).toEqual(['2026-11-13T18:30:00.000Z']);
  });

  it('add up misses and fees once, before and after they were counted', async () => {
    await db.pool.query(
      `insert into allocation_misses (invoice_id, store_id, amount, currency, reason, at)
       select gen_random_uuid(), 1, 100, 'RUB', 'limits', $1::timestamptz from generate_series(1, 3)`,
      [new Date(noon)],
    );
    const move = (kind: string, debit: string, credit: string) =>
      db.pool.query(
        `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
         select f.id, t.id, 1000, 'USDT', $1, $2, $3::timestamptz from accounts f, accounts t
         where f.kind = $4 and f.owner_id = 1 and t.kind = $5 and t.owner_id = $6 and t.currency = 'USDT'`,
        [kind, idOf(1, noon), new Date(noon), debit, credit, credit === 'fees' ? 0 : 1],
      );
    await move('payin_hold', 'maker_available', 'maker_held');
    await move('payin_fee', 'maker_held', 'fees');
    const misses = async () =>
      (await readOverviewLines(db.pool, period))
        .filter(({ dimension }) => dimension === 'miss')
        .map(({ created }) => created);
    const fees = async () => await readFeeParts(db.pool, period.fromMs);
    const [missesBefore, feesBefore] = [await misses(), await fees()];
    expect(missesBefore).toEqual([3]);
    expect(feesBefore).toEqual([{ kind: 'payin_fee', currency: 'USDT', isToService: true, amount: 1000n }]);
    for (let pass = 0; pass < 3; pass++) {
      await db.owner.query(`update rollup_state set marked_at = '-infinity'`);
      await rollAll(noon + 6 * minuteMs);
      expect(await misses()).toEqual(missesBefore);
      expect(await fees()).toEqual(feesBefore);
    }
    const { rows } = await db.pool.query(`select misses_to > 0 and transfers_to > 0 as is_counted from rollup_state`);
    expect(rows).toEqual([{ is_counted: true }]);
  });

  it('are counted by one process at a time', async () => {
    await db.owner.query('delete from trade_rollups; delete from rollup_state');
    await Promise.all([1, 2, 3, 4].map(() => rollAll(noon + 7 * minuteMs)));
    await rollAll(noon + 7 * minuteMs);
    expect((await readOverviewLines(db.pool, period)).filter(known).sort(byName)).toEqual(await countedFromRows());
  });
});
