/** Time-based one-time passwords (RFC 6238) as every authenticator app makes them: SHA-1, six digits, 30 seconds. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;

/** Clocks of phones drift and people type slowly: one step either way is what RFC 6238 recommends at most. */
const driftSteps = 1;

/** Far beyond the 64 bytes that SHA-1 can use, spaces included. */
const seedCharactersMax = 256;

/**
 * The step whose code this is, or null. Each code works once: a step at or before the last used one never matches
 * again. When two steps happen to share a code the later one is returned, so that using it spends both.
 */
export function matchTotpStep({
  seed,
  code,
  nowMs,
  lastUsedStep,
}: {
  readonly seed: string;
  readonly code: string;
  readonly nowMs: number;
  /** Null: no code was ever used. */
  readonly lastUsedStep: number | null;
}): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null;
  const key = decodeSeed(seed);
  const given = Buffer.from(code);
  const currentStep = totpStep(nowMs);
  let matched: number | null = null;
  // No early exit: the time taken must not tell which step, if any, came close.
  for (let step = currentStep - driftSteps; step <= currentStep + driftSteps; step++) {
    const isEqual = step >= 0 && timingSafeEqual(Buffer.from(codeOfStep(key, step)), given);
    if (isEqual && (lastUsedStep === null || step > lastUsedStep)) matched = step;
  }
  return matched;
}

export function totpCode(seed: string, step: number): string {
  return codeOfStep(decodeSeed(seed), step);
}

export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / stepMs);
}

/** HOTP (RFC 4226) with the step as counter. */
function codeOfStep(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  // Dynamic truncation: the last four bits say where the 31 bits of the code begin.
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Base32 (RFC 4648) as people copy it: either case, in groups, with or without padding. Bits left over at the end are
 * dropped, as authenticator apps do. A seed of no bytes is refused, since everybody could make its codes.
 */
function decodeSeed(seed: string): Uint8Array {
  if (seed.length > seedCharactersMax) throw new RangeError('TOTP seed is too long');
  const characters = seed.replaceAll(' ', '').replace(/=+$/, '').toUpperCase();
  const bytes: number[] = [];
  let pending = 0;
  let pendingBits = 0;
  for (const character of characters) {
    const value = base32Alphabet.indexOf(character);
    // The seed is a secret, so the message does not show it.
    if (value < 0) throw new RangeError('TOTP seed is not base32');
    pending = ((pending << 5) | value) & 0xfff;
    pendingBits += 5;
    if (pendingBits >= 8) {
      pendingBits -= 8;
      bytes.push((pending >>> pendingBits) & 0xff);
    }
  }
  if (bytes.length === 0) throw new RangeError('TOTP seed is empty');
  return Uint8Array.from(bytes);
}
