import { AppError } from '../../errors/app-error.ts';
import type { Actor, ByWhom } from '../people/audit.ts';
import type { Instant } from '../text/timestamp.ts';
import { isAlone, type OperatorRecord, requireOlder, type SecondPersonRules } from './second-person.ts';
import { requireOwnMaker } from './setting-acts.ts';

/**
 * A new number is a place where payers' money goes, so one operator alone puts none in. In production it waits for another operator,
 * or for the maker whose it is said to be, and gets no deal after that for as long as a request stands in plain sight (an hour): the
 * maker's people are told, and have time to say that it is not theirs. The command line adds at once, because its machine is trusted;
 * so does the sandbox.
 */

/** As long ago as it can be. */
const atOnce = 0;

/** Null: it waits. With one operator there is nobody to ask; the hour stays. */
export function usableFromOf(
  {
    actor,
    at,
    asksSecondPerson,
    delayMs,
  }: Pick<ByWhom, 'actor' | 'at'> & Pick<SecondPersonRules, 'delayMs'> & { readonly asksSecondPerson: boolean },
  operators: readonly OperatorRecord[],
): Instant | null {
  if (!asksSecondPerson || actor.userId === null) return atOnce;
  return isAlone(operators, at) ? at + delayMs : null;
}

export interface WaitingRequisite {
  readonly id: number;
  readonly makerId: number;
  readonly number: string;
  readonly usableFrom: Instant | null;
  readonly addedBy: number | null;
  readonly addedAt: Instant;
}

/** Who says yes, and by whose hand that person got in. */
export interface Accepter {
  readonly trustedSince: Instant;
  readonly letInBy: readonly number[];
}

/**
 * Not who has added it, nor somebody who came after it. A maker's user whom the same operator has created or given a new password
 * may be that operator.
 */
export function requireAccepter(requisite: WaitingRequisite, actor: Actor, accepter: Accepter | null): void {
  requireOwnMaker(actor, requisite.makerId);
  if (actor.userId === null || requisite.usableFrom !== null || requisite.addedBy === null) return;
  if (requisite.addedBy === actor.userId) throw new AppError('own_request');
  if (accepter === null) throw new AppError('forbidden');
  requireOlder(accepter.trustedSince, requisite.addedAt);
  if (actor.role === 'maker' && accepter.letInBy.includes(requisite.addedBy)) throw new AppError('let_in_by_author');
}
