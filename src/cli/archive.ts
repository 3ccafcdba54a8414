import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type pg from 'pg';
import { archiveAfterDaysMin, movedPerStepMax, readMonth } from '../domain/archive/archive.ts';
import { formatTimestamp } from '../domain/text/timestamp.ts';
import { recordArchive } from '../settings/archive/record-archive.ts';
import {
  type ArchivedMonth,
  ArchiveRefusal,
  type ArchiveState,
  attachMonth,
  detachMonth,
  type MonthChange,
  readArchive,
} from '../storage/archive/months.ts';
import { moveOld, takeStock } from '../storage/archive/move.ts';
import { SandboxClock } from '../storage/settings/sandbox/sandbox-clock.ts';
import { readIdentities, recipientsOf } from './backups.ts';
import { type CliCall, type CliCommand, counted, table, UsageError } from './command-line.ts';
import { byCli, type CliSession, settingsOf, textOption, wholeNumber, withDatabase } from './session.ts';

const dayMs = 86_400_000;

const status: CliCommand = {
  name: 'archive status',
  summary: 'Show the months of the archive: what is in them, how large they are, and which lie in files',
  notes: 'Counts the rows of every month that is here, so it takes a while when there are many.',
  async run(call) {
    const { state, afterMs } = await withDatabase(call, async ({ pool, config }) => ({
      state: await readArchive(pool),
      afterMs: config.archiveAfterMs,
    }));
    return { text: statusText(state, afterMs), data: { ...state, archiveAfterDays: (afterMs ?? 0) / dayMs } };
  },
};

function statusText({ months, living, roundEndedAt }: ArchiveState, afterMs: number | null): string {
  const policy =
    afterMs === null
      ? `Nothing moves by itself: ARCHIVE_AFTER_DAYS is 0. Set it to ${archiveAfterDaysMin} days or more, or run "quittance archive run".`
      : `What ended ${afterMs / dayMs} days ago moves by itself.`;
  const round = roundEndedAt === null ? '' : ` Everything was looked at last at ${formatTimestamp(roundEndedAt)}.`;
  const head = `Living invoices: ${living}. ${policy}${round}\n`;
  if (months.length === 0) return `${head}The archive is empty.\n`;
  const lines = months.map((one) => [one.month, ...Object.values(one.counts).map(String), place(one)]);
  return `${head}${table([['month', ...Object.keys(months[0]?.counts ?? {}), 'size or place'], ...lines])}\n`;
}

function place({ bytes, detached }: ArchivedMonth): string {
  if (detached === null) return `${Math.round(bytes / 1024)} kB`;
  return `in the file ${detached.fileName} since ${formatTimestamp(detached.at)}, SHA-256 ${detached.sha256}`;
}

const run: CliCommand = {
  name: 'archive run',
  summary: 'Move everything that ended long enough ago into the archive now',
  notes: `Does what the service does by itself with ARCHIVE_AFTER_DAYS, without its rests, in small transactions beside the work. It can be
stopped at any time and run again. Invoices that somebody works on, that are disputed, have refunds, or wait for anything, stay.`,
  options: {
    after: { value: 'days', text: `instead of ARCHIVE_AFTER_DAYS; ${archiveAfterDaysMin} at least` },
  },
  async run(call) {
    const moved = await withDatabase(call, (session) => moveAll(call, session));
    const next = moved === 0 ? 'Nothing was old enough, or all of it had moved' : `${counted(moved, 'invoice')} moved`;
    return { text: `${next}. "quittance archive status" shows the months.\n`, data: { moved } };
  },
};

