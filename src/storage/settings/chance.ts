import { randomBytes, randomUUID } from 'node:crypto';
import { apiKeyPrefix } from '../../domain/installation/cell.ts';
import { hashPassword } from './people/password-hash.ts';

/** Where acts get what must not be guessed. It is drawn before the decision, which only passes it on. */
export interface Chance {
  /** So many random bytes as text for URLs and headers. */
  text(bytes: number): string;
  /** A new UUID. */
  id(): string;
  /** The name of a program, with the cell that knows it. */
  apiKey(): string;
  /** With a random salt, and slow on purpose. */
  hashPassword(password: string): Promise<string>;
}

const text = (bytes: number) => randomBytes(bytes).toString('base64url');

export const createChance = (cell: number): Chance => ({
  text,
  id: randomUUID,
  apiKey: () => apiKeyPrefix(cell) + text(18),
  hashPassword: (password) => hashPassword(password),
});

/** For an installation that is alone. */
export const chance = createChance(0);
