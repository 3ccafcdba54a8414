import { randomBytes } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Recipient } from '../../domain/text/age-recipient.ts';
import { derive, makeHeader, openHeader, parseHeader, seal, unseal } from './age-header.ts';
import type { Identity } from './age-keys.ts';

/**
 * Age files as streams. The content goes in pieces of 64 KiB, each sealed on its own with its number and whether it is the last:
 * none can be changed, left out, doubled or moved, and a file that was cut is noticed at its end.
 */
const chunkBytes = 64 * 1024;
const sealedChunkBytes = chunkBytes + 16;
const nonceBytes = 16;

type Done = (error?: Error | null) => void;

/** What comes in leaves as an age file. Its key is known until the writer is forgotten: so the file can be read back and checked. */
export class AgeEncrypt extends Transform {
  readonly fileKey = randomBytes(16);
  readonly #chunks: Chunks;

  constructor(recipients: readonly Recipient[]) {
    super();
    const nonce = randomBytes(nonceBytes);
    this.#chunks = new Chunks(derive(this.fileKey, nonce, 'payload'), chunkBytes, seal);
    this.push(makeHeader(this.fileKey, recipients));
    this.push(nonce);
  }

  override _transform(piece: Buffer, _encoding: string, done: Done): void {
    for (const chunk of this.#chunks.take(piece)) this.push(chunk);
    done();
  }

  override _flush(done: Done): void {
    this.push(this.#chunks.end());
    done();
  }
}

type Keys = { readonly fileKey: Buffer } | { readonly identities: readonly Identity[] };

/** An age file comes in, and its content leaves. It fails where the file is damaged, cut or for another key. */
export class AgeDecrypt extends Transform {
  readonly #keys: Keys;
  #head: Buffer = Buffer.alloc(0);
  #chunks: Chunks | null = null;
  #hasContent = false;

  constructor(keys: Keys) {
    super();
    this.#keys = keys;
  }

  override _transform(piece: Buffer, _encoding: string, done: Done): void {
    try {
      for (const chunk of this.#take(piece)) this.push(chunk);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: Done): void {
    try {
      if (this.#chunks === null) throw new Error('it is no age file, or it was cut');
      const last = this.#chunks.end();
      // An empty piece is for empty content alone; elsewhere the one before it is the last.
      if (last.length === 0 && this.#hasContent) throw new Error('it is damaged');
      this.push(last);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  #take(piece: Buffer): Buffer[] {
    if (this.#chunks !== null) return this.#open(this.#chunks, piece);
    this.#head = Buffer.concat([this.#head, piece]);
    const parsed = parseHeader(this.#head);
    if (parsed === null || this.#head.length < parsed.length + nonceBytes) return [];
    const fileKey = openHeader(parsed.header, this.#keys);
    const nonce = this.#head.subarray(parsed.length, parsed.length + nonceBytes);
    this.#chunks = new Chunks(derive(fileKey, nonce, 'payload'), sealedChunkBytes, unsealed);
    return this.#open(this.#chunks, this.#head.subarray(parsed.length + nonceBytes));
  }

  #open(chunks: Chunks, piece: Buffer): Buffer[] {
    const opened = chunks.take(piece);
    this.#hasContent ||= opened.length > 0;
    return opened;
  }
}

function unsealed(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  const text = unseal(key, nonce, sealed);
  if (text === null) throw new Error('it is damaged, or was cut');
  return text;
}

/** Cuts what comes into pieces of one size, and seals or opens each. Which one is the last is known only at the end. */
class Chunks {
  readonly #key: Buffer;
  readonly #bytes: number;
  readonly #work: (key: Buffer, nonce: Buffer, chunk: Buffer) => Buffer;
  #rest: Buffer[] = [];
  #length = 0;
  #number = 0;

  constructor(key: Buffer, bytes: number, work: (key: Buffer, nonce: Buffer, chunk: Buffer) => Buffer) {
    this.#key = key;
    this.#bytes = bytes;
    this.#work = work;
  }

  take(piece: Buffer): Buffer[] {
    this.#rest.push(piece);
    this.#length += piece.length;
    if (this.#length <= this.#bytes) return [];
    const whole = Buffer.concat(this.#rest);
    const chunks: Buffer[] = [];
    let at = 0;
    // The last full one is kept back: it may be the end.
    for (; whole.length - at > this.#bytes; at += this.#bytes) {
      chunks.push(this.#do(whole.subarray(at, at + this.#bytes), false));
    }
    this.#rest = [whole.subarray(at)];
    this.#length = whole.length - at;
    return chunks;
  }

  end(): Buffer {
    return this.#do(Buffer.concat(this.#rest), true);
  }

  #do(chunk: Buffer, isLast: boolean): Buffer {
    const nonce = Buffer.alloc(12);
    // The number has eleven bytes; six are enough for 16 exabytes.
    nonce.writeUIntBE(this.#number, 5, 6);
    nonce[11] = isLast ? 1 : 0;
    this.#number += 1;
    return this.#work(this.#key, nonce, chunk);
  }
}
