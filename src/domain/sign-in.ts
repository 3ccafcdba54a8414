import { type SecondFactorResult, type SecondFactorState, verifySecondFactor } from './second-factor.ts';

/** A seed that is nobody's, to count a wrong password by the same rule as a wrong code. */
const emptySeed = 'AAAAAAAAAAAAAAAA';

/**
 * Whether password and, where there is a second factor, code are right. Wrong ones are counted: five in a row lock for
 * 15 minutes.
 */
export function judgeAttempt(
  { state, seed }: { readonly state: SecondFactorState; readonly seed: string | null },
  { isPassword, code }: { readonly isPassword: boolean; readonly code: string },
  nowMs: number,
): SecondFactorResult {
  // Without a second factor the password alone decides; a code that cannot match counts a wrong password all the same.
  if (seed === null && isPassword && (state.lockedUntilMs === null || state.lockedUntilMs <= nowMs)) {
    return { outcome: 'accepted', state: { ...state, failures: 0, lockedUntilMs: null } };
  }
  return verifySecondFactor(state, isPassword && seed !== null ? code : '', seed ?? emptySeed, nowMs);
}
