import { describe, expect, it } from 'vitest';
import {
  confirmEnrolment,
  encodeEnrolmentCode,
  encodeSeed,
  enrolmentCodeHash,
  isEnrolmentCode,
  maskedMail,
  needsEnrolmentCode,
  otpauthUrl,
  readTicket,
  writeTicket,
} from './enrolment.ts';
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

describe('an enrolment code', () => {
  const code = encodeEnrolmentCode(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]));

  it('is sixty bits in groups, and the same however it is typed', () => {
    expect(code).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/);
    expect(enrolmentCodeHash(` ${code.toLowerCase().replaceAll('-', ' ')}`)).toBe(enrolmentCodeHash(code));
    const last = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 0x18]);
    expect(encodeEnrolmentCode(last)).not.toBe(code);
  });

  it('is good until its end, and none is not', () => {
    const codes = [{ codeHash: enrolmentCodeHash(code), expiresAt: now }];
    expect([isEnrolmentCode(codes, code, now - 1), isEnrolmentCode(codes, code, now)]).toEqual([true, false]);
    expect([isEnrolmentCode(codes, '', now - 1), isEnrolmentCode([], code, now - 1)]).toEqual([false, false]);
  });

  it('is needed in production by those who have no second factor', () => {
    const none = { hasAuthenticator: false, passkeys: 0 };
    expect([needsEnrolmentCode(none, 'production'), needsEnrolmentCode(none, 'sandbox')]).toEqual([true, false]);
    expect(needsEnrolmentCode({ ...none, passkeys: 1 }, 'production')).toBe(false);
  });

  it('goes to an address of which a stranger is shown no more than the beginning', () => {
    expect(maskedMail('mona@shop.com')).toBe('m…@shop.com');
  });
});
