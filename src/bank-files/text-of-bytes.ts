import { TextDecoder } from 'node:util';

/**
 * The text of a bank's file. Most files do not say how their letters are written, and some say it wrong: the first byte beyond
 * ASCII decides between UTF-8 and the Windows code page of the trade.
 */
export class TextOfBytes {
  readonly #old: OldEncoding;
  #decoder: TextDecoder | null = null;
  #isFirst = true;
  #held: Uint8Array = nothing;

  constructor(old: OldEncoding = 'windows-1251') {
    this.#old = old;
  }

  write(piece: Uint8Array): string {
    if (this.#isFirst && piece.byteLength > 0) {
      this.#isFirst = false;
      this.#decoder = marked(piece);
    }
    if (this.#decoder !== null) return this.#decoder.decode(piece, { stream: true });
    const bytes = this.#held.byteLength === 0 ? piece : Buffer.concat([this.#held, piece]);
    const first = bytes.findIndex((byte) => byte >= 0x80);
    // Where all is ASCII there is nothing to decide yet; nor where the first letter beyond it is cut.
    const isCut = first >= 0 && isCutLetter(bytes.subarray(first));
    this.#held = isCut ? bytes.subarray(first) : nothing;
    if (first < 0 || isCut) return latin(isCut ? bytes.subarray(0, first) : bytes);
    this.#decoder = new TextDecoder(isUtf8(bytes) ? 'utf-8' : this.#old);
    return this.#decoder.decode(bytes, { stream: true });
  }

  end(): string {
    return this.#decoder?.decode() ?? new TextDecoder(this.#old).decode(this.#held);
  }
}

const nothing = new Uint8Array();

/** Whether bytes may be the beginning of a letter in UTF-8 whose rest is still to come. */
function isCutLetter(bytes: Uint8Array): boolean {
  const [lead = 0] = bytes;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead >= 0xf5 || bytes.byteLength >= length) return false;
  return bytes.subarray(1).every((byte) => (byte & 0xc0) === 0x80);
}

/** What files were written in before UTF-8: by Windows, or by DOS. */
export type OldEncoding = 'windows-1251' | 'ibm866';

function marked(bytes: Uint8Array): TextDecoder | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be');
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? new TextDecoder('utf-8') : null;
}

/** A letter that is cut at the end of the piece is no fault. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
