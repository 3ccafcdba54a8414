import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { Body } from '../../support/merchant-client.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { signInDemo } from '../../support/staff.ts';

/** What makers earn and when they get deals, as people set and see it. The demo maker is maker 1. */
let service: TestService;
let operator: OperatorClient;
let maker: OperatorClient;
let merchant: OperatorClient;
const reason = 'a test';
let rubles = 2_000;

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  maker = await signInDemo(service, 'maker');
  merchant = await signInDemo(service, 'merchant');
  await service.db.pool.query('update requisites set paused = (maker_id <> 1)');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

async function ok(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const refused = async (answer: Promise<{ status: number; body: Body }>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).not.toBe(200);
  return body[0] as { code: string; field?: string };
};
const setRewards = (rewards: readonly object[]) => operator.post('/makers/1/rewards', { rewards, reason });
const payin = async () => (await service.shop.createPayin({ startDeal: true, amount: `${++rubles}.00` })).body;

describe('rewards', () => {
  it('are set as a whole, shown, and logged', async () => {
    const all = { option: null, storeId: null, currency: null, from: null, to: null };
    const set = await ok(
      setRewards([
        { direction: 'in', bps: 100 },
        { direction: 'in', currency: 'RUB', from: '5000', bps: 150 },
        { direction: 'out', storeId: 2, option: 'TO_CARD', bps: 75 },
      ]),
    );
    expect(set.rewards).toEqual([
      { ...all, direction: 'in', bps: 100 },
      { ...all, direction: 'in', currency: 'RUB', from: '5000.00', bps: 150 },
      { ...all, direction: 'out', storeId: 2, option: 'TO_CARD', bps: 75 },
    ]);
    expect((await ok(maker.get('/makers/1'))).rewards).toEqual(set.rewards);
    const [line] = (await ok(operator.get('/audit-log?action=set-rewards'))).items;
    expect(line.details.rewards).toBe('in: 100 bps; in RUB 5000.00-: 150 bps; out TO_CARD store 2: 75 bps');
    expect((await ok(setRewards([]))).rewards).toEqual([]);
  });

  it('are refused above the fee, and a fee is refused below them', async () => {
    expect(await refused(setRewards([{ direction: 'in', bps: 251 }]))).toMatchObject({
      code: 'reward_above_fee',
      field: 'rewards.0.bps',
    });
    expect(
      await refused(
        setRewards([
          { direction: 'in', bps: 1 },
          { direction: 'in', bps: 2 },
        ]),
      ),
    ).toMatchObject({
      code: 'reward_overlap',
      field: 'rewards.1',
    });
    await ok(setRewards([{ direction: 'in', bps: 200 }]));
    const lower = await refused(operator.patch('/stores/1', { payinFeeBps: 199, reason }));
    expect(lower).toMatchObject({ code: 'fee_below_reward', field: 'payinFeeBps' });
    await ok(operator.patch('/stores/1', { payinFeeBps: 200, reason }));
    await ok(operator.patch('/stores/1', { payinFeeBps: 250, reason }));
    expect((await refused(maker.post('/makers/1/rewards', { rewards: [], reason }))).code).toBe('forbidden');
  });

  it('are in the deal, in the statement of the maker and in the income, and no concern of the merchant', async () => {
    await ok(setRewards([{ direction: 'in', bps: 100 }]));
    const before = await ok(operator.get('/income'));
    const { id } = await payin();
    const settled = await ok(operator.post(`/deals/${id}/settle`, { reason }));
    const [sum, fee, reward] = [settled.makerSum, settled.feeSum, settled.rewardSum].map(({ amount }) => minor(amount));
    expect(reward).toBe((sum ?? 0n) / 100n);
    const shown = (await ok(merchant.get(`/invoices/${id}`))).deals[0];
    expect(shown).toMatchObject({ id, feeSum: settled.feeSum });
    expect(shown).not.toHaveProperty('rewardSum');
    const account = (await ok(maker.get('/accounts?kind=maker_available'))).items[0];
    const { items } = await ok(maker.get(`/accounts/${account.id}/statement?limit=200`));
    const line = items.find((one: Body) => one.kind === 'payin_reward' && one.subjectId === id);
    expect(minor(line.amount.amount ?? line.amount)).toBe(reward);
    const after = await ok(operator.get('/income'));
    const gained = (name: 'fees' | 'rewards' | 'income') =>
      minor(totalOf(after)[name].amount) - (before.items.length === 0 ? 0n : minor(totalOf(before)[name].amount));
    expect([gained('fees'), gained('rewards'), gained('income')]).toEqual([fee, reward, (fee ?? 0n) - (reward ?? 0n)]);
    // The merchant's report says the whole fee, reward included.
    const report = await ok(merchant.get('/stores/1/settlement'));
    expect(minor(report.payins.fee.amount)).toBe(-minor(totalOf(after).fees.amount));
    expect((await operator.get('/stores/1/settlement.csv')).body).toContain(`-${settled.feeSum.amount}`);
  });

  const minor = (amount: string) => BigInt(amount.replace('.', ''));
  const totalOf = ({ items }: Body) => items[0].total;
});

