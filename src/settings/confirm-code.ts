import { verifySecondFactor } from '../domain/second-factor.ts';
import { formatTimestamp } from '../domain/timestamp.ts';
import { AppError } from '../errors.ts';
import { updateCodeGiven } from '../storage/settings/sessions.ts';
import { lockAttempts, updateAttempts } from '../storage/settings/users.ts';
import { routineAct } from './setting-act.ts';

interface GivenCode {
  readonly userId: number;
  /** The session that it counts for. */
  readonly sessionHash: string;
  readonly code: string;
}

/** A code of the own second factor, given in a session for what a session alone may not do. A right one is spent, a wrong one counted. */
export const confirmCode = routineAct({
  lock: 'rows',
  load: (tx, { userId }: GivenCode) => lockAttempts(tx, userId),
  decide({ userId, sessionHash, code }, attempts, { at }) {
    if (attempts === null || attempts.seed === null) throw new AppError('second_factor_required');
    const { outcome, state } = verifySecondFactor(attempts.state, code, attempts.seed, at);
    const isAccepted = outcome === 'accepted';
    const change = { userId, state, session: isAccepted ? { sessionHash, at } : null };
    if (isAccepted) return { kind: 'changed', result: undefined, change };
    const until = formatTimestamp(state.lockedUntilMs ?? at);
    const error =
      outcome === 'locked'
        ? new AppError('two_factor_locked', { field: 'code', until })
        : new AppError('two_factor_wrong', { field: 'code' });
    return { kind: 'refused', error, change };
  },
  async store(tx, { userId, state, session }) {
    await updateAttempts(tx, userId, state);
    if (session !== null) await updateCodeGiven(tx, session.sessionHash, session.at);
  },
});
