import { createHash } from 'node:crypto';
import type { Instant } from '../text/timestamp.ts';
import { hasSecondFactor, type User } from './people.ts';
import { matchTotpStep } from './totp.ts';

/**
 * Setting up a second factor. The service makes a seed and hands it out together with a sealed ticket that holds it; the
 * person shows with a first code that the authenticator app has it, and gives the ticket back. So nothing is stored for
 * those who begin and never finish, and nobody can bring a seed of their own.
 */
export interface Enrolment {
  readonly seed: string;
  readonly expiresAtMs: number;
}

/**
 * What somebody brings beside the password to set up a first second factor in production: somebody who has only the password, by theft
 * perhaps, would otherwise make the first factor their own. An operator, the command line or a colleague with a factor hands the
 * code over; or it is sent to a mail address that was confirmed when there was a factor.
 */
export interface EnrolmentCode {
  readonly codeHash: string;
  readonly expiresAt: Instant;
}

/** A code that is handed over waits for the person's first sign-in; one that was sent is typed at once. */
export const enrolmentCodeLifetimeMs = { handed: 7 * 24 * 3_600_000, mailed: 3_600_000 } as const;
/** Each is a message that a thief of the password could make us send. */
export const mailedCodesPerDayMax = 5;

export function needsEnrolmentCode(
  user: Pick<User, 'hasAuthenticator' | 'passkeys'>,
  mode: 'sandbox' | 'production',
): boolean {
  return mode === 'production' && !hasSecondFactor(user);
}

/** Twelve letters and digits that are not mixed up, in groups: sixty bits, which nobody guesses. */
export function encodeEnrolmentCode(bytes: Uint8Array): string {
  const text = encodeSeed(bytes.subarray(0, 8));
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8, 12)}`;
}

/** However it was typed. */
export function enrolmentCodeHash(code: string): string {
  return createHash('sha256')
    .update(code.replace(/[^a-z0-9]/gi, '').toUpperCase())
    .digest('hex');
}

export function isEnrolmentCode(codes: readonly EnrolmentCode[], given: string, now: Instant): boolean {
  return codes.some(({ codeHash, expiresAt }) => now < expiresAt && codeHash === enrolmentCodeHash(given));
}

/** Long enough to install an authenticator app, short enough that a ticket left on a screen is soon worthless. */
export const enrolmentLifetimeMs = 15 * 60_000;

/** SHA-1 uses 20 bytes; RFC 4226 asks for as many. */
export const seedBytes = 20;

export function writeTicket({ seed, expiresAtMs }: Enrolment): string {
  return `${new Date(expiresAtMs).toISOString()} ${seed}`;
}

export function readTicket(text: string): Enrolment | null {
  const [expiresAt = '', seed = ''] = text.split(' ');
  return /^[A-Z2-7]{16,64}$/.test(seed) ? { seed, expiresAtMs: Date.parse(expiresAt) } : null;
}

/** The step of the code, which is thereby spent; null when the code or the ticket is no good. */
export function confirmEnrolment(enrolment: Enrolment, code: string, nowMs: number): number | null {
  if (!(nowMs < enrolment.expiresAtMs)) return null;
  return matchTotpStep({ seed: enrolment.seed, code, nowMs, lastUsedStep: null });
}

/** What authenticator apps read, as text or from a QR code. */
export function otpauthUrl(label: string, seed: string): string {
  return `otpauth://totp/Quittance:${encodeURIComponent(label)}?secret=${seed}&issuer=Quittance`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 (RFC 4648) without padding, as authenticator apps show it. */
export function encodeSeed(bytes: Uint8Array): string {
  let text = '';
  let pending = 0;
  let pendingBits = 0;
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xfff;
    pendingBits += 8;
    while (pendingBits >= 5) {
      pendingBits -= 5;
      text += alphabet[(pending >>> pendingBits) & 31];
    }
  }
  return pendingBits === 0 ? text : text + alphabet[(pending << (5 - pendingBits)) & 31];
}

/** Enough to know it by, not enough to write to it: m…@shop.com. */
export function maskedMail(address: string): string {
  return `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`;
}
