import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliActor } from '../../src/domain/people/audit.ts';
import { rate } from '../../src/domain/rates/rates.ts';
import { setRate } from '../../src/settings/rates/set-rate.ts';
import {
  CarefulPerson,
  operatorPassword,
  type ProductionService,
  startProductionService,
} from '../http/conformance/support/production-service.ts';
import { codeOf, OperatorClient } from '../support/operator-client.ts';
import { testSettings } from '../support/settings.ts';
import { createUser } from '../support/staff.ts';

/**
 * One operator sets the rate, in production. As it was run: 0.12 RUB for one USDT with `isConfirmed`, and 886 of a maker's 1,000 USDT
 * were a store's for 100 RUB that never came, in 0.7 s. A token with the scope `settings` could do the same.
 */
const reason = 'an attack';
const pair = { settlementCurrency: 'USDT', fiatCurrency: 'RUB' };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let service: ProductionService;
let thief: CarefulPerson;
let honest: CarefulPerson;

beforeAll(async () => {
  service = await startProductionService();
  await createUser(service, { login: 'honest', role: 'operator' });
  thief = await CarefulPerson.signedIn(service, 'operator', operatorPassword);
  honest = await CarefulPerson.signedIn(service, 'honest', 'a password of tests');
});
afterAll(() => service?.stop());

const bad = () => thief.client;
const set = (change: object, client = bad()) => codeOf(client.post('/rates', { ...pair, ...change, reason }));
const rateNow = async (type = 'in') => (await service.shop.get('/api/merchant/currency-rates/current')).body[type].rate;
const newest = async () => (await bad().get('/approvals')).body.items[0];
const approve = async (client: OperatorClient) =>
  codeOf(client.post(`/approvals/${(await newest()).id}/approve`, { reason }));
const later = async (ms: number) => {
  await thief.wait(ms);
  await honest.wait(0);
};
/** The market of the day, as the machine has it. */
const begin = async (values: { readonly in: bigint; readonly out: bigint }) => {
  const input = { ...pair, in: rate(values.in), out: rate(values.out), isConfirmed: true, ageMaxMs: null };
  await testSettings(service.db.pool).run(setRate, input, { actor: cliActor, reason, at: service.now() });
};

