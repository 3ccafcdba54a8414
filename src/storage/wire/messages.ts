/**
 * The messages of PostgreSQL's extended query protocol that the service sends, written one behind the other into one
 * buffer. All values travel as text; null is a length of −1.
 *
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class Messages {
  #buffer = Buffer.allocUnsafe(firstBytes);
  #end = 0;
  /** The whole of which each one that was taken is a part. */
  readonly #lent = new WeakMap<Buffer, Buffer<ArrayBuffer>>();
  /** Buffers that nobody reads any more. */
  readonly #spare: Buffer<ArrayBuffer>[] = [];

  /** Makes a statement known under its name. */
  parse(name: string, text: string): void {
    const start = this.#begin('P');
    this.#name(name);
    this.#name(text);
    this.#int16(0);
    this.#finish(start);
  }

  /** Asks what the columns of a statement are. */
  describeStatement(name: string): void {
    this.#ofStatement('D', name);
  }

  /** Forgets a statement; one that is not known is no mistake. */
  closeStatement(name: string): void {
    this.#ofStatement('C', name);
  }

  /** Gives a statement its values. */
  bind(name: string, values: readonly (string | null)[]): void {
    const start = this.#begin('B');
    this.#name('');
    this.#name(name);
    this.#int16(0);
    this.#int16(values.length);
    for (const value of values) this.#value(value);
    this.#int16(0);
    this.#finish(start);
  }

  execute(): void {
    const start = this.#begin('E');
    this.#name('');
    this.#int32(0);
    this.#finish(start);
  }

  /** Ends a round trip: the server answers, and begins anew after an error. */
  sync(): void {
    this.#finish(this.#begin('S'));
  }

  /** What was written, and nothing is left here. It is lent: once it is sent, `giveBack` lets the room be used again. */
  take(): Buffer {
    const taken = this.#buffer.subarray(0, this.#end);
    this.#lent.set(taken, this.#buffer);
    this.#buffer = this.#spare.pop() ?? Buffer.allocUnsafe(firstBytes);
    this.#end = 0;
    return taken;
  }

  /**
   * Batches are large and come by the hundred a second: a new buffer for each would be work for the collector. Only what was
   * ours comes back, never all of the memory below it: that may be Node's pool, out of which others have their buffers.
   */
  giveBack(taken: Buffer): void {
    const whole = this.#lent.get(taken);
    if (whole === undefined) return;
    this.#lent.delete(taken);
    if (whole.length <= keptBytesMax && this.#spare.length < spareMax) this.#spare.push(whole);
  }

  /** What was written is not sent. */
  discard(): void {
    this.#end = 0;
  }

  #ofStatement(code: 'C' | 'D', name: string): void {
    const start = this.#begin(code);
    this.#need(1);
    this.#buffer[this.#end++] = 'S'.charCodeAt(0);
    this.#name(name);
    this.#finish(start);
  }

  #begin(code: string): number {
    this.#need(5);
    this.#buffer[this.#end] = code.charCodeAt(0);
    this.#end += 5;
    return this.#end - 4;
  }

  /** The length counts itself and what follows it, not the code. */
  #finish(start: number): void {
    this.#buffer.writeInt32BE(this.#end - start, start);
  }

  #name(text: string): void {
    if (text.includes('\0')) throw new RangeError('a statement cannot hold a zero byte');
    this.#need(text.length * utf8Max + 1);
    this.#end += this.#buffer.write(text, this.#end);
    this.#buffer[this.#end++] = 0;
  }

  #value(value: string | null): void {
    if (value === null) {
      this.#int32(-1);
      return;
    }
    this.#need(4 + value.length * utf8Max);
    const written = this.#buffer.write(value, this.#end + 4);
    this.#buffer.writeInt32BE(written, this.#end);
    this.#end += 4 + written;
  }

  #int16(value: number): void {
    this.#need(2);
    this.#end = this.#buffer.writeUInt16BE(value, this.#end);
  }

  #int32(value: number): void {
    this.#need(4);
    this.#end = this.#buffer.writeInt32BE(value, this.#end);
  }

  #need(bytes: number): void {
    if (this.#end + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#end + bytes));
    this.#buffer.copy(larger, 0, 0, this.#end);
    this.#buffer = larger;
  }
}

const firstBytes = 16_384;
const spareMax = 8;
const keptBytesMax = 4 * 1_048_576;

/** A unit of a JavaScript string takes at most three bytes. */
const utf8Max = 3;
