import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { Body } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let operator: OperatorClient;
let maker: OperatorClient;
let merchant: OperatorClient;

const reason = 'a test';

beforeAll(async () => {
  service = await startTestService();
  operator = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
  maker = await OperatorClient.signedIn(service.url, 'maker', 'demo-maker-password');
  merchant = await OperatorClient.signedIn(service.url, 'merchant', 'demo-merchant-password');
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

const createMaker = () => ok(operator.post('/makers', { name: 'New maker', settlementCurrency: 'USDT', reason }));

/** A card nobody else has, with its check digit. */
let serial = 0;
function newCard(): string {
  serial += 1;
  const digits = `40000000${String(serial).padStart(7, '0')}`;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

const card = (makerId: number, change: object = {}) => ({
  makerId,
  option: 'TO_CARD',
  bank: 'mkb',
  currency: 'RUB',
  number: newCard(),
  holder: 'Ivan P.',
  reason,
  ...change,
});

describe('a maker', () => {
  it('is created empty, topped up, and paid back what is not held', async () => {
    const { id, available, held } = await createMaker();
    expect([available.amount, held.amount]).toEqual(['0.00000000', '0.00000000']);
    const topUp = { id: randomUUID(), amount: '100.5', reason };
    const twice = await Promise.all([1, 2].map(() => ok(operator.post(`/makers/${id}/top-ups`, topUp))));
    expect(twice.map((answer) => answer.available.amount)).toEqual(['100.50000000', '100.50000000']);
    const much = await operator.post(`/makers/${id}/pay-backs`, { id: randomUUID(), amount: '100.51', reason });
    expect(much.body[0].code).toBe('insufficient_funds');
    await ok(operator.post(`/makers/${id}/pay-backs`, { id: randomUUID(), amount: '0.5', reason }));
    expect((await ok(operator.get(`/makers/${id}`))).available.amount).toBe('100.00000000');
  });

  it('is paid back once when two operators press at once', async () => {
    const { id } = await createMaker();
    await ok(operator.post(`/makers/${id}/top-ups`, { id: randomUUID(), amount: '10', reason }));
    const payBack = () => operator.post(`/makers/${id}/pay-backs`, { id: randomUUID(), amount: '10', reason });
    const answers = await Promise.all([payBack(), payBack(), payBack()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it.each([
    [{ id: 'no-uuid' }, 'wrong_type', 'id'],
    [{ amount: '0' }, 'invalid_amount', 'amount'],
    [{ amount: '-5' }, 'invalid_amount', 'amount'],
    [{ amount: 5 }, 'wrong_type', 'amount'],
    [{ amount: '99999999999999999999' }, 'invalid_amount', 'amount'],
    [{ reason: ' ' }, 'blank', 'reason'],
  ])('is not topped up with %j', async (change, code, field) => {
    const answer = await operator.post('/makers/1/top-ups', { id: randomUUID(), amount: '1', reason, ...change });
    expect([answer.status, answer.body[0].code, answer.body[0].field]).toEqual([400, code, field]);
  });

  it('sees itself alone and moves no money', async () => {
    expect((await ok(maker.get('/makers'))).items.map(({ id }: Body) => id)).toEqual([1]);
    expect((await maker.get('/makers/2')).status).toBe(404);
    for (const client of [maker, merchant]) {
      expect((await client.post('/makers/1/top-ups', { id: randomUUID(), amount: '1', reason })).status).toBe(403);
      expect((await client.post('/stores/1/top-ups', { id: randomUUID(), amount: '1', reason })).status).toBe(403);
    }
    expect((await merchant.get('/makers')).status).toBe(403);
  });

  it('is listed by pages with its balance', async () => {
    const { items, next } = await ok(operator.get('/makers?limit=3'));
    expect(items).toHaveLength(3);
    expect((await ok(operator.get(`/makers?after=${next}&limit=200`))).items[0].id).toBe(next + 1);
  });
});

describe('a store', () => {
  it('is topped up', async () => {
    const [before] = await ok(service.otherShop.get('/api/merchant/accounts'));
    const { available } = await ok(operator.post('/stores/2/top-ups', { id: randomUUID(), amount: '25', reason }));
    expect(Number(available.amount) - Number(before.sum?.amount ?? before.amount ?? 0)).toBe(25);
  });
});

describe('a requisite', () => {
  it('is given to payers when it is created, and no more when its maker pauses it', async () => {
    const requisite = await ok(operator.post('/requisites', card(1, { dealMax: '5000.00' })));
    const start = { startDeal: true, paymentOption: 'TO_CARD', paymentMethod: 'mkb', amount: '4321.00' };
    await ok(operator.get(`/requisites?number=${requisite.number}`));
    const others = (await ok(operator.get('/requisites?limit=200'))).items.filter(
      ({ id, bank, option }: Body) => bank === 'mkb' && option === 'TO_CARD' && id !== requisite.id,
    );
    for (const { id } of others) await ok(operator.post(`/requisites/${id}/pause`));
    const paid = await ok(service.shop.createPayin(start));
    expect(paid.deals[0].requisites.requisites).toBe(requisite.number);
    expect((await ok(maker.post(`/requisites/${requisite.id}/pause`))).isPaused).toBe(true);
    expect((await ok(service.shop.createPayin({ ...start, amount: '4322.00' }))).deals).toEqual([]);
    await ok(maker.post(`/requisites/${requisite.id}/resume`));
    expect((await ok(service.shop.createPayin({ ...start, amount: '4323.00' }))).deals).toHaveLength(1);
  });

  it('changes its limits; null takes one away', async () => {
    const { id } = await ok(
      operator.post('/requisites', card(1, { dealMin: '10', dayMax: '1000', activeDealsMax: 3 })),
    );
    const change = { dealMin: null, dealMax: '500', restMs: 0, holder: '', reason };
    expect(await ok(operator.patch(`/requisites/${id}`, change))).toMatchObject({
      dealMin: null,
      dealMax: '500.00',
      dayMax: '1000.00',
      activeDealsMax: 3,
      restMs: 0,
      holder: '',
    });
  });

  it.each([
    [{ number: '4111111111111112' }, 400, 'invalid_requisite', 'number'],
    [{ option: 'SBP', number: '12345' }, 400, 'invalid_requisite', 'number'],
    [{ number: '' }, 400, 'blank', 'number'],
    [{ number: '4'.repeat(300) }, 400, 'too_long', 'number'],
    [{ bank: 'nobank' }, 400, 'payment_method_not_allowed', 'bank'],
    [{ bank: 'unknown' }, 400, 'payment_method_not_allowed', 'bank'],
    [{ option: 'CASH' }, 400, 'payment_option_not_allowed', 'option'],
    [{ currency: 'USDX' }, 400, 'currency_not_allowed', 'currency'],
    [{ makerId: 999_999 }, 404, 'not_found', 'makerId'],
    [{ dealMin: '0' }, 400, 'invalid_amount', 'dealMin'],
    [{ activeDealsMax: 0 }, 400, 'out_of_range', 'activeDealsMax'],
    [{ restMs: 'soon' }, 400, 'wrong_type', 'restMs'],
    [{ reason: '' }, 400, 'blank', 'reason'],
  ])('is not created with %j', async (change, status, code, field) => {
    const answer = await operator.post('/requisites', card(1, change));
    expect([answer.status, answer.body[0].code, answer.body[0].field]).toEqual([status, code, field]);
  });

  it('has a number of its own, no matter who enters it and when', async () => {
    const same = card(1);
    const answers = await Promise.all([
      operator.post('/requisites', same),
      operator.post('/requisites', { ...same, makerId: 2, bank: 'otp_bank' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body[0].code).toBe('requisite_taken');
  });

  it('a requisite of another maker is neither seen nor paused', async () => {
    const { id } = await ok(operator.post('/requisites', card(2)));
    expect((await maker.post(`/requisites/${id}/pause`)).status).toBe(404);
    const { items } = await ok(maker.get('/requisites?limit=200&makerId=2'));
    expect(new Set(items.map(({ makerId }: Body) => makerId))).toEqual(new Set([1]));
    expect((await maker.post('/requisites', card(1))).status).toBe(403);
    expect((await maker.patch(`/requisites/${id}`, { restMs: 0, reason })).status).toBe(403);
    expect((await merchant.get('/requisites')).status).toBe(403);
  });
});

describe('the import of requisites', () => {
  const csv = { 'content-type': 'text/csv' };
  const path = (query = '') => `/makers/3/requisites/import?reason=import${query}`;
  const head = 'option,bank,currency,number,holder,dealMax,restMs';

  it('takes a whole file', async () => {
    const file = `${head}\nTO_CARD,vtb,RUB,${newCard()},"Petrov, I.",5000.00,60000\nTO_CARD,otp,RUB,${newCard()},,,\n`;
    expect(await ok(operator.upload(path(), file, csv))).toEqual({ created: 2, errors: [] });
    const { items } = await ok(operator.get('/requisites?makerId=3&limit=200'));
    expect(items.at(-2)).toMatchObject({ holder: 'Petrov, I.', dealMax: '5000.00', restMs: 60_000 });
    expect(items.at(-1)).toMatchObject({ holder: '', dealMax: null, restMs: 900_000 });
  });

  it('reports every bad line and takes nothing, or the good lines when asked to', async () => {
    const [one, two] = [newCard(), newCard()];
    const lines = [
      head,
      `TO_CARD,vtb,RUB,${one},,,`,
      'TO_CARD,vtb,RUB,4111111111111112,,,',
      `TO_CARD,nobank,RUB,${two},,,`,
      `TO_CARD,vtb,RUB,${one},,,`,
      `TO_CARD,vtb,RUB,${two},,-5,`,
      `TO_CARD,vtb,RUB,${two},,,1.5`,
      '',
      `TO_CARD,vtb,RUB,${two}`,
    ];
    const expected = [
      [3, 'invalid_requisite'],
      [4, 'payment_method_not_allowed'],
      [5, 'requisite_taken'],
      [6, 'invalid_amount'],
      [7, 'out_of_range'],
    ];
    const refused = await ok(operator.upload(path(), lines.join('\r\n'), csv));
    expect(refused.created).toBe(0);
    expect(refused.errors.map(({ line, code }: Body) => [line, code])).toEqual(expected);
    const partly = await ok(operator.upload(path('&partial=true'), lines.join('\r\n'), csv));
    expect(partly.created).toBe(2);
    const again = await ok(operator.upload(path('&partial=true'), lines.join('\r\n'), csv));
    expect(again.created).toBe(0);
    expect(again.errors).toHaveLength(7);
  });

  it.each([
    ['nothing', '', 'csv_columns'],
    ['no columns', 'a,b\n1,2', 'csv_columns'],
    ['an open quote', `${head}\nTO_CARD,"vtb,RUB`, 'csv_malformed'],
    ['too many lines', `${head}\n${'x\n'.repeat(5001)}`, 'csv_too_long'],
    ['NUL', `${head}\nTO_CARD,vtb\0,RUB,1`, 'invalid_characters'],
  ])('refuses %s', async (_, file, code) => {
    const answer = await operator.upload(path(), file, csv);
    expect([answer.status, answer.body[0].code]).toEqual([400, code]);
  });

  it('refuses another type, a file that is too big, no reason, and makers', async () => {
    expect((await operator.upload(path(), head, { 'content-type': 'text/plain' })).body[0].code).toBe('content_type');
    expect((await operator.upload(path(), 'x'.repeat(1024 * 1024 + 1), csv)).status).toBe(413);
    expect((await operator.upload('/makers/3/requisites/import', head, csv)).body[0].field).toBe('reason');
    expect((await operator.upload('/makers/999/requisites/import?reason=x', head, csv)).status).toBe(404);
    expect((await maker.upload('/makers/1/requisites/import?reason=x', head, csv)).status).toBe(403);
  });
});
