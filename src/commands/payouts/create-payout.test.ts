import { describe, expect, it } from 'vitest';
import { doneIn, refusalIn } from '../../../test/engine/support/decided.ts';
import { decideOn, memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import { payoutRequest } from '../../../test/engine/support/requests.ts';
import { account, catalogueOf, invoice, noon, payoutDeal, store } from '../../../test/engine/support/small-world.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import type { Store } from '../../domain/merchants/store.ts';
import { fiat, settlement } from '../../domain/money/money.ts';
import { Rotation } from '../../domain/payins/rotation.ts';
import type { Loaded } from '../../storage/batch/load-steps.ts';
import { createPayout } from './create-payout.ts';

const catalogueWith = (change: Partial<Store>) => catalogueOf([], { stores: new Map([[1, { ...store, ...change }]]) });
const usual = catalogueOf([]);
/** 1,000.00 RUB at 93.50 for one USDT, rounded up, and 1.5 % of it. */
const makerSum = 1_069_518_717n;
const feeSum = 16_042_781n;

const rotation = new Rotation();
const named = (change: Parameters<typeof payoutRequest>[0] = {}) => payoutRequest({ internalId: 'order', ...change });
/** The payout that has the name already. */
const earlier = (change: Partial<Invoice> = {}) =>
  invoice({
    id: 'earlier',
    type: 'out',
    internalId: 'order',
    namedOption: 'TO_CARD',
    namedBank: 'sberbank',
    requisites: { requisites: '2200000000000004', holder: null },
    dealCount: 1,
    ...change,
  });
const withEarlier = (change: Partial<Invoice> = {}, loaded: Partial<Loaded> = {}, catalogue = usual) =>
  memoryBatch(catalogue, {
    earlierPayouts: [{ storeId: 1, internalId: 'order', id: 'earlier' }],
    invoices: [earlier(change)],
    deals: [payoutDeal({ id: 'earlier', invoiceId: 'earlier', status: 'new', makerId: null, deadlineAt: noon + 1 })],
    ...loaded,
  });

describe('create-payout', () => {
  it('freezes what the payout costs, the sum of the maker and the fee', () => {
    const request = payoutRequest();
    const { result, changes } = doneIn(memoryBatch(usual), createPayout(request));
    expect(result.invoice).toMatchObject({
      id: request.id,
      type: 'out',
      status: 'new',
      askedSum: 100_000n,
      requisites: request.requisites,
      namedOption: 'TO_CARD',
      namedBank: 'sberbank',
      expireAt: noon + store.payoutLifetimeMs,
    });
    expect(result.deals).toMatchObject([
      { id: request.id, type: 'out', status: 'new', makerId: null, makerSum, feeSum },
    ]);
    expect(changes.transfers).toEqual([
      {
        kind: 'payout_freeze',
        subjectId: request.id,
        debitId: account.availableId,
        creditId: account.frozenId,
        amount: makerSum + feeSum,
        currency: 'USDT',
      },
    ]);
  });

  it('is accepted with the very funds it costs, and refused with one unit less', () => {
    const command = createPayout(payoutRequest());
    const having = (balance: bigint) =>
      memoryBatch(usual, { balances: [{ accountId: account.availableId, balance: settlement(balance) }] });
    expect(refusalIn(having(makerSum + feeSum), command)).toBeNull();
    expect(refusalIn(having(makerSum + feeSum - 1n), command)).toBe('insufficient_funds');
  });

  it('plans for the accounts it moves, and for that of the excess only when it looks at an earlier one', () => {
    const command = createPayout(named());
    const { availableId, frozenId, excessId } = account;
    const earlierKey = { storeId: 1, type: 'out', internalId: 'order', amount: 100_000n, currency: 'RUB' };
    expect(command.plan({ catalogue: usual, rotation }, undefined)).toEqual({
      earlier: earlierKey,
      accountIds: [availableId, frozenId],
    });
    expect(command.plan({ catalogue: usual, rotation }, { earlierIds: ['earlier'] })).toEqual({
      earlier: earlierKey,
      invoiceIds: ['earlier'],
      accountIds: [availableId, frozenId, excessId],
    });
    expect(createPayout(payoutRequest()).plan({ catalogue: usual, rotation }, undefined)).toEqual({
      accountIds: [availableId, frozenId],
    });
    expect(command).toMatchObject({ name: 'create-payout', sendsMoneyOut: true });
  });

  it('leaves a refusal met while planning to the decision', () => {
    const command = createPayout(payoutRequest({ amount: '1.001' }));
    expect(command.plan({ catalogue: usual, rotation }, undefined)).toEqual({});
    expect(refusalIn(memoryBatch(usual), command)).toBe('invalid_amount');
  });

  it('needs a name where the store demands one, and a blank one is none', () => {
    const strict = memoryBatch(catalogueWith({ payoutsNeedInternalId: true }));
    expect(refusalIn(strict, createPayout(payoutRequest()))).toBe('internal_id_needed');
    expect(refusalIn(strict, createPayout(payoutRequest({ internalId: '' })))).toBe('internal_id_needed');
    expect(refusalIn(strict, createPayout(named()))).toBeNull();
  });

  it('asks for the earlier one to be locked before it believes in it', () => {
    const view = withEarlier({}, { invoices: [], deals: [] });
    expect(decideOn(view, createPayout(named()))).toEqual({ kind: 'again', hint: { earlierIds: ['earlier'] } });
  });

  it('answers a repeat with the earlier one, and freezes nothing', () => {
    const decision = doneIn(withEarlier(), createPayout(named()), { hint: { earlierIds: ['earlier'] } });
    expect(decision).toMatchObject({ isRepeat: true, result: { invoice: earlier() }, changes: { transfers: [] } });
    expect(decision.changes.invoices).toEqual([]);
  });

  it('answers a repeat when the store, or the service, has since given the currency up', () => {
    const none = { in: new Map(), out: new Map() };
    const ruble = { code: 'RUB', name: 'Russian ruble', subunit: 2, nameRu: null, isEnabled: false };
    for (const given of [catalogueWith({ limits: none }), catalogueOf([], { currencies: new Map([['RUB', ruble]]) })]) {
      const planned = createPayout(named()).plan({ catalogue: given, rotation }, undefined);
      expect(planned.earlier).toMatchObject({ internalId: 'order', amount: 100_000n });
      const repeated = doneIn(withEarlier({}, {}, given), createPayout(named()), { hint: { earlierIds: ['earlier'] } });
      expect(repeated).toMatchObject({ isRepeat: true, result: { invoice: { id: 'earlier' } } });
      // What is new, or not the same, is refused as ever.
      expect(refusalIn(memoryBatch(given), createPayout(named()))).toBe('currency_not_allowed');
      const other = createPayout(named({ amount: '999.99' }));
      expect(refusalIn(withEarlier({}, {}, given), other)).toBe('currency_not_allowed');
    }
  });

  it('knows a repeat under an older code of the bank', () => {
    const request = named({ variant: { option: 'TO_CARD', bank: 'old-sberbank' } });
    expect(doneIn(withEarlier(), createPayout(request)).isRepeat).toBe(true);
  });

  it('writes down that the earlier one has expired, and answers with that', () => {
    const { result, changes } = doneIn(withEarlier({ expireAt: noon }), createPayout(named()));
    expect(result.invoice.status).toBe('expired');
    expect(changes.transfers).toMatchObject([{ kind: 'payout_release', subjectId: 'earlier' }]);
  });

  it.each<[string, Partial<Invoice>]>([
    ['sum', { askedSum: fiat(99_999n) }],
    ['currency', { currency: 'KZT' }],
    ['option', { namedOption: 'SBP' }],
    ['bank', { namedBank: 'tinkoff' }],
    ['number', { requisites: { requisites: '2200000000000005', holder: null } }],
    ['holder', { requisites: { requisites: '2200000000000004', holder: 'Ivan P.' } }],
    ['requisites, having none', { requisites: null }],
  ])('refuses the name again with another %s', (_what, change) => {
    expect(refusalIn(withEarlier(change), createPayout(named()))).toBe('internal_id_reused');
  });

  it('creates nothing where payouts are switched off, for an option that is unknown, or above the limit', () => {
    const off = catalogueWith({ payoutEnabled: false });
    expect(refusalIn(memoryBatch(off), createPayout(payoutRequest()))).toBe('pay_out_disabled');
    const unknown = payoutRequest({ variant: { option: 'PIGEON', bank: null } });
    expect(refusalIn(memoryBatch(usual), createPayout(unknown))).toBe('payment_option_not_allowed');
    expect(refusalIn(memoryBatch(usual), createPayout(payoutRequest({ amount: '1000000.00' })))).toBeNull();
    expect(refusalIn(memoryBatch(usual), createPayout(payoutRequest({ amount: '1000000.01' })))).toBe('amount_too_big');
  });
});
