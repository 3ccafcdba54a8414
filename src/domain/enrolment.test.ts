import { describe, expect, it } from 'vitest';
import { confirmEnrolment, encodeSeed, otpauthUrl, readTicket, writeTicket } from './enrolment.ts';
import { totpCode, totpStep } from './totp.ts';

const seed = 'JBSWY3DPEHPK3PXP';
const now = Date.UTC(2026, 10, 14, 12);

describe('a ticket', () => {
  it('gives back what it was written with', () => {
    expect(readTicket(writeTicket({ seed, expiresAtMs: now }))).toEqual({ seed, expiresAtMs: now });
  });

  it.each([
    '',
    'x',
    `2026-11-14T12:00:00.000Z`,
    `2026-11-14T12:00:00.000Z ${seed.slice(1)}`,
    `x ${seed}1`,
    `x ${seed}!`,
  ])('is none without a seed: %j', (text) => {
    expect(readTicket(text)).toBeNull();
  });

  it('holds a seed of 64 characters at most', () => {
    expect(readTicket(`x ${'A'.repeat(64)}`)).not.toBeNull();
    expect(readTicket(`x ${'A'.repeat(65)}`)).toBeNull();
  });
});

describe('setting up a second factor', () => {
  const enrolment = { seed, expiresAtMs: now + 1 };

  it('is confirmed by a code of the seed, until the ticket ends', () => {
    const step = totpStep(now);
    expect(confirmEnrolment(enrolment, totpCode(seed, step), now)).toBe(step);
    expect(confirmEnrolment(enrolment, totpCode(seed, step), now + 1)).toBeNull();
    expect(confirmEnrolment(enrolment, totpCode(seed, step + 10), now)).toBeNull();
  });

  it('is not confirmed with a ticket whose end cannot be read', () => {
    expect(confirmEnrolment({ seed, expiresAtMs: Number.NaN }, totpCode(seed, totpStep(now)), now)).toBeNull();
  });

  it('shows the seed as authenticator apps read it', () => {
    expect(otpauthUrl('a b/c', seed)).toBe(`otpauth://totp/Quittance:a%20b%2Fc?secret=${seed}&issuer=Quittance`);
  });

  // RFC 4648, chapter 10, without the padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
    ['\u00ff\u0000\u00ff\u0000\u00ff', '74AP6AH7'],
  ])('writes %j in Base32 as %s', (text, encoded) => {
    expect(encodeSeed(Buffer.from(text, 'latin1'))).toBe(encoded);
  });
});
