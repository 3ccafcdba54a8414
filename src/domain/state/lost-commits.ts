import type { TransferKind } from '../ledger/ledger.ts';
import type { BatchChanges } from './changes.ts';

/**
 * What a batch has stored, as far as it can be asked for again: invoices with the number of their last status change, which
 * only grows, and transfers, which stay for ever.
 */
export interface Witnessed {
  readonly invoices: readonly { readonly id: string; readonly sequence: number }[];
  readonly transfers: readonly { readonly subjectId: string; readonly kind: TransferKind }[];
}

/** What a sandbox has done to production data is no loss, but stops money in the same way: nobody has paid such an invoice. */
export const lostWhat = { fate: 'fate', fateArrival: 'fate-arrival' } as const;

export function isFate({ what }: LostCommit): boolean {
  return what === lostWhat.fate || what === lostWhat.fateArrival;
}

/** An acknowledged thing that is not in the database: an `invoice`, its `status`, or a transfer by its kind; or a fate. */
export interface LostCommit {
  readonly subjectId: string;
  readonly what: string;
}

/** Null where nothing of a batch can be asked for: remembered requests, misses. */
export function witnessedOf({ invoices, transfers }: BatchChanges): Witnessed | null {
  if (invoices.added.length + invoices.changed.length + transfers.added.length === 0) return null;
  const numbered = ({ id, sequence }: { readonly id: string; readonly sequence: number }) => ({ id, sequence });
  return {
    invoices: [...invoices.added.map(numbered), ...invoices.changed.map(numbered)],
    transfers: transfers.added.map(({ subjectId, kind }) => ({ subjectId, kind })),
  };
}

/** How many lost things a stop names; a failover that lost more has lost a day, and the list is not what is needed then. */
const lostMax = 10_000;

/** With what is known already, each once. What belongs to an invoice that is gone is gone with it, and needs no line of its own. */
export function mergeLost(known: readonly LostCommit[], found: readonly LostCommit[]): readonly LostCommit[] {
  const all = [...known, ...found];
  const gone = new Set(all.filter(({ what }) => what === 'invoice').map(({ subjectId }) => subjectId));
  const merged = new Map<string, LostCommit>();
  for (const lost of all) {
    const isPart = lost.what !== 'invoice' && gone.has(lost.subjectId);
    if (!isPart) merged.set(`${lost.subjectId} ${lost.what}`, lost);
  }
  return [...merged.values()].slice(0, lostMax);
}
