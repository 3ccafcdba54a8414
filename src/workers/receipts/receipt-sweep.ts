import type { Uploads } from '../../storage/receipts/uploads.ts';
import { Loop } from '../loop.ts';

const pauseMs = 60_000;
/** An upload and its act end within the request timeout, ten minutes at most, and a few seconds. */
const leftOverAgeMs = 3_600_000;
const uploadsPerStepMax = 100;

/** Removes files of uploads that ended with their process, or whose outcome was unknown, unless an act came to need them. */
export function createReceiptSweepWorker(options: {
  readonly uploads: Pick<Uploads, 'sweep'>;
  /** The machine's: a sandbox whose clock was moved has uploads under way all the same. */
  readonly machineClock: () => number;
  readonly failed: (error: unknown) => void;
}): Loop {
  return new Loop({
    pauseMs,
    failed: options.failed,
    async step() {
      const seen = await options.uploads.sweep(options.machineClock() - leftOverAgeMs, uploadsPerStepMax);
      return seen === uploadsPerStepMax ? 'more' : 'idle';
    },
  });
}
