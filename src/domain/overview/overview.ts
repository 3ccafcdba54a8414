import type { Direction } from '../money/payment.ts';
import { waitBoundsS, waitWithin } from '../payins/rollups.ts';
import type { RateFeed } from '../rates/rate-feed.ts';
import { type CurrentRates, isOutdated } from '../rates/rates.ts';
import type { Instant } from '../text/timestamp.ts';

/** By what the trade is told apart: steps of time, hours of the day, and those who take part in it. */
export const overviewDimensions = {
  step: 'step',
  hour: 'hour',
  store: 'store',
  maker: 'maker',
  bank: 'bank',
  wait: 'wait',
  miss: 'miss',
  /** How many invoices are not counted yet, and were looked at one by one. */
  uncounted: 'uncounted',
} as const;

/** Counts and sums of one direction and currency. Of a maker and a bank they are of deals, else of invoices. */
export interface OverviewLine {
  readonly dimension: keyof typeof overviewDimensions;
  /** A number, a code or a reason; empty for a step. */
  readonly key: string;
  /** Of a step its beginning. */
  readonly at: Instant | null;
  readonly type: Direction;
  readonly currency: string;
  readonly created: number;
  readonly paid: number;
  /** Paid, expired or canceled. */
  readonly ended: number;
  readonly paidSum: bigint;
  readonly makerSum: bigint;
}

/** One direction and currency of the period. */
interface TradeTotal {
  readonly type: Direction;
  readonly currency: string;
  readonly created: number;
  readonly paid: number;
  readonly paidSum: bigint;
  /** Of those that have come to an end, how many were paid, in basis points; null while none has. */
  readonly successBps: number | null;
}

/** Payins first, then payouts; the currency with most of them first. */
export function tradeTotals(lines: readonly OverviewLine[]): TradeTotal[] {
  const totals = new Map<string, TradeTotal & { ended: number }>();
  for (const { dimension, type, currency, created, paid, ended, paidSum } of lines) {
    if (dimension !== 'step') continue;
    const known = totals.get(`${type} ${currency}`) ?? { created: 0, paid: 0, ended: 0, paidSum: 0n };
    const sum = {
      created: known.created + created,
      paid: known.paid + paid,
      ended: known.ended + ended,
      paidSum: known.paidSum + paidSum,
    };
    totals.set(`${type} ${currency}`, { type, currency, ...sum, successBps: successBps(sum) });
  }
  const order = ({ type }: TradeTotal) => (type === 'in' ? 0 : 1);
  return [...totals.values()]
    .map(({ ended: _, ...total }) => total)
    .sort((left, right) => order(left) - order(right) || right.created - left.created);
}

/** Cut off: nearly all is not all. */
export function successBps({ paid, ended }: { readonly paid: number; readonly ended: number }): number | null {
  if (ended === 0) return null;
  const scaled = paid * 10_000;
  return (scaled - (scaled % ended)) / ended;
}

/** Of one dimension, the busiest first. */
export function linesOf(lines: readonly OverviewLine[], dimension: OverviewLine['dimension']): OverviewLine[] {
  return lines.filter((line) => line.dimension === dimension).sort((left, right) => right.created - left.created);
}

/** How long confirmations took, as far as classes tell: half of them, and nearly all. */
export function waitTotals(lines: readonly OverviewLine[], type: Direction) {
  const counts = new Map<number, number>();
  for (const { key, type: ofLine, created } of linesOf(lines, 'wait')) {
    const place = waitPlaces.indexOf(key);
    if (ofLine === type) counts.set(place, (counts.get(place) ?? 0) + created);
  }
  const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return { count, halfWithinS: waitWithin(counts, 5_000), mostWithinS: waitWithin(counts, 9_500) };
}

/** As the database writes the places of classes. */
const waitPlaces = [...waitBoundsS.keys(), waitBoundsS.length].map(String);

