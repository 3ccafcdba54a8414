import type { Requisite } from './requisite.ts';

type Hours = NonNullable<Requisite['hours']>;

/** A line of the form: the same hours on some days that follow each other. */
export interface HoursLine {
  readonly first: number;
  readonly last: number;
  readonly from: string;
  readonly to: string;
}

const lastDay = 7;

/** As a person would write them: a night is one span, and days with the same hours are one line. */
export function linesOf(hours: Hours): readonly HoursLine[] {
  const lines: HoursLine[] = [];
  for (const span of joinNights(hours.spans).toSorted((one, other) => one.day - other.day)) {
    const { day, from } = span;
    const to = span.to === '24:00' ? '00:00' : span.to;
    const index = lines.findIndex((line) => line.last === day - 1 && line.from === from && line.to === to);
    const line = lines[index];
    if (line === undefined) lines.push({ first: day, last: day, from, to });
    else lines[index] = { ...line, last: day };
  }
  return lines;
}

/** What the service splits at midnight. */
function joinNights(spans: Hours['spans']): Hours['spans'] {
  const mornings = new Set<Hours['spans'][number]>();
  const joined = spans.map((span) => {
    if (span.to !== '24:00' || span.from === '00:00') return span;
    const next = (span.day % lastDay) + 1;
    const morning = spans.find((other) => other.day === next && other.from === '00:00' && other.to !== '24:00');
    if (morning === undefined) return span;
    mornings.add(morning);
    return { ...span, to: morning.to };
  });
  return joined.filter((_, index) => !mornings.has(spans[index] as Hours['spans'][number]));
}

/**
 * A field for a time knows no 24:00: midnight at the end of a line is the end of the day. Days go on over the end of the week:
 * from Friday to Monday are four.
 */
export function spansOf(lines: readonly HoursLine[]): Hours['spans'] {
  return lines.flatMap(({ first, last, from, to }) =>
    Array.from({ length: ((last - first + lastDay) % lastDay) + 1 }, (_, index) => ({
      day: ((first + index - 1) % lastDay) + 1,
      from,
      to: to === '00:00' ? '24:00' : to,
    })),
  );
}

export function hoursText(hours: Hours, days: readonly string[]): string {
  const name = (day: number) => days[day - 1] ?? '';
  const lines = linesOf(hours).map(({ first, last, from, to }) => {
    const named = first === last ? name(first) : `${name(first)}–${name(last)}`;
    return `${named} ${from}–${to}`;
  });
  return `${lines.join(', ')} (${hours.zone})`;
}