describe('one operator in production', () => {
  it('sets no rate far from the last one, whatever is confirmed; two operators do, and see both rates', async () => {
    expect(await set({ in: '0.12', out: '0.11', isConfirmed: true })).toBe('second_person_needed');
    expect(await rateNow()).toBe('95.50');
    const asked = await newest();
    expect(asked).toMatchObject({
      act: 'set-rate',
      danger: 'rate',
      details: { in: '0.12', inWas: '95.50', out: '0.11', outWas: '93.50' },
    });
    expect(await approve(bad())).toBe('own_request');
    expect(await codeOf(honest.client.post(`/approvals/${asked.id}/reject`, { reason }))).toBe('done');
    expect(await set({ in: '120', out: '118', isConfirmed: true })).toBe('second_person_needed');
    expect(await approve(honest.client)).toBe('done');
    expect([await rateNow(), await rateNow('out')]).toEqual(['120.00', '118.00']);
  });

  it('goes on from a rate that two have agreed to, up to the bound', async () => {
    expect(await set({ in: '123', out: '121' })).toBe('done');
    expect(await set({ in: '127', out: '123' })).toBe('second_person_needed');
    expect((await newest()).details).toMatchObject({ in: '127.00', inWas: '123.00', inDayAgo: '120.00' });
  });

  it('gets no further by many small steps within a day', async () => {
    await begin({ in: 10_000_000_000n, out: 9_000_000_000n });
    const steps = ['98', '96.5', '95.1', '93', '91.5'];
    const outcomes = [];
    for (const step of steps) outcomes.push(await set({ in: step }));
    expect(outcomes).toEqual(['done', 'done', 'done', 'second_person_needed', 'second_person_needed']);
    await later(23 * hourMs);
    expect(await set({ in: '94' })).toBe('second_person_needed');
    expect(await rateNow()).toBe('95.10');
    await later(dayMs);
    expect(await set({ in: '94' })).toBe('done');
  });

  it('puts no payout rate above the payin rate', async () => {
    await begin({ in: 10_000_000_000n, out: 9_800_000_000n });
    expect(await set({ out: '100.5', isConfirmed: true })).toBe('second_person_needed');
    expect(await set({ in: '97.9', isConfirmed: true })).toBe('second_person_needed');
  });

  it('sets the first rate of an unused pair alone, and of one in use with a second person', async () => {
    const unused = { settlementCurrency: 'RUB', fiatCurrency: 'KZT' };
    await service.db.owner.query(`delete from rates where fiat_currency = 'RUB'`);
    expect(await set({ ...unused, in: '1' })).toBe('done');
    expect(await set({ in: '1' })).toBe('second_person_needed');
    await begin({ in: 10_000_000_000n, out: 9_000_000_000n });
  });

  it('lets no source of rates in without a second person', async () => {
    const source = (host: string) => ({ url: `https://${host}/price`, path: 'price' });
    const feed = { ...pair, type: 'in', sources: [source('thief.example')], intervalMs: 3_600_000, reason };
    expect(await codeOf(bad().post('/rate-feeds', feed))).toBe('second_person_needed');
    expect((await bad().get('/rate-feeds')).body.items).toEqual([]);
    expect((await newest()).details).toMatchObject({ sources: '1: https://thief.example/price price' });
    expect(await approve(honest.client)).toBe('done');
    const [{ id }] = (await bad().get('/rate-feeds')).body.items;
    const change = (values: object) => codeOf(bad().patch(`/rate-feeds/${id}`, { ...values, reason }));
    expect(await change({ sources: [source('other.example')] })).toBe('second_person_needed');
    expect((await newest()).details).toMatchObject({ sourcesWere: '1: https://thief.example/price price' });
    expect(await change({ marginBps: -5_000 })).toBe('second_person_needed');
    expect(await change({ ageMaxMs: null })).toBe('second_person_needed');
    expect(await change({ isEnabled: false, sources: [source('thief.example')] })).toBe('done');
    expect(await change({ isEnabled: true })).toBe('second_person_needed');
  });
});

describe('a stolen session or token', () => {
  it('asks for no such rate in a session without a fresh proof, and sets a usual one', async () => {
    service.advance(5 * 60_000);
    expect(await set({ in: '50', isConfirmed: true })).toBe('fresh_code_needed');
    expect(await set({ in: '99.5' })).toBe('done');
    await later(0);
    expect(await set({ in: '50', isConfirmed: true })).toBe('second_person_needed');
  });

  it('makes only a request by a token, and nothing where there is no second operator', async () => {
    const { body } = await bad().post('/tokens', { name: 'robot', scopes: ['settings', 'access'], reason });
    const token = OperatorClient.withToken(service.url, body.token);
    expect(await set({ in: '0.12', isConfirmed: true }, token)).toBe('second_person_needed');
    expect(await codeOf(token.post(`/approvals/${(await newest()).id}/approve`, { reason }))).toBe('people_only');
    expect(await set({ in: '99.6' }, token)).toBe('done');
    await service.db.pool.query(
      `update users set disabled = true, disabled_at = to_timestamp(0) where login = 'honest'`,
    );
    expect(await set({ in: '0.12', isConfirmed: true }, token)).toBe('people_only');
    expect(await rateNow()).toBe('99.60');
    // Somebody alone still works, with a fresh proof, and the log says that nobody was asked.
    await thief.wait(0);
    expect(await set({ in: '110', isConfirmed: true })).toBe('done');
    const { rows } = await service.db.pool.query('select details from audit_log order by id desc limit 1');
    expect(rows[0].details).toMatchObject({ in: '110.00', secondPerson: 'nobody' });
  });
});
