import { describe, expect, it } from 'vitest';
import { makerOne, makerTwo, merchantOne, operator } from '../../../test/engine/support/decided.ts';
import { decideOn, memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import {
  act,
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
  requisite,
  store,
} from '../../../test/engine/support/small-world.ts';
import { type ArrivalException, clockDriftMaxMs } from '../../domain/arrivals/arrival.ts';
import type { Deal, PayinDeal } from '../../domain/invoices/deal.ts';
import { operatorDecides, type PaymentPolicy } from '../../domain/merchants/payment-policy.ts';
import { fiat, formatAmount, minorMax } from '../../domain/money/money.ts';
import { rate } from '../../domain/rates/rates.ts';
import { fault } from '../../errors/app-error.ts';
import { recordArrival } from './record-arrival.ts';

const requisites = [requisite(1), requisite(2, { makerId: 2 })];
const catalogue = catalogueOf(requisites);
const [available, held] = [102, 103];
const open = invoice({ dealCount: 1 });
const running = deal();

const record = (change: Partial<Parameters<typeof recordArrival>[0]> = {}) =>
  recordArrival({
    actor: operator,
    reason: 'line of the statement',
    id: 'arrival',
    requisiteId: 1,
    amount: '1000',
    arrivedAt: noon,
    reference: 'bank line 1',
    ...change,
  });

const withDeal = (change: Partial<PayinDeal> = {}, more: StoredBefore = {}) =>
  smallService(catalogue, { invoices: [open], deals: [{ ...running, ...change }], ...more });

const auditOf = (details: Record<string, string | null>, actor = operator) => ({
  at: noon,
  actor,
  reason: 'line of the statement',
  action: 'record-arrival',
  subjectKind: 'arrival',
  subjectId: 'arrival',
  details,
});

/** Money that waits for a person; nothing else follows from it. */
function waits(amount: bigint, exception: ArrivalException, dealId: string | null, actor = operator) {
  const toldBy = actor.role === 'maker' ? 'maker' : 'operator';
  const one = arrival({ id: 'arrival', amount: fiat(amount), exception, dealId, enteredBy: actor.name, toldBy });
  const details = { amount: formatAmount(amount, 2), status: 'held', exception };
  return { result: one, changes: { arrivals: [one], audits: [auditOf(details, actor)] } };
}

describe('money that comes for the one running deal over its sum', () => {
  it.each([operator, makerOne])('settles the deal and is matched to it, when $role says so', (actor) => {
    const completed = {
      ...running,
      status: 'completed',
      confirmedAt: noon,
      endedAt: noon,
      restsUntil: noon + 60_000,
    };
    const paid = {
      ...open,
      status: 'paid',
      receivedSum: running.askedSum,
      makerSum: running.makerSum,
      feeSum: running.feeSum,
      payoutSum: 1_020_942_407n,
      sequence: 1,
    };
    const one = arrival({
      id: 'arrival',
      status: 'matched',
      exception: null,
      resolvedAt: noon,
      enteredBy: actor.name,
      toldBy: actor.role === 'maker' ? 'maker' : 'operator',
    });
    expect(act(withDeal(), record({ actor }))).toEqual({
      result: one,
      changes: {
        arrivals: [one],
        invoices: [paid],
        deals: [completed],
        transfers: [
          moved('payin_settle', running.id, [held, account.availableId], 1_020_942_407n),
          moved('payin_fee', running.id, [held, feeAccountId], 26_178_011n),
        ],
        notifications: [{ invoice: paid, deal: completed, createdAt: noon }],
        requisiteUses: [{ requisiteId: 1, activeDelta: -1, started: null }],
        audits: [auditOf({ amount: '1000.00', status: 'matched', exception: null }, actor)],
      },
    });
  });

  it('is in time a moment before the deadline, and late at it: the deal has ended by then', () => {
    expect(follows(withDeal(), record(), running.deadlineAt - 1).result).toMatchObject({ status: 'matched' });
    const { result, changes } = follows(withDeal(), record(), running.deadlineAt);
    expect(result).toMatchObject({ status: 'held', exception: 'late', dealId: running.id, resolvedAt: null });
    expect(changes.transfers).toEqual([moved('payin_release', running.id, [held, available], running.makerSum)]);
    expect(changes.deals).toMatchObject([{ status: 'expired' }]);
  });

  it('settles one whose receipt is there, whenever it comes', () => {
    const confirmed = { status: 'transfer_confirmed', confirmedAt: noon } as const;
    expect(follows(withDeal(confirmed), record(), running.deadlineAt).result.status).toBe('matched');
  });

  it('waits for an operator where the receipt is a day old and the rate has moved too far', () => {
    const setting = (value: bigint) => ({ rate: rate(value), setAt: noon, ageMaxMs: null });
    const withRate = (value: bigint) => {
      const rates = new Map([['USDT/RUB', { in: setting(value), out: setting(1n) }]]);
      const confirmed = { status: 'transfer_confirmed', confirmedAt: noon - 86_400_000 } as const;
      const rows = { invoices: [open], deals: [{ ...running, ...confirmed }] };
      return smallService(catalogueOf(requisites, { rates }), rows);
    };
    expect(act(withRate(9_836_500_001n), record())).toEqual(waits(100_000n, 'late', running.id));
    expect(follows(withRate(9_836_500_000n), record()).result.status).toBe('matched');
  });

  it.each<[Deal['status'], ArrivalException]>([
    ['completed', 'twice'],
    ['canceled', 'late'],
    ['expired', 'late'],
    ['dispute', 'late'],
  ])('waits for a person when the deal was found running and is %s by the time it is locked', (status, exception) => {
    const { id: dealId, invoiceId, askedSum: amount, startedAt } = running;
    const found = { dealId, invoiceId, storeId: 1, amount, status: 'transfer_waiting', startedAt } as const;
    const view = memoryBatch(catalogue, {
      invoices: [open],
      deals: [{ ...running, status }],
      dealsOfPairs: [{ requisiteId: 1, ...found }],
    });
    const hint = { isWithoutPair: false, deal: { invoiceId, storeId: 1, dealId } };
    expect(decideOn(view, record(), { hint })).toMatchObject({ result: { status: 'held', exception, dealId } });
  });

  it('is looked for first, and locked with its invoice, its excesses and its store’s accounts', () => {
    const asked = { requisiteId: 1, amount: fiat(100_000n), reference: 'bank line 1' };
    expect(plansOf(withDeal(), record())).toEqual([
      { arrival: asked },
      { arrival: asked, invoiceIds: [open.id], excessesOf: [open.id], accountIds: [11, 12, 15] },
    ]);
    expect([record().saidBy, record({ actor: makerOne }).saidBy]).toEqual([operator, makerOne]);
  });
});

describe('money that comes for no deal that runs over its sum', () => {
  it.each<[Deal['status'], ArrivalException]>([
    ['completed', 'twice'],
    ['canceled', 'late'],
    ['expired', 'late'],
    ['dispute', 'late'],
  ])('waits for a person where the deal over it is %s, and nothing is locked', (status, exception) => {
    const service = withDeal({ status, ...(status === 'dispute' ? { dispute: dispute() } : {}) });
    expect(plansOf(service, record())).toHaveLength(1);
    expect(act(service, record())).toEqual(waits(100_000n, exception, running.id));
  });

  it.each([
    ['999.99', 99_999n, 'short'],
    ['1000.01', 100_001n, 'over'],
  ] as const)('waits for a person with %s, where one deal runs over another sum', (amount, sum, exception) => {
    for (const actor of [operator, makerOne]) {
      const service = withDeal();
      expect(plansOf(service, record({ amount, actor })).flatMap(({ invoiceIds = [] }) => invoiceIds)).toEqual([]);
      expect(act(service, record({ amount, actor }))).toEqual(waits(sum, exception, running.id, actor));
    }
  });

  it('belongs to no deal where none runs, and where several do', () => {
    const nobodys = waits(90_000n, 'nobody', null);
    expect(act(smallService(catalogue), record({ amount: '900' }))).toEqual(nobodys);
    const other = deal({ id: 'other', invoiceId: 'other', askedSum: fiat(70_000n) });
    const two = { invoices: [open, invoice({ id: 'other' })], deals: [running, other] };
    expect(act(smallService(catalogue, two), record({ amount: '900' }))).toEqual(nobodys);
  });

  it('waits for a person where it is older than the deal over its sum: another deal may have had the pair then', () => {
    const old = { arrivedAt: running.startedAt - clockDriftMaxMs - 1 };
    const held = { status: 'held', exception: 'before_deal', dealId: running.id, ...old };
    for (const actor of [operator, makerOne]) {
      expect(follows(withDeal(), record({ ...old, actor })).result).toMatchObject(held);
    }
    const inTime = { arrivedAt: running.startedAt - clockDriftMaxMs };
    expect(follows(withDeal(), record(inTime)).result).toMatchObject({ status: 'matched', dealId: running.id });
  });
});

describe('money that is entered twice', () => {
  it('changes nothing and answers with the first arrival, whether an operator or the maker repeats it', () => {
    const service = withDeal();
    const { result } = follows(service, record());
    for (const actor of [operator, makerOne]) {
      const again = record({ actor, id: 'another', arrivedAt: noon - 5 });
      expect(act(service, again, noon + 1)).toEqual({ result, changes: {} });
    }
  });

  it.each(['999.99', '1000.01'])('is refused with another sum, %s', (amount) => {
    const service = withDeal();
    follows(service, record());
    const refused = fault('arrival_reference_reused', { field: 'reference' });
    expect(act(service, record({ id: 'another', amount }))).toEqual(refused);
  });

  it('is other money under another reference', () => {
    const service = withDeal();
    follows(service, record());
    const other = record({ id: 'another', reference: 'bank line 2' });
    expect(follows(service, other).result).toMatchObject({ status: 'held', exception: 'twice' });
  });
});

describe('who enters money', () => {
  it.each([
    ['another maker', { actor: makerTwo }],
    ['a merchant', { actor: merchantOne }],
    ['a merchant of the number of the maker', { actor: { ...merchantOne, makerId: 1 } }],
    ['an operator who names a requisite that is not there', { requisiteId: 9 }],
  ])('finds no such requisite as %s', (_who, change) => {
    expect(act(withDeal(), record(change))).toEqual(fault('not_found', { field: 'requisiteId' }));
  });

  it.each(['0', '-1', '1.001', '', '92233720368547758.08'])('cannot enter the sum "%s"', (amount) => {
    const refused = fault('invalid_amount', { field: 'amount', subunit: 2 });
    expect(act(withDeal(), record({ amount }))).toEqual(refused);
  });

  it('can enter the largest sum that can be stored', () => {
    const amount = formatAmount(minorMax, 2);
    expect(act(withDeal(), record({ amount }))).toEqual(waits(minorMax, 'over', running.id));
  });
});

describe('another sum, where the store has a policy', () => {
  const withPolicy = (policy: Partial<PaymentPolicy>, more: StoredBefore = {}) => {
    const stores = new Map([[1, { ...store, policy: { ...operatorDecides, ...policy } }]]);
    const rows = { invoices: [open], deals: [running], ...more };
    return smallService(catalogueOf(requisites, { stores }), rows);
  };
  const matched = { status: 'matched', dealId: running.id, resolvedAt: noon } as const;

  it('pays no deal that began after the latest that the money can have come', () => {
    for (const amount of ['995', '1100']) {
      const policy = { shortUnits: 5, excess: 'apart' } as const;
      const late = follows(withPolicy(policy), record({ amount, cameBy: running.startedAt - 1 }));
      expect(late.result).toMatchObject({ status: 'held', exception: 'nobody', dealId: null });
      expect(follows(withPolicy(policy), record({ amount, cameBy: running.startedAt })).result).toMatchObject(matched);
    }
  });

  it('pays with a little less, up to the tolerance', () => {
    for (const policy of [{ shortUnits: 5 }, { shortBps: 50 }]) {
      const { result, changes } = follows(withPolicy(policy), record({ amount: '995' }));
      expect(result).toMatchObject({ ...matched, exception: 'short' });
      expect(changes.transfers).toEqual([
        moved('payin_reduce', running.id, [held, available], 5_235_602n),
        moved('payin_settle', running.id, [held, account.availableId], 1_015_837_695n),
        moved('payin_fee', running.id, [held, feeAccountId], 26_047_121n),
      ]);
      expect(changes.invoices).toMatchObject([{ status: 'paid', receivedSum: 99_500n, sumReason: 'short' }]);
      expect(changes.audits).toEqual([auditOf({ amount: '995.00', status: 'matched', exception: 'short' })]);
      expect(act(withPolicy(policy), record({ amount: '994.99' }))).toEqual(waits(99_499n, 'short', running.id));
    }
  });

  it('never pays with less by the word of the maker, who gains by it', () => {
    for (const policy of [{ shortUnits: 5 }, { restBy: 'payer' as const }]) {
      const act999 = act(withPolicy(policy), record({ actor: makerOne, amount: '999.99' }));
      expect(act999).toEqual(waits(99_999n, 'short', running.id, makerOne));
    }
  });

  it('counts as a part, where the payer may send the rest: from one half on', () => {
    const service = withPolicy({ restBy: 'payer' });
    const { result, changes } = follows(service, record({ amount: '500' }));
    expect(result).toMatchObject({ ...matched, exception: 'short' });
    expect(changes.invoices).toMatchObject([{ status: 'new', partSum: 50_000n, receivedSum: null }]);
    expect(changes.deals).toMatchObject([{ status: 'completed', receivedSum: 50_000n, makerSum: 523_560_209n }]);
    expect(changes.notifications).toBeUndefined();
    const less = act(withPolicy({ restBy: 'payer' }), record({ amount: '499.99' }));
    expect(less).toEqual(waits(49_999n, 'short', running.id));
  });

  it.each([
    [4, 'matched'],
    [5, 'held'],
  ] as const)('counts after %i parts as %s: who sends it in more pieces is asked by a person', (parts, status) => {
    const before = Array.from({ length: parts }, (_, index) =>
      deal({ id: `part ${index}`, status: 'completed', ordinal: index + 1, occupies: false, askedSum: fiat(10n) }),
    );
    const ended = deal({ id: 'ended', status: 'expired', ordinal: 8, occupies: false });
    const rest = deal({ askedSum: fiat(80_000n), ordinal: 9 });
    const partSum = fiat(20_000n);
    const rows = { invoices: [{ ...open, partSum, dealCount: 9 }], deals: [...before, ended, rest] };
    const service = withPolicy({ restBy: 'payer' }, rows);
    expect(follows(service, record({ amount: '600' })).result).toMatchObject({ status, exception: 'short' });
  });

  it('pays with what is missing of a rest by the tolerance of the whole sum', () => {
    const part = deal({ id: 'part', status: 'completed', occupies: false, receivedSum: fiat(20_000n) });
    const rest = deal({ askedSum: fiat(80_000n), ordinal: 2 });
    const rows = { invoices: [{ ...open, partSum: fiat(20_000n), dealCount: 2 }], deals: [part, rest] };
    const pay = (amount: string) => follows(withPolicy({ shortBps: 50 }, rows), record({ amount })).result.status;
    expect([pay('795'), pay('794.99')]).toEqual(['matched', 'held']);
  });

  it('keeps more apart for the payer, up to twice the sum', () => {
    const { result, changes } = follows(withPolicy({ excess: 'apart' }), record({ amount: '1100' }));
    expect(result).toMatchObject({ ...matched, exception: 'over' });
    expect(changes.transfers).toEqual([
      moved('payin_extend', running.id, [available, held], 104_712_042n),
      moved('payin_settle', running.id, [held, account.availableId], 1_020_942_407n),
      moved('payin_fee', running.id, [held, feeAccountId], 26_178_011n),
      moved('payin_excess', running.id, [held, account.excessId], 104_712_042n),
    ]);
    expect(changes.excesses).toMatchObject([{ id: running.id, sum: 10_000n, heldSum: 104_712_042n, keptAt: null }]);
    const pay = (amount: string) => follows(withPolicy({ excess: 'apart' }), record({ amount })).result.status;
    expect([pay('1000.01'), pay('2000'), pay('2000.01')]).toEqual(['matched', 'matched', 'held']);
  });

  it('waits for a person with more, where the maker cannot cover it, to the unit', () => {
    const poor = (balance: bigint) => ({ balances: [{ accountId: available, balance }] });
    const pay = (balance: bigint) => act(withPolicy({ excess: 'apart' }, poor(balance)), record({ amount: '1100' }));
    expect(pay(104_712_041n)).toEqual(waits(110_000n, 'over', running.id));
    expect(pay(104_712_042n)).toMatchObject({ result: matched });
  });

  it('waits for a person with more by the word of the maker', () => {
    const service = withPolicy({ excess: 'apart' });
    expect(act(service, record({ actor: makerOne, amount: '1100' }))).toEqual(
      waits(110_000n, 'over', running.id, makerOne),
    );
  });

  it.each([
    ['999.99', { excess: 'apart' }, 'short'],
    ['1000.01', { shortUnits: 100, shortBps: 500, restBy: 'payer' }, 'over'],
  ] as const)('waits for a person with %s, of which the policy says nothing', (amount, policy, exception) => {
    const service = withPolicy(policy);
    expect(plansOf(service, record({ amount })).flatMap(({ invoiceIds = [] }) => invoiceIds)).toEqual([]);
    expect(follows(service, record({ amount })).result).toMatchObject({ status: 'held', exception });
  });

  it('waits for a person where the deal has ended by then, which is written down', () => {
    for (const [policy, amount, exception] of [
      [{ shortUnits: 5 }, '999', 'short'],
      [{ excess: 'apart' }, '1100', 'over'],
    ] as const) {
      const { result, changes } = follows(withPolicy(policy), record({ amount }), running.deadlineAt);
      expect(result).toMatchObject({ status: 'held', exception, dealId: running.id });
      expect(changes.transfers).toEqual([moved('payin_release', running.id, [held, available], running.makerSum)]);
    }
  });

  it('is of the store of the deal, not of another one', () => {
    const lenient = { ...store, id: 2, policy: { ...operatorDecides, shortUnits: 5 } };
    const stores = new Map([
      [1, store],
      [2, lenient],
    ]);
    const rows = { invoices: [open], deals: [running] };
    const service = smallService(catalogueOf(requisites, { stores }), rows);
    expect(act(service, record({ amount: '999' }))).toEqual(waits(99_900n, 'short', running.id));
  });
});
