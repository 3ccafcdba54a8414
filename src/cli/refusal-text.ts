import type { AppError } from '../errors.ts';
import { errorHints } from '../reference/error-hints.ts';

/** What was refused, and what to do about it. */
export function refusalText({ faults: [{ field }], message, code }: AppError): string {
  return `${field === undefined ? '' : `${field}: `}${message} ${errorHints[code]}`;
}
