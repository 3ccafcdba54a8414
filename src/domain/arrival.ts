import assert from 'node:assert/strict';
import type { Deal } from './deal.ts';
import type { FiatMinor } from './money.ts';
import type { Instant } from './timestamp.ts';

/**
 * An arrival is money that came to a requisite, as a person or a bank program saw it. It is
 *
 * `matched`: it settled the one deal it belongs to; `held`: nobody has decided yet; `returned`: it went back to its sender.
 * So received = matched + held + returned, always: nothing is lost in a comment.
 */
export const arrivalStatuses = { matched: 'matched', held: 'held', returned: 'returned' } as const;
export type ArrivalStatus = keyof typeof arrivalStatuses;

/**
 * Why an arrival did not match by itself. `short`, `over`: the requisite has one running deal, over another sum. `late`:
 * the deal over this sum has ended. `twice`: it was paid before. `nobody`: no deal comes into question, or several do.
 *
 * The others are of money that a message of the maker's phone told of, and whose deal is found. `automation_off`: messages of
 * this maker settle nothing by themselves. `deal_limit`, `day_limit`: more than they may. `balance_break`: the balance told
 * does not follow from the one before. `balance_unchecked`: other messages tell the balance of this account, and this one does
 * not, or was read too late to be checked. `before_deal`: the message is older than the deal.
 */
export const arrivalExceptions = {
  short: 'short',
  over: 'over',
  late: 'late',
  twice: 'twice',
  nobody: 'nobody',
  automation_off: 'automation_off',
  deal_limit: 'deal_limit',
  day_limit: 'day_limit',
  balance_break: 'balance_break',
  balance_unchecked: 'balance_unchecked',
  before_deal: 'before_deal',
} as const;
export type ArrivalException = keyof typeof arrivalExceptions;

/** Its deal is found, and only nobody has looked: a person who settles the deal means this money. */
export function waitsForAnyone({ status, exception }: Pick<Arrival, 'status' | 'exception'>): boolean {
  return status === 'held' && exception !== null && unlookedAt.includes(exception);
}

const unlookedAt: readonly ArrivalException[] = [
  'automation_off',
  'deal_limit',
  'day_limit',
  'balance_break',
  'balance_unchecked',
];

export interface Arrival {
  readonly id: string;
  readonly requisiteId: number;
  readonly amount: FiatMinor;
  readonly currency: string;
  readonly arrivedAt: Instant;
  readonly reference: string;
  readonly status: ArrivalStatus;
  readonly exception: ArrivalException | null;
  readonly dealId: string | null;
  readonly enteredBy: string;
  readonly createdAt: Instant;
  readonly resolvedAt: Instant | null;
}

/** What is known of a deal that occupies a requisite, before its invoice is locked. */
export interface OccupyingDeal {
  readonly dealId: string;
  readonly invoiceId: string;
  readonly storeId: number;
  readonly amount: FiatMinor;
  readonly status: Deal['status'];
  readonly startedAt: Instant;
}

export type Match =
  | { readonly kind: 'deal'; readonly deal: OccupyingDeal }
  | { readonly kind: 'exception'; readonly exception: ArrivalException; readonly deal: OccupyingDeal | null };

/** How money came, as far as a deal is found by it. */
interface Came {
  readonly amount: FiatMinor;
  readonly arrivedAt: Instant;
  /** The latest that it can have come, where that is known better than `arrivedAt` and the clocks tell. */
  readonly cameBy?: Instant | undefined;
  /** Nobody knows to which requisite it came, or a deal over this sum was there later: one over another sum is not its deal. */
  readonly isOfPairOnly?: boolean | undefined;
}

/** Clocks of other machines are wrong, by a time zone at worst, and some banks tell no more than the day. */
export const clockDriftMaxMs = 24 * 3_600_000;

/**
 * Which deal an arrival belongs to. The pair of requisite and amount points to one at most.
 *
 * Money may be entered long after it came, when another deal has the pair: what came before a deal began, by more than a
 * clock can be wrong, is not that deal's. Whether it came before a deal ended is for a person to say: a quarter of an hour is less
 * than clocks differ, and a deal that ended may have been replaced, or its order given up.
 */
export function matchArrival(
  { amount, arrivedAt, cameBy = arrivedAt + clockDriftMaxMs, isOfPairOnly = false }: Came,
  onRequisite: readonly OccupyingDeal[],
): Match {
  assert(amount > 0n, 'an arrival is money');
  const possible = onRequisite.filter(({ startedAt }) => startedAt <= cameBy);
  const samePair = possible.find((deal) => deal.amount === amount);
  if (samePair !== undefined) return matchPair(samePair);
  const running = isOfPairOnly ? [] : possible.filter(isRunning);
  const [only, second] = running;
  if (only === undefined || second !== undefined) return { kind: 'exception', exception: 'nobody', deal: null };
  assert(amount !== only.amount, 'a deal over this sum would have been found by its pair');
  return { kind: 'exception', exception: amount < only.amount ? 'short' : 'over', deal: only };
}

function matchPair(deal: OccupyingDeal): Match {
  switch (deal.status) {
    case 'transfer_waiting':
    case 'transfer_confirmed':
      return { kind: 'deal', deal };
    case 'completed':
      return { kind: 'exception', exception: 'twice', deal };
    case 'canceled':
    case 'expired':
    case 'dispute':
      return { kind: 'exception', exception: 'late', deal };
    case 'new':
      throw new Error('a payout nobody has taken occupies no requisite');
  }
}

function isRunning(deal: OccupyingDeal): boolean {
  return deal.status === 'transfer_waiting' || deal.status === 'transfer_confirmed';
}
