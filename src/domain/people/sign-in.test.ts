import { describe, expect, it } from 'vitest';
import { type AttemptCount, type AttemptCounts, attemptsKeptMs, judgePassword, judgeSignIn } from './sign-in.ts';
import { totpCode, totpStep } from './totp.ts';

const seed = 'JBSWY3DPEHPK3PXP';
const now = Date.UTC(2026, 10, 14, 12);
const step = totpStep(now);
const code = totpCode(seed, step);
const withFactor = { seed, lastUsedStep: null, passkeys: 0 };
const withPasskey = { seed: null, lastUsedStep: null, passkeys: 1 };
const passwordOnly = { seed: null, lastUsedStep: null, passkeys: 0 };
const right = { isPassword: true, code: '', isPasskey: false };
const wrong = { isPassword: false, code: '', isPasskey: false };
const minuteMs = 60_000;

const count = (failures: number, change: Partial<AttemptCount> = {}): AttemptCount => ({
  failures,
  waitsUntil: null,
  lastAt: now - 1,
  ...change,
});
const strangers = (login = count(0), address = count(0)): AttemptCounts => ({ login, address });

describe('an attempt to sign in', () => {
  it('needs the password alone where there is no second factor, and ends the count of the login', () => {
    expect(judgeSignIn(strangers(count(4)), passwordOnly, right, now)).toEqual({
      isAccepted: true,
      usedStep: null,
      counts: { login: null },
    });
  });

  it('needs password and code where there is a second factor, and spends the code', () => {
    const judge = (given: typeof right) => judgeSignIn(strangers(), withFactor, given, now);
    expect(judge({ ...right, code })).toMatchObject({ isAccepted: true, usedStep: step });
    for (const given of [right, { ...wrong, code }, wrong]) expect(judge(given).isAccepted).toBe(false);
  });

  it('needs password and passkey where there are passkeys, and takes either factor where there are both', () => {
    const accepts = (credentials: typeof withFactor | typeof withPasskey, given: typeof right) =>
      judgeSignIn(strangers(), credentials, given, now).isAccepted;
    const shown = { ...right, isPasskey: true };
    expect([accepts(withPasskey, shown), accepts(withPasskey, right)]).toEqual([true, false]);
    expect(accepts(withPasskey, { ...shown, isPassword: false })).toBe(false);
    const both = { ...withFactor, passkeys: 2 };
    expect([accepts(both, shown), accepts(both, { ...right, code }), accepts(both, right)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(judgeSignIn(strangers(), both, { ...shown, code }, now).usedStep).toBeNull();
  });

  it('does not count a right code that is spent, and refuses it', () => {
    const spent = { ...withFactor, lastUsedStep: step };
    expect(judgeSignIn(strangers(), spent, { ...right, code }, now)).toEqual({
      isAccepted: false,
      usedStep: null,
      counts: {},
    });
    // With a wrong password it is a guess like any other: it must not tell that the code was right.
    expect(judgeSignIn(strangers(), spent, { ...wrong, code }, now).counts.login?.failures).toBe(1);
  });

  it('is judged alike when no user has the login, whatever is given', () => {
    for (const failures of [0, 4, 5, 9]) {
      const nobody = judgeSignIn(strangers(count(failures)), null, { ...right, code }, now);
      expect(nobody).toEqual(judgeSignIn(strangers(count(failures)), withFactor, wrong, now));
    }
  });
});

describe('wrong attempts', () => {
  const failed = (counts: AttemptCounts) => judgeSignIn(counts, passwordOnly, wrong, now).counts;

  it('are counted by login and address, and make the next one wait longer each time', () => {
    const waits = [0, 3, 4, 5, 6, 7, 8, 9, 200].map((failures) => {
      const { waitsUntil = null } = failed(strangers(count(failures))).login ?? {};
      return waitsUntil === null ? 0 : (waitsUntil - now) / minuteMs;
    });
    expect(waits).toEqual([0, 0, 1, 2, 4, 8, 15, 15, 15]);
    const address = (failures: number) => failed(strangers(count(0), count(failures))).address?.waitsUntil;
    expect([address(18), address(19)]).toEqual([null, now + minuteMs]);
  });

  it('are forgotten after a day without one', () => {
    const old = count(9, { lastAt: now - attemptsKeptMs });
    expect(failed(strangers(old)).login).toEqual({ failures: 1, waitsUntil: null, lastAt: now });
    const younger = count(9, { lastAt: now - attemptsKeptMs + 1 });
    expect(failed(strangers(younger)).login?.failures).toBe(10);
  });

  it('wrong attempts during a wait change nothing, and a right one is refused then: for the login as for the address', () => {
    const waiting = count(5, { waitsUntil: now + 1 });
    const refused = { isAccepted: false, usedStep: null, counts: {} };
    for (const counts of [strangers(waiting), strangers(count(0), waiting)]) {
      for (const given of [right, wrong]) expect(judgeSignIn(counts, passwordOnly, given, now)).toEqual(refused);
    }
    const over = count(5, { waitsUntil: now });
    expect(judgeSignIn(strangers(over, over), passwordOnly, right, now).isAccepted).toBe(true);
  });
});

describe('a device that has signed in before', () => {
  const waiting = count(99, { waitsUntil: now + 1 });

  it('does not wait for strangers, and does not help them by signing in', () => {
    const counts = { ...strangers(waiting, waiting), device: count(4) };
    expect(judgeSignIn(counts, passwordOnly, right, now)).toEqual({
      isAccepted: true,
      usedStep: null,
      counts: { device: null },
    });
  });

  it('has a count of its own, which locks no other user out', () => {
    const { counts } = judgeSignIn({ ...strangers(), device: count(4) }, passwordOnly, wrong, now);
    expect(counts).toEqual({ device: { failures: 5, waitsUntil: now + minuteMs, lastAt: now } });
    expect(judgeSignIn({ device: waiting }, passwordOnly, right, now).isAccepted).toBe(false);
  });
});

describe('the password again', () => {
  const fresh = { lastUsedStep: null, failures: 0, lockedUntilMs: null };

  it('forgets the wrong ones before it, also when a lock has just ended', () => {
    const accepted = { outcome: 'accepted', state: fresh };
    expect(judgePassword({ ...fresh, failures: 4 }, true, now)).toEqual(accepted);
    expect(judgePassword({ ...fresh, failures: 5, lockedUntilMs: now }, true, now)).toEqual(accepted);
  });

  it('is counted when it is wrong, and refused while the lock lasts', () => {
    expect(judgePassword(fresh, false, now)).toMatchObject({ outcome: 'wrong', state: { failures: 1 } });
    const locked = { ...fresh, failures: 5, lockedUntilMs: now + 1 };
    expect(judgePassword(locked, true, now)).toEqual({ outcome: 'locked', state: locked });
  });
});
