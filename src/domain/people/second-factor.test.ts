import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type SecondFactorState,
  secondFactorFailuresMax,
  secondFactorLockMs,
  verifySecondFactor,
} from './second-factor.ts';
import { totpCode, totpStep } from './totp.ts';

const seed = 'JBSWY3DPEHPK3PXP';
const nowMs = 1_800_000_000_000;
const fresh: SecondFactorState = { lastUsedStep: null, failures: 0, lockedUntilMs: null };

const rightCode = (atMs: number) => totpCode(seed, totpStep(atMs));
const verify = (state: SecondFactorState, code: string, atMs = nowMs) => verifySecondFactor(state, code, seed, atMs);

/** Not a digit in it, so never right by accident. */
const wrongCode = 'nonono';

function afterFailures(count: number): SecondFactorState {
  let state = fresh;
  for (let i = 0; i < count; i++) state = verify(state, wrongCode).state;
  return state;
}

describe('verifySecondFactor', () => {
  it('accepts a right code and remembers its step', () => {
    const { outcome, state } = verify(fresh, rightCode(nowMs));
    expect(outcome).toBe('accepted');
    expect(state).toEqual({ ...fresh, lastUsedStep: totpStep(nowMs) });
  });

  it('accepts each code once, and does not count a spent one as a guess', () => {
    const used = verify(afterFailures(4), rightCode(nowMs)).state;
    for (let i = 0; i < 50; i++) {
      const again = verify(used, rightCode(nowMs));
      expect(again.outcome).toBe('wrong');
      expect(again.state).toBe(used);
    }
  });

  it('sets the count back on a right code', () => {
    const { state } = verify(afterFailures(4), rightCode(nowMs));
    expect(state.failures).toBe(0);
    expect(verify(state, wrongCode).state).toMatchObject({ failures: 1, lockedUntilMs: null });
  });

  it('locks for 15 minutes after five wrong codes in a row', () => {
    expect(afterFailures(4).lockedUntilMs).toBeNull();
    const fifth = verify(afterFailures(4), wrongCode);
    expect(fifth.outcome).toBe('wrong');
    expect(fifth.state).toMatchObject({ failures: 5, lockedUntilMs: nowMs + 15 * 60_000 });
  });

  it('refuses even a right code while locked, and changes nothing', () => {
    const locked = afterFailures(5);
    for (const atMs of [nowMs, nowMs + secondFactorLockMs - 1]) {
      for (const code of [rightCode(atMs), wrongCode]) {
        const result = verify(locked, code, atMs);
        expect(result.outcome).toBe('locked');
        expect(result.state).toBe(locked);
      }
    }
  });

  it('starts anew when the lock is over', () => {
    const endMs = nowMs + secondFactorLockMs;
    const locked = afterFailures(5);
    expect(verify(locked, rightCode(endMs), endMs)).toEqual({
      outcome: 'accepted',
      state: { ...fresh, lastUsedStep: totpStep(endMs) },
    });
    expect(verify(locked, wrongCode, endMs).state).toEqual({ ...fresh, failures: 1 });
  });

  it('counts a code of another time as wrong', () => {
    const old = verify(fresh, rightCode(nowMs - 120_000));
    expect(old).toMatchObject({ outcome: 'wrong', state: { failures: 1 } });
  });

  it('keeps to a simple model over any sequence of codes and pauses', () => {
    const act = fc.record({
      right: fc.boolean(),
      pauseMs: fc.constantFrom(0, 1000, 30_000, 60_000, secondFactorLockMs),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        let state = fresh;
        let atMs = nowMs;
        let wrongInARow = 0;
        let lockEndMs = 0;
        const usedSteps = new Set<number>();
        for (const { right, pauseMs } of acts) {
          atMs += pauseMs;
          const result = verify(state, right ? rightCode(atMs) : wrongCode, atMs);
          state = result.state;
          if (atMs < lockEndMs) {
            expect(result.outcome).toBe('locked');
          } else if (right) {
            expect(result.outcome).toBe(usedSteps.has(totpStep(atMs)) ? 'wrong' : 'accepted');
            if (result.outcome === 'accepted') wrongInARow = 0;
            usedSteps.add(totpStep(atMs));
          } else {
            expect(result.outcome).toBe('wrong');
            wrongInARow++;
            if (wrongInARow === secondFactorFailuresMax) {
              lockEndMs = atMs + secondFactorLockMs;
              wrongInARow = 0;
            }
          }
        }
      }),
    );
  });
});
