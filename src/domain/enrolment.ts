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
