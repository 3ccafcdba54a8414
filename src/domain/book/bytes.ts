/** Bytes as docs/proof.md lays them out: numbers big-endian, text with its length before it. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(128);
  #length = 0;

  bytes(value: Uint8Array): this {
    const at = this.#take(value.length);
    this.#bytes.set(value, at);
    return this;
  }

  u8(value: number): this {
    const at = this.#take(1);
    this.#bytes.writeUInt8(value, at);
    return this;
  }

  u16(value: number): this {
    const at = this.#take(2);
    this.#bytes.writeUInt16BE(value, at);
    return this;
  }

  u32(value: number): this {
    const at = this.#take(4);
    this.#bytes.writeUInt32BE(value, at);
    return this;
  }

  u64(value: bigint): this {
    const at = this.#take(8);
    this.#bytes.writeBigUInt64BE(value, at);
    return this;
  }

  i64(value: bigint): this {
    const at = this.#take(8);
    this.#bytes.writeBigInt64BE(value, at);
    return this;
  }

  /** Sums of many balances: no book can come near its ends. */
  i128(value: bigint): this {
    return this.i64(value >> 64n).u64(BigInt.asUintN(64, value));
  }

  /** ASCII of at most 255 characters: kinds and currencies. */
  text(value: string): this {
    this.u8(value.length);
    const at = this.#take(value.length);
    this.#bytes.write(value, at, 'latin1');
    return this;
  }

  /** Nothing is written after it. */
  done(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Room for so many bytes more; where it begins. */
  #take(count: number): number {
    const at = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * this.#length);
      larger.set(this.#bytes.subarray(0, at));
      this.#bytes = larger;
    }
    return at;
  }
}

export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  bytes(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new RangeError('the bytes end too early');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  u8(): number {
    return this.bytes(1).readUInt8();
  }

  u16(): number {
    return this.bytes(2).readUInt16BE();
  }

  u32(): number {
    return this.bytes(4).readUInt32BE();
  }

  u64(): bigint {
    return this.bytes(8).readBigUInt64BE();
  }

  i64(): bigint {
    return this.bytes(8).readBigInt64BE();
  }

  i128(): bigint {
    const part = this.bytes(16);
    return (part.readBigInt64BE(0) << 64n) | part.readBigUInt64BE(8);
  }

  text(): string {
    return this.bytes(this.u8()).toString('latin1');
  }
}
