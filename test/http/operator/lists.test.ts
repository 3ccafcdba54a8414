import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { signInDemo } from '../../support/staff.ts';

let service: TestService;
let operator: OperatorClient;
let merchant: OperatorClient;
let invoices: { id: string; internalId: string }[];
let payoutId: string;
let requisite: string;

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  merchant = await signInDemo(service, 'merchant');
  invoices = [];
  for (let index = 0; index < 7; index++) {
    const shop = index < 5 ? service.shop : service.otherShop;
    const { body } = await shop.createPayin({
      startDeal: true,
      amount: `${3000 + index}.00`,
      internalId: `o/${index}`,
    });
    invoices.push(body);
    // IDs of one millisecond are in no order.
    service.advance(5);
    if (index === 0) requisite = body.deals[0].requisites.requisites;
  }
  payoutId = (await service.shop.createPayout({ amount: '3003.00' })).body.id;
  await service.shop.cancel(idOf(4));
});
afterAll(() => service.stop());

const idOf = (index: number) => invoices[index]?.id ?? '';

async function ids(path: string, who = operator): Promise<string[]> {
  const { status, body } = await who.get(path);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.items.map(({ id }: { id: string }) => id);
}

describe('invoices', () => {
  it('come newest first, page by page', async () => {
    const all = [payoutId, ...invoices.map(({ id }) => id).reverse()];
    const seen: string[] = [];
    let after = '';
    do {
      const { body } = await merchant.get(`/invoices?limit=3&after=${after}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      after = body.next ?? '';
    } while (after !== '');
    expect(seen).toEqual(all);
    expect(await ids('/invoices')).toEqual(all);
  });

  it.each<[string, () => string, () => string[]]>([
    ['store', () => 'storeId=2', () => [idOf(6), idOf(5)]],
    ['status', () => 'status=canceled', () => [idOf(4)]],
    ['status, when nothing has it', () => 'status=dispute', () => []],
    ['type', () => 'type=out', () => [payoutId]],
    ['internal ID', () => `internalId=${encodeURIComponent('o/5')}`, () => [idOf(5)]],
    ['internal ID of another store', () => `internalId=${encodeURIComponent('o/5')}&storeId=1`, () => []],
    ['ID, in capitals too', () => `id=${idOf(2).toUpperCase()}`, () => [idOf(2)]],
    ['amount', () => 'amount=3003&currency=RUB', () => [payoutId, idOf(3)]],
    ['amount and type', () => 'amount=3003.00&currency=RUB&type=in', () => [idOf(3)]],
    ['amount in another currency', () => 'amount=3003&currency=KZT', () => []],
    ['end of a payout’s number', () => 'requisite=0004&type=out', () => [payoutId]],
    ['whole number of a payout', () => 'requisite=2200000000000004', () => [payoutId]],
    ['number of a requisite', () => `requisite=${encodeURIComponent(requisite)}`, () => [idOf(0)]],
    ['time', () => `from=${new Date(service.now() + 60_000).toISOString()}`, () => []],
    ['a store that is not there', () => 'storeId=999', () => []],
  ])('are found by %s', async (_, query, expected) => {
    expect(await ids(`/invoices?${query()}`)).toEqual(expected());
  });

  it.each([
    ['amount=1', 'blank', 'currency'],
    ['amount=-1&currency=RUB', 'invalid_amount', 'amount'],
    ['amount=1&currency=XYZ', 'currency_not_allowed', 'currency'],
    ['requisite=%25%25%25%25', 'wrong_type', 'requisite'],
    ['requisite=12', 'wrong_type', 'requisite'],
    ['storeId=1&storeId=2', 'wrong_type', 'storeId'],
    ['internalId=%00', 'invalid_characters', 'internalId'],
  ])('are not searched by %s', async (query, code, field) => {
    const { status, body } = await operator.get(`/invoices?${query}`);
    expect([status, body[0].code, body[0].field]).toEqual([400, code, field]);
  });
});

it('finds the deals that run, of everybody or of one maker', async () => {
  const running = [0, 1, 2, 3, 5, 6].map(idOf).reverse();
  expect(await ids('/deals?status=running')).toEqual(running);
  const whole = (await operator.get('/deals?status=running')).body.items;
  const { makerId } = whole[0];
  const own = whole.filter((deal: { makerId: number }) => deal.makerId === makerId);
  expect(await ids(`/deals?status=running&makerId=${makerId}`)).toEqual(own.map(({ id }: { id: string }) => id));
  expect(await ids('/deals?status=running&type=out')).toEqual([]);
});

it('shows an expired deal as expired before the worker writes it down', async () => {
  const { body } = await service.shop.createPayin({ startDeal: true, amount: '4444.00' });
  service.advance(61 * 60_000);
  expect(await ids('/invoices?status=new&type=in')).toEqual([]);
  const timeline = (await operator.get(`/invoices/${body.id}`)).body;
  expect([timeline.status, timeline.deals[0].status]).toEqual(['expired', 'expired']);
});

it('hides from a merchant who is behind a requisite, and what others did', async () => {
  const { body } = await merchant.get(`/invoices/${idOf(0)}`);
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['audit']));
  expect(body.arrivals).toBeUndefined();
  expect(body.deals[0].makerId).toBeUndefined();
  expect(body.transfers).toEqual([]);
});
