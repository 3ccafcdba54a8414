import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import type { Answer, Body } from '../../support/merchant-client.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { signInDemo } from '../../support/staff.ts';

/** Currencies and banks as operators manage them, and what shops and payers see of it. */
let service: TestService;
let operator: OperatorClient;
const reason = 'a test';

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

function good({ status, body }: Answer): Body {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const codeOf = ({ status, body }: Answer) => `${status} ${body[0]?.code} ${body[0]?.field ?? ''}`.trim();
const codes = (entries: readonly { code: string }[]) => entries.map(({ code }) => code);

async function banksShown(currency: string): Promise<string[]> {
  return codes(good(await service.shop.get(`/api/merchant/payment-options?currency=${currency}`)));
}

async function lastAudit(): Promise<Body> {
  return good(await operator.get('/audit-log?limit=1')).items[0];
}

describe('a currency', () => {
  it('is added with the accounts of the service, and everything can be done in it', async () => {
    const wish = { code: 'GEL', name: 'Georgian lari', nameRu: 'Грузинский лари', subunit: 2, reason };
    const { currencies } = good(await operator.post('/catalogue/currencies', wish));
    expect(currencies.at(-1)).toEqual({ ...wish, reason: undefined, isEnabled: true });
    const { rows } = await service.db.pool.query(`select kind from accounts where currency = 'GEL' order by kind`);
    expect(rows).toEqual([{ kind: 'external' }, { kind: 'fees' }]);
    good(await operator.post('/makers', { name: 'Maker of lari', settlementCurrency: 'GEL', reason }));
    expect(await lastAudit()).toMatchObject({ action: 'create-maker' });
    expect(codeOf(await operator.post('/catalogue/currencies', wish))).toBe('400 code_taken code');
  });

  it('a currency that is switched off takes no new invoice and nothing else that is new', async () => {
    const before = good(await service.shop.createPayin({ currency: 'KZT', amount: '5000', startDeal: true }));
    good(await operator.patch('/catalogue/currencies/KZT', { isEnabled: false, reason }));
    expect(await lastAudit()).toMatchObject({
      action: 'change-catalogue-entry',
      subjectKind: 'currency',
      subjectId: 'KZT',
      reason,
      details: { isEnabled: false },
    });
    expect(codeOf(await service.shop.createPayin({ currency: 'KZT', amount: '5001' }))).toBe(
      '400 currency_not_allowed currency',
    );
    expect(codeOf(await operator.post('/makers', { name: 'M', settlementCurrency: 'KZT', reason }))).toBe(
      '400 currency_not_allowed settlementCurrency',
    );
    expect(await banksShown('KZT')).toEqual([]);
    // What runs goes on.
    expect(good(await service.shop.read(before.id)).deals).toHaveLength(1);
    good(await service.shop.confirm(before.id));
    good(await operator.post(`/deals/${before.id}/settle`, { reason }));
    good(await operator.patch('/catalogue/currencies/KZT', { isEnabled: true, reason }));
    expect(good(await service.shop.createPayin({ currency: 'KZT', amount: '5002' })).status).toBe('new');
  });
});

describe('a bank', () => {
  const wish = { currency: 'RUB', code: 'village_bank', name: 'Village Bank', nameRu: 'Сельский банк', reason };

  it('is added last, with other names, and a requisite and a payin may use it at once', async () => {
    good(await operator.post('/catalogue/banks', { ...wish, aliases: ['village'] }));
    expect(await lastAudit()).toMatchObject({ action: 'add-catalogue-entry', subjectId: 'RUB/village_bank', reason });
    expect((await banksShown('RUB')).at(-1)).toBe('village_bank');
    const requisite = { makerId: 1, option: 'TO_CARD', bank: 'village', currency: 'RUB', number: '5555555555554444' };
    expect(good(await operator.post('/requisites', { ...requisite, reason })).bank).toBe('village_bank');
    for (const named of ['village', 'village_bank']) {
      const { items } = good(await operator.get(`/requisites?bank=${named}`));
      expect(items, named).toMatchObject([{ bank: 'village_bank', number: requisite.number }]);
    }
    expect(good(await operator.get('/requisites?bank=villages')).items).toEqual([]);
    const { deals, paymentMethod } = good(
      await service.shop.createPayin({ paymentMethod: 'village', startDeal: true }),
    );
    expect(paymentMethod).toBe('village_bank');
    expect(deals).toMatchObject([{ paymentMethod: 'village_bank', paymentMethodName: 'Village Bank' }]);
  });

  it.each<[string, object]>([
    ['400 code_taken code', { code: 'sberbank' }],
    ['400 code_taken code', { code: 'psb' }],
    ['400 code_taken aliases', { code: 'other_bank', aliases: ['vtb'] }],
    ['400 currency_not_allowed currency', { currency: 'XYZ' }],
  ])('is refused: %s', async (refusal, change) => {
    expect(codeOf(await operator.post('/catalogue/banks', { ...wish, ...change }))).toBe(refusal);
  });

  it('is renamed for everybody', async () => {
    const change = { name: 'Village Bank Plus', nameRu: null, aliases: ['village', 'vbank'], reason };
    good(await operator.patch('/catalogue/banks/RUB/village_bank', change));
    const shown = good(await service.shop.get('/api/merchant/payment-options?currency=RUB')).at(-1);
    expect(shown).toEqual({ code: 'village_bank', name: 'Village Bank Plus', currency: 'RUB' });
    expect(good(await service.shop.createPayin({ paymentMethod: 'vbank' })).paymentMethod).toBe('village_bank');
    expect(codeOf(await operator.patch('/catalogue/banks/RUB/nobody', { name: 'X', reason }))).toBe('404 not_found');
  });

  it('a bank that is switched off cannot be named and gets no deals; running deals go on', async () => {
    const running = good(
      await service.shop.createPayin({ amount: '777', paymentMethod: 'village_bank', startDeal: true }),
    );
    good(await operator.patch('/catalogue/banks/RUB/village_bank', { isEnabled: false, reason }));
    expect(await banksShown('RUB')).not.toContain('village_bank');
    const publicBanks = await fetch(`${service.url}/api/public/payment-methods/RUB`);
    expect(codes((await publicBanks.json()) as { code: string }[])).not.toContain('village_bank');
    expect(codeOf(await service.shop.createPayin({ paymentMethod: 'village_bank' }))).toBe(
      '400 payment_method_not_allowed paymentMethod',
    );
    expect(good(await service.shop.read(running.id)).deals).toMatchObject([{ paymentMethodName: 'Village Bank Plus' }]);
    const variants = good(await service.shop.get(`/api/merchant/invoices/${running.id}/available-payment-variants`));
    expect(variants.map(({ method }: { method: string }) => method)).not.toContain('village_bank');
    good(await operator.post(`/deals/${running.id}/settle`, { reason }));
  });

  it('cannot be removed while anything names it', async () => {
    const refused = await operator.delete('/catalogue/banks/RUB/village_bank', { reason });
    expect(codeOf(refused)).toBe('400 entry_in_use');
    expect(refused.body[0].message).toContain('requisites');
    good(await operator.post('/catalogue/banks', { ...wish, code: 'mistyped', aliases: ['mistyped-too'] }));
    good(await operator.delete('/catalogue/banks/RUB/mistyped', { reason }));
    expect(await lastAudit()).toMatchObject({ action: 'remove-catalogue-entry', subjectId: 'RUB/mistyped' });
    expect(codeOf(await operator.delete('/catalogue/banks/RUB/mistyped', { reason }))).toBe('404 not_found');
    // Its names are free again.
    good(await operator.post('/catalogue/banks', { ...wish, code: 'mistyped-too' }));
    good(await operator.delete('/catalogue/banks/RUB/mistyped-too', { reason }));
  });

  it('a bank that a payout names cannot be removed either, even without requisites there', async () => {
    good(await operator.post('/catalogue/banks', { ...wish, code: 'far_bank' }));
    good(await service.shop.createPayout({ paymentMethod: 'far_bank' }));
    expect(codeOf(await operator.delete('/catalogue/banks/RUB/far_bank', { reason }))).toBe('400 entry_in_use');
  });
});

describe('removing a currency', () => {
  it('is for one that was never used, and takes its empty accounts along', async () => {
    const wish = { code: 'AMD', name: 'Armenian dram', subunit: 2, reason };
    good(await operator.post('/catalogue/currencies', wish));
    good(await operator.delete('/catalogue/currencies/AMD', { reason }));
    const { rows } = await service.db.pool.query(`select 1 from accounts where currency = 'AMD'`);
    expect(rows).toEqual([]);
    for (const code of ['RUB', 'USDT', 'GEL']) {
      expect(codeOf(await operator.delete(`/catalogue/currencies/${code}`, { reason })), code).toBe('400 entry_in_use');
    }
  });
});

describe('the order', () => {
  it('is what merchants see, and those not named follow', async () => {
    const before = await banksShown('RUB');
    good(await operator.post('/catalogue/order', { kind: 'bank', currency: 'RUB', codes: ['vtb', 'ozon'], reason }));
    const after = await banksShown('RUB');
    expect(after.slice(0, 2)).toEqual(['vtb', 'ozon']);
    expect(after.slice(2)).toEqual(before.filter((code) => code !== 'vtb' && code !== 'ozon'));
    const wish = { kind: 'bank', currency: 'RUB', codes: ['nobody'], reason };
    expect(codeOf(await operator.post('/catalogue/order', wish))).toBe('404 not_found codes');
    good(await operator.post('/catalogue/order', { kind: 'currency', codes: ['KZT'], reason }));
    expect(codes(good(await operator.get('/catalogue')).currencies)[0]).toBe('KZT');
  });
});

it('fifty who add the same bank at once add it once', async () => {
  const wish = { currency: 'RUB', code: 'one_bank', name: 'One', aliases: ['one'], reason };
  const answers = await Promise.all(Array.from({ length: 50 }, () => operator.post('/catalogue/banks', wish)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(['400 code_taken code']));
});

it('the starter catalogue adds what is missing and leaves what operators have changed', async () => {
  await service.db.pool.query(`delete from bank_aliases where alias = 'ubrib'`);
  await service.db.pool.query(`delete from banks where currency = 'AZN'`);
  good(await operator.patch('/catalogue/banks/RUB/vtb', { name: 'VTB of ours', reason }));
  const { added, present } = good(await operator.post('/catalogue/load', { reason }));
  expect(added.currencies).toEqual([]);
  expect(added.banks).toContain('AZN/leobank');
  expect(added.banks.every((entry: string) => entry.startsWith('AZN/'))).toBe(true);
  expect(present.banks).toBeGreaterThan(50);
  const { banks } = good(await operator.get('/catalogue'));
  expect(banks.find(({ code }: { code: string }) => code === 'vtb').name).toBe('VTB of ours');
  expect(await lastAudit()).toMatchObject({ action: 'load-catalogue', details: { currencies: 0 } });
});
