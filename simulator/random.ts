/**
 * Chance with a seed (the generator sfc32): the same seed gives the same world on every machine. Everybody in the world has
 * a generator of their own, split off by a label, so that leaving one person out of a history changes nobody else's mind.
 */
export class Random {
  readonly #seed: number;
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
    this.#a = mixed(this.#seed, 0x9e37_79b9);
    this.#b = mixed(this.#seed, 0x243f_6a88);
    this.#c = mixed(this.#seed, 0xb7e1_5162);
    for (let round = 0; round < 8; round++) this.next();
  }

  /** 32 bits. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** A whole number from 0 up to, not including, the limit. */
  below(limit: number): number {
    return Math.floor((this.next() / 0x1_0000_0000) * limit);
  }

  /** From the first to the last, both included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  /** True so many times in a thousand. */
  chance(perMille: number): boolean {
    return this.below(1000) < perMille;
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('there is nothing to pick from');
    return value;
  }

  /** Each name as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const { names, total } = shares(weights);
    return names[this.below(total)] as Name;
  }

  bytes(count: number): Uint8Array {
    const bytes = new Uint8Array(count);
    for (let index = 0; index < count; index++) bytes[index] = this.next();
    return bytes;
  }

  /** Another generator that depends on this one's seed and the label alone, not on what was drawn so far. */
  split(label: number): Random {
    return new Random(mixed(this.#seed, label + 1));
  }
}

const knownShares = new WeakMap<object, { readonly names: readonly string[]; readonly total: number }>();

/** Each name so many times in a row: asked for often, worked out once. */
function shares(weights: Readonly<Record<string, number>>): {
  readonly names: readonly string[];
  readonly total: number;
} {
  const known = knownShares.get(weights);
  if (known !== undefined) return known;
  const names = Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight).fill(name));
  const made = { names, total: names.length };
  knownShares.set(weights, made);
  return made;
}

/** Two numbers into one, every bit of both mattering (the finaliser of MurmurHash3). */
export function mixed(left: number, right: number): number {
  let hash = Math.imul(left ^ Math.imul(right, 0xcc9e_2d51), 0x1b87_3593);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85eb_ca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
