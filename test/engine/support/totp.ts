import { demoSecrets } from '../../../src/domain/installation/demo-secrets.ts';
import { totpCode, totpStep } from '../../../src/domain/people/totp.ts';

/** The demo merchant's two-factor code, so many steps of 30 s from now. */
export function codeAt(nowMs: number, stepsAhead = 0): string {
  return totpCode(demoSecrets.totpSeed, totpStep(nowMs) + stepsAhead);
}

/** A code that is wrong now and in the steps around. */
export function wrongCodeAt(nowMs: number): string {
  const right = [-1, 0, 1].map((steps) => codeAt(nowMs, steps));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
}

/** A well-formed TRC-20 address. */
export const tronAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
