import { describe, expect, it } from 'vitest';
import { decideOn, memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import { withdrawalRequest } from '../../../test/engine/support/requests.ts';
import { account, catalogueOf, noon, requisite } from '../../../test/engine/support/small-world.ts';
import { codeAt, wrongCodeAt } from '../../../test/engine/support/totp.ts';
import { AppError } from '../../errors/app-error.ts';
import { requestWithdrawal } from './request-withdrawal.ts';

const catalogue = catalogueOf([requisite(1)]);
const right = codeAt(noon);
const wrong = wrongCodeAt(noon);

/** The outcome, and what is stored of it. */
function decide(change: Parameters<typeof withdrawalRequest>[0], balance = 10n ** 12n) {
  const balances = [account.availableId, account.frozenId].map((accountId) => ({ accountId, balance }));
  try {
    const decision = decideOn(memoryBatch(catalogue, { balances }), requestWithdrawal(withdrawalRequest(change)));
    if (decision.kind === 'again') throw new Error('it decides at once');
    const outcome = decision.kind === 'done' ? 'done' : decision.error.code;
    return { outcome, factors: decision.changes.secondFactors.length, transfers: decision.changes.transfers };
  } catch (error) {
    if (error instanceof AppError) return { outcome: error.code, factors: 0, transfers: [] };
    throw error;
  }
}

describe('request-withdrawal', () => {
  it('freezes the amount and the fee on a right code, and spends the code', () => {
    const { outcome, factors, transfers } = decide({ code: right, amount: '10' });
    expect([outcome, factors, transfers.map(({ amount }) => amount)]).toEqual(['done', 1, [1_200_000_000n]]);
  });

  it('takes the fee out of the amount when asked to', () => {
    expect(decide({ code: right, amount: '10', subtractFee: true }).transfers[0]?.amount).toBe(1_000_000_000n);
    expect(decide({ code: right, amount: '2', subtractFee: true }).outcome).toBe('amount_below_fee');
  });

  it('counts a wrong code', () => {
    expect(decide({ code: wrong })).toEqual({ outcome: 'two_factor_wrong', factors: 1, transfers: [] });
  });

  it.each([
    ['an amount that is none', { amount: '0' }, 'invalid_amount'],
    ['an address that is none', { address: 'T123' }, 'invalid_address'],
    ['an account of somebody else', { accountId: '0193f000-0000-7000-8000-000000000002' }, 'not_found'],
    ['an amount that the fee eats', { amount: '1', subtractFee: true }, 'amount_below_fee'],
  ])('refuses %s before it looks at the code', (_, change, outcome) => {
    expect(decide({ code: wrong, ...change })).toEqual({ outcome, factors: 0, transfers: [] });
  });

  it('does not spend a code where the funds are not enough, to the unit', () => {
    expect(decide({ code: right, amount: '10' }, 1_199_999_999n)).toEqual({
      outcome: 'insufficient_funds',
      factors: 0,
      transfers: [],
    });
    expect(decide({ code: right, amount: '10' }, 1_200_000_000n).outcome).toBe('done');
    expect(decide({ code: right, amount: '99999999999999999999' }).outcome).toBe('insufficient_funds');
  });

  it('finds its account by an ID in any case', () => {
    expect(decide({ code: right, accountId: account.id.toUpperCase() }).outcome).toBe('done');
  });

  it('is refused to a merchant without a second factor', () => {
    const merchants = new Map([[1, { id: 1, name: 'Merchant', secrets: [], totpSeed: null, accessChangedAt: null }]]);
    const command = requestWithdrawal(withdrawalRequest({ code: right }));
    expect(() => decideOn(memoryBatch(catalogueOf([], { merchants })), command)).toThrow('2FA should be enabled');
  });
});
