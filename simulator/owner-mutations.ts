import type { TransferKind } from '../src/domain/ledger/ledger.ts';
import type { BatchChanges, Changes } from '../src/domain/state/changes.ts';
import { worldCatalogue } from './world-catalogue.ts';

/** Mistakes about whose money it is, behind what a batch has locked: every sum is right, and the books add up. */

const { stores, makers, requisiteById } = worldCatalogue(0);
const storesAccounts = [...stores.values()].flatMap(({ accounts }) => accounts);
const makersAccounts = [...makers.values()].map(({ settlementCurrency, availableId }) => {
  return { currency: settlementCurrency, availableId };
});

/** Transfers of this kind go to the same account of somebody else. */
export function creditAnother(kind: TransferKind): (changes: BatchChanges) => BatchChanges {
  return (changes) => {
    const deltas = new Map(changes.balanceDeltas.changed.map(({ accountId, delta }) => [accountId, delta]));
    const move = (accountId: number, delta: bigint) => deltas.set(accountId, (deltas.get(accountId) ?? 0n) + delta);
    const added = changes.transfers.added.map((one) => {
      if (one.kind !== kind) return one;
      const creditId = anotherOf(one.creditId, one.currency);
      move(one.creditId, -one.amount);
      move(creditId, one.amount);
      return { ...one, creditId };
    });
    return {
      ...changes,
      transfers: { added, changed: [] },
      balanceDeltas: { added: [], changed: [...deltas].map(([accountId, delta]) => ({ accountId, delta })) },
    };
  };
}

function anotherOf(id: number, currency: string): number {
  const owners = storesAccounts.some(({ availableId }) => availableId === id) ? storesAccounts : makersAccounts;
  return owners.find((one) => one.currency === currency && one.availableId !== id)?.availableId ?? id;
}

/** The address gets the fee, and the service the sum. */
export function exchangeSumAndFee(changes: Changes): Changes {
  const others: Partial<Record<TransferKind, TransferKind>> = {
    withdrawal_send: 'withdrawal_fee',
    withdrawal_fee: 'withdrawal_send',
  };
  const transfers = changes.transfers.map((one) => {
    const other = changes.transfers.find(
      ({ kind, subjectId }) => kind === others[one.kind] && subjectId === one.subjectId,
    );
    return { ...one, amount: other?.amount ?? one.amount };
  });
  return { ...changes, transfers };
}

/** A person gives a deal money that came to another maker. */
export function takeAnothersMoney(changes: BatchChanges): BatchChanges {
  const another = (requisiteId: number): number => {
    const makerId = requisiteById.get(requisiteId)?.makerId;
    return [...requisiteById.values()].find((one) => one.makerId !== makerId)?.id ?? requisiteId;
  };
  const changed = changes.arrivals.changed.map((one) =>
    one.status === 'matched' ? { ...one, requisiteId: another(one.requisiteId) } : one,
  );
  return { ...changes, arrivals: { ...changes.arrivals, changed } };
}
