import { describe, expect, it } from 'vitest';
import type { Transfer } from '../domain/ledger/ledger.ts';
import { settlement } from '../domain/money/money.ts';
import type { BatchChanges } from '../domain/state/changes.ts';
import { CommitWitness } from './commit-witness.ts';

const transfer: Transfer = {
  kind: 'top_up',
  subjectId: 'movement',
  debitId: 1,
  creditId: 2,
  amount: settlement(1n),
  currency: 'USDT',
};

/** As much of a batch as is looked at. */
function batch(
  added: readonly string[],
  changed: readonly (readonly [string, number])[] = [],
  transfers: readonly Transfer[] = [],
) {
  return {
    invoices: {
      added: added.map((id) => ({ id, sequence: 0 })),
      changed: changed.map(([id, sequence]) => ({ id, sequence })),
    },
    transfers: { added: transfers, changed: [] },
  } as unknown as BatchChanges;
}

describe('what a lane remembers', () => {
  it('is its last batch, and those before it', () => {
    const witness = new CommitWitness();
    expect(witness.newest).toBeNull();
    witness.note(batch(['a']));
    witness.note(batch(['b'], [['a', 1]]));
    const newest = [
      { id: 'b', sequence: 0 },
      { id: 'a', sequence: 1 },
    ];
    expect(witness.newest?.invoices).toEqual(newest);
    expect(witness.all.invoices).toEqual([{ id: 'a', sequence: 0 }, ...newest]);
  });

  it('leaves out batches of which nothing can be asked for', () => {
    const witness = new CommitWitness();
    witness.note(batch(['a']));
    witness.note(batch([]));
    expect(witness.newest?.invoices).toEqual([{ id: 'a', sequence: 0 }]);
  });

  it('is bounded, the oldest go first, and the last batch stays however large it is', () => {
    const witness = new CommitWitness(3);
    witness.note(batch(['a', 'b']));
    witness.note(batch(['c', 'd']));
    expect(witness.all.invoices.map(({ id }) => id)).toEqual(['c', 'd']);
    witness.note(batch(['e', 'f', 'g', 'h']));
    expect(witness.all.invoices.map(({ id }) => id)).toEqual(['e', 'f', 'g', 'h']);
    witness.note(batch(['i']));
    expect(witness.all.invoices.map(({ id }) => id)).toEqual(['i']);
  });

  it('keeps as many things as it may, transfers among them, also after some have gone', () => {
    const witness = new CommitWitness(3);
    const ids = () => witness.all.invoices.map(({ id }) => id);
    witness.note(batch(['a', 'b']));
    witness.note(batch(['c']));
    expect(ids()).toEqual(['a', 'b', 'c']);
    witness.note(batch(['d'], [], [transfer]));
    expect(ids()).toEqual(['c', 'd']);
    expect(witness.all.transfers).toHaveLength(1);
    witness.note(batch(['e', 'f']));
    expect(ids()).toEqual(['e', 'f']);
    witness.note(batch(['g']));
    expect(ids()).toEqual(['e', 'f', 'g']);
  });

  it('is told once', () => {
    const witness = new CommitWitness();
    witness.note(batch(['a']));
    witness.clear();
    expect(witness.newest).toBeNull();
    expect(witness.all).toEqual({ invoices: [], transfers: [] });
  });
});
