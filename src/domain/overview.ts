import type { Catalogue } from './catalogue.ts';
import type { Direction } from './payment.ts';
import type { RateFeed } from './rate-feed.ts';
import { isOutdated } from './rates.ts';
import type { Instant } from './timestamp.ts';

/** How many invoices of one kind, currency and status a day has, and what they are over. */
export interface TradeLine {
  readonly type: Direction;
  readonly currency: string;
  readonly status: string;
  readonly count: number;
  readonly sum: bigint;
}

/** One direction and currency of the day. */
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
export function tradeTotals(lines: readonly TradeLine[]): TradeTotal[] {
  const keys = new Map(lines.map(({ type, currency }) => [`${type} ${currency}`, { type, currency }]));
  const totals = [...keys.values()].map(({ type, currency }) => {
    const own = lines.filter((line) => line.type === type && line.currency === currency);
    const of = (...statuses: readonly string[]) => own.filter(({ status }) => statuses.includes(status));
    const count = (chosen: readonly TradeLine[]) => chosen.reduce((sum, line) => sum + line.count, 0);
    const paid = count(of('paid'));
    const ended = count(of('paid', 'expired', 'canceled'));
    return {
      type,
      currency,
      created: count(own),
      paid,
      paidSum: of('paid').reduce((sum, line) => sum + line.sum, 0n),
      successBps: ended === 0 ? null : wholeShare(paid, ended),
    };
  });
  const order = (total: TradeTotal) => (total.type === 'in' ? 0 : 1);
  return totals.sort((left, right) => order(left) - order(right) || right.created - left.created);
}

/** Cut off: nearly all is not all. */
function wholeShare(part: number, whole: number): number {
  const scaled = part * 10_000;
  return (scaled - (scaled % whole)) / whole;
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

export function alarmsOf(catalogue: Pick<Catalogue, 'rates'>, facts: AlarmFacts, now: Instant): Alarm[] {
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
