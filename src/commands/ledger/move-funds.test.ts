import { expect, it } from 'vitest';
import { doneIn, operator, refusalIn } from '../../../test/engine/support/decided.ts';
import { memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import { account, catalogueOf, noon } from '../../../test/engine/support/small-world.ts';
import type { Transfer } from '../../domain/ledger/ledger.ts';
import { minorMax, settlement } from '../../domain/money/money.ts';
import { Rotation } from '../../domain/payins/rotation.ts';
import { noChanges } from '../../domain/state/changes.ts';
import { moveFunds } from './move-funds.ts';

const { availableId } = account;
const externalId = 1;
const usual = catalogueOf([]);
type Request = Parameters<typeof moveFunds>[0];
const request = (change: Partial<Request> = {}): Request => ({
  kind: 'top_up',
  id: 'movement',
  owner: { kind: 'store', id: '1' },
  availableId,
  currency: 'USDT',
  amount: '10.00000001',
  actor: operator,
  reason: 'why',
  askedAt: noon,
  ...change,
});
const topUp = (change: Partial<Request> = {}) => moveFunds(request(change));
const payBack = (change: Partial<Request> = {}) => moveFunds(request({ kind: 'pay_back', ...change }));
const amount = settlement(1_000_000_001n);
const transfer: Transfer = {
  kind: 'top_up',
  subjectId: 'movement',
  debitId: externalId,
  creditId: availableId,
  amount,
  currency: 'USDT',
};
const paidBack: Transfer = { ...transfer, kind: 'pay_back', debitId: availableId, creditId: externalId };
const having = (balance: bigint, posted: readonly Transfer[] = [], catalogue = usual) =>
  memoryBatch(catalogue, { balances: [{ accountId: availableId, balance }], posted });

it('a top-up brings money from outside, says the balance after, and is written down', () => {
  const { result, changes } = doneIn(having(5n), topUp());
  expect(result).toBe(5n + amount);
  expect(changes.transfers).toEqual([transfer]);
  const subject = { action: 'top-up', subjectKind: 'store', subjectId: '1' };
  const details = { amount: '10.00000001', currency: 'USDT' };
  expect(changes.audits).toEqual([{ at: noon, actor: operator, reason: 'why', ...subject, details }]);
});

it('paying back takes what is there, down to the last unit, and not one more', () => {
  const { result, changes } = doneIn(having(amount), payBack());
  expect(result).toBe(0n);
  expect(changes.transfers).toEqual([paidBack]);
  expect(changes.audits).toMatchObject([{ action: 'pay-back' }]);
  expect(refusalIn(having(amount - 1n), payBack())).toBe('insufficient_funds');
});

it('the same movement twice is one', () => {
  const again = doneIn(having(amount, [transfer]), topUp());
  expect(again).toMatchObject({ isRepeat: true, result: amount, changes: { transfers: [], audits: [] } });
  // Also when what was paid back is gone.
  expect(doneIn(having(0n, [paidBack]), payBack())).toMatchObject({ isRepeat: true, result: 0n });
});

it.each<[string, Partial<Request>]>([
  ['kind', { kind: 'pay_back' }],
  ['account', { availableId: account.frozenId }],
  ['sum', { amount: '10' }],
])('another %s under the ID of a movement is refused', (_what, change) => {
  const view = memoryBatch(usual, { posted: [transfer] });
  expect(refusalIn(view, topUp(change))).toBe('movement_id_reused');
});

it('a movement in another currency under the same ID is refused', () => {
  expect(refusalIn(having(amount, [{ ...transfer, currency: 'EURT' }]), topUp())).toBe('movement_id_reused');
});

it('a movement back under the ID of one from the other side is refused', () => {
  const other = { ...paidBack, debitId: externalId, creditId: availableId };
  expect(refusalIn(having(amount, [other]), payBack())).toBe('movement_id_reused');
});

it.each(['', '0', '-1', '1.000000001', 'ten', '1e3'])('a movement of %j is refused', (text) => {
  expect(refusalIn(having(amount), topUp({ amount: text }))).toBe('invalid_amount');
});

it('a movement may be a quarter of the largest sum there is, and no more', () => {
  const text = (minor: bigint) => `${minor / 100_000_000n}.${String(minor % 100_000_000n).padStart(8, '0')}`;
  expect(refusalIn(having(0n), topUp({ amount: text(minorMax / 4n) }))).toBeNull();
  expect(refusalIn(having(0n), topUp({ amount: text(minorMax / 4n + 1n) }))).toBe('invalid_amount');
});

it('a currency in which the service has no books is refused', () => {
  const catalogue = catalogueOf([], { externalAccounts: new Map() });
  expect(refusalIn(having(0n, [], catalogue), topUp())).toBe('currency_not_allowed');
});

it('a maker is not paid back what payouts brought lately, be it in this very batch', () => {
  const paid = { owner: { kind: 'maker', id: '1' }, availableId: 102, amount: '4' } as const;
  const open = { makerId: 1, credited: 500_000_000n, lastAt: noon, disputed: 100_000_000n };
  const rich = (balance: bigint, credited = open.credited) =>
    memoryBatch(usual, { balances: [{ accountId: 102, balance }], openPayouts: [{ ...open, credited }] });
  expect(refusalIn(rich(1_000_000_000n), payBack(paid))).toBeNull();
  expect(refusalIn(rich(999_999_999n), payBack(paid))).toBe('payouts_open');
  const work = memoryBatch(usual, {
    balances: [12, 102].map((accountId) => ({ accountId, balance: 500_000_000n })),
    openPayouts: [{ ...open, credited: 0n }],
  });
  expect(refusalIn(work, payBack(paid))).toBeNull();
  const credit = {
    ...transfer,
    subjectId: 'a payout',
    kind: 'payout_pay',
    debitId: 12,
    creditId: 102,
    amount: settlement(1n),
  } as const;
  work.apply({ ...noChanges(), transfers: [credit] });
  expect(refusalIn(work, payBack({ ...paid, amount: '4.00000001' }))).toBe('payouts_open');
  const since = noon - 72 * 3_600_000;
  const needs = payBack(paid).plan({ catalogue: usual, rotation: new Rotation() }, undefined);
  expect(needs.openPayoutsOf).toEqual({ makerId: 1, since });
});

it('plans for the balance and for what stands under the ID; only paying back sends money out', () => {
  const needs = { accountIds: [availableId], subjectIds: ['movement'] };
  expect(topUp().plan({ catalogue: usual, rotation: new Rotation() }, undefined)).toEqual(needs);
  expect(topUp()).toMatchObject({ name: 'top-up', saidBy: operator, sendsMoneyOut: false });
  expect(payBack()).toMatchObject({ name: 'pay-back', sendsMoneyOut: true });
});
