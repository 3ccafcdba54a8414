import { randomFillSync } from 'node:crypto';
import { idRandomBytes, newId } from '../domain/text/uuid.ts';

/** Filling 10 kB costs hardly more than filling ten bytes, so one call to the system serves a thousand IDs. */
const poolBytes = 1000 * idRandomBytes;

/** The one place where IDs get their time and randomness; code that needs IDs is given the function. */
export function createIdSource(clock: () => number = Date.now, cell = 0): () => string {
  const pool = new Uint8Array(poolBytes);
  let used = poolBytes;
  return () => {
    if (used === poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    const random = pool.subarray(used, used + idRandomBytes);
    used += idRandomBytes;
    return newId(clock(), random, cell);
  };
}
