import { describe, expect, it } from 'vitest';
import { judgeAttempt } from './sign-in.ts';
import { totpCode, totpStep } from './totp.ts';

const seed = 'JBSWY3DPEHPK3PXP';
const now = Date.UTC(2026, 10, 14, 12);
const fresh = { lastUsedStep: null, failures: 0, lockedUntilMs: null };
const code = totpCode(seed, totpStep(now));
const locked = { ...fresh, failures: 5, lockedUntilMs: now + 1 };

describe('an attempt to sign in', () => {
  it('needs the password alone where there is no second factor, and forgets the wrong ones before it', () => {
    const accepted = { outcome: 'accepted', state: fresh };
    const right = { isPassword: true, code: '' };
    expect(judgeAttempt({ state: fresh, seed: null }, right, now)).toEqual(accepted);
    expect(judgeAttempt({ state: { ...fresh, failures: 4 }, seed: null }, right, now)).toEqual(accepted);
    const over = { ...fresh, failures: 5, lockedUntilMs: now };
    expect(judgeAttempt({ state: over, seed: null }, right, now)).toEqual(accepted);
  });

  it('a wrong password is counted, also where there is no second factor', () => {
    const wrong = { isPassword: false, code };
    for (const one of [null, seed]) {
      const { outcome, state } = judgeAttempt({ state: fresh, seed: one }, wrong, now);
      expect([outcome === 'accepted', state.failures]).toEqual([false, 1]);
    }
  });

  it('needs password and code where there is a second factor', () => {
    expect(judgeAttempt({ state: fresh, seed }, { isPassword: true, code }, now)).toMatchObject({
      outcome: 'accepted',
    });
    expect(judgeAttempt({ state: fresh, seed }, { isPassword: true, code: '' }, now).outcome).not.toBe('accepted');
    expect(judgeAttempt({ state: fresh, seed }, { isPassword: false, code }, now).outcome).not.toBe('accepted');
  });

  it('is refused while the lock lasts, with whatever is right', () => {
    for (const one of [null, seed]) {
      expect(judgeAttempt({ state: locked, seed: one }, { isPassword: true, code }, now).outcome).not.toBe('accepted');
    }
  });
});
