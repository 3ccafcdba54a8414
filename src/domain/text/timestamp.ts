/**
 * Instants are milliseconds since 1970 inside the service. On the wire they carry a numeric offset, never `Z`, because
 * clients of this interface parse exactly that form: 2026-11-14T12:00:00+00:00.
 */
export type Instant = number;

export function formatTimestamp(instant: Instant): string {
  const day = dayOf(instant);
  const seconds = Math.floor(instant / 1000) - day * 86_400;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${dateText(day)}T${twoDigits[hours]}:${twoDigits[minutes]}:${twoDigits[seconds % 60]}+00:00`;
}

const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

let lastDay = Number.NaN;
let lastDate = '';

/** An answer has four instants or more, nearly all of one day: the date is worked out once, which is most of the cost. */
function dateText(day: number): string {
  if (day !== lastDay) {
    lastDate = new Date(day * 86_400_000).toISOString().slice(0, 10);
    lastDay = day;
  }
  return lastDate;
}

/**
 * Reads ISO 8601, with a zone or as UTC; null for anything else. Years have four digits: the database writes others in another way.
 * Nothing here is older than 1970, so that all of the past before it is 1970: some programs say "from the beginning" as 0001.
 */
export function parseInstant(text: string): Instant | null {
  const instant = Date.parse(text);
  return instant >= firstInstant && instant <= lastInstant ? Math.max(instant, 0) : null;
}

const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** The UTC day an instant belongs to, as days since 1970: what a requisite's daily limit counts by. */
export function dayOf(instant: Instant): number {
  return Math.floor(instant / 86_400_000);
}

/** The UTC month an instant belongs to, as months since 1970. */
export function monthOf(instant: Instant): number {
  const date = new Date(instant);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}