describe('a maker', () => {
  it('switches itself off and on, and cannot lift what an operator has stopped', async () => {
    expect(await ok(maker.post('/makers/1/switch', { isOn: false }))).toMatchObject({ isOn: false, isStopped: false });
    expect((await payin()).deals).toEqual([]);
    await ok(maker.post('/makers/1/switch', { isOn: true }));
    expect((await payin()).deals).toHaveLength(1);
    expect(await ok(operator.patch('/makers/1', { isStopped: true, reason }))).toMatchObject({ isStopped: true });
    expect(await ok(maker.post('/makers/1/switch', { isOn: true }))).toMatchObject({ isOn: true, isStopped: true });
    expect((await payin()).deals).toEqual([]);
    expect((await refused(maker.patch('/makers/1', { isStopped: false, reason }))).code).toBe('forbidden');
    const payout = (await service.shop.createPayout({ amount: `${++rubles}.00` })).body;
    expect((await refused(maker.post(`/payouts/${payout.id}/take`, {}))).code).toBe('maker_stopped');
    await ok(operator.patch('/makers/1', { isStopped: false, reason }));
    await ok(maker.post(`/payouts/${payout.id}/take`, {}));
    expect((await refused(maker.post('/makers/2/switch', { isOn: false }))).code).toBe('not_found');
  });

  it('serves the stores that an operator names, and sees their payouts only', async () => {
    const payout = (await service.shop.createPayout({ amount: `${++rubles}.00` })).body;
    const isListed = async () =>
      (await ok(maker.get('/payouts?limit=200'))).items.some(({ id }: Body) => id === payout.id);
    expect(await isListed()).toBe(true);
    expect(await ok(operator.patch('/makers/1', { storeIds: [2], reason }))).toMatchObject({ storeIds: [2] });
    expect(await isListed()).toBe(false);
    expect((await payin()).deals).toEqual([]);
    const other = await service.otherShop.createPayin({ startDeal: true, amount: `${++rubles}.00` });
    expect(other.body.deals).toHaveLength(1);
    const unknown = await refused(operator.patch('/makers/1', { storeIds: [2, 99], reason }));
    expect(unknown).toMatchObject({ code: 'store_of_other_currency', field: 'storeIds.1' });
    expect(await ok(operator.patch('/makers/1', { storeIds: null, reason }))).toMatchObject({ storeIds: null });
  });

  it('has a minimum balance', async () => {
    const { balanceMin } = await ok(operator.patch('/makers/1', { balanceMin: '12.5', reason }));
    expect(balanceMin).toBe('12.50000000');
    expect(await ok(operator.patch('/makers/1', { name: 'Demo Maker 1', reason }))).toMatchObject({ balanceMin });
    await ok(operator.patch('/makers/1', { balanceMin: '0', reason }));
  });
});

describe('a requisite', () => {
  const own = async () => (await ok(maker.get('/requisites?limit=1'))).items[0];

  it('is not resumed by its maker when an operator has paused it', async () => {
    const { id } = await own();
    expect(await ok(operator.post(`/requisites/${id}/pause`))).toMatchObject({
      isPaused: true,
      isPausedByOperator: true,
    });
    expect((await refused(maker.post(`/requisites/${id}/resume`))).code).toBe('paused_by_operator');
    await ok(maker.post(`/requisites/${id}/pause`));
    // The operator lifts the own pause; that of the maker stays until somebody lifts it too.
    const lifted = await ok(operator.post(`/requisites/${id}/resume`));
    expect(lifted).toMatchObject({ isPaused: true, isPausedByOperator: false });
    expect(await ok(maker.post(`/requisites/${id}/resume`))).toMatchObject({ isPaused: false });
  });

  it('has limits of deals, of a month, between deals and by the hours of the week', async () => {
    const { id } = await own();
    const hours = { zone: 'Asia/Almaty', spans: [{ day: 5, from: '22:00', to: '06:00' }] };
    const limits = { monthMax: '500000', dayDealsMax: 12, gapMs: 90_000 };
    expect(await ok(operator.patch(`/requisites/${id}`, { ...limits, hours, reason }))).toMatchObject({
      ...limits,
      monthMax: '500000.00',
      hours: {
        zone: 'Asia/Almaty',
        spans: [
          { day: 5, from: '22:00', to: '24:00' },
          { day: 6, from: '00:00', to: '06:00' },
        ],
      },
    });
    const wrong = await refused(operator.patch(`/requisites/${id}`, { hours: { ...hours, zone: 'Nowhere' }, reason }));
    expect(wrong).toMatchObject({ code: 'invalid_time_zone', field: 'hours.zone' });
    const none = { monthMax: null, dayDealsMax: null, gapMs: null, hours: null };
    expect(await ok(operator.patch(`/requisites/${id}`, { ...none, reason }))).toMatchObject(none);
    expect((await refused(maker.patch(`/requisites/${id}`, { dayDealsMax: null, reason }))).code).toBe('forbidden');
  });

  it('is imported with its limits, and counts what it was given', async () => {
    const csv = [
      'option,bank,currency,number,dayDealsMax,monthMax,gapMs,hours',
      'SBP,vtb,RUB,+79991112233,3,1000,60000,"mon-sun 00:00-24:00 UTC"',
      'SBP,vtb,RUB,+79991112234,0,,,',
      'SBP,vtb,RUB,+79991112235,,,,"always UTC"',
    ].join('\n');
    const path = '/makers/1/requisites/import?reason=test&partial=true';
    const imported = await ok(operator.upload(path, csv, { 'content-type': 'text/csv' }));
    expect(imported.created).toBe(1);
    expect(imported.errors.map(({ line, code }: Body) => [line, code])).toEqual([
      [3, 'out_of_range'],
      [4, 'invalid_hours'],
    ]);
    const found = (await ok(operator.get('/requisites?number=9991112233'))).items[0];
    expect(found).toMatchObject({ dayDealsMax: 3, monthMax: '1000.00', gapMs: 60_000, dayDeals: 0 });
    expect(found.hours.spans).toHaveLength(7);
    expect(found.monthTurnover).toBe('0.00');
  });
});
