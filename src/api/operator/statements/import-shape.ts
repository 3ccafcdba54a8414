import { Type } from 'typebox';
import { requireTokenRequisites } from '../../../domain/authority/token-bounds.ts';
import { csvSeparators, dayOrders } from '../../../domain/statements/csv-mapping.ts';
import {
  importFaults,
  importNotes,
  importStates,
  isTrusted,
  lineCounts,
  type StatementImport,
} from '../../../domain/statements/statement-import.ts';
import { bankFormats } from '../../../domain/statements/told.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { findBankAccount, findImport } from '../../../storage/reads/statements/bank-statement-reads.ts';
import { at, exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { oneOf, type ShapeOf } from '../../schemas.ts';
import type { OperatorCall } from '../endpoint.ts';
import { figure, flag, integer, note, nullable, text, timestampOrNull, words } from '../fields.ts';

const columnCharactersMax = 100;
const column = (description: string) => note(columnCharactersMax, description);

export const CsvMappingShape = Type.Object(
  {
    separator: oneOf(csvSeparators, 'What stands between two cells'),
    headingLine: integer(0, 100, 'Line of the headings, from 1; 0 where there are none'),
    dayOrder: oneOf(dayOrders, 'In which order a day is written'),
    decimalMark: Type.Enum([',', '.'], { description: 'What stands before the fraction of a sum' }),
    inWord: note(columnCharactersMax, 'What the column `direction` says of money that came in'),
    columns: Type.Object(
      {
        day: text(columnCharactersMax, 'Day of booking, perhaps with a time'),
        amount: column('Sum, with a sign or beside a direction'),
        credit: column('Sum that came in, where it has a column of its own'),
        debit: column('Sum that went out'),
        direction: column('Whether it came in'),
        balance: column('Balance after the line: with it the file can close a day'),
        currency: column('Currency'),
        reference: column("The bank's own number; no two movements share it"),
        number: column('Another number'),
        party: column('Who sent or got it'),
        purpose: column('What for'),
        account: column('Number of the account'),
      },
      { description: 'Headings, or numbers of columns such as `#3`' },
    ),
  },
  { $id: 'CsvMapping', description: 'What the columns of a CSV file mean' },
);

export const exampleMapping: ShapeOf<typeof CsvMappingShape> = {
  separator: 'semicolon',
  headingLine: 1,
  dayOrder: 'dmy',
  decimalMark: ',',
  inWord: null,
  columns: { day: 'Дата', amount: 'Сумма', party: 'Контрагент', purpose: 'Назначение', balance: 'Остаток' },
};

const counts: Readonly<Record<(typeof lineCounts)[number], string>> = {
  known: 'An earlier file has told of them',
  linked: 'Known before: an arrival, or a deal that a person settled',
  settled: 'They settled a deal',
  held: 'Their arrival waits for a person',
  open: 'They wait for a person without an arrival',
  out: 'Money that went out',
};

export const ImportShape = Type.Object(
  {
    id: words('Import ID, a UUID'),
    accountId: figure('Bank account'),
    fileName: words('Name of the file'),
    sizeBytes: figure('Its size'),
    receivedBytes: figure('How much of it has come'),
    format: nullable(oneOf(bankFormats), 'What it is; null before it was looked at'),
    state: oneOf(importStates, 'How far it is'),
    isStopped: flag('Somebody has stopped it; it can be continued'),
    isTrusted: flag("An operator's file: only such close days"),
    sameAs: nullable(Type.String(), 'The import of the same file before, which this one repeats'),
    checkedBytes: figure('How much was checked'),
    linesTotal: nullable(Type.Integer(), 'How many lines it has; null before it was checked'),
    linesDone: figure('How many were taken'),
    counts: Type.Object(
      Object.fromEntries(lineCounts.map((name) => [name, figure(counts[name])])) as Record<
        (typeof lineCounts)[number],
        ReturnType<typeof figure>
      >,
      { description: 'What the lines became' },
    ),
    fault: nullable(
      Type.Object({
        code: Type.Enum([...importFaults], { description: 'Which refusal' }),
        message: words('In words, with the line of the file'),
      }),
      'Why nothing of it was taken, or why it was stopped',
    ),
    notes: Type.Array(
      Type.Object({
        note: oneOf(importNotes, 'What is odd'),
        line: figure('Line of the file'),
        about: words('Number, days or count that it is about'),
      }),
      { description: 'What else is odd about it' },
    ),
    enteredBy: words('Login of who brought it in, or has continued it'),
    createdAt: words('When'),
    endedAt: nullable(Type.String(), 'When it was done or refused'),
  },
  { $id: 'StatementImport' },
);
export type ImportShape = ShapeOf<typeof ImportShape>;

export function importDTO(work: StatementImport): ImportShape {
  const {
    actor,
    createdAt,
    endedAt,
    fault,
    mapping: _,
    family: __,
    startedAt: ___,
    linesOfOthers: ____,
    ...rest
  } = work;
  return {
    ...rest,
    isTrusted: isTrusted(actor),
    fault: fault === null ? null : { code: fault.code as (typeof importFaults)[number], message: fault.message },
    enteredBy: actor.name,
    createdAt: formatTimestamp(createdAt),
    endedAt: timestampOrNull(endedAt),
  };
}

export const importInPath = uuidInPath('Import ID, a UUID', exampleIds.arrival);

/** A maker sees what makers brought in for their own accounts; what operators brought in is the operators'. */
export async function importWithinReach({ context, actor }: OperatorCall, id: string): Promise<StatementImport> {
  const work = await findImport(context.pool, id);
  if (work === null) throw new AppError('not_found');
  if (actor.role === 'operator' && actor.token === undefined) return work;
  const account = await findBankAccount(context.pool, work.accountId);
  requireTokenRequisites(actor.token, account?.requisiteIds ?? []);
  if (actor.role === 'operator') return work;
  if (account?.makerId !== actor.makerId || work.actor.role !== 'maker') throw new AppError('not_found');
  return work;
}

export const exampleImport: ImportShape = {
  id: exampleIds.arrival,
  accountId: 1,
  fileName: 'statement-2026-11-14.xml',
  sizeBytes: 18_234,
  receivedBytes: 18_234,
  format: 'camt.053',
  state: 'done',
  isStopped: false,
  isTrusted: true,
  sameAs: null,
  checkedBytes: 18_234,
  linesTotal: 31,
  linesDone: 31,
  counts: { known: 0, linked: 22, settled: 4, held: 1, open: 0, out: 4 },
  fault: null,
  notes: [],
  enteredBy: 'vera',
  createdAt: at('18:00:00'),
  endedAt: at('18:00:02'),
};

export const exampleNewImport: ImportShape = {
  ...exampleImport,
  receivedBytes: 0,
  format: null,
  state: 'receiving',
  checkedBytes: 0,
  linesTotal: null,
  linesDone: 0,
  counts: { known: 0, linked: 0, settled: 0, held: 0, open: 0, out: 0 },
  endedAt: null,
};
