import type { Told } from '../domain/statements/told.ts';
import { AppError, type ErrorCode, type FaultDetails } from '../errors/app-error.ts';

/** A reader keeps what it has begun to read, never what it has told: a file of any size fits. */
export interface BankFileReader {
  /** The next piece of the text, cut anywhere. */
  write(text: string): readonly Told[];
  /** The text is over. Refuses a file that is cut off. */
  end(): readonly Told[];
}

/** Refuses the file, and says at which line. */
export function refuseFile(code: ErrorCode, line: number, details: FaultDetails = {}): AppError {
  return new AppError(code, { line, ...details });
}

/** No line of a bank's file comes near it; a file without line ends must not fill the memory. */
export const textPartMax = 256 * 1024;
/** Pages of one account, days of a year: a file has hundreds of statements at most. */
export const statementsMax = 10_000;

/** One line of text, without what shows nothing at its ends. */
export function tidy(text: string, charactersMax: number): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line.length <= charactersMax ? line : [...line].slice(0, charactersMax).join('');
}

export const partyMax = 200;
export const purposeMax = 500;

/** A day as the file writes it, checked: 31 February is no day. Null for what is none. */
export function dayText(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1970 || year > 9999 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.toISOString().slice(0, 10);
}
