import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { TestService } from '../../support/service.ts';
import { freshAmount, payinWithDeal, settle } from './support/acts.ts';
import { accountOf, withdraw } from './support/authenticator.ts';
import { startCheckedService } from './support/checked-service.ts';
import { keysOf, rub, usdt } from './support/shapes.ts';

const ratesPath = '/api/merchant/currency-rates/current';

let service: TestService;
beforeAll(async () => {
  service = await startCheckedService();
});
afterAll(() => service.stop());

describe('interface: Current currency rates', () => {
  it('has the members in and out, each with pair and rate', async () => {
    const { body } = await service.shop.get(ratesPath);
    expect(keysOf(body)).toEqual(['in', 'out']);
    expect([keysOf(body.in), keysOf(body.out)]).toEqual([
      ['pair', 'rate'],
      ['pair', 'rate'],
    ]);
  });

  it("contract 5: answers with the pair of the store's main currency, in and out apart", async () => {
    expect((await service.shop.get(ratesPath)).body).toEqual({
      in: { pair: 'USDT/RUB', rate: '95.50' },
      out: { pair: 'USDT/RUB', rate: '93.50' },
    });
  });

  it('contract 5: ?currency=KZT chooses another', async () => {
    expect((await service.shop.get(`${ratesPath}?currency=KZT`)).body).toEqual({
      in: { pair: 'USDT/KZT', rate: '525.00' },
      out: { pair: 'USDT/KZT', rate: '515.00' },
    });
  });

  it.each(['XXX', 'USD'])('a currency without a rate is refused: %s', async (currency) => {
    const { status, body } = await service.shop.get(`${ratesPath}?currency=${currency}`);
    expect({ status, faults: body.length }).toEqual({ status: 400, faults: 1 });
  });
});

describe('contract 5: payin sums', () => {
  it('come out even where the division does', async () => {
    // 955 / 95.50 = 10; 2.5 % of it are 0.25.
    const { id } = await payinWithDeal(service, { amount: '955' });
    const { body } = await service.shop.confirm(id);
    expect(body.deals[0].payment).toMatchObject({
      takerSum: rub('955.00'),
      makerSum: usdt('10.00000000'),
      feeSum: usdt('0.25000000'),
    });
    expect(body.payoutSum).toEqual(usdt('9.75000000'));
  });

  it('makerSum = takerSum / rate, cut off; feeSum = makerSum × fee, rounded up; payoutSum is the rest', async () => {
    // 1000 / 95.50 = 10.471204188…; rounding would end in 19.
    // 10.47120418 × 0.025 = 0.2617801045, up to …011. The rest: 10.20942407.
    const { id } = await payinWithDeal(service, { amount: '1000' });
    const { body } = await service.shop.confirm(id);
    expect(body.deals[0].payment).toMatchObject({ makerSum: usdt('10.47120418'), feeSum: usdt('0.26178011') });
    expect(body.payoutSum).toEqual(usdt('10.20942407'));
  });

  it('are worked out at the rate of the currency', async () => {
    // 1000 / 525 = 1.904761904…; × 0.025 = 0.0476190475, up to …905. The rest: 1.85714285.
    const { id } = await payinWithDeal(service, { amount: '1000', currency: 'KZT' });
    const { body } = await service.shop.confirm(id);
    expect(body.receivedSumFromTaker).toEqual({ amount: '1000.00', currency: 'KZT', subunit: 2 });
    expect(body.receivedSumFromMaker).toEqual(usdt('1.90476190'));
    expect(body.serviceFeeSum).toEqual(usdt('0.04761905'));
    expect(body.payoutSum).toEqual(usdt('1.85714285'));
  });

  it("receivedSumFromTaker, receivedSumFromMaker and serviceFeeSum equal the payment's sums", async () => {
    const { id } = await payinWithDeal(service);
    const { body } = await service.shop.confirm(id);
    const { takerSum, makerSum, feeSum } = body.deals[0].payment;
    expect([body.receivedSumFromTaker, body.receivedSumFromMaker, body.serviceFeeSum]).toEqual([
      takerSum,
      makerSum,
      feeSum,
    ]);
  });

  it('the fee is a setting of the store', async () => {
    await service.db.pool.query('update stores set in_fee_bps = 333 where id = 2');
    const { body } = await service.otherShop.createPayin({ amount: '1000', startDeal: true });
    const confirmed = (await service.otherShop.confirm(body.id)).body;
    // 10.47120418 × 0.0333 = 0.348691099194, up to …1.
    expect(confirmed.serviceFeeSum).toEqual(usdt('0.34869110'));
  });

  it('the account is credited with payoutSum when the money is confirmed, not before', async () => {
    const { sum: before } = await accountOf(service.shop);
    const invoice = await payinWithDeal(service, { amount: '955' });
    await service.shop.confirm(invoice.id);
    expect((await accountOf(service.shop)).sum).toEqual(before);
    await settle(service, invoice);
    expect((await accountOf(service.shop)).sum).toEqual(usdt(plus(before.amount, 975_000_000n)));
  });
});

