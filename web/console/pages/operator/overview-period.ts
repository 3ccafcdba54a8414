import type { Answer } from '../../api/client.ts';
import { dayAt } from '../../calendar.ts';
import { useUrlState } from '../../url-state.ts';
import { currentZone, startOfDay } from '../../zone.ts';

export type Overview = Answer<'readOverview'>;
export type Part = Overview['points'][number];

/** Periods that can be looked at, in days. */
export const overviewPeriods = { today: 1, week: 7, month: 30 } as const;
type OverviewPeriod = keyof typeof overviewPeriods;

/** What is looked at: it is in the address, so that it can be sent and gone back to. */
export interface Scope {
  readonly period: OverviewPeriod;
  /** As date fields have it. */
  readonly firstDay: string;
  /** The moment it begins. */
  readonly from: string;
  readonly step: 'hour' | 'day';
  readonly type: 'in' | 'out';
  /** Empty: the busiest one. */
  readonly currency: string;
}

export function useScope(): Scope {
  const url = useUrlState();
  const asked = url.get('period');
  const period = asked in overviewPeriods ? (asked as OverviewPeriod) : 'today';
  // The same text the whole day long, so that one answer is kept.
  const today = dayAt(Date.now(), currentZone());
  const from = startOfDay(today, 1 - overviewPeriods[period]);
  return {
    period,
    firstDay: dayAt(Date.parse(from), currentZone()),
    from,
    step: period === 'today' ? 'hour' : 'day',
    type: url.get('type') === 'out' ? 'out' : 'in',
    currency: url.get('currency'),
  };
}

/** The currency that is looked at: the chosen one, else the busiest. */
export function currencyIn({ trade }: Overview, { type, currency }: Scope): string {
  const own = trade.filter((total) => total.type === type);
  return own.find((total) => total.currency === currency)?.currency ?? own[0]?.currency ?? '';
}

/** The list that a figure was counted from. */
export function invoicesHref({ type, firstDay }: Scope, more: Readonly<Record<string, string>> = {}): string {
  return `/invoices?${new URLSearchParams({ type, from: firstDay, ...more })}`;
}
