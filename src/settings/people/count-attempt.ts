import type { ShownPasskey } from '../../domain/people/passkeys.ts';
import { type AttemptKind, judgePassword, judgeSignIn } from '../../domain/people/sign-in.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  type AttemptName,
  lockSignInAttempts,
  loginAttempts,
  updateSignInAttempts,
} from '../../storage/settings/people/sign-in-attempts.ts';
import { type Attempts, lockAttempts, updateAttempts, users } from '../../storage/settings/people/users.ts';
import { routineAct } from '../setting-act.ts';
import { judgeShown, lockShown, storeShown } from './show-passkey.ts';

interface Attempt {
  readonly login: string;
  /** Null: nobody has this login. */
  readonly userId: number | null;
  /** Found out beforehand: comparing a hash takes long. */
  readonly isPassword: boolean;
  readonly code: string;
  /** Null: none was shown, or its signature was wrong. */
  readonly passkey: ShownPasskey | null;
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
    const attempts = await lockAttempts(tx, attempt.userId ?? nobodysId);
    return { counts, attempts, shown: await lockShown(tx, attempt.passkey) };
  },
  decide(attempt, { counts, attempts, shown }, { at }) {
    const names = namesOf(attempt);
    const known = Object.entries(names).flatMap(([kind, name]) => [[kind, counts.get(name)] as const]);
    const credentials = attempts === null ? null : credentialsOf(attempts);
    const asked = {
      purpose: 'sign-in',
      sessionHash: null,
      userId: attempt.userId ?? nobodysId,
      isAlone: false,
    } as const;
    const passkey = judgeShown(attempt.passkey, shown, asked, at);
    const given = { ...attempt, isPasskey: passkey.isAccepted };
    const judgement = judgeSignIn(Object.fromEntries(known), credentials, given, at);
    const changed = Object.entries(judgement.counts).map(
      ([kind, count]) => [names[kind as AttemptKind], count] as const,
    );
    const user = attempts?.user ?? null;
    const change = {
      counts: new Map(changed.flatMap(([name, count]) => (name === undefined ? [] : [[name, count ?? null] as const]))),
      passkey: passkey.change,
      used: user === null || judgement.usedStep === null ? null : { userId: user.id, step: judgement.usedStep },
    };
    const { news } = passkey;
    if (judgement.isAccepted && user !== null) return { kind: 'changed', result: user, change, news };
    return { kind: 'refused', error: new AppError('sign_in_failed'), change, news };
  },
  async store(tx, { counts, used, passkey }) {
    await updateSignInAttempts(tx, counts);
    await storeShown(tx, passkey);
    if (used !== null) await users.patch(tx, { id: used.userId }, { state: { lastUsedStep: used.step } });
  },
});

/** A passkey and nothing else. It cannot be guessed, so nobody has to wait, and no wrong one is counted. */
export const signInByPasskey = routineAct({
  lock: 'rows',
  load: async (tx, { passkey }: { readonly passkey: ShownPasskey | null }) => ({
    attempts: await lockAttempts(tx, passkey?.userId ?? nobodysId),
    shown: await lockShown(tx, passkey),
  }),
  decide({ passkey }, { attempts, shown }, { at }) {
    const user = attempts?.user ?? null;
    const asked = { purpose: 'sign-in', sessionHash: null, userId: user?.id ?? nobodysId, isAlone: true } as const;
    const { isAccepted, change, news } = judgeShown(passkey, shown, asked, at);
    if (isAccepted && user !== null && !user.isDisabled) return { kind: 'changed', result: user, change };
    return { kind: 'refused', error: new AppError('sign_in_failed'), change, news };
  },
  store: storeShown,
});

function credentialsOf({ seed, state, user }: Attempts) {
  return { seed, lastUsedStep: state.lastUsedStep, passkeys: user.passkeys };
}

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
