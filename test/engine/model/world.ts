import type pg from 'pg';
import { expect } from 'vitest';
import type { State } from './state.ts';

/** A small world in which everything runs short soon: five requisites, few sums, one maker who is nearly broke. */
export interface ModelRequisite {
  readonly id: number;
  readonly option: string;
  readonly bank: string;
  readonly maker: number;
  readonly activeMax?: number;
  readonly dayMax?: bigint;
  readonly dealMin?: bigint;
  readonly dealMax?: bigint;
  readonly restMs: number;
}

export const requisites: readonly ModelRequisite[] = [
  { id: 1, option: 'SBP', bank: 'sberbank', maker: 1, activeMax: 2, restMs: 60_000 },
  { id: 2, option: 'SBP', bank: 'tinkoff', maker: 2, restMs: 0 },
  { id: 41, option: 'TO_CARD', bank: 'sberbank', maker: 1, dayMax: 500_000n, restMs: 60_000 },
  { id: 43, option: 'TO_CARD', bank: 'alfabank', maker: 3, dealMin: 200_000n, dealMax: 250_000n, restMs: 600_000 },
  { id: 84, option: 'TO_ACCOUNT', bank: 'vtb', maker: 4, restMs: 60_000 },
];
export const wishes = [
  { option: null, bank: null },
  { option: null, bank: null },
  { option: 'SBP', bank: null },
  { option: 'TO_CARD', bank: null },
  { option: 'TO_ACCOUNT', bank: 'vtb' },
  { option: null, bank: 'sberbank' },
  { option: 'CROSS_BORDER', bank: null },
] as const;
/** In kopecks. */
export const amounts = [100_000n, 150_050n, 200_000n, 233_333n] as const;
/** At about 93.50 and with the fee this is about 325 USDT each: thirty of them empty store 1. */
export const payoutAmounts = [3_000_000n, 30_000_000n] as const;
export const withdrawalFee = 200_000_000n;
const poorMaker = { availableId: 108, keeps: 3_500_000_000n };

/** 95.50 to the unit, cut off; 2.5 %, rounded up. */
export function sumsOfPayin(amount: bigint): { makerSum: bigint; feeSum: bigint } {
  const makerSum = (amount * 100_000_000n) / 9_550n;
  return { makerSum, feeSum: (makerSum * 250n + 9_999n) / 10_000n };
}

/** 93.50 to the unit, rounded up; 1.5 %, rounded up. */
export function costOfPayout(amount: bigint): { makerSum: bigint; feeSum: bigint } {
  const makerSum = (amount * 100_000_000n + 9_349n) / 9_350n;
  return { makerSum, feeSum: (makerSum * 150n + 9_999n) / 10_000n };
}

export function dayOf(now: number): number {
  return Math.floor(now / 86_400_000);
}

/** Returns what a maker has in the demo world. */
export async function setUpWorld(pool: pg.Pool): Promise<bigint> {
  await pool.query('update requisites set paused = true');
  for (const one of requisites) {
    const { rows } = await pool.query(
      `update requisites set paused = false, rest_ms = $2, active_deals_max = $3, day_max = $4, deal_min = $5, deal_max = $6
       where id = $1 returning option, bank, maker_id as maker`,
      [one.id, one.restMs, one.activeMax ?? null, one.dayMax ?? null, one.dealMin ?? null, one.dealMax ?? null],
    );
    expect(rows).toEqual([{ option: one.option, bank: one.bank, maker: one.maker }]);
  }
  const { availableId, keeps } = poorMaker;
  await pool.query(
    `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
     select $1, 1, balance - $2::int8, 'USDT', 'pay_back', gen_random_uuid(), now() from accounts where id = $1`,
    [availableId, keeps],
  );
  const { rows } = await pool.query(`select balance from accounts where kind = 'maker_available' and owner_id = 1`);
  return rows[0].balance;
}

