import { describe, expect, it } from 'vitest';
import { makerOne, operator } from '../../../test/engine/support/decided.ts';
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
} from '../../../test/engine/support/small-world.ts';
import type { Arrival } from '../../domain/arrivals/arrival.ts';
import type { DealStatus, PayinDeal } from '../../domain/invoices/deal.ts';
import type { TransferKind } from '../../domain/ledger/ledger.ts';
import { fiat, settlement } from '../../domain/money/money.ts';
import { rate } from '../../domain/rates/rates.ts';
import { fault } from '../../errors/app-error.ts';
import { type ResolveArrival, resolveArrival } from './resolve-arrival.ts';

type Return = Extract<ResolveArrival['answer'], { kind: 'return' }>;
type Match = Extract<ResolveArrival['answer'], { kind: 'match' }>;

const requisites = [requisite(1), requisite(2, { makerId: 2 }), requisite(3)];
const catalogue = catalogueOf(requisites);
const [available, held] = [102, 103];
const open = invoice({ dealCount: 1 });
const running = deal();
const money = arrival();
const by = { actor: operator, reason: 'the payer has called' };

const likely = { dealId: running.id, invoiceId: open.id, storeId: 1 };
const giveBack = (actor = operator, change: Partial<Return> = {}) =>
  resolveArrival({ ...by, actor, arrivalId: money.id, answer: { kind: 'return', likely, ...change } });
const match = (change: Partial<Match> = {}) =>
  resolveArrival({
    ...by,
    arrivalId: money.id,
    answer: { kind: 'match', dealId: running.id, invoiceId: open.id, storeId: 1, ...change },
  });

const withMoney = (change: Partial<Arrival> = {}, of: Partial<PayinDeal> = {}, more: StoredBefore = {}) =>
  smallService(catalogue, {
    invoices: [open],
    deals: [{ ...running, ...of }],
    arrivals: [{ ...money, ...change }],
    ...more,
  });

const auditOf = (action: string, details: Record<string, string | boolean | null>) => ({
  at: noon,
  ...by,
  action,
  subjectKind: 'arrival',
  subjectId: money.id,
  details,
});

describe('money that goes back to who sent it', () => {
  it('is returned and settles nothing, by the word of an operator', () => {
    const returned = { ...money, status: 'returned', resolvedAt: noon };
    expect(act(withMoney(), giveBack())).toEqual({
      result: returned,
      changes: {
        arrivals: [returned],
        audits: [auditOf('return-arrival', { exception: 'late', dealId: running.id })],
      },
    });
  });

  it('is not for the maker to say, who has it', () => {
    expect(codeOf(act(withMoney(), giveBack(makerOne)))).toBe('own_word');
  });

  it('locks the invoice that it was most likely meant for, if there is one, and sees what came for its deal', () => {
    const ofInvoice = { invoiceIds: [open.id], excessesOf: [open.id], arrivalsOf: [running.id] };
    expect(plansOf(withMoney(), giveBack())).toEqual([{ arrivalIds: [money.id], ...ofInvoice }]);
    const nobodys = giveBack(operator, { likely: null });
    expect(plansOf(withMoney({ dealId: null, exception: 'nobody' }), nobodys)).toEqual([{ arrivalIds: [money.id] }]);
    expect([giveBack().saidBy, match().saidBy]).toEqual([operator, operator]);
  });
});

it('money that was taken from its deal a moment ago can go back', () => {
  expect(codeOf(act(withMoney({ dealId: null, exception: 'nobody' }), giveBack()))).toBe('done');
});

