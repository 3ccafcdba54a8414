import { describe, expect, it } from 'vitest';
import { operator } from '../../../test/engine/support/decided.ts';
import { decideOn, memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import { account, catalogueOf, feeAccountId, noon, store } from '../../../test/engine/support/small-world.ts';
import { tronAddress } from '../../../test/engine/support/totp.ts';
import { settlement } from '../../domain/money/money.ts';
import { Rotation } from '../../domain/payins/rotation.ts';
import { type Withdrawal, withdrawalStatuses } from '../../domain/withdrawals/withdrawal.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Loaded } from '../../storage/batch/load-steps.ts';
import type { Command } from '../command.ts';
import { approveWithdrawal, rejectWithdrawal, sendWithdrawalAct } from './withdrawal-work.ts';

const { created, sending, sent, rejected } = withdrawalStatuses;
const hourMs = 3_600_000;
const limit = 1_000_000n;
const externalId = 1;

function withdrawal(change: Partial<Withdrawal> = {}): Withdrawal {
  return {
    id: '0193f000-0000-7000-8000-00000000cccc',
    storeId: 1,
    accountId: account.id,
    status: created,
    sum: settlement(limit),
    fee: settlement(200n),
    currency: 'USDT',
    address: tronAddress,
    txId: null,
    approvals: [],
    rejectReason: null,
    createdAt: noon - hourMs,
    updatedAt: noon - hourMs,
    ...change,
  };
}

const known = { storeId: 1, address: tronAddress, usableAt: noon };

interface World {
  readonly loaded?: Partial<Loaded>;
  /** When an operator changed the merchant's secret or code. */
  readonly accessChangedAt?: number | null;
}

function worldOf(stored: Withdrawal | null, { loaded = {}, accessChangedAt = null }: World) {
  const merchant = { id: 1, name: 'Merchant', secrets: [], totpSeed: null, accessChangedAt };
  const catalogue = catalogueOf([], {
    stores: new Map([[1, { ...store, twoApprovalsAbove: settlement(limit) }]]),
    merchants: new Map([[1, merchant]]),
  });
  const withdrawals = stored === null ? [] : [stored];
  return memoryBatch(catalogue, { withdrawals, storeAddresses: [known], ...loaded });
}

/** What follows from the act, or the code of its refusal. */
function decide(command: Command<Withdrawal>, stored: Withdrawal | null, world: World = {}) {
  try {
    const decision = decideOn(worldOf(stored, world), command);
    if (decision.kind !== 'done') throw new Error('it decides at once');
    const { withdrawals, transfers, audits } = decision.changes;
    expect(withdrawals).toEqual([decision.result]);
    return { after: decision.result, transfers, audits };
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const seen = { storeId: 1, accountId: account.id, address: tronAddress };
const act = { actor: operator, reason: 'asked for by the shop', withdrawalId: withdrawal().id, seen };
const facts = { ofDay: [{ storeId: 1, sum: limit }], isAlone: false };
const approve = (change: Partial<Parameters<typeof approveWithdrawal>[0]> = {}) =>
  approveWithdrawal({ ...act, ...facts, userId: 7, trustedSince: noon - 2 * hourMs, ...change });
const send = (change: Partial<Parameters<typeof sendWithdrawalAct>[0]> = {}) =>
  sendWithdrawalAct({ ...act, ...facts, txId: `0x${'AbC1'.repeat(16)}`, ...change });
const reject = (isAgreed = false) => rejectWithdrawal({ ...act, isAgreed });

describe('an approval of a withdrawal', () => {
  it('is enough for a usual one to a known address, moves nothing, and is written down', () => {
    const stored = withdrawal();
    expect(decide(approve(), stored)).toEqual({
      after: { ...stored, status: sending, approvals: [{ userId: 7, at: noon }], updatedAt: noon },
      transfers: [],
      audits: [
        {
          at: noon,
          actor: operator,
          reason: act.reason,
          action: 'approve-withdrawal',
          subjectKind: 'withdrawal',
          subjectId: stored.id,
          details: { status: sending },
        },
      ],
    });
  });

  it.each<[string, Partial<Parameters<typeof approveWithdrawal>[0]>, Partial<Withdrawal>, World]>([
    ['of more than the limit', {}, { sum: settlement(limit + 1n) }, {}],
    ['of less, on a day with more than the limit', { ofDay: [{ storeId: 1, sum: limit + 1n }] }, {}, {}],
    ['to an address that nobody has listed', {}, {}, { loaded: { storeAddresses: [] } }],
    ['to an address that still waits', {}, {}, { loaded: { storeAddresses: [{ ...known, usableAt: noon + 1 }] } }],
  ])('%s waits for another one', (_title, change, of, world) => {
    expect(decide(approve(change), withdrawal(of), world)).toMatchObject({ after: { status: created } });
    const first = { userId: 8, at: noon - 1 };
    expect(decide(approve(change), withdrawal({ ...of, approvals: [first] }), world)).toMatchObject({
      after: { status: sending, approvals: [first, { userId: 7, at: noon }] },
    });
    expect(decide(approve({ ...change, isAlone: true }), withdrawal(of), world)).toMatchObject({
      after: { status: sending },
    });
  });

  it.each<[string, Partial<Withdrawal> | null, Partial<Parameters<typeof approveWithdrawal>[0]>, World, string]>([
    ['of one that is nowhere', null, {}, {}, 'not_found'],
    ['of one that is being sent', { status: sending }, {}, {}, 'withdrawal_not_open'],
    ['of one that was sent', { status: sent }, {}, {}, 'withdrawal_not_open'],
    ['of one that was rejected', { status: rejected }, {}, {}, 'withdrawal_not_open'],
    ['by the same person twice', { approvals: [{ userId: 7, at: noon - 1 }] }, {}, {}, 'already_approved'],
    ['by somebody let in when it was asked for', {}, { trustedSince: noon - hourMs }, {}, 'approver_too_new'],
    ['within a day of a secret from an operator', {}, {}, { accessChangedAt: noon - hourMs }, 'withdrawals_wait'],
  ])('%s is refused', (_title, of, change, world, code) => {
    expect(decide(approve(change), of === null ? null : withdrawal(of), world)).toBe(code);
  });

  it('waits for no secret that was changed a day ago, nor of a withdrawal that is a day old', () => {
    const dayAgo = noon - 24 * hourMs;
    // A second change does not end the wait for the first.
    expect(decide(approve(), withdrawal(), { accessChangedAt: noon - hourMs + 1 })).toBe('withdrawals_wait');
    expect(
      decide(approve({ trustedSince: dayAgo - 1 }), withdrawal({ createdAt: dayAgo }), {
        accessChangedAt: noon - hourMs,
      }),
    ).toMatchObject({
      after: { status: sending },
    });
    expect(decide(approve(), withdrawal(), { accessChangedAt: dayAgo })).toMatchObject({ after: { status: sending } });
    expect(decide(approve(), withdrawal(), { accessChangedAt: dayAgo + 1 })).toBe('withdrawals_wait');
  });
});

describe('a withdrawal that is sent', () => {
  const stored = withdrawal({ status: sending, approvals: [{ userId: 8, at: noon - 1 }] });

  it('takes the sum out and the fee to the service, under its transaction', () => {
    const transfer = { subjectId: stored.id, currency: 'USDT' };
    expect(decide(send(), stored)).toMatchObject({
      after: { ...stored, status: sent, txId: 'abc1'.repeat(16), updatedAt: noon },
      transfers: [
        { ...transfer, kind: 'withdrawal_send', debitId: account.frozenId, creditId: externalId, amount: limit },
        { ...transfer, kind: 'withdrawal_fee', debitId: account.frozenId, creditId: feeAccountId, amount: 200n },
      ],
      audits: [{ action: 'send-withdrawal', details: { status: sent } }],
    });
  });

  it.each<[string, Withdrawal | null, World, string]>([
    ['that is nowhere', null, {}, 'not_found'],
    ['before it was approved', withdrawal(), {}, 'approvals_missing'],
    ['twice', withdrawal({ status: sent }), {}, 'withdrawal_not_open'],
    ['that was rejected', withdrawal({ status: rejected }), {}, 'withdrawal_not_open'],
    ['within a day of a secret from an operator', stored, { accessChangedAt: noon - hourMs }, 'withdrawals_wait'],
    [
      'under the transaction of another one, however it is written',
      stored,
      { loaded: { sentByTransactions: [{ transaction: 'abc1'.repeat(16), withdrawalId: 'another' }] } },
      'transaction_used',
    ],
  ])('%s is refused', (_title, one, world, code) => {
    expect(decide(send(), one, world)).toBe(code);
  });

  it('says how many approvals are missing', () => {
    const large = withdrawal({ sum: settlement(limit + 1n), approvals: [{ userId: 8, at: noon - 1 }] });
    expect(() => decideOn(worldOf(large, {}), send())).toThrow(/1 of 2/);
  });
});

describe('a withdrawal that is rejected', () => {
  it('gives sum and fee back to the store, with the reason', () => {
    const stored = withdrawal();
    expect(decide(reject(), stored)).toMatchObject({
      after: { ...stored, status: rejected, rejectReason: act.reason, updatedAt: noon },
      transfers: [
        {
          kind: 'withdrawal_release',
          subjectId: stored.id,
          debitId: account.frozenId,
          creditId: account.availableId,
          amount: limit + 200n,
        },
      ],
      audits: [{ action: 'reject-withdrawal', details: { status: rejected } }],
    });
  });

  it('may be on the network while it is being sent: then another person has to agree', () => {
    expect(decide(reject(), withdrawal({ status: sending }))).toBe('withdrawal_being_sent');
    expect(decide(reject(true), withdrawal({ status: sending }))).toMatchObject({ after: { status: rejected } });
  });

  it.each([sent, rejected])('is refused in status %s', (status) => {
    expect(decide(reject(true), withdrawal({ status }))).toBe('withdrawal_not_open');
  });

  it('may be while the merchant is given a day to notice', () => {
    expect(decide(reject(), withdrawal(), { accessChangedAt: noon - hourMs })).toMatchObject({
      after: { status: rejected },
    });
  });
});

describe('acts on withdrawals', () => {
  const plan = (command: Command<Withdrawal>) =>
    command.plan({ catalogue: worldOf(null, {}).catalogue, rotation: new Rotation() }, undefined);

  it('lock the withdrawal, its accounts and its address; a transaction is looked up where there is one', () => {
    const locked = {
      withdrawalIds: [act.withdrawalId],
      storeAddress: { storeId: 1, address: tronAddress },
      accountIds: [account.availableId, account.frozenId],
    };
    expect(plan(approve())).toEqual(locked);
    expect(plan(reject())).toEqual(locked);
    expect(plan(send())).toEqual({ ...locked, transaction: 'abc1'.repeat(16) });
  });

  it('send money out, but for a rejection, and are said by their person', () => {
    expect([approve(), send(), reject()].map(({ sendsMoneyOut = false, saidBy }) => [sendsMoneyOut, saidBy])).toEqual([
      [true, operator],
      [true, operator],
      [false, operator],
    ]);
  });

  it('find no account that the store does not have', () => {
    const strange = { ...act, seen: { ...seen, accountId: 'another' } };
    expect(() => plan(rejectWithdrawal({ ...strange, isAgreed: true }))).toThrow(AppError);
  });
});
