/**
 * Instants are milliseconds since 1970 inside the service. On the wire they carry a numeric offset, never `Z`, because
 * clients of this interface parse exactly that form: 2026-11-14T12:00:00+00:00.
 */
export type Instant = number;

export function formatTimestamp(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}+00:00`;
}

/** The UTC day an instant belongs to, as days since 1970: what a requisite's daily limit counts by. */
export function dayOf(instant: Instant): number {
  return Math.floor(instant / 86_400_000);
}