describe('money that goes back although its deal counts as paid', () => {
  const settled = { status: 'completed', confirmedAt: noon, endedAt: noon } as const;
  const disputed = (from: 'completed' | 'expired') => ({ status: 'dispute' as const, dispute: dispute({ from }) });
  const refused = fault('arrival_pays_deal', { dealId: running.id, field: 'isSecond' });

  it.each([
    ['is settled', settled],
    ['is settled and in dispute', disputed('completed')],
  ])('may be what has paid it, where that deal %s and nothing is linked with it', (_when, of) => {
    for (const exception of ['late', 'twice', 'short'] as const) {
      expect(act(withMoney({ exception }, of), giveBack())).toEqual(refused);
    }
  });

  it('goes back when a person says that it came besides, which is written down', () => {
    const { result, changes } = follows(withMoney({}, settled), giveBack(operator, { isSecond: true }));
    expect(result).toMatchObject({ status: 'returned', dealId: running.id });
    expect(changes.audits).toMatchObject([{ details: { isSecond: true } }]);
  });

  it.each<[string, Partial<Arrival>, Partial<PayinDeal>]>([
    ['another sum came', { amount: fiat(99_999n) }, settled],
    ['the deal runs', {}, {}],
    ['the deal has ended', {}, { status: 'expired', endedAt: noon }],
    [
      'the deal was found not to be paid',
      {},
      { status: 'canceled', endedAt: noon, dispute: dispute({ from: 'completed' }) },
    ],
    ['the claim is about a deal that had ended', {}, disputed('expired')],
  ])('goes back without a word where %s', (_where, change, of) => {
    expect(codeOf(act(withMoney(change, of), giveBack()))).toBe('done');
  });

  it('goes back without a word where the deal has its money', () => {
    const first = arrival({ id: 'another', reference: 'line 2', status: 'matched', resolvedAt: noon });
    const rows = { invoices: [open], deals: [{ ...running, ...settled }], arrivals: [money, first] };
    expect(codeOf(act(smallService(catalogue, rows), giveBack()))).toBe('done');
  });
});

describe('money that needs no decision', () => {
  it.each(['matched', 'returned'] as const)('is left alone when it is %s', (status) => {
    for (const command of [giveBack(), match(), match({ isPart: true })]) {
      const refused = fault('arrival_resolved', { status });
      expect(act(withMoney({ status, resolvedAt: noon }), command)).toEqual(refused);
    }
  });

  it('is not found where there is none', () => {
    for (const command of [giveBack(), match()]) {
      expect(act(withMoney({ id: 'another' }), command)).toEqual(fault('not_found'));
    }
  });
});