describe('contract 5: the rate of a deal is fixed when it starts', () => {
  it('a payin keeps its rate, the next one has the new rate', async () => {
    const old = await payinWithDeal(service, { amount: '1910' });
    await setRate('in', '100');
    const confirmed = (await service.shop.confirm(old.id)).body;
    const next = await payinWithDeal(service);
    await setRate('in', '95.5');
    expect(confirmed.deals[0].rate).toBe('95.50');
    expect(confirmed.receivedSumFromMaker).toEqual(usdt('20.00000000'));
    expect(next.deals[0].rate).toBe('100.00');
  });

  it('a second deal of one invoice is fixed anew', async () => {
    const first = await payinWithDeal(service, { paymentOption: 'SBP' });
    await setRate('in', '99.12345678');
    const { body } = await service.shop.startDeal(first.id, { paymentOption: 'TO_CARD' });
    await setRate('in', '95.5');
    expect([first.deals[0].rate, body.deals[0].rate]).toEqual(['95.50', '99.12345678']);
  });

  it('currency-rates/current follows a new rate', async () => {
    await expect.poll(currentRates).toEqual(['95.50', '93.50']);
    await setRate('out', '94.25');
    await expect.poll(currentRates).toEqual(['95.50', '94.25']);
    await setRate('out', '93.5');
    await expect.poll(currentRates).toEqual(['95.50', '93.50']);
  });

  it('currency-rates/current follows the last of many new rates', async () => {
    for (const rate of ['91', '92', '93', '94', '94.25']) await setRate('out', rate);
    try {
      await expect.poll(currentRates).toEqual(['95.50', '94.25']);
    } finally {
      await setRate('out', '93.5');
    }
  });
});

describe('contract 5: payout sums', () => {
  it('the store pays sum / rate(out) rounded up, plus the fee rounded up', async () => {
    const before = await accountOf(service.shop);
    const { body } = await service.shop.createPayout({ amount: '1000' });
    expect(body.deals[0].rate).toBe('93.50');
    // 1000 / 93.50 = 10.695187165…, up to …717; × 0.015 = 0.16042780755, up to …781. Together 10.85561498.
    const account = await accountOf(service.shop);
    expect(account.frozenSum).toEqual(usdt(plus(before.frozenSum.amount, 1_085_561_498n)));
    expect(account.sum).toEqual(usdt(plus(before.sum.amount, -1_085_561_498n)));
    await service.shop.cancel(body.id);
    expect(await accountOf(service.shop)).toEqual(before);
  });

  it('are frozen at the rate at which the payout was created', async () => {
    const before = await accountOf(service.shop);
    const { body } = await service.shop.createPayout({ amount: '935' });
    await setRate('out', '50');
    await service.shop.cancel(body.id);
    await setRate('out', '93.5');
    expect(await accountOf(service.shop)).toEqual(before);
  });
});

describe('contract 5: Account', () => {
  it('sum is what can be spent now, frozenSum what is held for payouts and withdrawals', async () => {
    const before = await accountOf(service.shop);
    const { body: payout } = await service.shop.createPayout({ amount: '935' });
    await withdraw(service, { amount: '10' });
    const held = 1_015_000_000n + 1_200_000_000n;
    const after = await accountOf(service.shop);
    expect(after.frozenSum).toEqual(usdt(plus(before.frozenSum.amount, held)));
    expect(after.sum).toEqual(usdt(plus(before.sum.amount, -held)));
    await service.shop.cancel(payout.id);
  });
});

it('a sum that differs by one kopeck differs in the books', async () => {
  // 955.01 / 95.50 = 10.000104712…
  const { id } = await payinWithDeal(service, { amount: '955.01' });
  expect((await service.shop.confirm(id)).body.receivedSumFromMaker).toEqual(usdt('10.00010471'));
});

it('leaves the books in order', async () => {
  await settle(service, await payinWithDeal(service, { amount: freshAmount() }));
  await expectLawsHold(service.db.pool);
});

async function setRate(type: 'in' | 'out', rate: string): Promise<void> {
  await service.db.pool.query(
    `update rates set rate_e8 = $1::numeric * 100000000 where fiat_currency = 'RUB' and type = $2`,
    [rate, type],
  );
}

async function currentRates(): Promise<string[]> {
  const { body } = await service.shop.get(ratesPath);
  return [body.in.rate, body.out.rate];
}

/** Adds hundred-millionths to a decimal string of eight fraction digits. */
function plus(amount: string, hundredMillionths: bigint): string {
  const digits = (BigInt(amount.replace('.', '')) + hundredMillionths).toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
