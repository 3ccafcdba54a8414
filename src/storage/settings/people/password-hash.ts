import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { HashQueue, type HashTurn, ownTurn } from './hash-queue.ts';

/**
 * Passwords are hashed with scrypt, which needs 32 MB of memory for each guess: what makes guessing on graphics cards
 * expensive. The cost stands in the hash, so that it can be raised without asking anybody for a new password.
 */
const cost: HashCost = { N: 32_768, r: 8, p: 1 };
const keyBytes = 32;
const memoryMax = 64 * 1024 * 1024;
/** Of the whole process. */
const queue = new HashQueue();

interface HashCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** Another cost is for tests, which hash often and have no secrets. */
export async function hashPassword(password: string, { N, r, p }: HashCost = cost): Promise<string> {
  const salt = randomBytes(16);
  const key = await queue.run(ownTurn, () => derive(password, salt, { N, r, p }));
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

export async function passwordMatches(password: string, stored: string, turn: HashTurn = ownTurn): Promise<boolean> {
  const [scheme, N, r, p, salt = '', key = ''] = stored.split('$');
  if (scheme !== 'scrypt') throw new Error('a password hash of an unknown kind is stored');
  const expected = Buffer.from(key, 'base64url');
  const hashCost = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await queue.run(turn, () => derive(password, Buffer.from(salt, 'base64url'), hashCost));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Compared with when nobody has the login given, so that an unknown login takes as long as a wrong password. */
export const nobodysHash = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

function derive(password: string, salt: Buffer, options: HashCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, { ...options, maxmem: memoryMax }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
