import type { Findings } from './checks.ts';

/** What one fault cost. */
export interface FaultReport extends Findings {
  readonly title: string;
  readonly longestGapMs: number;
  readonly gapAimMs: number;
  readonly failedAttempts: number;
  readonly failedAttemptsAim: number | null;
  /** From a change after the fault to the page that shows it; null: it never did. */
  readonly liveMs: number | null;
  readonly liveAimMs: number;
  /** What else has to hold: the acknowledged that the service itself names as lost. Absent where nothing may be lost. */
  readonly witnessed?: { readonly named: readonly string[]; readonly isMoneyStopped: boolean };
}

/** Why a fault cost more than it may; empty: all is well. */
export function missedAims(report: FaultReport): readonly string[] {
  const missed: string[] = [];
  const { lost, witnessed } = report;
  if (report.longestGapMs > report.gapAimMs) missed.push(`gap above ${seconds(report.gapAimMs)}`);
  if (report.failedAttemptsAim !== null && report.failedAttempts > report.failedAttemptsAim) {
    missed.push(`more than ${report.failedAttemptsAim} failed attempts`);
  }
  if (witnessed === undefined) {
    if (lost.length > 0) missed.push('lost');
  } else {
    if (lost.length === 0) missed.push('nothing was lost, so nothing was tried');
    if (lost.some((id) => !witnessed.named.includes(id))) missed.push('lost ones that the service does not name');
    if (!witnessed.isMoneyStopped) missed.push('money may go out');
  }
  if (report.doubled.length > 0) missed.push('doubled');
  if (report.untold.length > 0) missed.push('untold');
  if (report.brokenLaws.length > 0) missed.push('laws');
  if (report.liveMs === null || report.liveMs > report.liveAimMs)
    missed.push(`live events above ${seconds(report.liveAimMs)}`);
  return missed;
}

const heads = [
  'Fault',
  'Longest gap',
  'Aim',
  'Failed attempts',
  'Lost',
  'Doubled',
  'Untold',
  'Live events',
  'Laws',
  '',
];

/** As Markdown, so that it can be put into a document as it is. */
export function renderTable(reports: readonly FaultReport[]): string {
  const rows = reports.map((report) => {
    const missed = missedAims(report);
    return [
      report.title,
      seconds(report.longestGapMs),
      seconds(report.gapAimMs),
      String(report.failedAttempts),
      report.witnessed === undefined
        ? String(report.lost.length)
        : `${report.lost.length}, ${report.witnessed.named.length} named`,
      String(report.doubled.length),
      String(report.untold.length),
      report.liveMs === null ? 'never' : seconds(report.liveMs),
      report.brokenLaws.length === 0 ? 'hold' : 'BROKEN',
      missed.length === 0 ? 'ok' : `MISSED: ${missed.join(', ')}`,
    ];
  });
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const isFigure = (column: number) => column > 0 && column < heads.length - 2;
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (isFigure(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${isFigure(column) ? ':' : '-'}`).join('|')}|`;
  return [line(heads), rule, ...rows.map(line)].join('\n');
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