describe('money that pays a running deal', () => {
  it('settles it with what came, is matched to it, and who decided so is written down', () => {
    const completed = { ...running, status: 'completed', confirmedAt: noon, endedAt: noon, restsUntil: noon + 60_000 };
    const sums = { makerSum: running.makerSum, feeSum: running.feeSum, payoutSum: 1_020_942_407n };
    const paid = { ...open, ...sums, status: 'paid', receivedSum: running.askedSum, sequence: 1 };
    const matched = { ...money, status: 'matched', resolvedAt: noon };
    expect(act(withMoney(), match())).toEqual({
      result: matched,
      changes: {
        arrivals: [matched],
        invoices: [paid],
        deals: [completed],
        transfers: [
          moved('payin_settle', running.id, [held, account.availableId], 1_020_942_407n),
          moved('payin_fee', running.id, [held, feeAccountId], 26_178_011n),
        ],
        notifications: [{ invoice: paid, deal: completed, createdAt: noon }],
        requisiteUses: [{ requisiteId: 1, activeDelta: -1, started: null }],
        audits: [auditOf('match-arrival', { exception: 'late', dealId: running.id })],
      },
    });
  });

  it('settles it with another sum, too, and is known by the deal it was for in the end', () => {
    const came = { amount: fiat(90_000n), exception: 'nobody', dealId: null } as const;
    const { result, changes } = follows(withMoney(came, { status: 'transfer_confirmed' }), match());
    expect(result).toMatchObject({ status: 'matched', dealId: running.id, exception: 'nobody' });
    expect(changes.deals).toMatchObject([{ status: 'completed', receivedSum: 90_000n, makerSum: 942_408_376n }]);
    expect(changes.transfers?.[0]).toEqual(
      moved('payin_reduce', running.id, [held, available], 1_047_120_418n - 942_408_376n),
    );
    expect(changes.audits).toEqual([auditOf('match-arrival', { exception: 'nobody', dealId: running.id })]);
  });

  it('may have come to another requisite of the same maker, and to none of another', () => {
    expect(codeOf(act(withMoney({ requisiteId: 3 }), match()))).toBe('done');
    const refused = fault('arrival_of_another_maker', { field: 'dealId' });
    expect(act(withMoney({ requisiteId: 2 }), match())).toEqual(refused);
    expect(act(withMoney({ requisiteId: 9 }), match())).toEqual(refused);
  });

  it.each([
    ['an invoice that is not there', withMoney(), match({ invoiceId: 'another' })],
    ['a deal of another invoice', withMoney(), match({ dealId: 'another' })],
    ['a deal in another currency', withMoney({ currency: 'USDT' }), match()],
    [
      'a payout',
      smallService(catalogue, {
        invoices: [invoice({ type: 'out' })],
        deals: [payoutDeal({ status: 'transfer_confirmed' })],
        arrivals: [money],
      }),
      match(),
    ],
  ])('is not found for %s', (_what, service, command) => {
    expect(act(service, command)).toEqual(fault('not_found', { field: 'dealId' }));
  });

  it('locks the invoice, and sees its excesses, its refunds, its accounts, and what came and moved for the deal', () => {
    expect(plansOf(withMoney(), match())).toEqual([
      {
        arrivalIds: [money.id],
        invoiceIds: [open.id],
        refundsOf: [open.id],
        excessesOf: [open.id],
        accountIds: [account.availableId, account.frozenId, account.excessId],
        arrivalsOf: [running.id],
        subjectIds: [running.id],
      },
    ]);
  });
});

it('money of which the bank has another line than that of the deal does not become the deal’s', () => {
  const settled = { status: 'completed', confirmedAt: noon, endedAt: noon } as const;
  const completed = fault('deal_settled', { status: 'completed' });
  expect(act(withMoney({}, settled), match({ isSecond: true }))).toEqual(completed);
  expect(codeOf(act(withMoney({}, settled), match()))).toBe('done');
});

describe('money as a part of what was asked for', () => {
  const part = match({ isPart: true });

  it('completes the deal with it and leaves the invoice open', () => {
    const { result, changes } = follows(withMoney({ amount: fiat(60_000n), exception: 'short' }), part);
    expect(result).toMatchObject({ status: 'matched', dealId: running.id });
    expect(changes.invoices).toMatchObject([{ status: 'new', partSum: 60_000n, receivedSum: null }]);
    expect(changes.deals).toMatchObject([{ status: 'completed', receivedSum: 60_000n, makerSum: 628_272_251n }]);
    expect(changes.notifications).toBeUndefined();
    const details = { exception: 'short', dealId: running.id, isPart: true };
    expect(changes.audits).toEqual([auditOf('match-arrival', details)]);
  });

  it('leaves something to send: all of it is no part', () => {
    expect(codeOf(act(withMoney({ amount: fiat(99_999n) }), part))).toBe('done');
    const refused = fault('not_a_part', { field: 'isPart' });
    for (const amount of [100_000n, 100_001n]) {
      expect(act(withMoney({ amount: fiat(amount) }), part)).toEqual(refused);
    }
  });

  it('is the whole where it is not called a part', () => {
    const { changes } = follows(withMoney({ amount: fiat(60_000n) }), match({ isPart: false }));
    expect(changes.invoices).toMatchObject([{ status: 'paid', partSum: null, receivedSum: 60_000n }]);
    expect(changes.audits).toEqual([auditOf('match-arrival', { exception: 'late', dealId: running.id })]);
  });

  it.each<[DealStatus, string]>([
    ['transfer_waiting', 'done'],
    ['transfer_confirmed', 'done'],
    ['new', 'deal_settled'],
    ['completed', 'deal_settled'],
    ['canceled', 'deal_settled'],
    ['expired', 'deal_settled'],
    ['dispute', 'deal_settled'],
  ])('is for a deal that runs: of one that is %s the answer is %s', (status, code) => {
    const argued = status === 'dispute' ? { dispute: dispute() } : {};
    const outcome = act(withMoney({ amount: fiat(60_000n) }, { status, ...argued }), part);
    if (code === 'done') expect(codeOf(outcome)).toBe(code);
    else expect(outcome).toEqual(fault('deal_settled', { status }));
  });
});