/** Why payers got no requisites, the most frequent reason first. */
export function missTotals(lines: readonly OverviewLine[]): { readonly reason: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { key, created } of linesOf(lines, 'miss')) counts.set(key, (counts.get(key) ?? 0) + created);
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((left, right) => right.count - left.count);
}

interface MakerBalance {
  readonly id: number;
  readonly free: bigint;
  readonly getsDeals: boolean;
}

interface LowBalance<Maker> {
  readonly maker: Maker;
  /** For how many whole hours it lasts at the pace of the last day; null: it is empty, or nobody knows the pace. */
  readonly hoursLeft: bigint | null;
}

const lowBelowHours = 12n;
const lowBalancesMax = 10;

/** Makers whose balance will not last for half a day at the pace of the last one, the most urgent first. */
export function lowBalances<Maker extends MakerBalance>(
  makers: readonly Maker[],
  pace: ReadonlyMap<number, bigint>,
): LowBalance<Maker>[] {
  const urgent = ({ maker, hoursLeft }: LowBalance<Maker>) => (maker.free <= 0n ? -1n : (hoursLeft ?? lowBelowHours));
  return makers
    .filter(({ getsDeals }) => getsDeals)
    .map((maker) => {
      const perDay = pace.get(maker.id) ?? 0n;
      return { maker, hoursLeft: perDay === 0n || maker.free <= 0n ? null : (maker.free * 24n) / perDay };
    })
    .filter((low) => urgent(low) < lowBelowHours)
    .sort((left, right) => (urgent(left) < urgent(right) ? -1 : 1))
    .slice(0, lowBalancesMax);
}

/** What somebody should look at now, most urgent first. */
export const alarmKinds = [
  'money_out_stopped',
  'rates_outdated',
  'feeds_failing',
  'feeds_on_fallback',
  'transfers_overdue',
  'receivers_paused',
  'makers_empty',
  'backup_old',
] as const;
type AlarmKind = (typeof alarmKinds)[number];

interface Alarm {
  readonly kind: AlarmKind;
  readonly count: number;
}

interface AlarmFacts {
  readonly isMoneyOutOpen: boolean;
  readonly feeds: readonly Pick<RateFeed, 'isEnabled' | 'fault' | 'usedPlace'>[];
  readonly overdue: number;
  readonly receiversPaused: number;
  /** Balances of the makers that may get deals. */
  readonly makerBalances: readonly bigint[];
  readonly lastBackupAt: Instant | null;
  /** A sandbox has nothing to lose. */
  readonly needsBackups: boolean;
}

export function alarmsOf(catalogue: CurrentRates, facts: AlarmFacts, now: Instant): Alarm[] {
  const rates = [...catalogue.rates.values()].flatMap((pair) => [pair.in, pair.out]);
  const feeds = facts.feeds.filter(({ isEnabled }) => isEnabled);
  const counts: Readonly<Record<AlarmKind, number>> = {
    money_out_stopped: facts.isMoneyOutOpen ? 0 : 1,
    rates_outdated: rates.filter((rate) => isOutdated(rate, now)).length,
    feeds_failing: feeds.filter(({ fault }) => fault !== null).length,
    feeds_on_fallback: feeds.filter(({ fault, usedPlace }) => fault === null && (usedPlace ?? 1) > 1).length,
    transfers_overdue: facts.overdue,
    receivers_paused: facts.receiversPaused,
    makers_empty: facts.makerBalances.filter((balance) => balance <= 0n).length,
    backup_old: facts.needsBackups && isBackupOld(facts.lastBackupAt, now) ? 1 : 0,
  };
  return alarmKinds.flatMap((kind) => (counts[kind] > 0 ? [{ kind, count: counts[kind] }] : []));
}

/** Two nights without one. */
const backupAgeMaxMs = 48 * 3_600_000;

function isBackupOld(lastBackupAt: Instant | null, now: Instant): boolean {
  return lastBackupAt === null || now - lastBackupAt > backupAgeMaxMs;
}
