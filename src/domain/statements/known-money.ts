import type { ArrivalStatus } from '../arrivals/arrival.ts';
import type { Teller } from '../arrivals/teller.ts';
import type { FiatMinor } from '../money/money.ts';
import type { Instant } from '../text/timestamp.ts';
import type { BankLine } from './bank-line.ts';

/** What the lines of a file are compared with. */

export interface KnownArrival {
  readonly id: string;
  readonly requisiteId: number;
  readonly amount: FiatMinor;
  readonly arrivedAt: Instant;
  readonly reference: string;
  readonly status: ArrivalStatus;
  /** It has paid nothing, and only a maker has told of it. */
  readonly isMakersWord: boolean;
  readonly toldBy: Teller;
  /** Another line of the bank is this arrival. */
  readonly isLinked: boolean;
}

/** A deal that a person has settled, or a payout that was paid, with neither an arrival nor a line that says so. */
export interface SettledDeal {
  readonly id: string;
  readonly amount: FiatMinor;
  readonly startedAt: Instant;
  readonly endedAt: Instant;
}

/** A deal that has this sum on one of the account's requisites: it waits for money, or has ended a while ago. */
export interface PairDeal {
  readonly invoiceId: string;
  readonly requisiteId: number;
  readonly amount: FiatMinor;
  readonly startedAt: Instant;
  readonly isWaiting: boolean;
}

/** A deal over this sum that has ended, as far as is known, without money: its payer may have sent it all the same. */
export interface UnpaidDeal {
  readonly invoiceId: string;
  readonly amount: FiatMinor;
  readonly startedAt: Instant;
  readonly endedAt: Instant;
}

/** All of a kind that have a sum; `many` where there are more than are looked at: then nothing follows from those that were. */
export type BySum<Kind> = ReadonlyMap<bigint, readonly Kind[] | 'many'>;

export interface KnownMoney {
  /** Those that have the reference of a line: all of them. */
  readonly named: readonly KnownArrival[];
  readonly arrivals: BySum<KnownArrival>;
  readonly settled: BySum<SettledDeal>;
  readonly payouts: BySum<SettledDeal>;
  /** All of them: a requisite has one for a sum. */
  readonly pairs: readonly PairDeal[];
  readonly unpaid: BySum<UnpaidDeal>;
  /** Days that files of another family have told of. */
  readonly toldOtherwise: ReadonlySet<string>;
  /** What such files have told of on days nearby: formats may book one transfer on different days. */
  readonly alikeOtherwise: readonly { readonly amount: FiatMinor; readonly day: string }[];
}

/**
 * So many of one kind and sum are compared with the lines of a file. One more is asked for: where it is there, the lines of that sum
 * wait for a person. More than one requisite has in the days that are looked at, so that only what is odd is held.
 */
export const alikeMax = 500;

/** With what was found beyond the limit, a sum is `many`. */
export function bySum<Kind extends { readonly amount: FiatMinor }>(
  found: readonly Kind[],
  max = alikeMax,
): BySum<Kind> {
  const groups = new Map<bigint, Kind[]>();
  for (const one of found) {
    const alike = groups.get(one.amount);
    if (alike === undefined) groups.set(one.amount, [one]);
    else alike.push(one);
  }
  return new Map([...groups].map(([amount, alike]) => [amount, alike.length > max ? 'many' : alike]));
}

const dayMs = 86_400_000;

/** When the money of these lines can have come, or their payouts been paid. */
export function spanOf(lines: readonly Pick<BankLine, 'bookedOn'>[]): { readonly from: Instant; readonly to: Instant } {
  const moments = lines.map(({ bookedOn }) => Date.parse(bookedOn));
  return { from: Math.min(...moments) - 8 * dayMs, to: Math.max(...moments) + 3 * dayMs };
}
