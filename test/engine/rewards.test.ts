import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { decideDispute } from '../../src/commands/disputes/decide-dispute.ts';
import { settleDeal } from '../../src/commands/invoices/settle-deal.ts';
import {
  confirmPayout,
  giveBackPayout,
  payoutWasNotPaid,
  provePayout,
  takePayout,
} from '../../src/commands/payouts/payout-work.ts';
import type { Actor } from '../../src/domain/people/audit.ts';
import { createIdSource } from '../../src/engine/id-source.ts';
import { expectLawsHold } from '../support/database.ts';
import { byService } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { accounts, balance } from './support/books.ts';

/** What makers earn, at the level of commands. Maker 1 of the demo world is the one with rewards. */
let service: TestService;
let rubles = 3_000;
const newId = createIdSource();
const by = byService;
const available = 102;

beforeAll(async () => {
  service = await startTestService();
  await service.db.pool.query('update requisites set paused = (maker_id <> 1)');
});
beforeEach(async () => {
  await service.db.pool.query('update makers set is_on = true, stopped = false, balance_min = 0, store_ids = null');
  await rewards(`('in', null, null, null, null, 100), ('in', 'RUB', 400000, 500000, null, 200), ('out', null, null, null,
    null, 50)`);
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

/** Direction, currency, from, to, store, bps. */
async function rewards(values: string): Promise<void> {
  const list =
    values === ''
      ? ''
      : `insert into maker_rewards (maker_id, direction, currency, amount_from, amount_to,
    store_id, bps) select 1, v.* from (values ${values}) v(d, c, f, t, s, b);`;
  await service.db.pool.query(
    `delete from maker_rewards; ${list.replace('v.*', 'd, c::text, f::int8, t::int8, s::int4, b')}`,
  );
}

async function startedPayin(amount = `${++rubles}.00`) {
  const { body } = await service.shop.createPayin({ startDeal: true, amount });
  const id = body.id as string;
  return { invoiceId: id, dealId: id, seenStoreId: 1, amount };
}

const settled = async (deal: Awaited<ReturnType<typeof startedPayin>>, amount: string | null = null) =>
  service.engine.submit(settleDeal({ ...by, ...deal, amount, reportId: newId() }));

async function moves(...subjects: string[]): Promise<Record<string, bigint>> {
  const { rows } = await service.db.pool.query(
    'select kind, amount from transfers where subject_id = any($1::uuid[]) order by id',
    [subjects],
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}

async function dealRow(id: string) {
  const { rows } = await service.db.pool.query('select * from deals where id = $1', [id]);
  return rows[0];
}

/** What each of them gains while the act is done. */
async function gained(act: () => Promise<unknown>) {
  const ids = { maker: available, held: 103, store: accounts.storeAvailable, fees: accounts.fees };
  const read = async () =>
    new Map(await Promise.all(Object.entries(ids).map(async ([name, id]) => [name, await balanceOf(id)] as const)));
  const before = await read();
  await act();
  const after = await read();
  await expectLawsHold(service.db.pool);
  return Object.fromEntries([...after].map(([name, sum]) => [name, sum - (before.get(name) ?? 0n)]));
}
const balanceOf = (id: number) => balance(service.db.pool, id);

it('splits the fee of a payin into the reward of its maker and the income of the service', async () => {
  const deal = await startedPayin();
  const { maker_sum: sum, fee_sum: fee, reward_bps: bps, reward_sum: reward } = await dealRow(deal.dealId);
  expect([bps, reward]).toEqual([100, sum / 100n]);
  // A rate that is set later is for deals that start later.
  await rewards(`('in', null, null, null, null, 250)`);
  expect(await gained(() => settled(deal))).toEqual({
    maker: reward,
    held: -sum,
    store: sum - fee,
    fees: fee - reward,
  });
  expect(await moves(deal.dealId)).toMatchObject({ payin_fee: fee - reward, payin_reward: reward });
});

it('takes the rate of the range that the sum falls into', async () => {
  const bpsOf = async (amount: string) => (await dealRow((await startedPayin(amount)).dealId)).reward_bps;
  expect(await bpsOf('3999.99')).toBe(100);
  expect(await bpsOf('4000.00')).toBe(200);
  expect(await bpsOf('4999.99')).toBe(200);
  expect(await bpsOf('5000.00')).toBe(100);
});

it('gives the service the whole fee where a maker has no reward', async () => {
  await rewards('');
  const deal = await startedPayin();
  await settled(deal);
  const { fee_sum: fee, reward_sum: reward } = await dealRow(deal.dealId);
  expect(reward).toBe(0n);
  expect(await moves(deal.dealId)).toMatchObject({ payin_fee: fee });
  expect(await moves(deal.dealId)).not.toHaveProperty('payin_reward');
});

it('works the reward out anew when another sum came, at the rate that was fixed', async () => {
  const deal = await startedPayin('4100.00');
  await settled(deal, '1000.00');
  const { maker_sum: sum, reward_bps: bps, reward_sum: reward } = await dealRow(deal.dealId);
  expect([bps, reward]).toEqual([200, (sum * 200n) / 10_000n]);
  await expectLawsHold(service.db.pool);
});

it.each([
  ['up', 500],
  ['down', -500],
  ['to nothing', null],
] as const)('moves the difference of the reward when a dispute corrects a paid payin %s', async (_, more) => {
  const deal = await startedPayin();
  await settled(deal);
  const before = await dealRow(deal.dealId);
  const form = new FormData();
  form.set('disputeReason', more === null ? 'no_payment' : 'invalid_sum');
  const amount = `${Number(deal.amount.split('.')[0]) + (more ?? 0)}.00`;
  if (more !== null) form.set('disputeReasonData[amount]', amount);
  await service.shop.upload(`/api/merchant/invoices/${deal.invoiceId}/dispute`, form);
  const decision = { kind: 'accept', amount: more === null ? null : amount, next: null } as const;
  const decisionId = newId();
  const act = { ...by, decisionId, nextDealId: newId(), invoiceId: deal.invoiceId, seenStoreId: 1, decision };
  const gain = await gained(() => service.engine.submit(decideDispute(act)));
  const nothing = { maker_sum: 0n, fee_sum: 0n, reward_sum: 0n };
  const after = more === null ? nothing : await dealRow(deal.dealId);
  const difference = (name: 'maker_sum' | 'fee_sum' | 'reward_sum'): bigint => BigInt(after[name]) - before[name];
  const [sum, fee, reward] = [difference('maker_sum'), difference('fee_sum'), difference('reward_sum')];
  expect(gain).toEqual({ maker: reward - sum, held: 0n, store: sum - fee, fees: fee - reward });
  expect((await moves(decisionId))['correction_reward']).toBe(reward < 0n ? -reward : reward);
});

const attachment = { sha256: 'a'.repeat(64), mediaType: 'image/png', sizeBytes: 1, fileName: 'p.png' } as const;

async function newPayout() {
  const { body } = await service.shop.createPayout({ amount: `${++rubles}.00` });
  return { ...by, invoiceId: body.id as string, seenStoreId: 1 };
}
const take = (act: Awaited<ReturnType<typeof newPayout>>, makerId = 1) =>
  service.engine.submit(takePayout({ ...act, makerId }));

it('pays the maker of a payout the sum and the reward, and takes back both when it was not paid', async () => {
  const act = await newPayout();
  await take(act);
  await service.engine.submit(provePayout({ ...act, attachment }));
  const { maker_sum: sum, fee_sum: fee, reward_bps: bps, reward_sum: reward } = await dealRow(act.invoiceId);
  expect([bps, reward]).toEqual([50, (sum * 50n) / 10_000n]);
  const paid = await gained(() => service.engine.submit(confirmPayout(act)));
  expect(paid).toEqual({ maker: sum + reward, held: 0n, store: 0n, fees: fee - reward });
  const again = newId();
  const back = await gained(() => service.engine.submit(payoutWasNotPaid({ ...act, next: 'pool', dealId: again })));
  expect(back).toEqual({ maker: -sum - reward, held: 0n, store: 0n, fees: reward - fee });
  // Another maker pays it, and earns by the own rules: maker 2 has none.
  expect(await dealRow(again)).toMatchObject({ maker_id: null, reward_bps: 0, reward_sum: 0n });
  await take(act, 2);
  expect(await dealRow(again)).toMatchObject({ maker_id: 2, reward_bps: 0, fee_sum: fee });
});

it('leaves a payout that is given back without a reward', async () => {
  const act = await newPayout();
  await take(act);
  expect((await dealRow(act.invoiceId)).reward_bps).toBe(50);
  await service.engine.submit(giveBackPayout(act));
  expect(await dealRow(act.invoiceId)).toMatchObject({ maker_id: null, reward_bps: 0, reward_sum: 0n });
});

it('starts no deal whose reward would be above the fee, and says so to the operator', async () => {
  await rewards(`('in', null, null, null, null, 251), ('out', null, null, null, null, 151)`);
  const { body } = await service.shop.createPayin({ startDeal: true, amount: `${++rubles}.00` });
  expect(body.deals).toEqual([]);
  const { rows } = await service.db.pool.query('select reason from allocation_misses where invoice_id = $1', [body.id]);
  expect(rows).toEqual([{ reason: 'reward_above_fee' }]);
  const variants = await service.shop.get(`/api/merchant/invoices/${body.id}/available-payment-variants`);
  expect(variants.body).toEqual([]);
  await expect(take(await newPayout())).rejects.toMatchObject({ code: 'payout_reward_above_fee' });
});

it.each([
  ['maker_stopped', 'stopped = true, is_on = false'],
  ['maker_off', 'is_on = false'],
  ['store_not_served', 'store_ids = array[2]'],
  ['maker_balance_low', `balance_min = 9000000000000000000`],
])('gives a maker no deals and no payouts: %s', async (code, change) => {
  const act = await newPayout();
  await service.db.pool.query(`update makers set ${change} where id = 1`);
  const { body } = await service.shop.createPayin({ startDeal: true, amount: `${++rubles}.00` });
  expect(body.deals).toEqual([]);
  const { rows } = await service.db.pool.query('select reason from allocation_misses where invoice_id = $1', [body.id]);
  expect(rows).toEqual([{ reason: code === 'maker_balance_low' ? 'maker_balance' : 'no_requisite' }]);
  const variants = await service.shop.get(`/api/merchant/invoices/${body.id}/available-payment-variants`);
  expect(variants.body).toEqual([]);
  await expect(take(act)).rejects.toMatchObject({ code });
  const actor: Actor = { userId: 1, name: 'maker', role: 'maker', makerId: 1, merchantId: null };
  await expect(service.engine.submit(takePayout({ ...act, actor, makerId: 1 }))).rejects.toMatchObject({ code });
  // Another maker, and another store, go on.
  await take(act, 2);
  if (code === 'store_not_served') {
    const other = await service.otherShop.createPayin({ startDeal: true, amount: `${++rubles}.00` });
    expect(other.body.deals).toHaveLength(1);
  }
});
