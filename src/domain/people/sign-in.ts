import type { Instant } from '../text/timestamp.ts';
import { type SecondFactorResult, type SecondFactorState, verifySecondFactor } from './second-factor.ts';
import { matchTotpStep } from './totp.ts';

/**
 * Guessing is slowed down; nobody learns who has an account, and no stranger locks its owner out.
 *
 * Wrong attempts are counted by the login that was typed, whether anybody has it or not, and by the address they came from. A
 * device that has signed in with this login before has a count of its own, and is judged by that alone: however long
 * strangers have to wait, its owner does not.
 *
 * After a few wrong ones the next has to wait: a minute, then twice as long each time, up to 15 minutes. An attempt during
 * the wait is refused like any wrong one, whatever it says, and changes nothing: guessing on is worthless. A day without
 * a wrong one forgets them.
 */
export interface AttemptCount {
  readonly failures: number;
  /** Null: the next attempt need not wait. */
  readonly waitsUntil: Instant | null;
  readonly lastAt: Instant;
}

/** `device` is there for a device that is known; it then stands for the two others. */
export type AttemptKind = 'login' | 'address' | 'device';
export type AttemptCounts = { readonly [Kind in AttemptKind]?: AttemptCount };

/** An office behind one address has many people, and most of them mistype now and then. */
const freeFailures: Readonly<Record<AttemptKind, number>> = { login: 5, address: 20, device: 5 };
const firstWaitMs = 60_000;
const longestWaitMs = 15 * 60_000;
/** Counts are kept this long after the last wrong attempt. */
export const attemptsKeptMs = 24 * 3_600_000;

interface Credentials {
  readonly seed: string | null;
  readonly lastUsedStep: number | null;
  readonly passkeys: number;
}

interface GivenProof {
  readonly isPassword: boolean;
  readonly code: string;
  /** A valid passkey of this user was shown. */
  readonly isPasskey: boolean;
}

interface SignInJudgement {
  readonly isAccepted: boolean;
  /** Of the code that is spent by this; null where none is. */
  readonly usedStep: number | null;
  /** Those that have changed; null: the count is over. */
  readonly counts: { readonly [Kind in AttemptKind]?: AttemptCount | null };
}

/** Nobody has the login: `credentials` is null, and nothing that is given is right. */
export function judgeSignIn(
  counts: AttemptCounts,
  credentials: Credentials | null,
  given: GivenProof,
  now: Instant,
): SignInJudgement {
  const judged = kindsOf(counts);
  const isWaiting = judged.some((kind) => now < (counts[kind]?.waitsUntil ?? now));
  if (isWaiting) return { isAccepted: false, usedStep: null, counts: {} };
  const proof = credentials === null ? 'wrong' : proofOf(credentials, given, now);
  if (proof === 'wrong') {
    const counted = judged.map((kind) => [kind, afterFailure(kind, counts[kind], now)]);
    return { isAccepted: false, usedStep: null, counts: Object.fromEntries(counted) };
  }
  // Right once, but spent: no guess, so it is refused and not counted.
  if (proof === 'spent') return { isAccepted: false, usedStep: null, counts: {} };
  // An address keeps its count: with an account of their own anybody could clear it.
  const over = judged.filter((kind) => kind !== 'address').map((kind) => [kind, null]);
  return { isAccepted: true, usedStep: proof.usedStep, counts: Object.fromEntries(over) };
}

function kindsOf(counts: AttemptCounts): readonly AttemptKind[] {
  return counts.device === undefined ? ['login', 'address'] : ['device'];
}

function proofOf(
  { seed, lastUsedStep, passkeys }: Credentials,
  { isPassword, code, isPasskey }: GivenProof,
  nowMs: Instant,
): 'wrong' | 'spent' | { readonly usedStep: number | null } {
  if (!isPassword) return 'wrong';
  if (isPasskey || (seed === null && passkeys === 0)) return { usedStep: null };
  if (seed === null) return 'wrong';
  const usedStep = matchTotpStep({ seed, code, nowMs, lastUsedStep });
  if (usedStep !== null) return { usedStep };
  return matchTotpStep({ seed, code, nowMs, lastUsedStep: null }) === null ? 'wrong' : 'spent';
}

function afterFailure(kind: AttemptKind, before: AttemptCount | undefined, now: Instant): AttemptCount {
  const isForgotten = before === undefined || now >= before.lastAt + attemptsKeptMs;
  const failures = (isForgotten ? 0 : before.failures) + 1;
  return { failures, waitsUntil: waitUntil(failures - freeFailures[kind], now), lastAt: now };
}

function waitUntil(above: number, now: Instant): Instant | null {
  return above < 0 ? null : now + Math.min(firstWaitMs * 2 ** Math.min(above, 10), longestWaitMs);
}

/** A seed that is nobody's, to count a wrong password by the same rule as a wrong code. */
const emptySeed = 'AAAAAAAAAAAAAAAA';

/** The password again, of somebody who is signed in. Wrong ones are counted: five in a row lock for 15 minutes. */
export function judgePassword(state: SecondFactorState, isPassword: boolean, nowMs: number): SecondFactorResult {
  if (isPassword && (state.lockedUntilMs === null || state.lockedUntilMs <= nowMs)) {
    return { outcome: 'accepted', state: { ...state, failures: 0, lockedUntilMs: null } };
  }
  // A code that cannot match counts a wrong password by the rule for codes.
  return verifySecondFactor(state, '', emptySeed, nowMs);
}
