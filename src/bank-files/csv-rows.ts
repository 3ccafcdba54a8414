import { refuseFile, textPartMax } from './bank-file.ts';

/** A row of a CSV file, and the line it begins in. */
export interface CsvCells {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Cuts text that comes in pieces into rows, as RFC 4180 has them; a quoted cell may hold line ends. Empty rows are left out. */
export class CsvRows {
  readonly #separator: string;
  #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #line = 1;
  #rowLine = 1;
  #size = 0;
  #wasReturn = false;

  constructor(separator: string) {
    this.#separator = separator;
  }

  write(text: string): CsvCells[] {
    const rows: CsvCells[] = [];
    for (const sign of text) {
      const isSecondOfEnd = sign === '\n' && this.#wasReturn;
      this.#wasReturn = sign === '\r';
      if (isSecondOfEnd) continue;
      this.#take(sign, rows);
    }
    return rows;
  }

  end(): CsvCells[] {
    if (this.#state === 'quoted') throw refuseFile('bank_file_cut', this.#rowLine);
    const rows: CsvCells[] = [];
    if (this.#cells.length > 0 || this.#cell !== '') this.#closeRow(rows);
    return rows;
  }

  #take(sign: string, rows: CsvCells[]): void {
    const isEnd = sign === '\n' || sign === '\r';
    if (this.#state === 'quoted') {
      if (isEnd) this.#line += 1;
      if (sign === '"') this.#state = 'closed';
      else this.#add(isEnd ? '\n' : sign);
    } else if (isEnd) {
      this.#line += 1;
      this.#closeRow(rows);
    } else if (sign === this.#separator) this.#closeCell();
    else if (sign === '"' && this.#state === 'closed') {
      this.#add('"');
      this.#state = 'quoted';
    } else if (sign === '"' && this.#state === 'start') this.#state = 'quoted';
    else if (this.#state === 'closed')
      throw refuseFile('bank_file_malformed', this.#line, { what: 'a quotation mark is out of place' });
    else {
      this.#state = 'plain';
      this.#add(sign);
    }
  }

  #add(sign: string): void {
    this.#cell += sign;
    this.#size += 1;
    if (this.#size > textPartMax)
      throw refuseFile('bank_file_malformed', this.#rowLine, { what: 'the line is too long' });
  }

  #closeCell(): void {
    this.#cells.push(this.#cell.trim());
    this.#cell = '';
    this.#state = 'start';
    if (this.#cells.length > columnsMax)
      throw refuseFile('bank_file_malformed', this.#rowLine, { what: 'there are too many columns' });
  }

  #closeRow(rows: CsvCells[]): void {
    this.#closeCell();
    if (this.#cells.some((cell) => cell !== '')) rows.push({ line: this.#rowLine, cells: this.#cells });
    this.#cells = [];
    this.#size = 0;
    this.#rowLine = this.#line;
  }
}

const columnsMax = 500;
