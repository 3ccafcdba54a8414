/**
 * The lock-out rule of the second factor, a small state machine per merchant.
 *
 * Open: codes are checked; wrong ones in a row are counted, and a right one sets the count back to none.
 *
 * Locked: five wrong codes in a row lock for 15 minutes. Nothing is checked and nothing changes, not even by a right
 * code, so that guessing on during the lock is worthless. At its end the merchant is open again and the count anew.
 *
 * Six digits with three valid steps give a guesser 15 chances in a million per lock, or about one in 700 per day.
 */
import { matchTotpStep } from './totp.ts';

export const secondFactorFailuresMax = 5;
export const secondFactorLockMs = 15 * 60_000;

export interface SecondFactorState {
  /** Null: no code was ever used. */
  readonly lastUsedStep: number | null;
  /** Wrong codes in a row. */
  readonly failures: number;
  /** Null: never locked, or the lock's end was seen. */
  readonly lockedUntilMs: number | null;
}

type SecondFactorOutcome = 'accepted' | 'wrong' | 'locked';

export interface SecondFactorResult {
  readonly outcome: SecondFactorOutcome;
  /** To be stored whatever the outcome; the very same object when nothing changed. */
  readonly state: SecondFactorState;
}

export function verifySecondFactor(
  state: SecondFactorState,
  code: string,
  seed: string,
  nowMs: number,
): SecondFactorResult {
  if (state.lockedUntilMs !== null && nowMs < state.lockedUntilMs) return { outcome: 'locked', state };

  const step = matchTotpStep({ seed, code, nowMs, lastUsedStep: state.lastUsedStep });
  if (step !== null) {
    return { outcome: 'accepted', state: { ...state, lastUsedStep: step, failures: 0, lockedUntilMs: null } };
  }
  // A right code that is already spent is refused but not counted. It is no guess: it comes from a merchant whose
  // program sends two withdrawals with one code, and who must not lose withdrawals for 15 minutes over that.
  const isSpent = matchTotpStep({ seed, code, nowMs, lastUsedStep: null }) !== null;
  return { outcome: 'wrong', state: isSpent ? state : countFailure(state, nowMs) };
}

function countFailure(state: SecondFactorState, nowMs: number): SecondFactorState {
  // A lock that is over took its failures with it.
  const failures = (state.lockedUntilMs === null ? state.failures : 0) + 1;
  const lockedUntilMs = failures >= secondFactorFailuresMax ? nowMs + secondFactorLockMs : null;
  return { ...state, failures, lockedUntilMs };
}

export interface SecondFactor {
  readonly merchantId: number;
  readonly state: SecondFactorState;
}
