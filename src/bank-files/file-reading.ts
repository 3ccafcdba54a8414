import { createHash } from 'node:crypto';
import { type BankAccount, familyOf, type NewBankLine, readLine } from '../domain/statements/bank-line.ts';
import { type CheckedFile, FileCheck } from '../domain/statements/check-file.ts';
import type { CsvMapping } from '../domain/statements/csv-mapping.ts';
import type { BankFormat, Told } from '../domain/statements/told.ts';
import { AppError, type Fault } from '../errors/app-error.ts';
import type { BankFileReader } from './bank-file.ts';
import { openBankFile, sniffBankFile } from './open-bank-file.ts';
import { type FilePreview, previewBankFile } from './preview.ts';
import { TextOfBytes } from './text-of-bytes.ts';

export interface PreviewQuestion {
  readonly kind: 'preview';
  /** The first bytes of the file. */
  readonly bytes: Uint8Array;
  readonly isAll: boolean;
  readonly mapping: CsvMapping | null;
}

/** Begins a file; what was read before is forgotten. What the file is, its first part says. */
interface OpenQuestion {
  readonly kind: 'open';
  readonly mapping: CsvMapping | null;
  readonly account: BankAccount;
  readonly subunit: number;
  /** Null: the file is checked as a whole. Otherwise its lines are told. */
  readonly lines: LinesWanted | null;
}

export interface LinesWanted {
  /** Of these statements of the file. */
  readonly statements: ReadonlySet<number>;
  /** So many were taken before. A file reads the same every time, so that their count is a place in it. */
  readonly done: number;
}

export type ReadingQuestion =
  | PreviewQuestion
  | OpenQuestion
  | { readonly kind: 'part'; readonly bytes: Uint8Array }
  /** The last part has come. */
  | { readonly kind: 'end' }
  /** The lines that did not fit into the last answer. */
  | { readonly kind: 'more' };

export type ReadingAnswer =
  | { readonly kind: 'preview'; readonly preview: FilePreview }
  | { readonly kind: 'opened' }
  | {
      readonly kind: 'lines';
      readonly family: string;
      readonly lines: readonly NewBankLine[];
      readonly isMore: boolean;
    }
  | {
      readonly kind: 'checked';
      readonly format: BankFormat;
      readonly family: string;
      readonly sha256: string;
      readonly file: CheckedFile;
    }
  | { readonly kind: 'refused'; readonly fault: Fault };

/** Few enough for one step of the service. */
export const linesPerAnswer = 500;

/** Reads one file after the other, a part at a time: what the thread of banks' files does. */
export class FileReading {
  #wanted: OpenQuestion | null = null;
  #file: OpenFile | null = null;

  answer(question: ReadingQuestion): ReadingAnswer {
    try {
      return this.#answer(question);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { kind: 'refused', fault: error.faults[0] };
    }
  }

  #answer(question: ReadingQuestion): ReadingAnswer {
    switch (question.kind) {
      case 'preview':
        return { kind: 'preview', preview: previewBankFile(question.bytes, question.isAll, question.mapping) };
      case 'open':
        this.#wanted = question;
        this.#file = null;
        return { kind: 'opened' };
      case 'part':
        return this.#opened(question.bytes).hear(question.bytes);
      case 'end':
        return this.#opened(new Uint8Array()).end();
      case 'more':
        return this.#opened(new Uint8Array()).nextLines();
    }
  }

  #opened(head: Uint8Array): OpenFile {
    // A thread that ended between two parts is followed by one that knows nothing of the file: it is read again from its beginning.
    if (this.#wanted === null) throw new AppError('overloaded');
    this.#file ??=
      this.#wanted.lines === null ? new FileToCheck(head, this.#wanted) : new FileToTake(head, this.#wanted);
    return this.#file;
  }
}

abstract class OpenFile {
  protected readonly format: BankFormat;
  protected readonly family: string;
  protected isOver = false;
  protected lines: NewBankLine[] = [];
  readonly #reader: BankFileReader;
  readonly #text: TextOfBytes;
  #linesTold = 0;

  constructor(head: Uint8Array, { mapping }: OpenQuestion) {
    const { format, encoding } = sniffBankFile(head);
    this.format = format;
    this.family = familyOf(format, mapping);
    this.#reader = openBankFile(format, mapping);
    this.#text = new TextOfBytes(encoding);
  }

  protected abstract take(told: Told): void;

  hear(bytes: Uint8Array): ReadingAnswer {
    for (const one of this.#reader.write(this.#text.write(bytes))) this.take(one);
    return this.nextLines();
  }

  end(): ReadingAnswer {
    for (const one of this.#reader.write(this.#text.end())) this.take(one);
    for (const one of this.#reader.end()) this.take(one);
    this.isOver = true;
    return this.nextLines();
  }

  /** As many as belong into one answer, or none; at the end of the file what is left. */
  nextLines(): ReadingAnswer {
    const isNext = () => this.lines.length - this.#linesTold >= (this.isOver ? 1 : linesPerAnswer);
    const lines = isNext() ? this.lines.slice(this.#linesTold, this.#linesTold + linesPerAnswer) : [];
    this.#linesTold += lines.length;
    const isMore = isNext();
    if (!isMore) {
      this.lines = this.lines.slice(this.#linesTold);
      this.#linesTold = 0;
    }
    return { kind: 'lines', family: this.family, lines, isMore };
  }
}

class FileToCheck extends OpenFile {
  readonly #check: FileCheck;
  readonly #hash = createHash('sha256');

  constructor(head: Uint8Array, wanted: OpenQuestion) {
    super(head, wanted);
    this.#check = new FileCheck(wanted.account, wanted.subunit, this.family);
  }

  protected override take(told: Told): void {
    this.#check.take(told);
  }

  override hear(bytes: Uint8Array): ReadingAnswer {
    this.#hash.update(bytes);
    return super.hear(bytes);
  }

  override end(): ReadingAnswer {
    super.end();
    const { format, family } = this;
    return { kind: 'checked', format, family, sha256: this.#hash.digest('hex'), file: this.#check.finish() };
  }
}

class FileToTake extends OpenFile {
  readonly #wanted: OpenQuestion;
  #count = 0;

  constructor(head: Uint8Array, wanted: OpenQuestion) {
    super(head, wanted);
    this.#wanted = wanted;
  }

  protected override take(told: Told): void {
    const { lines, account, subunit } = this.#wanted;
    if (told.kind !== 'line' || lines === null) return;
    if (told.statement !== null && !lines.statements.has(told.statement)) return;
    this.#count += 1;
    if (this.#count > lines.done) this.lines.push(readLine(told, account, subunit, this.family));
  }
}
