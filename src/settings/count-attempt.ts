import { type AttemptKind, judgePassword, judgeSignIn } from '../domain/sign-in.ts';
import { AppError } from '../errors.ts';
import {
  type AttemptName,
  lockSignInAttempts,
  loginAttempts,
  updateSignInAttempts,
} from '../storage/settings/sign-in-attempts.ts';
import { lockAttempts, updateAttempts, updateUsedStep } from '../storage/settings/users.ts';
import { routineAct } from './setting-act.ts';

interface Attempt {
  readonly login: string;
  /** Null: nobody has this login. */
  readonly userId: number | null;
  /** Found out beforehand: comparing a hash takes long. */
  readonly isPassword: boolean;
  readonly code: string;
  readonly address: string;
  /** Null: not a device that has signed in with this login before. */
  readonly deviceId: string | null;
}

/**
 * Signing in. A wrong attempt is counted, and neither which part of it was wrong nor that it has to wait is said. A login that
 * nobody has is counted by the same statements.
 */
export const countSignIn = routineAct({
  lock: 'rows',
  async load(tx, attempt: Attempt, { at }) {
    const names = namesOf(attempt);
    const counts = await lockSignInAttempts(tx, Object.values(names), at);
    return { counts, attempts: await lockAttempts(tx, attempt.userId ?? nobodysId) };
  },
  decide(attempt, { counts, attempts }, { at }) {
    const names = namesOf(attempt);
    const known = Object.entries(names).flatMap(([kind, name]) => [[kind, counts.get(name)] as const]);
    const credentials = attempts === null ? null : { seed: attempts.seed, lastUsedStep: attempts.state.lastUsedStep };
    const judgement = judgeSignIn(Object.fromEntries(known), credentials, attempt, at);
    const changed = Object.entries(judgement.counts).map(
      ([kind, count]) => [names[kind as AttemptKind], count] as const,
    );
    const user = attempts?.user ?? null;
    const change = {
      counts: new Map(changed.flatMap(([name, count]) => (name === undefined ? [] : [[name, count ?? null] as const]))),
      used: user === null || judgement.usedStep === null ? null : { userId: user.id, step: judgement.usedStep },
    };
    if (judgement.isAccepted && user !== null) return { kind: 'changed', result: user, change };
    return { kind: 'refused', error: new AppError('sign_in_failed'), change };
  },
  async store(tx, { counts, used }) {
    await updateSignInAttempts(tx, counts);
    if (used !== null) await updateUsedStep(tx, used.userId, used.step);
  },
});

/** No row has it: looked for where nobody has the login. */
const nobodysId = 0;

/** What the attempt is counted by. */
function namesOf({ login, address, deviceId }: Attempt): Partial<Record<AttemptKind, AttemptName>> {
  if (deviceId !== null) return { device: `device:${deviceId}` };
  return { login: loginAttempts(login), address: `address:${address}` };
}

/** The password again, of somebody who is signed in. Wrong ones count and lock as when signing in. */
export const countPassword = routineAct({
  lock: 'rows',
  load: (tx, { userId }: { readonly userId: number; readonly isPassword: boolean }) => lockAttempts(tx, userId),
  decide({ userId, isPassword }, attempts, { at }) {
    const wrong = new AppError('password_wrong', { field: 'currentPassword' });
    if (attempts === null) throw wrong;
    const { outcome, state } = judgePassword(attempts.state, isPassword, at);
    const change = { userId, state };
    if (outcome === 'accepted') return { kind: 'changed', result: undefined, change };
    return { kind: 'refused', error: outcome === 'locked' ? new AppError('sign_in_locked') : wrong, change };
  },
  store: (tx, { userId, state }) => updateAttempts(tx, userId, state),
});
