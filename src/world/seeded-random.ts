/** Chance that can be repeated: the same seed, the same choices (mulberry32, which is small and even enough for a play). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A part of the world with a chance of its own, so that what happens elsewhere does not change it. */
  fork(index: number): SeededRandom {
    return new SeededRandom(Math.imul(this.#state ^ (index + 1), 0x9e3779b1));
  }

  /** From 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(lowest: number, highest: number): number {
    return lowest + Math.floor(this.next() * (highest - lowest + 1));
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** How long until the next of things that come by chance, one in `meanMs` on average. */
  untilNextMs(meanMs: number): number {
    return -Math.log(1 - this.next()) * meanMs;
  }

  /** One of these, as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      rest -= weight;
      if (rest < 0) return name;
    }
    throw new Error('weights add up to more than nothing');
  }
}
