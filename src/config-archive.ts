import { quote, readText, type Settings } from './config-values.ts';
import { archiveAfterDaysMin } from './domain/archive.ts';

const daysMax = 36_500;
const dayMs = 86_400_000;

/** How long ago something has ended when it moves into the archive, in milliseconds. Null: nothing moves. */
export function readArchiveAfter(settings: Settings): number | null {
  const text = readText(settings, 'ARCHIVE_AFTER_DAYS');
  if (text === null || text === '0') return null;
  const days = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (days >= archiveAfterDaysMin && days <= daysMax) return days * dayMs;
  settings.faults.push(
    `ARCHIVE_AFTER_DAYS is ${quote(text)}; give whole days from ${archiveAfterDaysMin} to ${daysMax}, or 0 to move nothing.`,
  );
  return null;
}
