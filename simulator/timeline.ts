import type { Instant } from '../src/domain/text/timestamp.ts';

/** The virtual clock: what is to happen, in the order of time; at the same instant, in the order in which it was planned. */
export class Timeline {
  #now: Instant;
  #planned = 0;
  #happened = 0;
  /** A binary heap: the soonest is first. */
  readonly #heap: Entry[] = [];

  constructor(start: Instant) {
    this.#now = start;
  }

  /** The true time. Processes have clocks of their own, which may be wrong. */
  get now(): Instant {
    return this.#now;
  }

  get happened(): number {
    return this.#happened;
  }

  at(instant: Instant, run: () => void): void {
    const entry = { at: Math.max(instant, this.#now), order: this.#planned, run };
    this.#planned += 1;
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
  }

  after(delayMs: number, run: () => void): void {
    this.at(this.#now + delayMs, run);
  }

  /** Lets the next thing happen, unless it lies behind the end. */
  step(end: Instant): boolean {
    const [first] = this.#heap;
    if (first === undefined || first.at > end) return false;
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    this.#now = first.at;
    this.#happened += 1;
    first.run();
    return true;
  }

  #rise(from: number): void {
    const heap = this.#heap;
    const entry = heap[from] as Entry;
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent] as Entry;
      if (!isSooner(entry, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = entry;
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const entry = heap[from] as Entry;
    let index = from;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isSooner(heap[child + 1] as Entry, heap[child] as Entry)) child += 1;
      if (!isSooner(heap[child] as Entry, entry)) break;
      heap[index] = heap[child] as Entry;
      index = child;
    }
    heap[index] = entry;
  }
}

interface Entry {
  readonly at: Instant;
  readonly order: number;
  readonly run: () => void;
}

function isSooner(left: Entry, right: Entry): boolean {
  return left.at < right.at || (left.at === right.at && left.order < right.order);
}
