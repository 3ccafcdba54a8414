import { momentAt } from '../../calendar.ts';

/** Two years are what people ask for; older ones the interface has, too. */
const monthsShown = 24;

/** The months up to the current one of this place, newest first: 2026-11, 2026-10, … */
export function recentMonths(nowMs: number, zone: string): readonly string[] {
  const { year, month } = momentAt(nowMs, zone);
  return Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  );
}
