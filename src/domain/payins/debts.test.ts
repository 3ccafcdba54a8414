import { describe, expect, it } from 'vitest';
import { catalogueOf, noon } from '../../../test/engine/support/small-world.ts';
import { AppError } from '../../errors/app-error.ts';
import { payDebt, type Transfer } from '../ledger/ledger.ts';
import { settlement } from '../money/money.ts';
import { noChanges } from '../state/changes.ts';
import { isUuid } from '../text/uuid.ts';
import { debtPayments, paymentId, requireFunds } from './debts.ts';

const [availableId, otherId] = [21, 22];
const debt = { id: 23, availableId, currency: 'USDT' } as const;
const catalogue = catalogueOf([], { debts: new Map([[availableId, debt]]) });
const subjectId = '0193f000-0000-7000-8000-000000000001';

const moved = (debitId: number, creditId: number, amount: bigint, kind: Transfer['kind'] = 'top_up'): Transfer => ({
  debitId,
  creditId,
  amount: settlement(amount),
  currency: 'USDT',
  kind,
  subjectId,
});

describe('what a decision takes', () => {
  const taken = (had: bigint, sum: bigint, lossMax?: bigint | null) => {
    const move = { catalogue, now: noon, changes: noChanges() };
    const purse = { balance: () => had, ...(lossMax === undefined ? {} : { lossMax }) };
    requireFunds(subjectId, [{ kind: 'maker_loss', availableId, sum }], purse, move);
    return move.changes.transfers;
  };

  it('moves nothing more where it is there', () => {
    expect(taken(100n, 100n)).toEqual([]);
    expect(taken(0n, -5n, 7n)).toEqual([]);
  });

  it('is refused where it is not, and says what is missing', () => {
    for (const lossMax of [undefined, null, 0n, 39n]) {
      expect(() => taken(60n, 100n, lossMax)).toThrow(new AppError('maker_funds', { missing: '40' }));
    }
  });

  it('is lent by the service as far as that was agreed to, and owed', () => {
    expect(taken(60n, 100n, 40n)).toEqual([moved(debt.id, availableId, 40n, 'maker_loss')]);
    expect(taken(60n, 100n, 1_000n)).toEqual([moved(debt.id, availableId, 40n, 'maker_loss')]);
  });
});

describe('a debt', () => {
  const paid = (transfers: readonly Transfer[], balances: Readonly<Record<number, bigint>>) =>
    debtPayments(transfers, { catalogue, balance: (id) => balances[id] ?? 0n });

  it.each([
    ['is paid by a credit as far as that goes', [moved(1, availableId, 30n)], 100n, 30n],
    ['is paid once, and the rest of the credit is the owner’s', [moved(1, availableId, 130n)], 100n, 100n],
    ['is paid by what a decision leaves', [moved(1, availableId, 50n), moved(availableId, 2, 20n)], 100n, 30n],
  ])('%s', (_title, transfers, owed, sum) => {
    const [first] = transfers as [Transfer];
    expect(paid(transfers, { [debt.id]: -owed })).toEqual([payDebt(paymentId(first), debt, settlement(sum))]);
  });

  it.each([
    ['where nothing is owed', [moved(1, availableId, 30n)], 0n],
    ['by what somebody else is credited', [moved(1, otherId, 30n)], 100n],
    ['by what goes on at once', [moved(1, availableId, 30n), moved(availableId, 2, 30n)], 100n],
    ['by what makes it', [moved(debt.id, availableId, 30n, 'maker_loss'), moved(availableId, 2, 30n)], 0n],
    ['by what its owner gives', [moved(availableId, 2, 30n)], 100n],
  ])('is not paid %s', (_title, transfers, owed) => {
    expect(paid(transfers, { [debt.id]: -owed, [availableId]: 0n })).toEqual([]);
  });

  it('is paid under a name of its own for each credit, with the time and cell of that', () => {
    const ids = ['payin_release', 'payin_reward', 'top_up'].map((kind) =>
      paymentId({ subjectId, kind: kind as Transfer['kind'] }),
    );
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) {
      expect(isUuid(id)).toBe(true);
      expect(id).toMatch(/^0193f000-0000-8...-8...-..........01$/);
    }
    expect(paymentId({ subjectId, kind: 'top_up' })).toBe(ids[2]);
  });
});
