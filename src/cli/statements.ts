import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BankFileThread } from '../bank-files/bank-file-thread.ts';
import { headBytes } from '../bank-files/open-bank-file.ts';
import type { FilePreview } from '../bank-files/preview.ts';
import type { CsvMapping } from '../domain/statements/csv-mapping.ts';
import { lineCounts, type StatementImport } from '../domain/statements/statement-import.ts';
import { isUuid } from '../domain/text/uuid.ts';
import { createIdSource } from '../engine/id-source.ts';
import { AppError } from '../errors/app-error.ts';
import { continueImport, importStatement, startImport } from '../settings/statements/import-statement.ts';
import { findImport, listMappings } from '../storage/reads/statements/bank-statement-reads.ts';
import { StatementFiles } from '../storage/statements/statement-files.ts';
import { workOnImport } from '../workers/statements/statement-imports.ts';
import { type CliCall, type CliCommand, type CliResult, table, UsageError } from './command-line.ts';
import {
  byCli,
  type CliSession,
  numberOption,
  reasonOption,
  settingsOf,
  textOption,
  withDatabase,
  withEngine,
} from './session.ts';

const importCommand: CliCommand = {
  name: 'statement import',
  summary: "Bring in a bank's file: camt.053, camt.052, MT940, 1C, CSV",
  notes:
    'Works beside a running service, and without one. Stopped with Ctrl-C, it is continued by the service, or with\n' +
    '"quittance statement continue". The same file twice gives the same. docs/statements.md says what becomes of lines.',
  words: [{ name: 'file', text: 'the path of the file' }],
  options: {
    requisite: { value: 'id', text: 'a requisite of the bank account that the file is about', isNeeded: true },
    mapping: { value: 'name', text: 'of CSV: the saved meaning of its columns' },
    ...reasonOption,
  },
  async run(call) {
    const [path = ''] = call.words;
    const requisiteId = numberOption(call, 'requisite') ?? 0;
    const sizeBytes = await sizeOf(path);
    return await withDatabase(call, async (session) => {
      const mapping = await mappingFor(session, path, textOption(call, 'mapping') ?? null);
      const settings = settingsOf(session);
      const input = { id: createIdSource()(), requisiteId, fileName: basename(path), sizeBytes };
      const id = await settings.run(importStatement, input, byCli(call));
      await sendFile(session, call, id, path, sizeBytes);
      await settings.run(startImport, { id, mapping }, byCli(call));
      return await follow(session, call, id);
    });
  },
};

