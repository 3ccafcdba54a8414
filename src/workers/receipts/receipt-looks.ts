import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { looksLike } from '../../domain/receipts/receipt-look.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import type { Looker } from '../../pictures/looker.ts';
import {
  claimReceiptToCompare,
  findCandidates,
  forgetReceiptToCompare,
  readLook,
  storeLikenesses,
  storeLook,
  sweepLooks,
} from '../../storage/receipts/receipt-looks.ts';
import type { ReceiptStore } from '../../storage/receipts/receipts.ts';
import { Loop, restAfter } from '../loop.ts';

/** Soon enough for a person who opens the case. */
const pauseMs = 5_000;
/** Longer than any picture may take. */
const leaseMs = 60_000;
/** A picture that ends its process is left alone after so many; a store of receipts that is away is asked as often. */
const attemptsMax = 10;
/** Pictures are opened in a thread, beside the payments: it takes no more than half a core. */
const shareMax = 0.5;
/** Who shows a receipt again does so soon; older ones are compared as files alone. */
const comparedMs = 90 * 86_400_000;
const sweepEveryMs = 3_600_000;

interface LookOptions {
  readonly pool: pg.Pool;
  readonly receipts: Pick<ReceiptStore, 'open'>;
  readonly looker: Pick<Looker, 'look' | 'close'>;
  readonly clock: () => Instant;
  readonly machineClock: () => Instant;
  readonly failed: (error: unknown) => void;
}

/**
 * Compares the pictures of receipts, behind the work: what looks like an earlier receipt is noted for the person who decides.
 * Every process runs one; a receipt is leased by one of them.
 */
export function createReceiptLookWorker(options: LookOptions): Pick<Loop, 'start' | 'stop'> {
  const { pool, looker, clock, machineClock, failed } = options;
  let sweptAt = Number.NEGATIVE_INFINITY;
  const loop = new Loop({
    pauseMs,
    failed,
    async step(signal) {
      if (machineClock() - sweptAt > sweepEveryMs) {
        if (await sweepLooks(pool, clock() - comparedMs)) return 'more';
        sweptAt = machineClock();
      }
      const begun = performance.now();
      if (!(await compareNext(options))) return 'idle';
      const restMs = restAfter(performance.now() - begun, shareMax);
      await delay(restMs, undefined, { signal }).catch(() => undefined);
      return 'more';
    },
  });
  return {
    start: () => loop.start(),
    async stop() {
      await Promise.all([loop.stop(), looker.close()]);
    },
  };
}

/** Compares one receipt. Says whether there was one. */
export async function compareNext(options: Omit<LookOptions, 'failed'>): Promise<boolean> {
  const { pool, clock, machineClock } = options;
  const receipt = await claimReceiptToCompare(pool, { now: machineClock(), leaseMs });
  if (receipt === null) return false;
  const { id, sha256, keptAt, attempts } = receipt;
  const since = clock() - comparedMs;
  if (attempts <= attemptsMax && keptAt > since) {
    const look = (await readLook(pool, sha256)) ?? (await lookAt(options, sha256));
    if (look !== null) {
      await storeLook(pool, { sha256, keptAt, look });
      const candidates = await findCandidates(pool, { sha256, look, since });
      const alike = candidates.filter(({ cells }) => looksLike(cells, look.cells));
      await storeLikenesses(
        pool,
        sha256,
        alike.map((other) => other.sha256),
      );
    }
  }
  await forgetReceiptToCompare(pool, id);
  return true;
}

async function lookAt({ receipts, looker }: Pick<LookOptions, 'receipts' | 'looker'>, sha256: string) {
  const file = await receipts.open(sha256);
  if (file === null) return null;
  const bytes = await buffer(file.stream);
  // A copy of its own: it is handed over to the thread.
  return await looker.look(new Uint8Array(bytes));
}