describe('money for a deal that a person has settled', () => {
  const settled = { status: 'completed', confirmedAt: noon, endedAt: noon } as const;
  const paid = { invoices: [{ ...open, status: 'paid' as const }] };
  const refused = fault('deal_settled', { status: 'completed' });

  it('is that very money: it is matched, and nothing is left to post', () => {
    const matched = { ...money, status: 'matched', resolvedAt: noon };
    expect(act(withMoney({}, settled, paid), match())).toEqual({
      result: matched,
      changes: {
        arrivals: [matched],
        audits: [auditOf('match-arrival', { exception: 'late', dealId: running.id })],
      },
    });
  });

  it.each([99_999n, 100_001n])('is other money when %i kopecks came', (amount) => {
    expect(act(withMoney({ amount: fiat(amount) }, settled, paid), match())).toEqual(refused);
  });

  it('is all that came, with what was above the sum asked for', () => {
    const first = { id: running.id, invoiceId: open.id, storeId: 1, currency: 'RUB', createdAt: noon };
    const excess = { ...first, sum: fiat(500n), heldSum: settlement(5n), keptAt: null };
    const more = { ...paid, excesses: [excess] };
    expect(codeOf(act(withMoney({ amount: fiat(100_500n) }, settled, more), match()))).toBe('done');
    expect(act(withMoney({}, settled, more), match())).toEqual(refused);
  });

  it('is other money where some is matched to the deal, not where some is only held', () => {
    const another = arrival({ id: 'another', reference: 'line 2' });
    const with2 = (change: Partial<Arrival>) =>
      smallService(catalogue, {
        ...paid,
        deals: [{ ...running, ...settled }],
        arrivals: [money, { ...another, ...change }],
      });
    expect(act(with2({ status: 'matched', resolvedAt: noon }), match())).toEqual(refused);
    expect(codeOf(act(with2({}), match()))).toBe('done');
  });
});

