import { describe, expect, it } from 'vitest';
import {
  doneIn,
  makerOne,
  makerTwo,
  merchantOne,
  merchantTwo,
  operator,
  refusalIn,
} from '../../../test/engine/support/decided.ts';
import { memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import { receipt } from '../../../test/engine/support/requests.ts';
import {
  account,
  catalogueOf,
  dispute,
  feeAccountId,
  invoice,
  maker,
  noon,
  deal as payinDeal,
  payoutDeal,
  store,
} from '../../../test/engine/support/small-world.ts';
import { type DealStatus, dealStatuses, type PayoutDeal } from '../../domain/invoices/deal.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import type { Maker } from '../../domain/makers/maker.ts';
import type { RewardRule } from '../../domain/makers/rewards.ts';
import { settlement } from '../../domain/money/money.ts';
import { Rotation } from '../../domain/payins/rotation.ts';
import type { Actor } from '../../domain/people/audit.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import type { Loaded } from '../../storage/batch/load-steps.ts';
import type { Command, InvoiceState } from '../command.ts';
import { confirmPayout, giveBackPayout, payoutWasNotPaid, provePayout, takePayout } from './payout-work.ts';

const id = 'payout';
const makerSum = settlement(1_069_518_717n);
const feeSum = settlement(16_042_781n);
const open = (change: Partial<PayoutDeal> = {}) =>
  payoutDeal({
    id,
    invoiceId: id,
    status: 'new',
    makerId: null,
    makerSum,
    feeSum,
    deadlineAt: noon + 1_000,
    ...change,
  });
const taken = (change: Partial<PayoutDeal> = {}) => open({ status: 'transfer_waiting', makerId: 1, ...change });
const proved = (change: Partial<PayoutDeal> = {}) =>
  taken({ status: 'transfer_confirmed', confirmedAt: noon - 1, ...change });

const makers = (change: Partial<Maker> = {}) =>
  catalogueOf([], { makers: new Map([1, 2].map((one) => [one, maker(one, 'USDT', one === 1 ? change : {})])) });
interface World {
  readonly catalogue?: Catalogue;
  readonly of?: Partial<Invoice>;
  readonly loaded?: Partial<Loaded>;
}
const worldOf = (deals: readonly PayoutDeal[], { catalogue = makers(), of = {}, loaded = {} }: World = {}) =>
  memoryBatch(catalogue, {
    invoices: [invoice({ id, type: 'out', dealCount: deals.length, expireAt: noon + 1_000, ...of })],
    deals,
    ...loaded,
  });

const about = { invoiceId: id, seenStoreId: 1, reason: 'why' };
const take = (makerId = 1, actor = makerOne) => takePayout({ ...about, actor, makerId });
const giveBack = (actor = makerOne) => giveBackPayout({ ...about, actor });
const prove = (actor = makerOne) => provePayout({ ...about, actor, attachment: receipt });
const confirm = (actor = operator) => confirmPayout({ ...about, actor });
const notPaid = (next: 'pool' | 'cancel' = 'pool', actor = operator) =>
  payoutWasNotPaid({ ...about, actor, next, dealId: 'second' });
const auditOf = (actor: Actor, action: string, details: object = { dealId: id }) => [
  { at: noon, actor, reason: 'why', action, subjectKind: 'invoice', subjectId: id, details },
];
/** A reward of so many hundredths of a percent. */
function everyPayout(bps: number): RewardRule {
  return { direction: 'out', option: null, storeId: null, currency: null, from: null, to: null, bps };
}
const statuses = Object.keys(dealStatuses) as DealStatus[];
const except = (...some: DealStatus[]) => statuses.filter((status) => !some.includes(status));
const inStatus = (status: DealStatus) =>
  worldOf([proved({ status, dispute: status === 'dispute' ? dispute({ reason: 'no_payment' }) : null })], {
    of: status === 'dispute' ? { status: 'dispute', disputedFrom: 'new' } : {},
  });

describe('take-payout', () => {
  it('gives the payout to the maker with the reward of that moment, and moves nothing', () => {
    const catalogue = makers({ rewards: [everyPayout(50)] });
    const { result, changes } = doneIn(worldOf([open()], { catalogue }), take());
    expect(result.deals).toEqual([
      open({
        status: 'transfer_waiting',
        makerId: 1,
        rewardBps: 50,
        rewardSum: settlement(5_347_593n),
        takings: [{ makerId: 1, until: noon + 3_600_000, endedAt: null }],
      }),
    ]);
    expect(changes.transfers).toEqual([]);
    expect(changes.audits).toEqual(auditOf(makerOne, 'take-payout'));
  });

  it.each(except('new', 'dispute'))('is refused when the deal is %s', (status) => {
    expect(refusalIn(worldOf([taken({ status })]), take())).toBe('payout_not_open');
  });

  it.each<[string, Partial<Maker>, string]>([
    ['settles in another currency', { settlementCurrency: 'EURT' }, 'not_found'],
    ['is switched off', { isOn: false }, 'maker_off'],
    ['was stopped by an operator', { isStopped: true }, 'maker_stopped'],
    ['serves other stores', { storeIds: [2] }, 'store_not_served'],
    ['has less than the least balance', { balanceMin: settlement(10n ** 15n + 1n) }, 'maker_balance_low'],
    ['would earn more than the fee', { rewards: [everyPayout(151)] }, 'payout_reward_above_fee'],
  ])('is refused to a maker who %s', (_who, change, code) => {
    expect(refusalIn(worldOf([open()], { catalogue: makers(change) }), take())).toBe(code);
  });

  it('is allowed with just the least balance and a reward of the whole fee', () => {
    const change = { balanceMin: settlement(10n ** 15n), rewards: [everyPayout(150)] };
    expect(refusalIn(worldOf([open()], { catalogue: makers(change) }), take())).toBeNull();
  });

  it('is refused only to a maker who has failed to pay it before', () => {
    const again = [
      payoutDeal({ id: 'first', invoiceId: id, status: 'canceled', makerId: 1, endedAt: noon - 1 }),
      open({ ordinal: 2 }),
    ];
    expect(refusalIn(worldOf(again), take())).toBe('payout_failed_before');
    expect(refusalIn(worldOf(again), take(2, makerTwo))).toBeNull();
  });

  it('loads the balance of the maker who takes it, and is refused while no money may leave', () => {
    const { availableId, frozenId, excessId } = account;
    const planning = { catalogue: makers(), rotation: new Rotation() };
    expect(take(2).plan(planning, undefined)).toEqual({
      invoiceIds: [id],
      accountIds: [availableId, frozenId, excessId, maker(2).availableId],
      takingsOf: [2],
      receiptOwners: [],
    });
    expect(take()).toMatchObject({ name: 'take-payout', saidBy: makerOne, sendsMoneyOut: true });
    for (const other of [giveBack(), prove(), confirm(), notPaid()]) expect(other.sendsMoneyOut ?? false).toBe(false);
    expect(giveBack().plan(planning, undefined)).toEqual({
      invoiceIds: [id],
      accountIds: [availableId, frozenId, excessId],
      receiptOwners: [],
    });
    expect(prove().plan(planning, undefined).receiptOwners).toHaveLength(2);
  });
});

describe('a proof that comes too late', () => {
  const lost = { takings: [{ makerId: 1, until: noon - 2, endedAt: noon - 1 }] } as const;

  it('takes the payout out of the pool, for an operator to decide', () => {
    const { result, changes } = doneIn(worldOf([open(lost)]), prove());
    expect(result.invoice.status).toBe('dispute');
    const claim = { reason: 'no_payment', from: 'transfer_confirmed', by: 'maker', answer: { kind: 'refused' } };
    expect(result.deals).toMatchObject([{ status: 'dispute', makerId: 1, confirmedAt: noon, dispute: claim }]);
    expect(changes.transfers).toEqual([]);
    expect(changes.disputeFacts).toMatchObject([{ kind: 'opened', actor: makerOne.name }]);
  });

  it('is a claim where the payout has ended, and moves nothing', () => {
    const ended = taken({ status: 'canceled', endedAt: noon - 1, ...lost });
    const { result, changes } = doneIn(worldOf([ended], { of: { status: 'canceled' } }), prove());
    expect(result.invoice).toMatchObject({ status: 'dispute', disputedFrom: 'canceled', receivedSum: null });
    expect(result.deals).toMatchObject([{ makerId: 1, dispute: { reason: 'has_payment', from: 'canceled' } }]);
    expect(changes.transfers).toEqual([]);
  });

  it('is refused where another maker has the payout, after a decision, and after three days', () => {
    expect(refusalIn(worldOf([taken({ makerId: 2, ...lost })]), prove())).toBe('payout_taken_over');
    const decided = taken({ status: 'canceled', ...lost, dispute: dispute({ result: 'UNKNOWN' }) });
    expect(refusalIn(worldOf([decided], { of: { status: 'canceled' } }), prove())).toBe('payout_not_open');
    const old = { takings: [{ makerId: 1, until: noon - 3 * 86_400_000, endedAt: noon - 1 }] };
    expect(refusalIn(worldOf([open(old)]), prove())).toBe('not_found');
  });
});

describe('an act on a payout', () => {
  it('finds nothing where there is no such payout, and nothing in a payin', () => {
    for (const act of [take(), giveBack(), prove(), confirm(), notPaid()]) {
      expect(refusalIn(memoryBatch(makers()), act)).toBe('not_found');
      const payin = { invoices: [invoice({ id })], deals: [payinDeal({ id, invoiceId: id })] };
      expect(refusalIn(memoryBatch(makers(), payin), act)).toBe('not_found');
    }
  });
});

describe('an act on the deal that somebody has looked at', () => {
  const first = payoutDeal({ id: 'first', invoiceId: id, status: 'canceled', makerId: 2, endedAt: noon - 1 });
  const acts: [string, PayoutDeal, (seenDealIds: readonly string[]) => Command<InvoiceState>][] = [
    ['taken', open({ ordinal: 2 }), (seen) => takePayout({ ...about, actor: operator, makerId: 1, seenDealIds: seen })],
    ['given back', taken({ ordinal: 2 }), (seen) => giveBackPayout({ ...about, actor: operator, seenDealIds: seen })],
    [
      'proved',
      taken({ ordinal: 2 }),
      (seen) => provePayout({ ...about, actor: operator, attachment: receipt, seenDealIds: seen }),
    ],
    ['confirmed', proved({ ordinal: 2 }), (seen) => confirmPayout({ ...about, actor: operator, seenDealIds: seen })],
    [
      'found not to be paid',
      proved({ ordinal: 2 }),
      (seen) => payoutWasNotPaid({ ...about, actor: operator, next: 'pool', dealId: 'third', seenDealIds: seen }),
    ],
  ];

  it.each(acts)(
    'is refused once the payout has another one: what would be %s is not that',
    (_what, newest, command) => {
      const world = () => worldOf([first, newest]);
      expect(refusalIn(world(), command(['first']))).toBe('payout_has_newer_deal');
      expect(refusalIn(world(), command([newest.id, 'first']))).toBe('payout_has_newer_deal');
      expect(refusalIn(world(), command(['of another payout']))).toBe('not_found');
      expect(refusalIn(world(), command([newest.id]))).toBeNull();
      expect(refusalIn(world(), command([]))).toBeNull();
    },
  );
});

describe('give-back-payout', () => {
  it('puts the payout back for another maker, without what this one was to earn', () => {
    const { result, changes } = doneIn(worldOf([taken({ rewardBps: 50, rewardSum: settlement(5n) })]), giveBack());
    expect(result.deals).toEqual([open()]);
    expect(changes.transfers).toEqual([]);
    expect(changes.audits).toEqual(auditOf(makerOne, 'give-back-payout'));
  });

  it('is for its own maker and for operators', () => {
    expect(refusalIn(worldOf([taken()]), giveBack(operator))).toBeNull();
    for (const actor of [makerTwo, merchantOne])
      expect(refusalIn(worldOf([taken()]), giveBack(actor))).toBe('not_found');
  });

  it.each(except('transfer_waiting'))('is refused when the deal is %s', (status) => {
    expect(refusalIn(inStatus(status), giveBack())).toBe('payout_not_open');
  });
});

describe('prove-payout', () => {
  it('keeps the receipt and confirms the transfer, but credits no account yet', () => {
    const { result, changes } = doneIn(worldOf([taken()]), prove());
    const attachments = [{ ...receipt, addedAt: noon }];
    expect(result.deals).toEqual([taken({ status: 'transfer_confirmed', confirmedAt: noon, attachments })]);
    expect(changes.transfers).toEqual([]);
    expect(changes.keptReceipts).toHaveLength(1);
    expect(changes.audits).toEqual(auditOf(makerOne, 'prove-payout'));
  });

  it('adds a second receipt, and leaves the time of the first proof as it is', () => {
    const first = { ...receipt, sha256: 'b'.repeat(64), addedAt: noon - 1 };
    const { result } = doneIn(worldOf([proved({ attachments: [first] })]), prove());
    expect(result.deals).toEqual([proved({ attachments: [first, { ...receipt, addedAt: noon }] })]);
  });

  it('keeps the same receipt once', () => {
    const same = [{ ...receipt, addedAt: noon - 1 }];
    const { result, changes } = doneIn(worldOf([proved({ attachments: same })]), prove());
    expect(result.deals).toEqual([proved({ attachments: same })]);
    expect(changes.keptReceipts).toEqual([]);
  });

  it('is for its own maker and for operators', () => {
    expect(refusalIn(worldOf([taken()]), prove(operator))).toBeNull();
    for (const actor of [makerTwo, merchantOne]) expect(refusalIn(worldOf([taken()]), prove(actor))).toBe('not_found');
  });

  it.each(except('transfer_waiting', 'transfer_confirmed'))('is refused when the deal is %s', (status) => {
    expect(refusalIn(inStatus(status), prove())).toBe('payout_not_open');
  });
});

describe('confirm-payout', () => {
  it('credits the maker with the sum and the reward, and the service with the rest of the fee', () => {
    const deal = proved({ rewardSum: settlement(5n) });
    const { result, changes } = doneIn(worldOf([deal]), confirm());
    expect(result.invoice.status).toBe('paid');
    expect(result.deals).toMatchObject([{ status: 'completed', endedAt: noon }]);
    const { availableId } = maker(1);
    const of = (kind: string, creditId: number, amount: bigint) => {
      return { kind, subjectId: id, debitId: account.frozenId, creditId, amount, currency: 'USDT' };
    };
    expect(changes.transfers).toEqual([
      of('payout_pay', availableId, makerSum),
      of('payout_fee', feeAccountId, feeSum - 5n),
      of('payout_reward', availableId, 5n),
    ]);
    expect(changes.audits).toEqual(auditOf(operator, 'confirm-payout'));
  });

  it('is for the own merchant and for operators: a maker gains by it', () => {
    expect(refusalIn(worldOf([proved()]), confirm(merchantOne))).toBeNull();
    for (const actor of [makerOne, makerTwo, merchantTwo, { ...makerOne, merchantId: 1 }]) {
      expect(refusalIn(worldOf([proved()]), confirm(actor))).toBe('not_found');
    }
  });

  it.each(statuses.filter((status) => status !== 'transfer_confirmed'))('is refused when the deal is %s', (status) => {
    const code = status === 'transfer_waiting' ? 'proof_missing' : 'deal_settled';
    expect(refusalIn(inStatus(status), confirm())).toBe(code);
  });
});

describe('payout-not-paid', () => {
  const release = {
    kind: 'payout_release',
    subjectId: id,
    debitId: account.frozenId,
    creditId: account.availableId,
    amount: makerSum + feeSum,
    currency: 'USDT',
  };

  it('ends the deal and lets another maker pay it, with the whole time anew', () => {
    const { result, changes } = doneIn(worldOf([proved()]), notPaid());
    expect(changes.transfers).toEqual([
      release,
      {
        ...release,
        kind: 'payout_freeze',
        subjectId: 'second',
        debitId: account.availableId,
        creditId: account.frozenId,
      },
    ]);
    expect(result.invoice).toMatchObject({ status: 'new', dealCount: 2, expireAt: noon + store.payoutLifetimeMs });
    expect(changes.deals).toMatchObject([
      { id, status: 'canceled', endedAt: noon },
      { id: 'second', ordinal: 2, status: 'new', makerId: null, deadlineAt: noon + store.payoutLifetimeMs },
    ]);
    expect(changes.audits).toEqual(auditOf(operator, 'payout-not-paid', { dealId: id, next: 'pool' }));
  });

  it('ends the invoice and gives the store its funds back, where that is wished', () => {
    const { result, changes } = doneIn(worldOf([proved()]), notPaid('cancel'));
    expect(changes.transfers).toEqual([release]);
    expect(result.invoice.status).toBe('canceled');
    expect(changes.audits).toEqual(auditOf(operator, 'payout-not-paid', { dealId: id, next: 'cancel' }));
  });

  it('takes back what the maker was credited, if the maker still has it', () => {
    const paid = { status: 'paid' } as const;
    const completed = proved({ status: 'completed', endedAt: noon - 1, rewardSum: settlement(5n) });
    const { availableId } = maker(1);
    const having = (balance: bigint) => ({
      of: paid,
      loaded: {
        balances: [
          { accountId: availableId, balance },
          { accountId: account.availableId, balance: 0n },
        ],
      },
    });
    const { changes } = doneIn(worldOf([completed], having(makerSum + 5n)), notPaid('cancel'));
    expect(changes.transfers.map(({ kind, debitId, amount }) => [kind, debitId, amount])).toEqual([
      ['payout_reverse', availableId, makerSum],
      ['payout_fee_reverse', feeAccountId, feeSum - 5n],
      ['payout_reward_reverse', availableId, 5n],
      ['payout_release', account.frozenId, makerSum + feeSum],
    ]);
    expect(refusalIn(worldOf([completed], having(makerSum + 4n)), notPaid('cancel'))).toBe('maker_funds');
    const debts = new Map([[availableId, { id: 99, availableId, currency: 'USDT' }]]);
    const indebted = { ...having(3n), catalogue: { ...makers(), debts } };
    const borne = (lossMax: bigint) =>
      payoutWasNotPaid({ ...about, actor: operator, next: 'cancel', dealId: 'second', lossMax: String(lossMax) });
    const lost = doneIn(worldOf([completed], indebted), borne(makerSum + 2n)).changes;
    expect(lost.transfers[0]).toMatchObject({ kind: 'maker_loss', debitId: 99, amount: makerSum + 2n });
    expect(lost.transfers.slice(1)).toEqual(changes.transfers);
    expect(lost.audits).toMatchObject([{ details: { lossMax: String(makerSum + 2n) } }]);
    expect(refusalIn(worldOf([completed], indebted), borne(makerSum + 1n))).toBe('maker_funds');
  });

  it('is for operators alone', () => {
    for (const actor of [makerOne, merchantOne]) {
      expect(refusalIn(worldOf([proved()]), notPaid('pool', actor))).toBe('forbidden');
    }
  });

  it.each(except('transfer_confirmed', 'completed'))('is refused when the deal is %s', (status) => {
    const code = status === 'dispute' ? 'decide_dispute' : 'transfer_not_confirmed';
    expect(refusalIn(inStatus(status), notPaid())).toBe(code);
  });
});
