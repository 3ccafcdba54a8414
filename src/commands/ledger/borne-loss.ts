import type { Funds } from '../../domain/payins/settlement.ts';
import { noChanges } from '../../domain/state/changes.ts';
import { AppError } from '../../errors/app-error.ts';
import { type Command, done, type View } from '../command.ts';

/** What a decision needs that the maker or the store has not. Absent: it is refused. See `domain/debts.ts`. */
export interface Borne {
  /** Minor units that two people have agreed the service bears at most. */
  readonly lossMax?: string | null;
}

export function fundsOf(view: View, { lossMax = null }: Borne): Funds {
  return {
    balance: (accountId) => view.balance(accountId),
    excess: (dealId) => view.excess(dealId),
    lossMax: lossMax === null ? null : BigInt(lossMax),
  };
}

/** Decides, and changes nothing: what is refused now is refused in the same way. */
export function onTrial<Result, Hint>(command: Command<Result, Hint>): Command<null, Hint> {
  return {
    ...command,
    decide(view, needs) {
      const decision = command.decide(view, needs);
      return decision.kind === 'done' ? done(null, noChanges()) : decision;
    },
  };
}

/** Of a trial's refusal: what is missing, in minor units; null: something else is wrong. */
export function missingOf(error: unknown): string | null {
  if (!(error instanceof AppError) || (error.code !== 'maker_funds' && error.code !== 'insufficient_funds'))
    return null;
  const { missing } = error.details;
  return missing === undefined ? null : String(missing);
}
