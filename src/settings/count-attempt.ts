import type { User } from '../domain/people.ts';
import { judgeAttempt } from '../domain/sign-in.ts';
import { AppError } from '../errors.ts';
import { lockAttempts, updateAttempts } from '../storage/settings/users.ts';
import { routineAct } from './setting-act.ts';

interface Attempt {
  readonly userId: number;
  /** Found out beforehand: comparing a hash takes long. */
  readonly isPassword: boolean;
  readonly code: string;
}

/** Signing in. A wrong attempt is counted, and which part of it was wrong is not said. */
export const countSignIn = routineAct({
  lock: 'rows',
  load: (tx, { userId }: Attempt) => lockAttempts(tx, userId),
  decide({ userId, isPassword, code }, attempts, { at }) {
    if (attempts === null) throw new AppError('sign_in_failed');
    const { outcome, state } = judgeAttempt(attempts, { isPassword, code }, at);
    const change = { userId, state };
    if (outcome === 'accepted') return { kind: 'changed', result: attempts.user satisfies User, change };
    const error = new AppError(outcome === 'locked' ? 'sign_in_locked' : 'sign_in_failed');
    return { kind: 'refused', error, change };
  },
  store: (tx, { userId, state }) => updateAttempts(tx, userId, state),
});

/** The password again, of somebody who is signed in. Wrong ones count and lock as when signing in. */
export const countPassword = routineAct({
  lock: 'rows',
  load: (tx, { userId }: Omit<Attempt, 'code'>) => lockAttempts(tx, userId),
  decide({ userId, isPassword }, attempts, { at }) {
    const wrong = new AppError('password_wrong', { field: 'currentPassword' });
    if (attempts === null) throw wrong;
    const { outcome, state } = judgeAttempt({ state: attempts.state, seed: null }, { isPassword, code: '' }, at);
    const change = { userId, state };
    if (outcome === 'accepted') return { kind: 'changed', result: undefined, change };
    return { kind: 'refused', error: outcome === 'locked' ? new AppError('sign_in_locked') : wrong, change };
  },
  store: (tx, { userId, state }) => updateAttempts(tx, userId, state),
});
