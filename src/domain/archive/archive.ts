/** When what has ended may leave the living tables: see docs/decisions/62-old-data-moves-to-months.md. */

/**
 * The shortest age, in days. Longer than everything that looks back at what has ended: a paid payin answers repeats for a day, a
 * pair of requisite and sum rests for hours, answers to keys are kept for two days, notifications are repeated for five. The
 * function of the database that moves has the same bound.
 */
export const archiveAfterDaysMin = 30;

/** Invoices in one transaction of the mover. */
export const movedPerStepMax = 500;

/** `2026-05`, as people write a month; null: it is none. */
export function readMonth(text: string): string | null {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : null;
}
