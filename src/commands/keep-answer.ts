import { merchantParty } from '../domain/authority/own-word.ts';
import { noChanges } from '../domain/state/changes.ts';
import { AppError } from '../errors/app-error.ts';
import { type Command, done } from './command.ts';

/** It was done, or refused, elsewhere: what became of it is to be the answer to its Idempotency-Key. Nothing else is written. */
export function keepAnswer<Answer>(outcome: Answer | AppError): Command<Answer> {
  return {
    name: 'keep-answer',
    saidBy: merchantParty,
    plan: () => ({}),
    decide() {
      if (outcome instanceof AppError) throw outcome;
      return done(outcome, noChanges());
    },
  };
}
