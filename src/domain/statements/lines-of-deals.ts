import { type Deal, standingOf } from '../invoices/deal.ts';

/** A line of the bank that is the money of a deal, with no arrival between them: the bank's word, or a person's. */
export interface LinkedLine {
  readonly dealId: string;
  readonly lineId: string;
  readonly day: string;
}

/**
 * Whether what became of a deal can make the line that is its money somebody else's: it was taken back, or settled with another sum,
 * or a claim over it ended without money. A payout keeps its line whatever is decided: that the maker has sent the money is what the
 * bank says, and nothing else may count as that line's payout.
 */
export function mayLoseItsLine(before: Deal | undefined, after: Deal): boolean {
  if (before === undefined || after.type === 'out') return false;
  const isSettled = standingOf(after) === 'completed';
  if (standingOf(before) === 'completed') return !isSettled || before.receivedSum !== after.receivedSum;
  return before.status === 'dispute' && after.status !== 'dispute' && !isSettled;
}
