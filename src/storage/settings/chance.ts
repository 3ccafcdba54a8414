import { randomBytes, randomUUID } from 'node:crypto';
import { hashPassword } from './password-hash.ts';

/** Where acts get what must not be guessed. It is drawn before the decision, which only passes it on. */
export interface Chance {
  /** So many random bytes as text for URLs and headers. */
  text(bytes: number): string;
  /** A new UUID. */
  id(): string;
  /** With a random salt, and slow on purpose. */
  hashPassword(password: string): Promise<string>;
}

export const chance: Chance = {
  text: (bytes) => randomBytes(bytes).toString('base64url'),
  id: randomUUID,
  hashPassword: (password) => hashPassword(password),
};
