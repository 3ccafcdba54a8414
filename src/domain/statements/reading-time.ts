import { AppError } from '../../errors/app-error.ts';
import type { Actor } from '../people/audit.ts';
import type { Instant } from '../text/timestamp.ts';
import { isTrusted } from './statement-import.ts';

/**
 * So long the files of one maker may be read within a day by UTC, checks and previews included. The largest file takes a quarter of a
 * minute, and a minute where the machine is busy; while one maker's file is read, others wait.
 */
export const makersReadingMsPerDay = 10 * 60_000;

export interface ReadingTime {
  /** Days since 1970. */
  readonly day: number;
  readonly spentMs: number;
}

/** Files of operators are read however long it takes. */
export function refuseSpent(file: Pick<Actor, 'role'>, { day, spentMs }: ReadingTime, now: Instant): void {
  if (isTrusted(file) || readingDay(now) > day || spentMs < makersReadingMsPerDay) return;
  const seconds = secondsAfter(day, now);
  throw new AppError('bank_reading_spent', { minutes: makersReadingMsPerDay / 60_000, seconds });
}

/** Until that day is over. */
export function secondsAfter(day: number, now: Instant): number {
  return Math.ceil(((day + 1) * dayMs - now) / 1000);
}

export function readingDay(at: Instant): number {
  return Math.floor(at / dayMs);
}

const dayMs = 86_400_000;
