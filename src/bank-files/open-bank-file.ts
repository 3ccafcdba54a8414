import type { CsvMapping } from '../domain/statements/csv-mapping.ts';
import type { BankFormat, Told } from '../domain/statements/told.ts';
import { AppError } from '../errors/app-error.ts';
import type { BankFileReader } from './bank-file.ts';
import { camtReader } from './camt.ts';
import { csvReader } from './csv.ts';
import { mt940Reader } from './mt940.ts';
import { oneCReader } from './one-c.ts';
import { type OldEncoding, TextOfBytes } from './text-of-bytes.ts';

/** So much of a file says what it is. */
export const headBytes = 64 * 1024;

interface SniffedFile {
  readonly format: BankFormat;
  readonly encoding: OldEncoding;
  /** The text of the first bytes. */
  readonly head: string;
}

/** What a file is, by its first bytes: names of files are not believed. */
export function sniffBankFile(bytes: Uint8Array): SniffedFile {
  // 1C says which of the two old encodings it is, in a word that is legible in one of them only.
  const dos = new TextOfBytes('ibm866').write(bytes.subarray(0, headBytes));
  const encoding = /^\uFEFF?1CClientBankExchange[\s\S]{0,400}Кодировка=DOS/.test(dos) ? 'ibm866' : 'windows-1251';
  const head = new TextOfBytes(encoding).write(bytes.subarray(0, headBytes)).replace(/^\uFEFF/, '');
  return { format: formatOf(head), encoding, head };
}

function formatOf(head: string): BankFormat {
  const start = head.trimStart();
  if (start.startsWith('<')) {
    if (/<(?:\w+:)?BkToCstmrStmt\b|camt\.053/.test(start)) return 'camt.053';
    if (/<(?:\w+:)?BkToCstmrAcctRpt\b|camt\.052/.test(start)) return 'camt.052';
    throw new AppError('bank_file_format');
  }
  if (start.startsWith('1CClientBankExchange')) return '1c';
  if (/^(\{1:|:20:)/m.test(start.slice(0, 1000)) && /^:(25|28C?|60[FM]):/m.test(start)) return 'mt940';
  if (start === '' || start.includes('\0') || start.startsWith('%PDF') || start.startsWith('PK')) {
    throw new AppError('bank_file_format');
  }
  return 'csv';
}

/** Every reading of a file begins here, so that all of them count the same lines. */
export function openBankFile(format: BankFormat, mapping: CsvMapping | null): BankFileReader {
  return withoutNothing(readerOf(format, mapping));
}

/** Banks also book notes and waived fees, with a sum of zero. No money moves: they are no lines, and refuse no file. */
function withoutNothing(reader: BankFileReader): BankFileReader {
  const moves = (one: Told) => one.kind !== 'line' || /[1-9]/.test(one.amount);
  return {
    write: (text) => reader.write(text).filter(moves),
    end: () => reader.end().filter(moves),
  };
}

function readerOf(format: BankFormat, mapping: CsvMapping | null): BankFileReader {
  switch (format) {
    case 'camt.053':
    case 'camt.052':
      return camtReader();
    case 'mt940':
      return mt940Reader();
    case '1c':
      return oneCReader();
    case 'csv':
      if (mapping === null) throw new AppError('bank_file_mapping');
      return csvReader(mapping);
  }
}
