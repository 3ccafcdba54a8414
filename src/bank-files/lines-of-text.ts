import { refuseFile, textPartMax } from './bank-file.ts';

/** Cuts text that comes in pieces into its lines, whatever ends them, and counts them from 1. */
export class LinesOfText {
  #rest = '';
  #count = 0;
  #wasReturn = false;

  get count(): number {
    return this.#count;
  }

  /** Looks through the new text alone: a long line in small pieces is not read again with each of them. */
  *write(text: string): Generator<string> {
    if (text === '') return;
    // Of a line end in two characters the second may be in the next piece.
    let start = this.#wasReturn && text.startsWith('\n') ? 1 : 0;
    this.#wasReturn = text.endsWith('\r');
    lineEnds.lastIndex = start;
    for (const { index, 0: mark } of text.matchAll(lineEnds)) {
      const line = this.#rest + text.slice(start, index);
      this.#rest = '';
      start = index + mark.length;
      this.#count += 1;
      yield line;
    }
    this.#rest += text.slice(start);
    if (this.#rest.length > textPartMax)
      throw refuseFile('bank_file_malformed', this.#count + 1, { what: 'the line is too long' });
  }

  *end(): Generator<string> {
    const last = this.#rest;
    this.#rest = '';
    if (last === '') return;
    this.#count += 1;
    yield last;
  }
}

const lineEnds = /\r\n|\n|\r/g;
