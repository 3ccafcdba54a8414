import { type Instant, parseInstant } from '../domain/text/timestamp.ts';
import { AppError } from '../errors/app-error.ts';

/** A time that a body names, in ISO 8601. */
export function readInstant(text: string, field: string): Instant {
  const instant = parseInstant(text);
  if (instant === null) throw new AppError('wrong_type', { field, type: 'date-time' });
  return instant;
}
