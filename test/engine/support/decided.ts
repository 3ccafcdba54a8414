import type { Command, Decision } from '../../../src/commands/command.ts';
import type { Actor } from '../../../src/domain/people/audit.ts';
import type { WorkingSet } from '../../../src/engine/working-set.ts';
import { AppError, type ErrorCode } from '../../../src/errors/app-error.ts';
import { decideOn } from './memory-batch.ts';

type Options<Hint> = Parameters<typeof decideOn<unknown, Hint>>[2];
type Done<Result> = Extract<Decision<Result>, { kind: 'done' }>;

/** The code that a command is refused with; null when it is done. Anything else that is thrown is a defect and stays one. */
export function refusalIn<Result, Hint>(
  view: WorkingSet,
  command: Command<Result, Hint>,
  options: Options<Hint> = {},
): ErrorCode | null {
  try {
    const decision = decideOn(view, command, options);
    if (decision.kind === 'again') throw new Error('it wants to look again');
    return decision.kind === 'refused' ? decision.error.code : null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** What follows from a command that is done at once. */
export function doneIn<Result, Hint>(
  view: WorkingSet,
  command: Command<Result, Hint>,
  options: Options<Hint> = {},
): Done<Result> {
  const decision = decideOn(view, command, options);
  if (decision.kind !== 'done') throw new Error(`it is ${decision.kind}`);
  return decision;
}

export const operator: Actor = { userId: 7, name: 'anna', role: 'operator', makerId: null, merchantId: null };
export const makerOne: Actor = { userId: 8, name: 'boris', role: 'maker', makerId: 1, merchantId: null };
export const makerTwo: Actor = { userId: 9, name: 'vera', role: 'maker', makerId: 2, merchantId: null };
export const merchantOne: Actor = { userId: 10, name: 'galina', role: 'merchant', makerId: null, merchantId: 1 };
export const merchantTwo: Actor = { userId: 11, name: 'denis', role: 'merchant', makerId: null, merchantId: 2 };