/** Forgets everything that merchants did. Transfers and balances cannot be changed, unless the triggers are off. */
export async function emptyWorld(pool: pg.Pool): Promise<void> {
  await pool.query(`begin;
    alter table transfers disable trigger user;
    alter table accounts disable trigger user;
    delete from invoices; delete from deals; delete from withdrawals; delete from notifications;
    delete from allocation_misses;
    delete from transfers where kind not in ('top_up', 'pay_back');
    update accounts a set balance = (
      select coalesce(sum(case when t.credit_id = a.id then t.amount else -t.amount end), 0)
      from transfers t where a.id in (t.credit_id, t.debit_id));
    alter table accounts enable trigger user;
    alter table transfers enable trigger user;
    update requisite_loads set active_deals = 0, day = 0, day_sum = 0;
    update second_factors set last_used_step = null, failures = 0, locked_until = null;
    commit`);
}

export function initialState(now: number, makerBalance: bigint): State {
  return {
    now,
    stores: new Map([
      [1, { available: 10_000n * 100_000_000n, frozen: 0n }],
      [2, { available: 0n, frozen: 0n }],
    ]),
    makers: new Map([1, 2, 3, 4].map((id) => [id, { available: id === 4 ? poorMaker.keeps : makerBalance, held: 0n }])),
    fees: 0n,
    invoices: new Map(),
    loads: new Map(requisites.map(({ id }) => [id, { active: 0, day: 0, daySum: 0n }])),
    pairs: new Map(),
    factor: { lastStep: -1, failures: 0, lockedUntil: 0 },
    withdrawals: 0,
  };
}

/** The same facts of the model and of the database, as sorted lines: two lists that must be equal. */
export function factsOfModel(state: State): string[] {
  const facts = [`fees ${state.fees}`, `withdrawals ${state.withdrawals}`];
  for (const [id, { available, frozen }] of state.stores) facts.push(`store ${id} ${available} ${frozen}`);
  for (const [id, { available, held }] of state.makers) facts.push(`maker ${id} ${available} ${held}`);
  for (const [id, { active, day, daySum }] of state.loads) facts.push(`load ${id} ${active} ${day} ${daySum}`);
  for (const [pair, { dealId, until }] of state.pairs) facts.push(`pair ${pair} ${dealId} ${until}`);
  for (const { id, status, notified, deals } of state.invoices.values()) {
    facts.push(`invoice ${id} ${status} ${notified} ${deals.length}`);
    for (const deal of deals) {
      const { requisite, makerSum, feeSum, receipts } = deal;
      facts.push(`deal ${deal.id} ${deal.status} ${requisite?.id ?? null} ${makerSum} ${feeSum} ${receipts.length}`);
    }
  }
  const { lastStep, failures, lockedUntil } = state.factor;
  facts.push(`factor ${lastStep} ${failures} ${lockedUntil}`);
  return facts.sort();
}

export async function factsOfDatabase(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query({ text: databaseFacts, rowMode: 'array' });
  return rows.map(([fact]) => String(fact)).sort();
}

const instant = (column: string) => `(extract(epoch from ${column}) * 1000)::int8`;

const databaseFacts = `
  select format('fees %s', balance) from accounts where id = 2
  union all select format('withdrawals %s', count(*)) from withdrawals
  union all select format('store %s %s %s', s.store_id, a.balance, f.balance) from store_accounts s
    join accounts a on a.id = s.available_id join accounts f on f.id = s.frozen_id
  union all select format('maker %s %s %s', m.id, a.balance, h.balance) from makers m
    join accounts a on a.id = m.available_id join accounts h on h.id = m.held_id where m.id <= 4
  union all select format('load %s %s %s %s', requisite_id, active_deals, day, day_sum) from requisite_loads
    where requisite_id in (${requisites.map(({ id }) => id).join(', ')})
  union all select format('pair %s %s %s %s', requisite_id, amount, id, coalesce(${instant('rests_until')}::text, 'null'))
    from deals where occupies
  union all select format('invoice %s %s %s %s', id, status, sequence, deal_count) from invoices
  union all select format('deal %s %s %s %s %s %s', id, status, coalesce(requisite_id::text, 'null'), maker_sum, fee_sum,
    coalesce(jsonb_array_length(attachments), 0)) from deals
  union all select format('factor %s %s %s', coalesce(last_used_step, -1), failures, coalesce(${instant('locked_until')}, 0))
    from second_factors where merchant_id = 1`;
