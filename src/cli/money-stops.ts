import { formatTimestamp } from '../domain/timestamp.ts';
import { liftMoneyStop } from '../settings/money-stop.ts';
import { type MoneyStop, readMoneyStop } from '../storage/reads/money-stop-reads.ts';
import { type CliCommand, table, UsageError } from './command-line.ts';
import { byCli, numberOption, reasonOption, settingsOf, textOption, wholeNumber, withDatabase } from './session.ts';

const show: CliCommand = {
  name: 'money-stop show',
  summary: 'List what a failover has lost, while money going out is stopped for it; exit code 1 then',
  async run(call) {
    const stop = await withDatabase(call, ({ pool }) => readMoneyStop(pool));
    if (stop === null) return { text: 'No failover has stopped money going out.\n', data: { stop: null } };
    return { text: stopText(stop), data: { stop }, exitCode: 1 };
  },
};

const lift: CliCommand = {
  name: 'money-stop lift',
  summary: 'Let money go out again, when what a failover has lost is put right',
  notes: 'docs/operating.md, "When a failover has lost commits", says what to do first.',
  words: [{ name: 'id', text: 'the number that money-stop show has' }],
  options: {
    lost: { value: 'number', text: 'how many lost things money-stop show has listed', isNeeded: true },
    ...reasonOption,
  },
  async run(call) {
    const id = wholeNumber(call.words[0] ?? '', '<id>');
    const lostCount = numberOption(call, 'lost') ?? 0;
    if (textOption(call, 'reason') === undefined) throw new UsageError('Give a --reason: the audit log keeps it.');
    await withDatabase(call, (session) => settingsOf(session).run(liftMoneyStop, { id, lostCount }, byCli(call)));
    return {
      text: `Stop ${id} is lifted; money may go out while the books are right.\n`,
      data: { id, status: 'lifted' },
    };
  },
};

export const moneyStopCommands: readonly CliCommand[] = [show, lift];

function stopText({ id, stoppedAt, lost }: MoneyStop): string {
  return (
    `Money going out is stopped since ${formatTimestamp(stoppedAt)} (stop ${id}): a failover has lost ` +
    `${lost.length} acknowledged things.\n${table(lost.map(({ subjectId, what }) => [subjectId, what]))}\n` +
    'What to do: docs/operating.md, "When a failover has lost commits".\n'
  );
}
