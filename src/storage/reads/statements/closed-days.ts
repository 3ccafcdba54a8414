/**
 * Transfers have an index by account and number, and none by date. Days that the book has closed say which numbers a date can have
 * (`book_days`), so that a period of long ago, or of today, is read without everything before or after it. Sessions are in UTC, as the
 * days are. Where no day was closed, these are no limits.
 */

/** SQL: transfers dated at this instant or later have a number from this one on. */
export function numberedFrom(at: string): string {
  return `coalesce((select min(first_id) from book_days where day = (
    select max(day) from book_days where day < ${at}::timestamptz::date)), 0)`;
}

/** SQL: transfers dated before this instant have a number up to this one. */
export function numberedTo(at: string): string {
  return `coalesce((select max(last_id) from book_days where day = (
    select min(day) from book_days where day >= (${at}::timestamptz - interval '1 microsecond')::date)), 9223372036854775807)`;
}

/** SQL: a condition on transfers `t` that are dated from the first instant on and before the second. */
export function datedWithin(from: string, to: string): string {
  return `t.created_at >= ${from} and t.created_at < ${to} and t.id >= ${numberedFrom(from)} and t.id <= ${numberedTo(to)}`;
}
