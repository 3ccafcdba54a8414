import type { Instant } from './timestamp.ts';

/** Reads when another server says its answer was made: ISO 8601 with an offset, or Unix time in seconds or milliseconds. */
export function readAnswerTime(value: unknown): Instant | null {
  if (typeof value !== 'string') return null;
  if (/^\d{1,16}(\.\d{1,20})?$/.test(value)) {
    const [whole = ''] = value.split('.');
    // What has twelve digits and more are milliseconds, since 1973.
    return whole.length >= 12 ? Number(whole) : Number(whole) * 1000;
  }
  const instant = isoTime.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? null : instant;
}

/** With its offset: a time of nobody knows where says nothing about an age. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Why an answer of that time does not count now, for people; null: it does. */
export function whyNotFresh(saidAt: Instant, ageMaxMs: number, now: Instant): string | null {
  const ageSeconds = Math.round((now - saidAt) / 1000);
  if (now - saidAt > ageMaxMs) return `the answer is ${ageSeconds} seconds old`;
  if (saidAt - now > clockDifferenceMaxMs) return `the answer is from ${-ageSeconds} seconds ahead`;
  return null;
}

/** Clocks differ; a time further ahead is not one that says how old something is. */
const clockDifferenceMaxMs = 60_000;
