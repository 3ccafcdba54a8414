import { isFate } from '../domain/state/lost-commits.ts';
import { formatTimestamp } from '../domain/text/timestamp.ts';
import { liftMoneyStop } from '../settings/authority/money-stop.ts';
import { type MoneyStop, readMoneyStop } from '../storage/reads/ledger/money-stop-reads.ts';
import { type CliCommand, table, UsageError } from './command-line.ts';
import { numberOption, reasonOption, runAct, textOption, wholeNumber, withDatabase } from './session.ts';

const show: CliCommand = {
  name: 'money-stop show',
  summary:
    'List what a failover has lost or a sandbox has done, while money going out is stopped for it; exit code 1 then',
  async run(call) {
    const stop = await withDatabase(call, ({ pool }) => readMoneyStop(pool));
    if (stop === null) return { text: 'Nothing that was lost has stopped money going out.\n', data: { stop: null } };
    return { text: stopText(stop), data: { stop }, exitCode: 1 };
  },
};

const lift: CliCommand = {
  name: 'money-stop lift',
  summary: 'Let money go out again, when what money-stop show lists is put right',
  notes: 'docs/operating.md, "When a failover has lost commits" and "When a sandbox has acted", say what to do first.',
  words: [{ name: 'id', text: 'the number that money-stop show has' }],
  options: {
    lost: { value: 'number', text: 'how many things money-stop show has listed', isNeeded: true },
    ...reasonOption,
  },
  async run(call) {
    const id = wholeNumber(call.words[0] ?? '', '<id>');
    const lostCount = numberOption(call, 'lost') ?? 0;
    if (textOption(call, 'reason') === undefined) throw new UsageError('Give a --reason: the audit log keeps it.');
    await runAct(call, liftMoneyStop, { id, lostCount });
    return {
      text: `Stop ${id} is lifted; money may go out while the books are right.\n`,
      data: { id, status: 'lifted' },
    };
  },
};

export const moneyStopCommands: readonly CliCommand[] = [show, lift];

function stopText({ id, stoppedAt, lost }: MoneyStop): string {
  const fates = lost.filter(isFate).length;
  const losses = lost.length - fates;
  const causes = [
    ...(losses > 0 ? [`a failover has lost ${losses} acknowledged things ("When a failover has lost commits")`] : []),
    ...(fates > 0
      ? [`a sandbox has acted on ${fates} of these invoices and arrivals ("When a sandbox has acted")`]
      : []),
  ];
  return (
    `Money going out is stopped since ${formatTimestamp(stoppedAt)} (stop ${id}): ${causes.join('; ')}.\n` +
    `${table(lost.map(({ subjectId, what }) => [subjectId, what]))}\n` +
    'What to do: these chapters of docs/operating.md.\n'
  );
}
