import { randomBytes } from 'node:crypto';

/** A password that nobody has thought of, shown once. */
export function madePassword(): string {
  return randomBytes(18).toString('base64url');
}
