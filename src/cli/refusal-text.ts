import type { AppError } from '../errors/app-error.ts';
import { errorCatalogue } from '../errors/catalogue.ts';

/** What was refused, and what to do about it; a line for each fault. */
export function refusalText({ faults }: AppError): string {
  return faults
    .map(
      ({ field, message, code }) =>
        `${field === undefined ? '' : `${field}: `}${message} ${errorCatalogue[code].advice}`,
    )
    .join('\n');
}
