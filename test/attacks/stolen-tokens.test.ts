import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { bringStatement, sendStatement } from '../support/bring-statement.ts';
import { expectLawsHold } from '../support/database.ts';
import type { Body } from '../support/merchant-client.ts';
import { codeOf, OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createUser, signInDemo, signInWithPassword } from '../support/staff.ts';

/**
 * A token that was read out of a script's file. As it was run: one with `arrivals` brought in a bank's file for any account, which
 * settled what waited there; one with `money` settled everything, from anywhere.
 */
const reason = 'an attack';
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const home = { 'x-forwarded-for': '203.0.113.7' };
let service: TestService;
let operator: OperatorClient;

beforeAll(async () => {
  service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
  operator = await signInDemo(service, 'operator');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

async function stolen(wish: object): Promise<{ readonly id: number; readonly thief: OperatorClient }> {
  const made = await operator.post('/tokens', { name: 'script', reason, ...wish });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return { id: made.body.id, thief: OperatorClient.withToken(service.url, made.body.token) };
}

interface Waiting {
  readonly id: string;
  readonly requisiteId: number;
  readonly amount: string;
}

let rubles = 4_000;
/** Payins that wait for their money, each of some 40 USDT. */
async function waitingDeals(count: number): Promise<Waiting[]> {
  const deals: Waiting[] = [];
  while (deals.length < count) {
    const amount = `${rubles++}.00`;
    const { status, body } = await service.shop.createPayin({ startDeal: true, amount });
    expect(status).toBe(200);
    const [{ id }] = body.deals;
    const { rows } = await service.db.pool.query('select requisite_id, amount from deals where id = $1', [id]);
    expect(rows[0].amount).toBe(BigInt(amount.replace('.', '')));
    deals.push({ id, requisiteId: rows[0].requisite_id, amount });
  }
  return deals;
}

const enter = (thief: OperatorClient, { id, requisiteId, amount }: Waiting) =>
  codeOf(thief.post('/arrivals', { requisiteId, amount, reference: `made up ${id}` }, home));

async function movedBy(tokenId: number): Promise<bigint> {
  const { rows } = await service.db.pool.query('select day_sum from token_days where token_id = $1', [tokenId]);
  return rows[0].day_sum;
}

describe('a stolen token', () => {
  it('works from the addresses of its script alone', async () => {
    const { thief } = await stolen({ scopes: ['read'], addresses: ['203.0.113.0/28'] });
    expect(await codeOf(thief.get('/me', home))).toBe('done');
    expect(await codeOf(thief.get('/me', { 'x-forwarded-for': '198.51.100.1' }))).toBe('token_address_refused');
    expect(await codeOf(thief.get('/me'))).toBe('token_address_refused');
  });

  it('a token for arrivals enters none for another account, and brings no bank’s file for it', async () => {
    const [first] = (await waitingDeals(1)) as [Waiting];
    const others = (await waitingDeals(6)).filter(({ requisiteId }) => requisiteId !== first.requisiteId);
    expect(others.length).toBeGreaterThan(0);
    const { thief } = await stolen({ scopes: ['read', 'arrivals'], requisiteIds: [first.requisiteId] });
    for (const deal of others) {
      expect(await enter(thief, deal)).toBe('token_requisite_refused');
      const file = { requisiteId: deal.requisiteId, fileName: 'made-up.txt', sizeBytes: 10 };
      expect(await codeOf(thief.post('/statement-imports', file))).toBe('token_requisite_refused');
      // Nor does it fill one that a person has begun.
      const begun = (await operator.post('/statement-imports', file)).body.id;
      expect(await codeOf(thief.post(`/statement-imports/${begun}/start`, {}))).toBe('token_requisite_refused');
    }
    expect(await enter(thief, first)).toBe('done');
  });

  it('a token for money settles no more than its sum a day, fifty at once', async () => {
    const deals = await waitingDeals(12);
    const { id, thief } = await stolen({ scopes: ['read', 'money'], dayMax: '200', dayCurrency: 'USDT' });
    const settle = (deal: Waiting) => codeOf(thief.post(`/deals/${deal.id}/settle`, { reason }));
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, turn) => settle(deals[turn % 12] as Waiting)));
    // A repeat about one that is settled hears so.
    const kinds = new Set(outcomes.filter((outcome) => outcome !== 'deal_settled'));
    expect(kinds).toEqual(new Set(['done', 'token_day_spent']));
    const moved = await movedBy(id);
    expect(moved).toBeGreaterThan(150_00000000n);
    expect(moved).toBeLessThanOrEqual(200_00000000n);
    const paid = await Promise.all(deals.map(async (deal) => (await operator.get(`/deals/${deal.id}`)).body));
    const settled = paid.filter(({ status }: Body) => status === 'completed');
    expect(settled.length).toBeLessThan(6);
    // Neither a top-up nor another currency is a way around it; a person is not bound.
    const topUp = { id: '0193f000-0000-7000-8000-0000000070ce', amount: '200', reason };
    expect(await codeOf(thief.post('/makers/1/top-ups', topUp))).toBe('token_day_spent');
    expect(await codeOf(operator.post('/makers/1/top-ups', topUp))).toBe('done');
  });

  it('a token for some requisites tops nobody up, and says of no withdrawal that it was sent or not', async () => {
    const code2FA = totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
    const wish = { accountId: '0193f000-0000-7000-8000-000000000001', amount: '20', address, code2FA };
    const { id } = (await service.shop.post('/api/merchant/withdrawals', wish)).body;
    await createUser(service, { login: 'second', role: 'operator', agoMs: 60_000 });
    const second = await signInWithPassword(service, 'second');
    for (const person of [operator, second]) await person.post(`/withdrawals/${id}/approve`, { reason });
    const bounds = { scopes: ['read', 'money'], dayMax: '200', dayCurrency: 'USDT' };
    const { thief } = await stolen({ ...bounds, requisiteIds: [1] });
    const topUp = { id: '0193f000-0000-7000-8000-0000000070cf', amount: '20', reason };
    expect(await codeOf(thief.post('/makers/1/top-ups', topUp))).toBe('forbidden');
    expect(await codeOf(thief.post('/stores/1/top-ups', topUp))).toBe('forbidden');
    const send = (client: OperatorClient) =>
      codeOf(client.post(`/withdrawals/${id}/send`, { txId: 'ab'.repeat(32), reason }));
    expect(await send(thief)).toBe('forbidden');
    expect(await codeOf(thief.post(`/withdrawals/${id}/reject`, { reason }))).not.toBe('done');
    expect((await operator.get(`/withdrawals/${id}`)).body.status).toBe(3);
    // One that is for the whole service is bound by its sum a day.
    expect(await send((await stolen({ ...bounds, dayMax: '19' })).thief)).toBe('token_day_spent');
    expect(await send((await stolen({ ...bounds, dayMax: '40' })).thief)).toBe('done');
  });

  it('a token for arrivals settles no more than its sum a day by a file: the rest waits for a person', async () => {
    // Deals go round over the requisites: until one has two of them.
    const all: Waiting[] = [];
    const ofOne = (id: number) => all.filter((deal) => deal.requisiteId === id);
    while (!all.some((deal) => ofOne(deal.requisiteId).length > 1)) all.push(...(await waitingDeals(1)));
    const requisiteId = all.at(-1)?.requisiteId ?? 0;
    const deals = ofOne(requisiteId);
    expect(deals.length).toBeGreaterThan(1);
    const { id, thief } = await stolen({ scopes: ['read', 'arrivals'], dayMax: '80', dayCurrency: 'USDT' });
    // By the clock of the bank, in Moscow; after the deals have begun.
    await delay(1_100);
    const time = new Date(service.now() + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const lines = deals.map(({ amount }, index) => `${time};${amount};line ${index}`);
    const content = ['date;amount;purpose', ...lines].join('\n');
    const columns = { day: 'date', amount: 'amount', purpose: 'purpose' };
    const marks = { separator: 'semicolon', dayOrder: 'ymd', decimalMark: '.' };
    const mapping = { ...marks, headingLine: 1, inWord: null, columns };
    const work = await bringStatement(thief, { requisiteId, content, mapping });
    expect(work).toMatchObject({ state: 'done', counts: { settled: 1, open: deals.length - 1 } });
    expect(await movedBy(id)).toBeLessThanOrEqual(80_00000000n);
  });

  it('a revoked token reads no file to its end', async () => {
    const { rows } = await service.db.pool.query('select id from requisites where maker_id = 1 order by id limit 1');
    const { id, thief } = await stolen({ scopes: ['read', 'arrivals'] });
    const sent = await sendStatement(thief, { requisiteId: rows[0].id, content: 'date;amount\n2026-01-01;1.00' });
    expect(await codeOf(operator.delete(`/tokens/${id}`, { reason }))).toBe('done');
    expect((await operator.get(`/statement-imports/${sent}`)).body.isStopped).toBe(true);
  });
});

