import { type ArrivalStatus, clockDriftMaxMs, olderMaxMs } from '../arrivals/arrival.ts';
import { dayEnd, dayStart } from '../text/time-zone.ts';
import type { Instant } from '../text/timestamp.ts';
import { arrivalReference, type BankAccount, type BankLine, type OpenReason, ownReference } from './bank-line.ts';
import type { KnownArrival, KnownMoney, PairDeal, SettledDeal, UnpaidDeal } from './known-money.ts';

/** What is to be done about a line. */
export type LineVerdict =
  /** `recordedAs`: it was made from this very line before a crash, and is this now. */
  | { readonly kind: 'arrival'; readonly arrivalId: string; readonly recordedAs?: ArrivalStatus }
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
 * any other; if that line were taken for new, it would pay the next deal over the same sum. No line gets what one before it has, nor
 * what bears the number of another.
 *
 * To an operator's file a transfer that only a maker has told of comes last: an invention of the maker's takes no line from the deal
 * that waits for it.
 */
export function* matchLines(lines: readonly BankLine[], comparing: Comparing): Generator<LineVerdict> {
  const taken = new Set<string>();
  const owners = ownersOf(lines, comparing.known);
  for (const line of lines) {
    const isGone = (arrivalId: string) => taken.has(arrivalId) || (owners.get(arrivalId) ?? line.id) !== line.id;
    const verdict =
      line.direction === 'in'
        ? verdictOnCredit(line, comparing, { taken, isGone })
        : verdictOnDebit(line, comparing, taken);
    if (verdict.kind === 'arrival') taken.add(verdict.arrivalId);
    if (verdict.kind === 'deal' || verdict.kind === 'payout') taken.add(verdict.dealId);
    yield verdict;
  }
}

/** By arrival: the line whose number it bears. Also what was recorded from a line before a crash is known by that. */
function ownersOf(lines: readonly BankLine[], { named }: KnownMoney): ReadonlyMap<string, bigint> {
  const byReference = new Map<string, KnownArrival[]>();
  for (const one of named) byReference.set(one.reference, [...(byReference.get(one.reference) ?? []), one]);
  const owners = new Map<string, bigint>();
  for (const line of lines) {
    if (line.direction === 'out') continue;
    const own = [arrivalReference(line), ownReference(line)].flatMap((reference) => byReference.get(reference) ?? []);
    for (const { id, amount } of own) if (amount === line.amount) owners.set(id, line.id);
  }
  return owners;
}

/** What lines before this one have got, and what bears the number of another one. */
interface Gone {
  readonly taken: ReadonlySet<string>;
  readonly isGone: (arrivalId: string) => boolean;
}

function verdictOnCredit(line: BankLine, comparing: Comparing, { taken, isGone }: Gone): LineVerdict {
  const { account, known, isTrusted } = comparing;
  const references = [arrivalReference(line), ownReference(line)];
  const ofNumber = known.named.filter(({ id, reference }) => references.includes(reference) && !isGone(id));
  const isLast = (one: KnownArrival) => isTrusted && one.isMakersWord;
  const isOfFile = ({ toldBy }: KnownArrival) => toldBy === (isTrusted ? 'operators_file' : 'makers_file');
  const named = ofNumber.find((one) => !isLast(one));
  if (named !== undefined) {
    return named.amount === line.amount && !named.isLinked
      ? { kind: 'arrival', arrivalId: named.id, ...(isOfFile(named) ? { recordedAs: named.status } : {}) }
      : { kind: 'open', reason: 'reference' };
  }
  const arrivals = known.arrivals.get(line.amount) ?? [];
  const settled = known.settled.get(line.amount) ?? [];
  const unpaid = known.unpaid.get(line.amount) ?? [];
  if (arrivals === 'many' || settled === 'many' || unpaid === 'many') return { kind: 'open', reason: 'many-alike' };
  const at = momentOf(line, account);
  const free = arrivals.filter((one) => !isGone(one.id) && isWithin(at, one.arrivedAt, one.arrivedAt));
  const sure = free.filter((one) => !isLast(one));
  const arrival = nearest(sure, at, ({ arrivedAt }) => arrivedAt);
  if (arrival !== null) return { kind: 'arrival', arrivalId: arrival.id };
  const deal = settledDeal(settled, at, taken);
  if (deal !== null) return { kind: 'deal', dealId: deal.id };
  // Also one that began a little after the line's time, which some clocks tell wrongly: a maker's word takes no doubt away.
  const mayWait = (pair: PairDeal) => pair.isWaiting && pair.startedAt <= latestOf(line, comparing) + olderMaxMs;
  if (!known.pairs.some((pair) => pair.amount === line.amount && mayWait(pair))) {
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
