import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { TestService } from '../../support/service.ts';
import { freshAmount, payinWithDeal, refusal } from './support/acts.ts';
import { withdraw } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';
import { timestamp } from './support/shapes.ts';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

describe('contract 1: Timestamps', () => {
  it('timestamps of an invoice, its deal and its payment carry a numeric offset, never Z', async () => {
    const { id } = await payinWithDeal(service);
    const { body } = await service.shop.confirm(id);
    const [deal] = body.deals;
    const all = [body.createdAt, body.expireAt, body.updatedAt, deal.canceledAt, deal.payment.date];
    for (const text of all) expect(text).toMatch(timestamp);
  });

  it('timestamps of a canceled invoice carry a numeric offset', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    expect((await service.shop.cancel(body.id)).body.expiredAt).toMatch(timestamp);
  });

  it('timestamps of a withdrawal carry a numeric offset', async () => {
    const { body } = await withdraw(service);
    expect(body.createdAt).toMatch(timestamp);
    expect(body.updatedAt).toMatch(timestamp);
  });

  it('name the instant by the clock, in UTC', async () => {
    const before = Math.floor(service.now() / 1000) * 1000;
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    expect(body.createdAt.slice(-6)).toBe('+00:00');
    expect(Date.parse(body.createdAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.createdAt)).toBeLessThanOrEqual(service.now());
  });
});

describe('contract 1: Money out', () => {
  it.each([
    ['RUB', '500.00'],
    ['KZT', '500.00'],
    ['USD', '500.00'],
    ['EUR', '500.00'],
  ])('%s has two fraction digits', async (currency, amount) => {
    await allow(currency);
    const { body } = await service.shop.createPayin({ amount: '500', currency });
    expect(body.sum).toEqual({ amount, currency, subunit: 2 });
  });

  it('USDT has eight fraction digits', async () => {
    const { body } = await service.shop.get('/api/merchant/accounts');
    expect(body[0].withdrawalFee).toEqual({ amount: '2.00000000', currency: 'USDT', subunit: 8 });
  });

  it.each([
    ['XTS', 0, '500'],
    ['XBA', 3, '500.000'],
  ])('currencies are data: %s with subunit %i gives %s', async (currency, subunit, amount) => {
    await service.db.pool.query('insert into currencies (code, name, subunit) values ($1, $1, $2)', [
      currency,
      subunit,
    ]);
    await allow(currency);
    const { body } = await service.shop.createPayin({ amount: '500', currency });
    expect(body.sum).toEqual({ amount, currency, subunit });
  });
});

describe('contract 1: Money in', () => {
  it.each([
    ['1000', '1000.00'],
    ['1000.5', '1000.50'],
    ['1000.0', '1000.00'],
    ['1000.00', '1000.00'],
    ['1000.500', '1000.50'],
    ['1234.56', '1234.56'],
  ])('"%s" is fine for subunit 2 and comes back as %s', async (amount, normalised) => {
    const { status, body } = await service.shop.createPayin({ amount });
    expect({ status, sum: body.sum.amount }).toEqual({ status: 200, sum: normalised });
  });

  it('a sum of eight fraction digits is fine for subunit 8', async () => {
    const { body } = await withdraw(service, { amount: '10.12345678' });
    expect(body.sum.amount).toBe('10.12345678');
  });

  const refused: readonly [string, unknown][] = [
    ['a JSON number', 1000],
    ['a JSON number with a fraction', 1000.5],
    ['a plus sign', '+1000'],
    ['a minus sign', '-1000'],
    ['an exponent', '1e3'],
    ['an exponent in capitals', '1E3'],
    ['a leading blank', ' 1000'],
    ['a trailing blank', '1000 '],
    ['a trailing line break', '1000\n'],
    ['a blank between digits', '1 000'],
    ['only a blank', ' '],
    ['zero', '0'],
    ['zero with a fraction', '0.00'],
    ['a third non-zero digit after the point', '1000.001'],
    ['21 digits before the point', '1'.repeat(21)],
    ['a comma', '1000,50'],
    ['a point without digits after it', '1000.'],
    ['a point without digits before it', '.50'],
    ['two points', '1.000.00'],
    ['hexadecimal', '0x3e8'],
    ['digits of another script', '١٠٠٠'],
    ['no number', 'NaN'],
    ['true', true],
    ['an array', ['1000']],
    ['an object', { amount: '1000' }],
  ];
  it.each(refused)('%s is refused in an invoice', async (_, amount) => {
    const answer = await service.shop.createPayin({ amount });
    expect(refusal(answer)).toMatchObject({ status: 400, field: 'amount' });
    const isText = typeof amount === 'string';
    expect(answer.body[0].code).toBe(isText ? 'invalid_amount' : 'wrong_type');
  });

  it.each(refused.filter(([why]) => !why.startsWith('a third')))('%s is refused in a withdrawal', async (_, amount) => {
    expect(refusal(await withdraw(service, { amount }))).toMatchObject({ status: 400, field: 'amount' });
  });

  it('a ninth non-zero digit after the point is refused for subunit 8', async () => {
    expect(refusal(await withdraw(service, { amount: '10.123456789' }))).toMatchObject({
      status: 400,
      code: 'invalid_amount',
      field: 'amount',
    });
  });

  it('20 digits before the point are a number, only too big', async () => {
    const answer = await service.shop.createPayin({ amount: '9'.repeat(20) });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'amount_too_big' });
  });
});

