import type { ShownPasskey } from '../../domain/people/passkeys.ts';
import { hasSecondFactor } from '../../domain/people/people.ts';
import { type SecondFactorState, verifySecondFactor } from '../../domain/people/second-factor.ts';
import { judgePassword } from '../../domain/people/sign-in.ts';
import { formatTimestamp } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { insertProof } from '../../storage/settings/people/passkeys.ts';
import { updateProved } from '../../storage/settings/people/sessions.ts';
import { lockAttempts, updateAttempts } from '../../storage/settings/people/users.ts';
import type { SettingsTransaction } from '../../storage/settings/settings-transaction.ts';
import { routineAct } from '../setting-act.ts';
import { judgeShown, lockShown, storeShown } from './show-passkey.ts';

export interface Present {
  readonly userId: number;
  /** The session that it counts for. */
  readonly sessionHash: string;
}

/** A code of the own second factor, given in a session for what a session alone may not do. A right one is spent, a wrong one counted. */
export const confirmCode = routineAct({
  lock: 'rows',
  load: (tx, { userId }: Present & { readonly code: string }) => lockAttempts(tx, userId),
  decide({ userId, sessionHash, code }, attempts, { at }) {
    if (attempts === null || attempts.seed === null) throw new AppError('second_factor_required');
    const { outcome, state } = verifySecondFactor(attempts.state, code, attempts.seed, at);
    const isAccepted = outcome === 'accepted';
    const change = { userId, state, proved: isAccepted ? { sessionHash, at } : null };
    if (isAccepted) return { kind: 'changed', result: undefined, change };
    const until = formatTimestamp(state.lockedUntilMs ?? at);
    const error =
      outcome === 'locked'
        ? new AppError('two_factor_locked', { field: 'code', until })
        : new AppError('two_factor_wrong', { field: 'code' });
    return { kind: 'refused', error, change };
  },
  store: storeAttempt,
});

/** The password again, of somebody who has no second factor yet: all there is to show. Wrong ones are counted. */
export const confirmPassword = routineAct({
  lock: 'rows',
  load: (tx, { userId }: Present & { readonly isPassword: boolean }) => lockAttempts(tx, userId),
  decide({ userId, sessionHash, isPassword }, attempts, { at }) {
    const wrong = new AppError('password_wrong', { field: 'password' });
    if (attempts === null) throw wrong;
    // With a second factor the password is what a thief may have.
    if (hasSecondFactor(attempts.user)) throw new AppError('fresh_code_needed');
    const { outcome, state } = judgePassword(attempts.state, isPassword, at);
    const isAccepted = outcome === 'accepted';
    const change = { userId, state, proved: isAccepted ? { sessionHash, at } : null };
    if (isAccepted) return { kind: 'changed', result: undefined, change };
    return { kind: 'refused', error: outcome === 'locked' ? new AppError('sign_in_locked') : wrong, change };
  },
  store: storeAttempt,
});

/** What was tried is counted; what was right is a fresh proof of the session. */
async function storeAttempt(tx: SettingsTransaction, { userId, state, proved }: Tried): Promise<void> {
  await updateAttempts(tx, userId, state);
  if (proved !== null) await updateProved(tx, proved.sessionHash, proved.at);
}

interface Tried {
  readonly userId: number;
  readonly state: SecondFactorState;
  readonly proved: { readonly sessionHash: string; readonly at: number } | null;
}

/** A passkey, shown for one request. It opens that request, and no other. */
export const confirmByPasskey = routineAct({
  lock: 'rows',
  load: (tx, { shown }: Present & { readonly shown: ShownPasskey | null }) => lockShown(tx, shown),
  decide({ userId, sessionHash, shown }, rows, { at }) {
    const asked = { purpose: 'act', sessionHash, userId, isAlone: false } as const;
    const { isAccepted, change: seen, news } = judgeShown(shown, rows, asked, at);
    const actHash = rows.challenge?.actHash ?? null;
    const proof = isAccepted && actHash !== null ? { sessionHash, actHash, at } : null;
    const change = { seen, proof };
    if (proof !== null) return { kind: 'changed', result: undefined, change };
    return { kind: 'refused', error: new AppError('passkey_refused'), change, news };
  },
  async store(tx, { seen, proof }) {
    await storeShown(tx, seen);
    if (proof !== null) await insertProof(tx, proof);
  },
});
