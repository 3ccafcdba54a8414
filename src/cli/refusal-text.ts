import type { AppError } from '../errors.ts';
import { errorHints } from '../reference/error-hints.ts';

/** What was refused, and what to do about it; a line for each fault. */
export function refusalText({ faults }: AppError): string {
  return faults
    .map(({ field, message, code }) => `${field === undefined ? '' : `${field}: `}${message} ${errorHints[code]}`)
    .join('\n');
}
