import type { ErrorCode, Fault } from '../../errors/app-error.ts';
import type { Actor } from '../people/audit.ts';
import type { Instant } from '../text/timestamp.ts';
import type { CsvMapping } from './csv-mapping.ts';
import type { BankFormat } from './told.ts';

/**
 * A bank's file that was brought in. `receiving`: its bytes are coming; `waiting`: they have all come, and it is checked as a whole;
 * `reading`: its lines are taken, one batch after the other; `done`; `refused`: nothing of it was taken, and `fault` says why. An
 * upload that nobody starts ends by itself, and its bytes go.
 *
 * Any process goes on where the last one stopped: what is checked is checked again from the beginning, and what is read goes on
 * behind `linesDone`.
 */
export const importStates = {
  receiving: 'receiving',
  waiting: 'waiting',
  reading: 'reading',
  done: 'done',
  refused: 'refused',
} as const;
type ImportState = keyof typeof importStates;

export interface StatementImport {
  readonly id: string;
  readonly accountId: number;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly receivedBytes: number;
  readonly format: BankFormat | null;
  readonly mapping: CsvMapping | null;
  readonly family: string | null;
  readonly sameAs: string | null;
  readonly state: ImportState;
  readonly isStopped: boolean;
  readonly actor: Actor;
  readonly checkedBytes: number;
  readonly linesTotal: number | null;
  readonly linesDone: number;
  readonly linesOfOthers: number;
  readonly counts: LineCounts;
  readonly fault: Fault | null;
  readonly notes: readonly ImportNote[];
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
}

/**
 * How many lines became what. `known`: an earlier file has told of them; `linked`: an arrival or a settled deal was there before;
 * `settled`: they settled a deal; `held`: their arrival waits for a person; `open`: they wait for a person without one; `out`: money
 * that went out.
 */
export const lineCounts = ['known', 'linked', 'settled', 'held', 'open', 'out'] as const;
export type LineCounts = Readonly<Record<(typeof lineCounts)[number], number>>;
export const noCounts: LineCounts = { known: 0, linked: 0, settled: 0, held: 0, open: 0, out: 0 };

/**
 * What a person should know of a file that was taken. `repeated`: a statement of this number was told before; `overlap`: its days
 * were; `gap`: it does not open with what the one before it closed with; `unbalanced`: it has no balances, and closes no day;
 * `others`: lines of other accounts were left out.
 */
export const importNotes = {
  repeated: 'repeated',
  overlap: 'overlap',
  gap: 'gap',
  unbalanced: 'unbalanced',
  others: 'others',
} as const;

export interface ImportNote {
  readonly note: keyof typeof importNotes;
  /** Of the file. */
  readonly line: number;
  /** Which statement, day, sum or number it is about. */
  readonly about: string;
}

/** What a file is refused with once it is read; the import then says so in `fault`. */
export const importFaults = [
  'bank_file_format',
  'bank_file_malformed',
  'bank_file_cut',
  'bank_file_amount',
  'bank_file_decimals',
  'bank_file_day',
  'bank_file_columns',
  'bank_file_mapping',
  'bank_file_currency',
  'bank_file_account',
  'bank_file_accounts',
  'bank_file_balance',
  'bank_file_empty',
  'bank_file_too_heavy',
  'bank_reading_spent',
  'import_abandoned',
] as const satisfies readonly ErrorCode[];

/** Only operators' files close days: a maker's file is the maker's word, and could leave out what came. */
export function isTrusted({ role }: Pick<Actor, 'role'>): boolean {
  return role === 'operator';
}

export const fileBytesMax = 2 * 1024 ** 3;
/** A year of a busy card; what is larger, an operator brings in. */
export const makersFileBytesMax = 32 * 1024 ** 2;
/** The bytes that the files of one maker may have within a day by UTC. They are in the database, and in each of its backups. */
export const makersBytesPerDayMax = 8 * makersFileBytesMax;
/** An upload that nobody has started by then is not going to be. */
export const uploadOpenMs = 86_400_000;
/** So many files of one account within a day: more is a program gone wild. */
export const filesPerDayMax = 200;
/** Of one request. */
export const pieceBytesMax = 4 * 1024 ** 2;
/** The bytes of a file, after its end; what it told stays. */
export const piecesKeptMs = 90 * 86_400_000;
