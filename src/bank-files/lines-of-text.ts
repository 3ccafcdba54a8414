import { refuseFile, textPartMax } from './bank-file.ts';

/** Cuts text that comes in pieces into its lines, whatever ends them, and counts them from 1. */
export class LinesOfText {
  #rest = '';
  #count = 0;

  get count(): number {
    return this.#count;
  }

  *write(text: string): Generator<string> {
    let all = this.#rest + text;
    // Of a line end in two characters the second may be in the next piece.
    const kept = all.endsWith('\r') ? '\r' : '';
    all = kept === '' ? all : all.slice(0, -1);
    let start = 0;
    for (const { index, 0: mark } of all.matchAll(/\r\n|\n|\r/g)) {
      this.#count += 1;
      yield all.slice(start, index);
      start = index + mark.length;
    }
    this.#rest = all.slice(start) + kept;
    if (this.#rest.length > textPartMax)
      throw refuseFile('bank_file_malformed', this.#count + 1, { what: 'the line is too long' });
  }

  *end(): Generator<string> {
    const last = this.#rest.replace(/\r$/, '');
    this.#rest = '';
    if (last === '') return;
    this.#count += 1;
    yield last;
  }
}