async function moveAll(call: CliCall, { pool, config }: CliSession): Promise<number> {
  const given = textOption(call, 'after');
  const days = given === undefined ? (config.archiveAfterMs ?? 0) / dayMs : wholeNumber(given, '--after');
  if (days < archiveAfterDaysMin) {
    throw new UsageError(
      `Say after how many days: --after ${archiveAfterDaysMin} or more${given === undefined ? ', or ARCHIVE_AFTER_DAYS' : ''}.`,
    );
  }
  const time = new SandboxClock(Date.now);
  if (config.mode === 'sandbox') await time.refresh(pool);
  let total = 0;
  let ofRound = 0;
  // The service may have stood in the middle of a round: only one from the beginning sees everything.
  for (let isWhole = false; ; ) {
    const step = await moveOld(pool, time.now() - days * dayMs, movedPerStepMax);
    if (step === null) throw new ArchiveRefusal('The service is moving at this moment. Run it again, or let it do so.');
    total += step.moved;
    ofRound += step.moved;
    if (step.moved > 0) call.progress(`${counted(total, 'invoice')} moved`);
    if (step.looked === movedPerStepMax) continue;
    if (isWhole && ofRound === 0) {
      await takeStock(pool);
      return total;
    }
    isWhole = true;
    ofRound = 0;
  }
}

const detach: CliCommand = {
  name: 'archive detach',
  summary: 'Write a month of the archive into a file, and remove it from the database',
  notes: `The file is written and read back before anything is removed. Until it is attached again, requests for an invoice of the
month are refused with invoice_detached; balances, statements and the sealed book stay whole, as transfers never move. The file holds what a
backup holds, so keep it as safe: with BACKUP_RECIPIENTS or --recipient it is encrypted. Keep two copies; without it the month is
lost.`,
  words: [{ name: 'month', text: 'as in 2026-05' }],
  options: {
    to: { value: 'folder', text: 'where the file is written', isNeeded: true },
    recipient: { value: 'keys', text: 'public keys (age1…), separated by commas, instead of BACKUP_RECIPIENTS' },
  },
  async run(call) {
    const month = readMonth(call.words[0] ?? '');
    if (month === null) throw new UsageError('Give the month as in 2026-05.');
    const folder = resolve(textOption(call, 'to') ?? '');
    const given = recipientsOf(call);
    const written = await withDatabase(call, (session) =>
      detachMonth({
        ...waysOf(call, session),
        month,
        folder,
        recipients: given ?? session.config.backupRecipients,
      }),
    );
    const path = resolve(folder, written.fileName);
    return {
      text:
        `${month} lies in ${path} (${written.counts['invoices']} invoices, SHA-256 ${written.sha256}).\n` +
        `Keep the file in two places. "quittance archive attach ${path}" brings it back.\n`,
      data: { month, file: path, sha256: written.sha256, bytes: written.bytes, counts: written.counts },
    };
  },
};

const attach: CliCommand = {
  name: 'archive attach',
  summary: 'Bring a month of the archive back from its file',
  notes:
    'Only the very file that "archive detach" wrote is taken: it is known by its SHA-256. An encrypted one needs --identity.',
  words: [{ name: 'file', text: 'what "archive detach" wrote' }],
  options: { identity: { value: 'file', text: 'the private key of an encrypted file' } },
  async run(call) {
    const path = resolve(call.words[0] ?? '');
    await access(path).catch(() => {
      throw new UsageError(`${path} cannot be read; name the file that "archive detach" wrote.`);
    });
    const identities = await readIdentities(call);
    const { month, counts } = await withDatabase(call, (session) =>
      attachMonth({ ...waysOf(call, session), path, identities }),
    );
    return {
      text: `${month} is back: ${counts['invoices']} invoices are found again. Keep the file as long as you keep a backup that was made before now: in that one the month is not.\n`,
      data: { month, counts },
    };
  },
};

/** What both need: the owner's role, the audit log, and somebody who listens. */
function waysOf(call: CliCall, session: CliSession) {
  const settings = settingsOf(session);
  return {
    ownerUrl: session.addresses.ownerUrl ?? session.addresses.url,
    record: (client: pg.Client, change: MonthChange) =>
      settings.recordWithin(client, recordArchive, change, byCli(call)),
    progress: call.progress,
  };
}

export const archiveCommands: readonly CliCommand[] = [status, run, detach, attach];
