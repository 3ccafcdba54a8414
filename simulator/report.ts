import type { MutationFinding } from './mutation-check.ts';
import type { Summary } from './summary.ts';

const statuses = ['paid', 'expired', 'canceled', 'dispute', 'new'] as const;

/** One sign per status, for the chart. */
const signs: Readonly<Record<(typeof statuses)[number], string>> = {
  paid: '█',
  expired: '▒',
  canceled: '░',
  dispute: '?',
  new: '·',
};

const chartWidth = 64;
const chartRowsMax = 31;

/** What happened, for people: the outcomes, the days, the commands and the faults. */
export function renderSummary(summary: Summary): string {
  return [
    'How invoices ended, by the kind of payer',
    outcomeTable(summary),
    `Invoices by day (${statuses.map((status) => `${signs[status]} ${status}`).join(', ')})`,
    dayChart(summary),
    'What was asked of the service, how often',
    countTable(summary, 'asked '),
    'Notifications, by the outcome of each attempt',
    countTable(summary, 'notifications '),
    'Faults injected',
    countTable(summary, 'fault ', ['answers lost', 'answers never given', 'catalogue changes']),
  ].join('\n\n');
}

function outcomeTable({ outcomes }: Summary): string {
  const rows = Object.entries(outcomes)
    .map(([kind, counts]) => ({ kind, counts, all: Object.values(counts).reduce((sum, count) => sum + count, 0) }))
    .sort((left, right) => right.all - left.all);
  const cells = rows.map(({ kind, counts, all }) => [
    kind,
    ...statuses.map((status) => String(counts[status] ?? 0)),
    String(all),
  ]);
  return table([['', ...statuses, 'all'], ...cells]);
}

function dayChart({ days }: Summary): string {
  // A long world is shown in a screenful: so many days a row.
  const daysPerRow = Math.ceil(days.length / chartRowsMax);
  const rows: Record<string, number>[] = [];
  for (const [index, day] of days.entries()) {
    const row = Math.floor(index / daysPerRow);
    rows[row] ??= {};
    for (const [status, count] of Object.entries(day)) rows[row][status] = (rows[row][status] ?? 0) + count;
  }
  const totals = rows.map((row) => Object.values(row).reduce((sum, count) => sum + count, 0));
  const most = Math.max(1, ...totals);
  return rows
    .map((row, index) => {
      const bar = statuses.map((status) => signs[status].repeat(Math.round(((row[status] ?? 0) / most) * chartWidth)));
      return `  day ${String(index * daysPerRow + 1).padStart(3)}  ${bar.join('')} ${totals[index]}`;
    })
    .join('\n');
}

function countTable({ counts }: Summary, prefix: string, others: readonly string[] = []): string {
  const rows = Object.entries(counts)
    .filter(([name]) => name.startsWith(prefix) || others.includes(name))
    .map(([name, count]): [string, number] => [name.startsWith(prefix) ? name.slice(prefix.length) : name, count])
    .sort(([, left], [, right]) => right - left);
  return table(rows.map(([name, count]) => [name, grouped(count)]));
}

export function renderFindings(findings: readonly MutationFinding[]): string {
  return table([
    ['bug', 'seeds', 'steps', 'found by the law'],
    ...findings.map(({ name, law, seeds, steps }) => [name, String(seeds), String(steps), law ?? 'NOT FOUND']),
  ]);
}

/** The first column to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) => {
      const cells = row.map((cell, column) => {
        const isText = column === 0 || !/^[\d,]*$/.test(rows[1]?.[column] ?? '');
        return isText ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
      });
      return `  ${cells.join('  ')}`.trimEnd();
    })
    .join('\n');
}

export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