describe('contract 1: Absent, null, unknown', () => {
  it('null equals absent for every optional parameter of create', async () => {
    const amount = freshAmount();
    const nothing = {
      internalId: null,
      userId: null,
      paymentOption: null,
      paymentMethod: null,
      paymentRequisites: null,
      startDeal: null,
      successUrl: null,
      cancelUrl: null,
    };
    const withNull = await service.shop.createPayin({ amount, ...nothing });
    const without = await service.shop.createPayin({ amount });
    expect(withNull.status).toBe(200);
    const own = { id: '', invoiceUrl: '', createdAt: '', updatedAt: '', expireAt: '' };
    expect({ ...withNull.body, ...own }).toEqual({ ...without.body, ...own });
  });

  it('null equals absent for the parameters of start-deal', async () => {
    const { body } = await service.shop.createPayin({ amount: freshAmount() });
    const { body: started } = await service.shop.startDeal(body.id, { paymentOption: null, paymentMethod: null });
    expect(started.deals).toHaveLength(1);
  });

  it('null equals absent for substractFeeFromAmount and for the holder of requisites', async () => {
    const { body } = await withdraw(service, { amount: '10', substractFeeFromAmount: null });
    expect(body.sum.amount).toBe('10.00000000');
    const paymentRequisites = { requisites: '2200000000000004', holder: null };
    const { body: payout } = await service.shop.createPayout({ paymentRequisites });
    expect(payout.paymentRequisites).toEqual({ requisites: '2200000000000004' });
  });

  it('null is no value for a required parameter', async () => {
    expect(refusal(await service.shop.createPayin({ currency: null }))).toEqual({
      status: 400,
      code: 'blank',
      message: 'This value should not be blank.',
      field: 'currency',
    });
  });

  it('unknown parameters are ignored, in the body, below it and in forms', async () => {
    const change = { amount: freshAmount(), startDeal: true, color: 'red', nested: { a: [1] } };
    const { status, body, headers } = await service.shop.createPayin(change);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('color');
    // A sandbox says so: `startdeal` for `startDeal` would otherwise be ignored in silence.
    expect(headers.get('x-unknown-fields')).toBe('color, nested');
    expect((await service.shop.createPayin({ amount: freshAmount() })).headers.has('x-unknown-fields')).toBe(false);
    const paymentRequisites = { requisites: '2200000000000004', holder: 'Ivan P.', branch: 7 };
    const { body: payout } = await service.shop.createPayout({ paymentRequisites });
    expect(payout.paymentRequisites).toEqual({ requisites: '2200000000000004', holder: 'Ivan P.' });
    const disputed = await service.shop.dispute(body.id, { disputeReason: 'no_payment', color: 'red' });
    expect(disputed.status).toBe(200);
  });
});

describe('contract 1: Empty strings', () => {
  it('notificationUrl and notificationToken may be empty', async () => {
    const { status } = await service.shop.createPayin({ notificationUrl: '', notificationToken: '' });
    expect(status).toBe(200);
  });

  it.each(['notificationUrl', 'notificationToken'])('%s must be present', async (field) => {
    expect(refusal(await service.shop.createPayin({ [field]: undefined }))).toEqual({
      status: 400,
      code: 'blank',
      message: 'This value should not be blank.',
      field,
    });
  });

  it('userId may be empty, and is echoed', async () => {
    const { body } = await service.shop.createPayin({ userId: '' });
    expect(body.userId).toBe('');
  });
});

describe('contract 1: Query', () => {
  it.each(['payment-options', 'payment-methods'])('?currency=RUB filters %s', async (list) => {
    const { body: all } = await service.shop.get(`/api/merchant/${list}`);
    const { body: rubles } = await service.shop.get(`/api/merchant/${list}?currency=RUB`);
    expect(rubles).toEqual(all.filter(({ currency }: { currency: string }) => currency === 'RUB'));
    expect(rubles.length).toBeGreaterThan(0);
    expect(rubles.length).toBeLessThan(all.length);
  });

  it.each(['payment-options', 'payment-methods'])(
    'a currency without items gives an empty list of %s',
    async (list) => {
      expect((await service.shop.get(`/api/merchant/${list}?currency=USDT`)).body).toEqual([]);
    },
  );

  it('other query parameters are ignored', async () => {
    const { body } = await payinWithDeal(service).then(({ id }) =>
      service.shop.get(`/api/merchant/invoices/${id}?x=1`),
    );
    expect(body.status).toBe('new');
    const { status } = await service.shop.get('/api/merchant/payment-options?page=2&currency=RUB&sort=name');
    expect(status).toBe(200);
  });
});

it('leaves the books in order', () => expectLawsHold(service.db.pool));

async function allow(currency: string): Promise<void> {
  await service.db.pool.query(
    `insert into store_limits (store_id, currency, type, amount_min, amount_max) values (1, $1, 'in', 1, 100000000)
     on conflict do nothing`,
    [currency],
  );
}
