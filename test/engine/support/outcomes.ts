import type { Move } from '../../../src/domain/state/move.ts';
import { AppError } from '../../../src/errors/app-error.ts';

/** What comes of a pure act: `done`, the code of its refusal, or `a defect` where something was assumed that does not hold. */
export function codeOf(act: () => unknown): string {
  try {
    act();
    return 'done';
  } catch (error) {
    return error instanceof AppError ? error.code : 'a defect';
  }
}

/** The transfers of a move, each as kind, debited and credited account, and amount. */
export function movesOf({ changes }: Move): readonly (readonly [string, number, number, bigint])[] {
  return changes.transfers.map(({ kind, debitId, creditId, amount }) => [kind, debitId, creditId, amount]);
}