describe('money for a deal that had ended', () => {
  it.each(['canceled', 'expired'] as const)('is held of its maker again and settles it, when it was %s', (status) => {
    const ended = { status, endedAt: noon - 5, restsUntil: noon + 5 };
    const invoices = [{ ...open, status, sequence: 1 }];
    const { result, changes } = follows(withMoney({}, ended, { invoices }), match());
    expect(result).toMatchObject({ status: 'matched', dealId: running.id });
    expect(changes.transfers).toEqual([
      moved('payin_rehold', running.id, [available, held], running.makerSum),
      moved('payin_settle', running.id, [held, account.availableId], 1_020_942_407n),
      moved('payin_fee', running.id, [held, feeAccountId], 26_178_011n),
    ]);
    expect(changes.invoices).toMatchObject([{ status: 'paid', sumReason: 'late', sequence: 2 }]);
  });

  it('ends first at its deadline, and is settled as one that had ended', () => {
    const { changes } = follows(withMoney(), match(), running.deadlineAt);
    expect(changes.transfers?.map(({ kind }) => kind)).toEqual([
      'payin_release',
      'payin_rehold',
      'payin_settle',
      'payin_fee',
    ]);
    const early = follows(withMoney(), match(), running.deadlineAt - 1);
    expect(early.changes.transfers?.map(({ kind }) => kind)).toEqual(['payin_settle', 'payin_fee']);
  });

  it('is refused where the deal was paid once and that was taken back', () => {
    const posted = (kind: TransferKind) => ({
      transfers: [moved(kind, running.id, [held, account.availableId], 1n)],
    });
    const ended = { status: 'canceled', endedAt: noon } as const;
    // Where the fee is all of it, nothing else was posted.
    for (const kind of ['payin_settle', 'payin_fee', 'payin_reward', 'payin_excess'] as const) {
      expect(act(withMoney({}, ended, posted(kind)), match())).toEqual(fault('deal_taken_back'));
    }
    expect(codeOf(act(withMoney({}, ended, posted('payin_release')), match()))).toBe('done');
  });

  it('has the rate of the deal: another one is refused', () => {
    const refused = fault('rate_fixed', { field: 'rate', rate: '95.50' });
    expect(act(withMoney({}, { status: 'expired' }), match({ rate: 'now' }))).toEqual(refused);
  });

  it('is not for a deal under dispute, of which the dispute decides', () => {
    const disputed = { status: 'dispute', dispute: dispute({ from: 'expired' }) } as const;
    expect(act(withMoney({}, disputed), match())).toEqual(fault('deal_settled', { status: 'dispute' }));
    expect(act(withMoney({}, { status: 'new' }), match())).toEqual(fault('deal_settled', { status: 'new' }));
  });
});

describe('money for an overdue deal whose rate has moved', () => {
  const setting = (value: bigint) => ({ rate: rate(value), setAt: noon, ageMaxMs: null });
  const overdue = (value: bigint, came: Partial<Arrival> = {}) => {
    const confirmed = { status: 'transfer_confirmed', confirmedAt: noon - 86_400_000 } as const;
    const rates = new Map([['USDT/RUB', { in: setting(value), out: setting(1n) }]]);
    const rows = { invoices: [open], deals: [{ ...running, ...confirmed }], arrivals: [{ ...money, ...came }] };
    return smallService(catalogueOf(requisites, { rates }), rows);
  };

  it('is settled with the rate of now, which has to be said', () => {
    const refused = fault('rate_moved', { dealRate: '95.50', rate: '100.00' });
    for (const unsaid of [{}, { rate: null }]) expect(act(overdue(10_000_000_000n), match(unsaid))).toEqual(refused);
    const { changes } = follows(overdue(10_000_000_000n), match({ rate: 'now' }));
    expect(changes.deals).toMatchObject([{ rate: 10_000_000_000n, makerSum: 1_000_000_000n }]);
  });

  it('is settled so as a part, too', () => {
    const part = (value: bigint, change: Partial<Match> = {}) => {
      const service = overdue(value, { amount: fiat(99_999n), exception: 'short' });
      return act(service, match({ isPart: true, ...change }));
    };
    expect(part(10_000_000_000n)).toEqual(fault('rate_moved', { dealRate: '95.50', rate: '100.00' }));
    expect(part(10_000_000_000n, { rate: 'now' })).toMatchObject({
      changes: {
        deals: [{ status: 'completed', rate: 10_000_000_000n, receivedSum: 99_999n, makerSum: 999_990_000n }],
        invoices: [{ status: 'new', partSum: 99_999n }],
      },
    });
    expect(part(9_836_500_000n)).toMatchObject({ changes: { deals: [{ rate: running.rate }] } });
    expect(part(9_836_500_000n, { rate: 'now' })).toEqual(fault('rate_fixed', { field: 'rate', rate: '95.50' }));
  });

  it('keeps its rate where that has moved up to the bound', () => {
    const refused = fault('rate_fixed', { field: 'rate', rate: '95.50' });
    expect(act(overdue(9_836_500_000n), match({ rate: 'now' }))).toEqual(refused);
    expect(follows(overdue(9_836_500_000n), match()).changes.deals).toMatchObject([{ rate: running.rate }]);
  });
});
