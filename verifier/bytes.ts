/** A book has few currencies and kinds, and says them a million times: they are made once. */
const knownTexts: string[] = [];
const knownTextsMax = 16;

/**
 * Reads the bytes of docs/proof.md: numbers big-endian, text with its length before it. Throws a RangeError where they end. Hashes
 * stay where they are, and are known by their place: to cut a million of them out would take as long as to check them.
 */
export class Bytes {
  readonly #all: Uint8Array;
  /** For those who read what is at a place. */
  readonly view: DataView;
  #at = 0;

  constructor(all: Uint8Array) {
    this.#all = all;
    this.view = new DataView(all.buffer, all.byteOffset, all.byteLength);
  }

  /** Where it reads next. */
  get place(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#all.length;
  }

  take(length: number): Uint8Array {
    return this.cut(this.skip(length), length);
  }

  /** What is at a place that was read. */
  cut(place: number, length: number): Uint8Array {
    return this.#all.subarray(place, place + length);
  }

  /** Goes on after so many bytes; their place. */
  skip(length: number): number {
    const from = this.#at;
    if (from + length > this.#all.length) throw new RangeError('the bytes end too early');
    this.#at = from + length;
    return from;
  }

  /** Whether the same bytes are at two places. */
  isSameAt(one: number, other: number, length: number): boolean {
    for (let at = 0; at < length; at += 1) if (this.#all[one + at] !== this.#all[other + at]) return false;
    return true;
  }

  /** Whether a hash is at a place. */
  isHashAt(place: number, hash: Int32Array): boolean {
    for (let word = 0; word < hash.length; word += 1) {
      if (this.view.getInt32(place + 4 * word) !== hash[word]) return false;
    }
    return true;
  }

  u8(): number {
    return this.view.getUint8(this.skip(1));
  }

  /** One byte that says yes or no: with another one, a file of the same meaning would have other bytes. */
  flag(): boolean {
    const byte = this.u8();
    if (byte > 1) throw new RangeError('a byte that says yes or no is neither 1 nor 0');
    return byte === 1;
  }

  u16(): number {
    return this.view.getUint16(this.skip(2));
  }

  u32(): number {
    return this.view.getUint32(this.skip(4));
  }

  u64(): bigint {
    return this.view.getBigUint64(this.skip(8));
  }

  i64(): bigint {
    return this.view.getBigInt64(this.skip(8));
  }

  /** A `u64` that counts pages or transfers: no book comes near the end of what a number holds exactly. */
  count(): number {
    const value = this.u32() * 0x1_0000_0000 + this.u32();
    if (!Number.isSafeInteger(value)) throw new RangeError('a number is too large');
    return value;
  }

  /** An `i64` that is a moment: as a date has it. */
  milliseconds(): number {
    const from = this.skip(8);
    return this.view.getInt32(from) * 0x1_0000_0000 + this.view.getUint32(from + 4);
  }

  i128(): bigint {
    const from = this.skip(16);
    // Sums of a real book need no more than the lower half: then the upper one has its sign, and nothing else.
    const sign = this.view.getInt32(from + 8) >> 31;
    if (this.view.getInt32(from) === sign && this.view.getInt32(from + 4) === sign) {
      return this.view.getBigInt64(from + 8);
    }
    return (this.view.getBigInt64(from) << 64n) | this.view.getBigUint64(from + 8);
  }

  text(): string {
    const length = this.u8();
    const from = this.skip(length);
    const known = knownTexts.find((text) => this.#isAt(from, text, length));
    if (known !== undefined) return known;
    let text = '';
    for (let at = from; at < from + length; at += 1) text += String.fromCharCode(this.#all[at] as number);
    if (knownTexts.length < knownTextsMax) knownTexts.push(text);
    return text;
  }

  #isAt(from: number, text: string, length: number): boolean {
    if (text.length !== length) return false;
    for (let at = 0; at < length; at += 1) if (this.#all[from + at] !== text.charCodeAt(at)) return false;
    return true;
  }
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
