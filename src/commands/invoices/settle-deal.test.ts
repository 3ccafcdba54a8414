import { describe, expect, it } from 'vitest';
import { makerOne, makerTwo, merchantOne, operator } from '../../../test/engine/support/decided.ts';
import { memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import {
  act,
  codeOf,
  follows,
  moved,
  plansOf,
  type StoredBefore,
  smallService,
} from '../../../test/engine/support/small-service.ts';
import {
  account,
  arrival,
  catalogueOf,
  deal,
  dispute,
  feeAccountId,
  invoice,
  noon,
  payoutDeal,
  requisite,
  store,
} from '../../../test/engine/support/small-world.ts';
import { type ArrivalException, heldArrivalsPerDealMax } from '../../domain/arrivals/arrival.ts';
import type { Deal, PayoutDeal } from '../../domain/invoices/deal.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { fiat, formatAmount, minorMax, settlement } from '../../domain/money/money.ts';
import { rate } from '../../domain/rates/rates.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { fault } from '../../errors/app-error.ts';
import { settleDeal } from './settle-deal.ts';

type Request = Parameters<typeof settleDeal>[0];

const catalogue = catalogueOf([requisite(1), requisite(2, { makerId: 2 })]);
const makerAccounts = { available: 102, held: 103 };
const open = invoice({ dealCount: 1 });
const running = deal();
const dayMs = 86_400_000;

const settle = (change: Partial<Request> = {}) =>
  settleDeal({
    actor: operator,
    reason: 'seen at the bank',
    invoiceId: open.id,
    dealId: running.id,
    seenStoreId: 1,
    amount: null,
    reportId: 'report',
    ...change,
  });

const serviceOf = (before: StoredBefore, world: Catalogue = catalogue) => smallService(world, before);
const withDeal = (change: Partial<typeof running> = {}, more: StoredBefore = {}) =>
  serviceOf({ invoices: [open], deals: [{ ...running, ...change }], ...more });

/** What a deal and its invoice are once the money is there. */
function paidBy(change: Partial<typeof running>, of: Partial<Invoice> = {}) {
  const completed = { ...running, status: 'completed' as const, confirmedAt: noon, endedAt: noon, ...change };
  const { makerSum, feeSum } = completed;
  const paid: Invoice = {
    ...open,
    status: 'paid',
    receivedSum: completed.receivedSum ?? completed.askedSum,
    shownSum: completed.receivedSum ?? completed.askedSum,
    makerSum,
    feeSum,
    payoutSum: settlement(makerSum - feeSum),
    updatedAt: noon,
    sequence: 1,
    ...of,
  };
  return { completed: { ...completed, restsUntil: noon + 60_000 }, paid };
}

const auditOf = (details: Record<string, string>, actor = operator) => ({
  at: noon,
  actor,
  reason: 'seen at the bank',
  action: 'settle-deal',
  subjectKind: 'invoice',
  subjectId: open.id,
  details: { dealId: running.id, ...details },
});

describe('settling a payin', () => {
  const { completed, paid } = paidBy({});
  const { available, held } = makerAccounts;
  const expected = (actor = operator) => ({
    result: { invoice: paid, deals: [completed] },
    changes: {
      invoices: [paid],
      deals: [completed],
      transfers: [
        moved('payin_settle', running.id, [held, account.availableId], 1_020_942_407n),
        moved('payin_fee', running.id, [held, feeAccountId], 26_178_011n),
      ],
      notifications: [{ invoice: paid, deal: completed, createdAt: noon }],
      requisiteUses: [{ requisiteId: 1, activeDelta: -1, started: null }],
      audits: [auditOf({ received: '1000.00' }, actor)],
    },
  });

  it('pays the store and the fee out of what is held, tells the shop and writes down who said so', () => {
    expect(act(withDeal(), settle())).toEqual(expected());
  });

  it.each(['1000', '1000.00', '1000.000'])('is the same by the word of its maker who says that %s came', (amount) => {
    expect(act(withDeal(), settle({ actor: makerOne, amount }))).toEqual(expected(makerOne));
    expect(act(withDeal(), settle({ actor: makerOne }))).toEqual(expected(makerOne));
  });

  it('keeps the moment of the receipt, where there was one', () => {
    const confirmed = { status: 'transfer_confirmed', confirmedAt: noon - 5 } as const;
    expect(follows(withDeal(confirmed), settle()).result.deals).toEqual([{ ...completed, confirmedAt: noon - 5 }]);
  });

  it('is done once: repeated it is refused, and moves nothing', () => {
    const service = withDeal();
    follows(service, settle());
    expect(act(service, settle())).toEqual(fault('deal_settled', { status: 'completed' }));
    expect(service.transfersOf.get(running.id)).toHaveLength(2);
  });

  it.each([
    ['999.99', 99_999n, 'short', 'payin_reduce', [held, available], 10_471n, 1_047_109_947n, 26_177_749n],
    ['1000.01', 100_001n, 'over', 'payin_extend', [available, held], 10_472n, 1_047_130_890n, 26_178_273n],
  ] as const)('follows what came by the word of an operator, who says that it was %s', (...row) => {
    const [amount, received, sumReason, kind, accounts, difference, makerSum, feeSum] = row;
    const sums = { receivedSum: fiat(received), makerSum: settlement(makerSum), feeSum: settlement(feeSum) };
    const other = paidBy(sums, { isSumChanged: true, sumReason });
    const { result, changes } = follows(withDeal(), settle({ amount }));
    expect(result).toEqual({ invoice: other.paid, deals: [other.completed] });
    expect(changes.transfers).toEqual([
      moved(kind, running.id, accounts, difference),
      moved('payin_settle', running.id, [held, account.availableId], makerSum - feeSum),
      moved('payin_fee', running.id, [held, feeAccountId], feeSum),
    ]);
    expect(changes.audits).toEqual([auditOf({ received: amount })]);
    expect(changes.arrivals).toBeUndefined();
  });

  it.each(['completed', 'canceled', 'expired', 'dispute'] as const)('is refused when the deal is %s', (status) => {
    const argued = status === 'dispute' ? { dispute: dispute() } : {};
    for (const actor of [operator, makerOne]) {
      expect(act(withDeal({ status, ...argued }), settle({ actor }))).toEqual(fault('deal_settled', { status }));
    }
  });

  it('is in time a moment before the deadline and late at it', () => {
    expect(codeOf(act(withDeal(), settle(), running.deadlineAt - 1))).toBe('done');
    expect(act(withDeal(), settle(), running.deadlineAt)).toEqual(fault('deal_settled', { status: 'expired' }));
    expect(codeOf(act(withDeal({ status: 'transfer_confirmed' }), settle(), running.deadlineAt))).toBe('done');
  });

  it.each([
    ['another maker', { actor: makerTwo }],
    ['a merchant', { actor: merchantOne }],
    ['somebody who names another deal', { dealId: 'another' }],
    ['somebody who names another invoice', { invoiceId: 'another' }],
  ])('does not exist for %s', (_who, change) => {
    expect(act(withDeal(), settle(change))).toEqual(fault('not_found'));
  });

  it.each(['0', '0.00', '-1', '1.001', '1e3', '', ' 1', '92233720368547758.08'])('refuses the sum "%s"', (amount) => {
    for (const actor of [operator, makerOne]) {
      const refused = fault('invalid_amount', { field: 'amount', subunit: 2 });
      expect(act(withDeal(), settle({ amount, actor }))).toEqual(refused);
    }
  });

  it('takes the largest sum that can be stored, if only the maker had it', () => {
    const amount = formatAmount(minorMax, 2);
    expect(codeOf(act(withDeal(), settle({ amount })))).toBe('maker_funds');
  });

  it('plans for the invoice, the accounts of its store, and what came for the deal', () => {
    expect(plansOf(withDeal(), settle())).toEqual([
      {
        invoiceIds: [open.id],
        accountIds: [account.availableId, account.frozenId, account.excessId],
        arrivalsOf: [running.id],
      },
    ]);
    expect([settle().saidBy, settle({ actor: makerOne }).saidBy]).toEqual([operator, makerOne]);
  });
});

describe('another sum by the word of the maker', () => {
  const report = (amount: string, change: Partial<Request> = {}) => settle({ actor: makerOne, amount, ...change });
  const reported = (amount: bigint, exception: ArrivalException) =>
    arrival({
      id: 'report',
      amount: fiat(amount),
      reference: `deal ${running.id}`,
      exception,
      dealId: running.id,
      enteredBy: 'boris',
      toldBy: 'maker',
    });

  it.each([
    ['999.99', 99_999n, 'short'],
    ['1000.01', 100_001n, 'over'],
    ['0.01', 1n, 'short'],
  ] as const)('is a report, held for an operator, who decides about %s', (amount, sum, exception) => {
    const held = reported(sum, exception);
    expect(act(withDeal(), report(amount))).toEqual({
      result: { invoice: open, deals: [running] },
      changes: {
        arrivals: [held],
        audits: [
          {
            at: noon,
            actor: makerOne,
            reason: 'seen at the bank',
            action: 'report-sum',
            subjectKind: 'arrival',
            subjectId: 'report',
            details: { dealId: running.id, received: amount, exception },
          },
        ],
      },
    });
  });

  it('is reported once: the same again changes nothing, and another one is refused with the first', () => {
    const service = withDeal();
    follows(service, report('900'));
    const again = report('900', { reportId: 'another' });
    expect(act(service, again)).toEqual({ result: { invoice: open, deals: [running] }, changes: {} });
    for (const other of ['899.99', '900.01']) {
      const refused = act(service, report(other, { reportId: 'another' }));
      expect(refused).toEqual(fault('sum_reported', { amount: '900.00' }));
    }
    expect([...service.arrivals.values()]).toEqual([reported(90_000n, 'short')]);
  });

  it('does not keep the maker from saying that all of it came', () => {
    const service = withDeal();
    follows(service, report('900'));
    const { changes } = follows(service, settle({ actor: makerOne }));
    expect(changes.arrivals).toBeUndefined();
    expect(changes.deals).toMatchObject([{ status: 'completed', receivedSum: null }]);
  });

  it('is looked for among what was entered before, under the name of the deal', () => {
    const service = withDeal();
    const first = { invoiceIds: [open.id], accountIds: [11, 12, 15], arrivalsOf: [running.id] };
    const key = { requisiteId: 1, amount: fiat(90_000n), reference: `deal ${running.id}` };
    expect(plansOf(service, report('900'))).toEqual([first, { ...first, arrival: key }]);
  });
});

describe('settling a deal whose money a message has told of', () => {
  const told = (change: Parameters<typeof arrival>[0] = {}) => arrival({ exception: 'automation_off', ...change });
  const withTold = (one: ReturnType<typeof arrival>) => withDeal({}, { arrivals: [one] });

  it.each(['automation_off', 'deal_limit', 'day_limit', 'balance_break', 'balance_unchecked'] as const)(
    'takes the arrival held by %s for that very money, and locks it first',
    (exception) => {
      const one = told({ exception });
      for (const actor of [operator, makerOne]) {
        const { changes } = follows(withTold(one), settle({ actor }));
        expect(changes.arrivals).toEqual([{ ...one, status: 'matched', resolvedAt: noon }]);
        expect(changes.transfers).toHaveLength(2);
      }
      const [first, second] = plansOf(withTold(one), settle());
      expect(second).toEqual({ ...first, arrivalIds: [one.id] });
    },
  );

  it.each<[string, Partial<ReturnType<typeof arrival>>]>([
    ['is older than the deal', { exception: 'before_deal' }],
    ['is less by a kopeck', { amount: fiat(99_999n) }],
    ['is more by a kopeck', { amount: fiat(100_001n) }],
    ['came for another deal', { dealId: 'another' }],
    ['was sent back', { status: 'returned', resolvedAt: noon }],
  ])('leaves alone money that %s', (_what, change) => {
    const { changes } = follows(withTold(told(change)), settle());
    expect(changes.arrivals).toBeUndefined();
    expect(changes.deals).toMatchObject([{ status: 'completed' }]);
  });

  it('looks through ten that are held for the deal; of more a person decides first, unless its money is among those', () => {
    const held = (count: number, first: Parameters<typeof arrival>[0] = {}) =>
      Array.from({ length: count }, (_, index) => {
        const id = `told ${String(index).padStart(2, '0')}`;
        return told({ id, reference: id, amount: fiat(99_999n), ...(index === 0 ? first : {}) });
      });
    const settled = (arrivals: ReturnType<typeof held>) => act(withDeal({}, { arrivals }), settle());
    expect(settled(held(heldArrivalsPerDealMax))).toMatchObject({ changes: { deals: [{ status: 'completed' }] } });
    const refused = fault('arrival_undecided', { arrivalId: 'told 00' });
    expect(settled(held(heldArrivalsPerDealMax + 1))).toEqual(refused);
    const withIts = held(heldArrivalsPerDealMax + 5, { amount: fiat(100_000n) });
    const { changes } = follows(withDeal({}, { arrivals: withIts }), settle());
    expect(changes.arrivals).toEqual([{ ...withIts[0], status: 'matched', resolvedAt: noon }]);
  });

  it.each([
    ['short', 99_999n, '999.99'],
    ['over', 100_001n, '1000.01'],
    ['late', 100_000n, null],
  ] as const)(
    'takes what is held as %s for that very money where an operator says that this sum came',
    (exception, sum, amount) => {
      const one = told({ exception, amount: fiat(sum) });
      const { changes } = follows(withTold(one), settle({ amount }));
      expect(changes.arrivals).toEqual([{ ...one, status: 'matched', resolvedAt: noon }]);
      const bySomebody = follows(withTold(one), settle({ amount: null, actor: makerOne }));
      expect(bySomebody.changes.arrivals).toBeUndefined();
    },
  );

  it('takes none where the money of the deal is there already', () => {
    const one = told();
    const first = arrival({ id: 'first', reference: 'line 2', status: 'matched', resolvedAt: noon });
    const { changes } = follows(withDeal({}, { arrivals: [one, first] }), settle());
    expect(changes.arrivals).toBeUndefined();
  });

  it('locks the one it takes, where the one it had locked was sent back by then', () => {
    const [gone, other] = [told({ id: 'first', status: 'returned' }), told({ id: 'second', reference: 'line 2' })];
    const rows = { invoices: [open], deals: [running], arrivals: [gone], arrivalsOfDeals: [other] };
    const decision = settle().decide(memoryBatch(catalogue, rows), { arrivalIds: ['first'] });
    expect(decision).toEqual({ kind: 'again', hint: { arrivalIds: ['second'] } });
  });
});

describe('settling an overdue payin whose rate has moved', () => {
  const confirmed = { status: 'transfer_confirmed', confirmedAt: noon - dayMs } as const;
  const setting = { setAt: noon, ageMaxMs: null };
  const world = (value: bigint) =>
    catalogueOf([requisite(1)], {
      rates: new Map([['USDT/RUB', { in: { ...setting, rate: rate(value) }, out: { ...setting, rate: rate(1n) } }]]),
    });
  const overdue = (value: bigint, change = {}) =>
    serviceOf({ invoices: [open], deals: [{ ...running, ...confirmed, ...change }] }, world(value));
  const moved3 = 9_836_500_001n;

  it('asks an operator for the rate of now, which is written down', () => {
    const { result, changes } = follows(overdue(moved3), settle({ rate: 'now' }));
    expect(result.deals).toMatchObject([{ rate: moved3, makerSum: 1_016_621_765n, receivedSum: null }]);
    expect(changes.audits).toEqual([auditOf({ received: '1000.00', rate: '98.36500001' })]);
  });

  it.each([
    ['an operator who says nothing about it', { actor: operator }],
    ['its maker', { actor: makerOne }],
    ['its maker, who cannot choose one', { actor: makerOne, rate: 'now' }],
    ['its maker, with another sum', { actor: makerOne, amount: '900' }],
  ] as const)('is refused to %s', (_who, change) => {
    const refused = fault('rate_moved', { dealRate: '95.50', rate: '98.36500001' });
    expect(act(overdue(moved3), settle(change))).toEqual(refused);
  });

  it.each([
    ['has moved up to the bound', overdue(moved3 - 1n)],
    ['has moved, and the receipt is not that old', overdue(moved3, { confirmedAt: noon - dayMs + 1 })],
  ])('keeps its own rate while that %s', (_why, service) => {
    expect(act(service, settle({ rate: 'now' }))).toEqual(fault('rate_fixed', { field: 'rate', rate: '95.50' }));
    const { changes } = follows(service, settle({ actor: makerOne, rate: 'now' }));
    expect(changes.deals).toMatchObject([{ rate: running.rate, makerSum: running.makerSum }]);
    expect(changes.audits).toEqual([auditOf({ received: '1000.00' }, makerOne)]);
  });
});

describe('settling a payout', () => {
  const payout = invoice({ type: 'out', dealCount: 1 });
  const taken = payoutDeal({ status: 'transfer_confirmed', confirmedAt: noon - 5 });
  const withPayout = (change: Partial<PayoutDeal> = {}) =>
    serviceOf({ invoices: [payout], deals: [{ ...taken, ...change } as Deal] });

  it('pays its maker and the fee out of what is frozen, by the word of an operator', () => {
    const completed = { ...taken, status: 'completed', endedAt: noon };
    const { result, changes } = follows(withPayout(), settle());
    expect(result.deals).toEqual([completed]);
    expect(result.invoice).toMatchObject({ status: 'paid', makerSum: taken.makerSum, payoutSum: taken.makerSum });
    expect(changes.transfers).toEqual([
      moved('payout_pay', taken.id, [account.frozenId, makerAccounts.available], taken.makerSum),
      moved('payout_fee', taken.id, [account.frozenId, feeAccountId], taken.feeSum),
    ]);
    expect(changes.requisiteUses).toBeUndefined();
  });

  it('is not for its maker to say, who gains by it', () => {
    expect(codeOf(act(withPayout(), settle({ actor: makerOne })))).toBe('own_word');
    expect(codeOf(act(withPayout(), settle({ actor: makerOne, amount: '999.99' })))).toBe('payout_sum_fixed');
  });

  it('has the one sum that was frozen', () => {
    for (const amount of ['999.99', '1000.01']) {
      expect(act(withPayout(), settle({ amount }))).toEqual(fault('payout_sum_fixed'));
    }
  });

  it.each<[Deal['status'], string]>([
    ['new', 'deal_settled'],
    ['transfer_waiting', 'proof_missing'],
    ['transfer_confirmed', 'done'],
    ['completed', 'deal_settled'],
    ['canceled', 'deal_settled'],
    ['expired', 'deal_settled'],
    ['dispute', 'deal_settled'],
  ])('needs its proof: when the deal is %s the answer is %s', (status, code) => {
    const argued = status === 'dispute' ? { dispute: dispute() } : {};
    expect(codeOf(act(withPayout({ status, ...argued }), settle()))).toBe(code);
  });
});

it('settling looks at the accounts of the store that was seen', () => {
  const another = { ...store, id: 2, accounts: [{ ...account, availableId: 21, frozenId: 22, excessId: 25 }] };
  const two = catalogueOf([requisite(1)], {
    stores: new Map([
      [1, store],
      [2, another],
    ]),
  });
  const service = serviceOf({ invoices: [open], deals: [running] }, two);
  expect(plansOf(service, settle())[0]?.accountIds).toEqual([11, 12, 15]);
  const planning = { catalogue: two, rotation: expect.anything() };
  expect(settle({ seenStoreId: 2 }).plan(planning, undefined).accountIds).toEqual([21, 22, 25]);
});