const continueCommand: CliCommand = {
  name: 'statement continue',
  summary: 'Go on with an import that was stopped',
  words: [{ name: 'import', text: 'the ID of the import' }],
  options: reasonOption,
  async run(call) {
    const [id = ''] = call.words;
    if (!isUuid(id)) throw new UsageError(`<import> is "${id}"; give the ID that "statement import" printed.`);
    return await withDatabase(call, async (session) => {
      const work = await findImport(session.pool, id);
      if (work?.state === 'waiting' || work?.state === 'reading') {
        await settingsOf(session).run(continueImport, { id }, byCli(call));
      }
      return await follow(session, call, id);
    });
  },
};

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code}): name a file that is there.`);
  });
  if (!found.isFile() || found.size === 0) throw new UsageError(`${path} is no file with something in it.`);
  return found.size;
}

/** What a CSV means is looked at by a person: without a saved meaning, what it would be is shown and nothing is done. */
async function mappingFor(session: CliSession, path: string, name: string | null): Promise<CsvMapping | null> {
  const head = await firstBytes(path);
  const saved = name === null ? null : (await listMappings(session.pool)).find((one) => one.name === name);
  if (saved === undefined) throw new UsageError(`No meaning of CSV columns is saved as "${name}".`);
  const preview = await previewOf(head, saved?.mapping ?? null);
  if (preview.format !== 'csv') return null;
  if (saved === null) throw new UsageError(previewText(preview));
  if (preview.fault !== null) throw new AppError([preview.fault]);
  return saved.mapping;
}

async function previewOf(head: FileHead, mapping: CsvMapping | null): Promise<FilePreview> {
  const reader = new BankFileThread();
  try {
    return (await reader.ask({ kind: 'preview', ...head, mapping }, 'preview')).preview;
  } finally {
    await reader.close();
  }
}

function previewText({ mapping, lines }: FilePreview): string {
  const columns = Object.entries(mapping?.columns ?? {}).filter(([, column]) => column);
  const rows = lines.slice(0, 5).map((one) => [one.bookedOn, one.direction, one.amount, one.party, one.purpose]);
  return (
    `This is CSV. Its columns seem to mean: ${columns.map(([meaning, column]) => `${meaning} = "${column}"`).join(', ')}.\n` +
    `${rows.length === 0 ? '' : `${table(rows)}\n`}` +
    'Look at it and save it in the console (Bank statements), then name it with --mapping.'
  );
}

interface FileHead {
  readonly bytes: Buffer;
  readonly isAll: boolean;
}

async function firstBytes(path: string): Promise<FileHead> {
  const pieces: Buffer[] = [];
  for await (const piece of createReadStream(path, { end: headBytes })) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  return { bytes: bytes.subarray(0, headBytes), isAll: bytes.byteLength <= headBytes };
}

const pieceBytes = 1024 * 1024;

async function sendFile(
  session: CliSession,
  call: CliCall,
  id: string,
  path: string,
  sizeBytes: number,
): Promise<void> {
  const files = new StatementFiles(session.pool);
  let at = 0;
  let told = 0;
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    at = await files.put(id, at, piece);
    const percent = Math.floor((at / sizeBytes) * 100);
    if (percent < told + 10 && percent < 100) continue;
    told = percent;
    call.progress(`${percent} % of the file is stored`);
  }
}

const lookMs = 2_000;
const waitMs = 500;

/** Works on it unless a service does, and says how far it is until it ends. */
async function follow(session: CliSession, call: CliCall, id: string): Promise<CliResult> {
  call.progress(`Import ${id}`);
  const size = { lanes: 2, batchMax: 64, queueMax: 200 };
  const work = await withEngine(session, size, async ({ engine, catalogue, clock }) => {
    const parts = {
      pool: session.pool,
      engine,
      catalogue,
      clock,
      machineClock: Date.now,
      newId: createIdSource(clock),
      reader: new BankFileThread(),
    };
    const { signal } = new AbortController();
    const telling = setInterval(() => void tell(session, call, id), lookMs);
    try {
      for (;;) {
        const next = await workOnImport(
          { ...parts, lease: randomUUID(), importId: id, failed: () => undefined },
          signal,
        );
        const found = await findImport(session.pool, id);
        if (found === null) throw new AppError('not_found');
        if (found.isStopped || found.state === 'done' || found.state === 'refused' || found.state === 'receiving')
          return found;
        if (next === 'idle') await delay(waitMs);
      }
    } finally {
      clearInterval(telling);
      await parts.reader.close();
    }
  });
  if (work.fault !== null) throw new AppError([work.fault]);
  return { text: resultText(work), data: dataOf(work) };
}

async function tell(session: CliSession, call: CliCall, id: string): Promise<void> {
  const work = await findImport(session.pool, id).catch(() => null);
  if (work === null) return;
  if (work.state === 'waiting') call.progress(`checked ${work.checkedBytes} of ${work.sizeBytes} bytes`);
  if (work.state === 'reading') call.progress(`${work.linesDone} of ${work.linesTotal} lines`);
}

function resultText(work: StatementImport): string {
  if (work.sameAs !== null) return `This file was brought in before, as import ${work.sameAs}.\n`;
  if (work.isStopped) return `Import ${work.id} is stopped at line ${work.linesDone} of ${work.linesTotal}.\n`;
  const counts = lineCounts.map((name) => `${name} ${work.counts[name]}`).join(', ');
  const notes = work.notes.map(({ note, line, about }) => `  ${note}: line ${line}, ${about}\n`);
  return `${work.linesDone} lines: ${counts}.\n${notes.join('')}`;
}

function dataOf({ id, state, format, linesTotal, linesDone, counts, notes, sameAs, isStopped }: StatementImport) {
  return { id, state, format, linesTotal, linesDone, counts, notes, sameAs, isStopped };
}

export const statementCommands: readonly CliCommand[] = [importCommand, continueCommand];
