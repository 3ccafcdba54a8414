import { AppError } from '../../../src/errors/app-error.ts';

/** What a rule refuses, as code and field; `done` when it does not. Anything else that is thrown is a defect and stays one. */
export function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.faults[0].field}`;
    throw error;
  }
  return 'done';
}
