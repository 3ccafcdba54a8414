import { type ArrivalStatus, clockDriftMaxMs } from '../arrival.ts';
import type { FiatMinor } from '../money.ts';
import { type Teller, tellerOf } from '../teller.ts';
import { dayEnd, dayStart } from '../time-zone.ts';
import type { Instant } from '../timestamp.ts';
import { arrivalReference, type BankAccount, type BankLine, type OpenReason, ownReference } from './bank-line.ts';

export interface KnownArrival {
  readonly id: string;
  readonly requisiteId: number;
  readonly amount: FiatMinor;
  readonly arrivedAt: Instant;
  readonly reference: string;
  readonly status: ArrivalStatus;
  readonly toldBy: Teller;
  /** It has paid nothing, and only a maker has told of it. */
  readonly isMakersWord: boolean;
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

/** What is to be done about a line. */
export type LineVerdict =
  | {
      readonly kind: 'arrival';
      readonly arrivalId: string;
      /** It was recorded from this very line, by a process that ended before it could write that down. */
      readonly recordedAs?: ArrivalStatus;
    }
  | { readonly kind: 'deal'; readonly dealId: string }
  | { readonly kind: 'payout'; readonly dealId: string }
  | { readonly kind: 'counted' }
  | { readonly kind: 'open'; readonly reason: OpenReason }
  /** Nobody knows of it: an arrival on this requisite. */
  | {
      readonly kind: 'record';
      readonly requisiteId: number;
      readonly arrivedAt: Instant;
      /** The latest that it can have come: a deal that began later is not its deal. */
      readonly cameBy: Instant;
      /** A deal over another sum is not its deal. */
      readonly isOfPairOnly: boolean;
    };

/** Weekends and holidays: so late a bank may book what came. */
export const bookedLateMs = 5 * 86_400_000;
/** Clocks of banks and of the service, and what was typed by hand. */
const bookedEarlyMs = 86_400_000;
/** Whose lines they are, and what they are compared with. */
interface Comparing {
  readonly account: BankAccount;
  readonly known: KnownMoney;
  /** An operator's file. */
  readonly isTrusted: boolean;
  readonly toldAt: Instant;
}

/**
 * What is known is linked before anything is taken for new. A deal that a person has settled has its money in a line of the bank like
 * any other; if that line were taken for new, it would pay the next deal over the same sum. `taken`: what lines before them have got.
 *
 * To an operator's file a transfer that only a maker has told of comes last: an invention of the maker's takes no line from the deal
 * that waits for it.
 */
export function matchLines(lines: readonly BankLine[], comparing: Comparing, taken = new Set<string>()): LineVerdict[] {
  return lines.map((line) => {
    const verdict =
      line.direction === 'in' ? verdictOnCredit(line, comparing, taken) : verdictOnDebit(line, comparing, taken);
    if (verdict.kind === 'arrival') taken.add(verdict.arrivalId);
    if (verdict.kind === 'deal' || verdict.kind === 'payout') taken.add(verdict.dealId);
    return verdict;
  });
}

function verdictOnCredit(line: BankLine, comparing: Comparing, taken: ReadonlySet<string>): LineVerdict {
  const { account, known, isTrusted } = comparing;
  const references = [arrivalReference(line), ownReference(line)];
  const ofNumber = known.named.filter(({ id, reference }) => references.includes(reference) && !taken.has(id));
  const isLast = (one: KnownArrival) => isTrusted && one.isMakersWord;
  const named = ofNumber.find((one) => !isLast(one));
  if (named !== undefined) {
    if (named.amount !== line.amount || named.isLinked) return { kind: 'open', reason: 'reference' };
    // What a file has told of is the arrival of its line from then on, so one that is no line's was told of by this one.
    const isOfThis = named.toldBy === tellerOf(isTrusted ? 'operator' : 'maker', { isOfFile: true, isMessage: false });
    return { kind: 'arrival', arrivalId: named.id, ...(isOfThis ? { recordedAs: named.status } : {}) };
  }
  const arrivals = known.arrivals.get(line.amount) ?? [];
  const settled = known.settled.get(line.amount) ?? [];
  const unpaid = known.unpaid.get(line.amount) ?? [];
  if (arrivals === 'many' || settled === 'many' || unpaid === 'many') return { kind: 'open', reason: 'many-alike' };
  const at = momentOf(line, account);
  const free = arrivals.filter((one) => !taken.has(one.id) && isWithin(at, one.arrivedAt, one.arrivedAt));
  const sure = free.filter((one) => !isLast(one));
  const arrival = nearest(sure, at, ({ arrivedAt }) => arrivedAt);
  if (arrival !== null) return { kind: 'arrival', arrivalId: arrival.id };
  const deal = settledDeal(settled, at, taken);
  if (deal !== null) return { kind: 'deal', dealId: deal.id };
  if (
    !known.pairs.some(
      (pair) => pair.amount === line.amount && pair.isWaiting && pair.startedAt <= latestOf(line, comparing),
    )
  ) {
    const makers = makersWord(line, at, { free: free.filter(isLast), named: ofNumber, unpaid });
    if (makers !== null) return { kind: 'arrival', arrivalId: makers.id };
  }
  if (line.isReversal) return { kind: 'open', reason: 'reversal' };
  if (known.toldOtherwise.has(line.bookedOn) || isAlikeOtherwise(line, known)) {
    return { kind: 'open', reason: 'told-otherwise' };
  }
  return newArrival(line, comparing, unpaid);
}

function isAlikeOtherwise({ amount, bookedOn }: BankLine, { alikeOtherwise }: KnownMoney): boolean {
  return alikeOtherwise.some((one) => {
    return one.amount === amount && Math.abs(Date.parse(one.day) - Date.parse(bookedOn)) <= bookedLateMs;
  });
}

/**
 * What only a maker has told of, where no deal waits for the line's money. What was sent back on that word is not what may be the money
 * of a deal that has run out.
 */
function makersWord(
  line: BankLine,
  at: Instant,
  {
    free,
    named,
    unpaid,
  }: {
    readonly free: readonly KnownArrival[];
    readonly named: readonly KnownArrival[];
    readonly unpaid: readonly UnpaidDeal[];
  },
): KnownArrival | null {
  const hasRunOut = unpaid.some(({ startedAt, endedAt }) => isWithin(at, startedAt, endedAt));
  const isPossible = ({ status }: KnownArrival) => status === 'held' || !hasRunOut;
  const ofNumber = named.find((one) => one.amount === line.amount && !one.isLinked && isPossible(one));
  return ofNumber ?? nearest(free.filter(isPossible), at, ({ arrivedAt }) => arrivedAt);
}

function verdictOnDebit(line: BankLine, { account, known }: Comparing, taken: ReadonlySet<string>): LineVerdict {
  // What the bank took back itself is no payout, whatever its sum.
  if (line.isReversal) return { kind: 'counted' };
  const payouts = known.payouts.get(line.amount) ?? [];
  // Nothing is paid by it: of too many, a person says which it was.
  if (payouts === 'many') return { kind: 'counted' };
  const payout = settledDeal(payouts, momentOf(line, account), taken);
  return payout === null ? { kind: 'counted' } : { kind: 'payout', dealId: payout.id };
}

function settledDeal(alike: readonly SettledDeal[], at: Instant, taken: ReadonlySet<string>): SettledDeal | null {
  const possible = alike.filter((one) => !taken.has(one.id) && isWithin(at, one.startedAt, one.endedAt));
  return nearest(possible, at, ({ endedAt }) => endedAt);
}

/**
 * A deal that began after the money had come is not its deal, also where a bank tells only the day: then the day's end is the latest that
 * it can have come, and the beginning of the day is what the arrival is entered with. The command is told the latest as well: a deal
 * over another sum may be the one that its store's policy would pay. A day has room for a deal that ended without money and for the
 * one that has its pair now: whose money it is, nobody can know from the day alone, so it is recorded as older than that one, and held.
 *
 * A bank's account may have several requisites, and its line does not say to which of them the money was sent: the only running deal
 * of the first one need not be the only one. Nor is it the deal where the sum has, or had, a deal of its own.
 */
function newArrival(line: BankLine, comparing: Comparing, alikeUnpaid: readonly UnpaidDeal[]): LineVerdict {
  const { account, known } = comparing;
  const same = known.pairs.filter(({ amount }) => amount === line.amount);
  const latest = latestOf(line, comparing);
  const possible = same.filter(({ startedAt }) => startedAt <= latest);
  const waiting = possible.filter(({ isWaiting }) => isWaiting);
  if (waiting.length > 1) return { kind: 'open', reason: 'several' };
  if (waiting.length === 0 && same.some(({ isWaiting }) => isWaiting)) return { kind: 'open', reason: 'newer' };
  const arrivedAt = line.at ?? dayStart(line.bookedOn, account.zone);
  const unpaid = alikeUnpaid.filter(({ startedAt }) => startedAt <= latest);
  const [only] = waiting;
  const isOfEither =
    only !== undefined && unpaid.some((one) => one.endedAt >= arrivedAt && one.invoiceId !== only.invoiceId);
  const cameBy = line.at === null && isOfEither ? Math.min(arrivedAt, only.startedAt - 1) : latest;
  const requisiteId = (only ?? possible[0] ?? same[0])?.requisiteId ?? account.requisiteIds[0];
  if (requisiteId === undefined) throw new Error(`bank account ${account.id} has no requisite`);
  const isOfPairOnly = same.length > 0 || unpaid.length > 0 || account.requisiteIds.length > 1;
  return { kind: 'record', requisiteId, arrivedAt, cameBy, isOfPairOnly };
}

/** The latest that it can have come. */
function latestOf(line: BankLine, { account, toldAt }: Comparing): Instant {
  return Math.min(line.at === null ? dayEnd(line.bookedOn, account.zone) : line.at + clockDriftMaxMs, toldAt);
}

/** When it was booked, as well as the line tells: the middle of the day is nowhere far from the truth. */
function momentOf(line: BankLine, account: BankAccount): Instant {
  return line.at ?? dayStart(line.bookedOn, account.zone) + 43_200_000;
}

/** Whether what happened between two moments may have been booked then. */
function isWithin(at: Instant, began: Instant, ended: Instant): boolean {
  return at >= began - bookedEarlyMs && at <= ended + bookedLateMs;
}

function nearest<Kind extends { readonly id: string }>(
  all: readonly Kind[],
  at: Instant,
  when: (one: Kind) => Instant,
): Kind | null {
  let best: Kind | null = null;
  for (const one of all) {
    if (best === null) best = one;
    else {
      const difference = Math.abs(when(one) - at) - Math.abs(when(best) - at);
      if (difference < 0 || (difference === 0 && one.id < best.id)) best = one;
    }
  }
  return best;
}
