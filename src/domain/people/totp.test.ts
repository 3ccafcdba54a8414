import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoSecrets } from '../installation/demo-secrets.ts';
import { matchTotpStep, totpCode, totpStep } from './totp.ts';

/** "12345678901234567890", the SHA-1 seed of RFC 6238, appendix B. */
const rfcSeed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const seed = demoSecrets.totpSeed;
const nowMs = 1_800_000_000_000;
const step = nowMs / 30_000;

describe('totpCode', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('agrees with RFC 6238 at second %i', (second, eightDigits) => {
    expect(totpCode(rfcSeed, totpStep(second * 1000))).toBe(eightDigits.slice(2));
  });

  it('reads a seed in either case, in groups, with or without padding', () => {
    const expected = totpCode('JBSWY3DPEHPK3PXPAA', 1);
    for (const written of ['jbswy3dpehpk3pxpaa', 'JBSW Y3DP EHPK 3PXP AA', 'JBSWY3DPEHPK3PXPAA======']) {
      expect(totpCode(written, 1)).toBe(expected);
    }
  });

  it('agrees with an HMAC over the bytes that the seed encodes', () => {
    const anySeedBytes = fc.uint8Array({ minLength: 1, maxLength: 64 });
    fc.assert(
      fc.property(anySeedBytes, fc.nat(), (bytes, anyStep) => {
        expect(totpCode(base32(bytes), anyStep)).toBe(hotp(bytes, anyStep));
      }),
    );
  });

  it.each(['', ' ', '====', 'A', 'JBSWY3D1', 'JBSW=Y3DP', 'é', 'A'.repeat(257)])('refuses the seed %j', (badSeed) => {
    expect(() => totpCode(badSeed, 1)).toThrow(RangeError);
  });

  it('does not show a malformed seed in the error', () => {
    expect(() => totpCode('SECRET!', 1)).toThrow(/^(?!.*SECRET)/);
  });
});

describe('matchTotpStep', () => {
  it('accepts the code of this step and of one step either way', () => {
    for (const near of [step - 1, step, step + 1]) {
      expect(matchTotpStep({ seed, code: totpCode(seed, near), nowMs, lastUsedStep: null })).toBe(near);
    }
    for (const far of [step - 2, step + 2]) {
      expect(matchTotpStep({ seed, code: totpCode(seed, far), nowMs, lastUsedStep: null })).toBeNull();
    }
  });

  it('keeps a step until its last millisecond', () => {
    const code = totpCode(seed, step);
    expect(matchTotpStep({ seed, code, nowMs: nowMs - 30_000, lastUsedStep: null })).toBe(step);
    expect(matchTotpStep({ seed, code, nowMs: nowMs - 30_001, lastUsedStep: null })).toBeNull();
    expect(matchTotpStep({ seed, code, nowMs: nowMs + 59_999, lastUsedStep: null })).toBe(step);
    expect(matchTotpStep({ seed, code, nowMs: nowMs + 60_000, lastUsedStep: null })).toBeNull();
  });

  it('never matches a step at or before the last used one', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -3, max: 3 }), (drift, used) => {
        const match = matchTotpStep({ seed, code: totpCode(seed, step + drift), nowMs, lastUsedStep: step + used });
        expect(match).toBe(drift > used ? step + drift : null);
      }),
    );
  });

  it('spends both steps when two of them share one code', () => {
    // About one step in a million shares its code with the next. This one was found by search.
    const shared = 3_710_568;
    const code = totpCode(seed, shared);
    expect(totpCode(seed, shared + 1)).toBe(code);
    const sharedMs = shared * 30_000;
    expect(matchTotpStep({ seed, code, nowMs: sharedMs, lastUsedStep: null })).toBe(shared + 1);
    expect(matchTotpStep({ seed, code, nowMs: sharedMs, lastUsedStep: shared + 1 })).toBeNull();
  });

  it.each(['', '12345', '1234567', '12 456', '12345a', '１２３４５６', '123456\n'])('refuses the code %j', (code) => {
    expect(matchTotpStep({ seed, code, nowMs, lastUsedStep: null })).toBeNull();
  });

  it('works in the first step of time', () => {
    expect(matchTotpStep({ seed, code: totpCode(seed, 0), nowMs: 0, lastUsedStep: null })).toBe(0);
  });
});

function hotp(key: Uint8Array, counter: number): string {
  const message = Buffer.from(counter.toString(16).padStart(16, '0'), 'hex');
  const digest = createHmac('sha1', key).update(message).digest('hex');
  const offset = 2 * Number.parseInt(digest.slice(-1), 16);
  const number = BigInt(`0x${digest.slice(offset, offset + 8)}`) % 2n ** 31n;
  return number.toString().slice(-6).padStart(6, '0');
}

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups
    .map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group.padEnd(5, '0'), 2)] ?? '')
    .join('');
}
