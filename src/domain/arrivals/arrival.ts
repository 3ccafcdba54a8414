import assert from 'node:assert/strict';
import type { Deal } from '../invoices/deal.ts';
import type { FiatMinor } from '../money/money.ts';
import type { Instant } from '../text/timestamp.ts';
import { makersTellers, type Teller } from './teller.ts';

/**
 * An arrival is money that came to a requisite, as a person or a bank program saw it. It is
 *
 * `matched`: it settled the one deal it belongs to; `held`: nobody has decided yet; `returned`: it went back to its sender.
 * So received = matched + held + returned, always: nothing is lost in a comment.
 */
export const arrivalStatuses = { matched: 'matched', held: 'held', returned: 'returned' } as const;
export type ArrivalStatus = keyof typeof arrivalStatuses;

/**
 * Why an arrival did not match by itself. `short`, `over`: one deal ran on the requisite when it came, over another sum, and runs
 * still. `late`: the deal over this sum has ended. `twice`: it was paid before. `before_deal`: the deal over this sum began after the
 * money had come. `nobody`: no deal comes into question, or several do. A deal that a person has settled with this sum is one over
 * this sum, where no other is.
 *
 * The others are of money that a message of the maker's phone told of, and whose deal is found. `automation_off`: messages of
 * this maker settle nothing by themselves. `deal_limit`, `day_limit`: more than they may. `balance_break`: the balance told
 * does not follow from the one before. `balance_unchecked`: other messages tell the balance of this account, and this one does
 * not, or was read too late to be checked.
 */
export const arrivalExceptions = {
  short: 'short',
  over: 'over',
  late: 'late',
  twice: 'twice',
  nobody: 'nobody',
  before_deal: 'before_deal',
  automation_off: 'automation_off',
  deal_limit: 'deal_limit',
  day_limit: 'day_limit',
  balance_break: 'balance_break',
  balance_unchecked: 'balance_unchecked',
} as const;
export type ArrivalException = keyof typeof arrivalExceptions;

/** The deal is known; only a human check is missing. Settling the deal by hand takes this arrival. */
export function waitsForAnyone({ status, exception }: Pick<Arrival, 'status' | 'exception'>): boolean {
  return status === 'held' && exception !== null && unlookedAt.includes(exception);
}

/** It has paid nothing, and only a maker has told of it. */
export function isMakersWord({ status, toldBy }: Pick<Arrival, 'status' | 'toldBy'>): boolean {
  return status !== 'matched' && makersTellers.includes(toldBy);
}

/** The deal is known, the sum or time differs. An operator who settles the deal with this sum takes this arrival; a maker may not. */
export function waitsForOperator({ status, exception }: Pick<Arrival, 'status' | 'exception'>): boolean {
  return status === 'held' && (exception === 'short' || exception === 'over' || exception === 'late');
}

/** More that are held for one deal are not looked through: then a person decides about them first. */
export const heldArrivalsPerDealMax = 10;

const unlookedAt: readonly ArrivalException[] = [
  'automation_off',
  'deal_limit',
  'day_limit',
  'balance_break',
  'balance_unchecked',
];

/** Under it a maker's report of another sum is held: there is one for a deal. */
export function reportReference(dealId: string): string {
  return `deal ${dealId}`;
}

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
  readonly toldBy: Teller;
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

/**
 * The deals of a requisite that ran while the money may have come, whatever became of them since: just one, or that there is none, or
 * that there are several. Never a list: one that a limit had cut would look like all there are.
 */
export type Ran = OccupyingDeal | 'none' | 'several';

export type Match =
  | { readonly kind: 'deal'; readonly deal: OccupyingDeal }
  | {
      readonly kind: 'exception';
      readonly exception: ArrivalException;
      readonly deal: OccupyingDeal | null;
      /** It may as well be another deal's: nothing is matched with this one without a look. */
      readonly isOneOfSeveral?: true;
    };

/** How money came, as far as a deal is found by it. */
interface Came {
  readonly amount: FiatMinor;
  readonly arrivedAt: Instant;
  /** The latest that it can have come, where that is known better than `arrivedAt` and the clocks tell. */
  readonly cameBy?: Instant | undefined;
  /** Nobody knows to which requisite it came, or a deal over this sum was there later: one over another sum is not its deal. */
  readonly isOfPairOnly?: boolean | undefined;
}

/**
 * How far the clocks of banks, phones and other programs may be from ours; banks' messages tell minutes, not seconds. Shorter than any
 * usual rest of a pair: with more, the money of a deal that has ended would pay the one that has its pair now.
 */
export const clockDriftMaxMs = 2 * 60_000;
/** So much older money may be a deal's all the same: some clocks are a time zone wrong, and some banks tell no more than the day. */
export const olderMaxMs = 24 * 3_600_000;

/**
 * Which deal an arrival belongs to. The pair of requisite and amount points to one at most; another sum only to a deal that was the
 * only one when the money came.
 *
 * Money may be entered long after it came, when another deal has the pair: what came before a deal began, by more than clocks
 * differ, is for a person to look at. So is what came after a deal ended: it may have been replaced, or its order given up.
 */
export function matchArrival(
  { amount, arrivedAt, cameBy = latestOf(arrivedAt), isOfPairOnly = false }: Came,
  pair: OccupyingDeal | undefined,
  ran: Ran,
): Match {
  assert(amount > 0n, 'an arrival is money');
  const nobodys = { kind: 'exception', exception: 'nobody', deal: null } as const;
  if (pair !== undefined) {
    assert.equal(pair.amount, amount, 'its pair is over this sum');
    if (pair.startedAt <= cameBy) return matchPair(pair);
    if (pair.startedAt <= cameBy + olderMaxMs) return { kind: 'exception', exception: 'before_deal', deal: pair };
    return nobodys;
  }
  // Of a deal that has ended since, nobody can say whether this was its money.
  if (isOfPairOnly || ran === 'none' || ran === 'several' || !isRunning(ran) || ran.amount === amount) return nobodys;
  return { kind: 'exception', exception: amount < ran.amount ? 'short' : 'over', deal: ran };
}

/** The latest that it can have come, where nothing but the clocks tells. */
export function latestOf(arrivedAt: Instant): Instant {
  return arrivedAt + clockDriftMaxMs;
}

/** No deal is known that has this sum. */
export function isWithoutPair(match: Match): boolean {
  return match.kind === 'exception' && withoutPair.includes(match.exception);
}

const withoutPair: readonly ArrivalException[] = ['short', 'over', 'nobody'];

/** A deal that a person has settled with the sum of some money. */
export interface HandSettled {
  readonly deal: OccupyingDeal;
  /** No other one was settled with this sum when that money had come: without a look, it may be taken for this one's. */
  readonly isOnly: boolean;
}

/** A person has said that this sum came for the deal: this is most likely its money, and must not pay another one. */
export function matchHandSettled({ deal, isOnly }: HandSettled): Match {
  const match = { kind: 'exception', exception: deal.status === 'dispute' ? 'late' : 'twice', deal } as const;
  return isOnly ? match : { ...match, isOneOfSeveral: true };
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
