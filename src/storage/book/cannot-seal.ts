import { understandError } from '../database/database-errors.ts';

/** The next page cannot be sealed, and trying again alone does not help: somebody has to look. */
export class CannotSeal extends Error {
  override readonly name = 'CannotSeal';
}

/** Another process may have sealed the same page; one that always stands in the way is no other process. */
const conflictsMax = 5;

/** Whether a step that failed will fail again. A database that is away, a lock or another process that seals pass by themselves. */
export function isLasting(error: unknown, conflictsBefore: number): boolean {
  if (error instanceof CannotSeal) return true;
  switch (understandError(error).failure) {
    case 'connection':
    case 'busy':
      return false;
    case 'conflict':
      return conflictsBefore + 1 >= conflictsMax;
    case 'defect':
      return true;
  }
}

export function isConflict(error: unknown): boolean {
  return !(error instanceof CannotSeal) && understandError(error).failure === 'conflict';
}

/** Why, for an operator. What we have not foreseen is said as it was said to us. */
export function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return error instanceof CannotSeal ? text : `the next page cannot be sealed: ${text}`;
}