describe('a token that is made', () => {
  it('names ranges, a sum of a currency that there is, and requisites within reach', async () => {
    const wish = { name: 'script', scopes: ['arrivals'], reason };
    const make = (more: object, by = operator) => codeOf(by.post('/tokens', { ...wish, ...more }));
    expect(await make({ addresses: ['the office'] })).toBe('invalid_address_range');
    expect(await make({ dayMax: '1' })).toBe('blank');
    expect(await make({ dayMax: '1', dayCurrency: 'XXX' })).toBe('currency_not_allowed');
    expect(await make({ dayMax: '1.123456789', dayCurrency: 'USDT' })).toBe('invalid_amount');
    const { rows } = await service.db.pool.query('select id from requisites where maker_id = 2 limit 1');
    const maker = await signInDemo(service, 'maker');
    expect(await make({ requisiteIds: [rows[0].id] }, maker)).toBe('not_found');
    expect(await make({ requisiteIds: [999_999] })).toBe('not_found');
  });

  it('is listed with what it is bound to; one that is not, and moves money, is named', async () => {
    const bound = { addresses: ['203.0.113.7'], dayMax: '10', dayCurrency: 'USDT', requisiteIds: [1] };
    const made = [await stolen({ scopes: ['arrivals'], ...bound }), await stolen({ scopes: ['money'] })];
    const { items } = (await operator.get('/tokens?limit=200')).body;
    const [first, second] = made.map(({ id }) => items.find((one: Body) => one.id === id));
    expect(first).toMatchObject({ ...bound, dayMax: '10.00000000', isUnbound: false });
    expect(second).toMatchObject({ addresses: [], dayMax: null, requisiteIds: null, isUnbound: true });
  });
});
