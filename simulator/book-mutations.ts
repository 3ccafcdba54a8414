import type { Transfer, TransferKind } from '../src/domain/ledger/ledger.ts';
import type { BatchChanges } from '../src/domain/state/changes.ts';

/** Mistakes in what a batch stores of transfers and balances. */

/** The transfer is there twice, and so is what it moves: the books add up. */
export function postTwice(kind: TransferKind): (changes: BatchChanges) => BatchChanges {
  return (changes) => {
    const twice = changes.transfers.added.filter((one) => one.kind === kind);
    return postedAs(changes, [...changes.transfers.added, ...twice], twice, 1n);
  };
}

/** Books and balances are right, and what should have moved has not. */
export function storedWithout(kind: TransferKind): (changes: BatchChanges) => BatchChanges {
  return (changes) => {
    const left = changes.transfers.added.filter((one) => one.kind !== kind);
    const out = changes.transfers.added.filter((one) => one.kind === kind);
    return postedAs(changes, left, out, -1n);
  };
}

/** `times`: how often balances change by these once more. */
function postedAs(
  changes: BatchChanges,
  added: readonly Transfer[],
  differing: readonly Transfer[],
  times: bigint,
): BatchChanges {
  const deltas = new Map(changes.balanceDeltas.changed.map(({ accountId, delta }) => [accountId, delta]));
  for (const { debitId, creditId, amount } of differing) {
    deltas.set(debitId, (deltas.get(debitId) ?? 0n) - times * amount);
    deltas.set(creditId, (deltas.get(creditId) ?? 0n) + times * amount);
  }
  return {
    ...changes,
    transfers: { added, changed: [] },
    balanceDeltas: { added: [], changed: [...deltas].map(([accountId, delta]) => ({ accountId, delta })) },
  };
}

export function offByOne(changes: BatchChanges): BatchChanges {
  const [first, ...rest] = changes.balanceDeltas.changed;
  if (first === undefined || changes.invoices.added.length === 0) return changes;
  return {
    ...changes,
    balanceDeltas: { added: [], changed: [{ ...first, delta: first.delta + 1n }, ...rest] },
  };
}
