import {
  type CsvMapping,
  type CsvSeparator,
  csvSeparators,
  guessMapping,
  guessSeparator,
} from '../domain/statements/csv-mapping.ts';
import type { BankFormat, Told, ToldLine } from '../domain/statements/told.ts';
import { AppError, type Fault } from '../errors/app-error.ts';
import { CsvRows } from './csv-rows.ts';
import { headBytes, openBankFile, sniffBankFile } from './open-bank-file.ts';

export interface FilePreview {
  readonly format: BankFormat;
  readonly mapping: CsvMapping | null;
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly ToldLine[];
  readonly account: string | null;
  readonly isWhole: boolean;
  readonly fault: Fault | null;
}

const linesShown = 20;
const rowsShown = 12;

/** How the beginning of a file would be read. What would refuse it stands beside the lines before it. */
export function previewBankFile(bytes: Uint8Array, isAll: boolean, given: CsvMapping | null): FilePreview {
  const { format, head } = sniffBankFile(bytes);
  const isWhole = isAll && bytes.byteLength <= headBytes;
  const rows = format === 'csv' ? firstRows(head, given?.separator ?? separatorOf(head)) : [];
  const mapping = format === 'csv' ? (given ?? guessMapping(rows, separatorOf(head))) : null;
  const told: Told[] = [];
  let fault: Fault | null = null;
  try {
    const reader = openBankFile(format, mapping);
    // Line by line, so that those before a bad one are shown.
    for (const line of head.split(/(?<=\n)/)) told.push(...reader.write(line));
    if (isWhole) told.push(...reader.end());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    [fault] = error.faults;
  }
  const lines = told.filter((one): one is ToldLine => one.kind === 'line').slice(0, linesShown);
  const statement = told.find((one) => one.kind === 'statement');
  return { format, mapping, rows, lines, account: statement?.account ?? null, isWhole, fault };
}

function separatorOf(head: string): CsvSeparator {
  return guessSeparator(head.split(/\r\n|\n|\r/).slice(0, rowsShown));
}

function firstRows(head: string, separator: CsvSeparator): readonly (readonly string[])[] {
  try {
    const rows = new CsvRows(csvSeparators[separator]).write(head);
    return rows.slice(0, rowsShown).map(({ cells }) => cells.map((cell) => cell.slice(0, 200)));
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
