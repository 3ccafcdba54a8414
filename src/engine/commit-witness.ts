import type { BatchChanges } from '../domain/state/changes.ts';
import { type Witnessed, witnessedOf } from '../domain/state/lost-commits.ts';

/** Things that a lane remembers: many seconds of the busiest service, in a few megabytes. */
const rememberedMax = 20_000;

/**
 * The last batches that a lane has stored and acknowledged. A failover that loses commits loses the newest ones, and those of one
 * lane follow each other: so while its last batch is there, all of them are.
 */
export class CommitWitness {
  readonly #max: number;
  #batches: Witnessed[] = [];
  #count = 0;

  constructor(max = rememberedMax) {
    this.#max = max;
  }

  note(changes: BatchChanges): void {
    const witnessed = witnessedOf(changes);
    if (witnessed === null) return;
    this.#batches.push(witnessed);
    this.#count += sizeOf(witnessed);
    while (this.#count > this.#max && this.#batches.length > 1) {
      const oldest = this.#batches.shift();
      this.#count -= oldest === undefined ? 0 : sizeOf(oldest);
    }
  }

  /** The last batch; null before the first. */
  get newest(): Witnessed | null {
    return this.#batches.at(-1) ?? null;
  }

  get all(): Witnessed {
    return {
      invoices: this.#batches.flatMap(({ invoices }) => invoices),
      transfers: this.#batches.flatMap(({ transfers }) => transfers),
    };
  }

  /** What was found lost is told once. */
  clear(): void {
    this.#batches = [];
    this.#count = 0;
  }
}

function sizeOf({ invoices, transfers }: Witnessed): number {
  return invoices.length + transfers.length;
}
