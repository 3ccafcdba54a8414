import { formatTimestamp, type Instant } from '../../domain/timestamp.ts';

export function timestampOrNull(instant: Instant | null): string | null {
  return instant === null ? null : formatTimestamp(instant);
}
