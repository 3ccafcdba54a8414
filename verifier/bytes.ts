/** A book has few currencies and kinds, and says them a million times. */
let lastText = '';

/** Reads the bytes of docs/proof.md: numbers big-endian, text with its length before it. Throws a RangeError where they end. */
export class Bytes {
  readonly #all: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(all: Uint8Array) {
    this.#all = all;
    this.#view = new DataView(all.buffer, all.byteOffset, all.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#all.length;
  }

  take(length: number): Uint8Array {
    const from = this.#skip(length);
    return this.#all.subarray(from, from + length);
  }

  u8(): number {
    return this.#view.getUint8(this.#skip(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#skip(2));
  }

  u32(): number {
    return this.#view.getUint32(this.#skip(4));
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#skip(8));
  }

  i64(): bigint {
    return this.#view.getBigInt64(this.#skip(8));
  }

  /** A `u64` that counts pages or transfers: no book comes near the end of what a number holds exactly. */
  count(): number {
    const value = this.u32() * 0x1_0000_0000 + this.u32();
    if (!Number.isSafeInteger(value)) throw new RangeError('a number is too large');
    return value;
  }

  i128(): bigint {
    return (this.i64() << 64n) | this.u64();
  }

  text(): string {
    const length = this.u8();
    const from = this.#skip(length);
    if (!this.#isAt(from, length, lastText)) {
      let text = '';
      for (let at = from; at < from + length; at += 1) text += String.fromCharCode(this.#all[at] as number);
      lastText = text;
    }
    return lastText;
  }

  #isAt(from: number, length: number, text: string): boolean {
    if (text.length !== length) return false;
    for (let at = 0; at < length; at += 1) if (this.#all[from + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  #skip(length: number): number {
    const from = this.#at;
    if (from + length > this.#all.length) throw new RangeError('the bytes end too early');
    this.#at = from + length;
    return from;
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
