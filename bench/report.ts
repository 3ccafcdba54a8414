import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../src/storage/installation/project-folder.ts';
import type { Comparison, Round } from './claim.ts';
import { median } from './statistics.ts';

const markers = { begin: '<!-- results: begin -->', end: '<!-- results: end -->' } as const;

/** A Markdown table, which also reads well in a terminal. */
export function renderTable(comparisons: readonly Comparison[]): string {
  const head = ['Claim', 'Ours', 'Beside', 'Ratio: median (range)', 'Aim', 'p50 / p99 ms'];
  const rows = comparisons.map((one) => [
    `${one.claim}: ${one.setting}`,
    figure(one, ({ ours }) => ours),
    `${one.beside}: ${figure(one, ({ beside }) => beside)}`,
    ratioText(one),
    aimText(one),
    latencyText(one),
  ]);
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), title.length),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** What a reader needs to know to judge the figures. */
export function describeMachine(serverVersion: string): string {
  const [first, ...others] = cpus();
  const model = first?.model.trim();
  const cores = `${others.length + 1} cores${model === undefined || model === 'unknown' ? '' : ` (${model})`}`;
  return `${process.platform} ${process.arch}, ${cores}, Node ${process.version}, PostgreSQL ${serverVersion}`;
}

/** Replaces what stands between the two markers of bench/README.md. */
export async function writeResults(text: string): Promise<void> {
  const file = join(projectFolder(), 'bench', 'README.md');
  const old = await readFile(file, 'utf8');
  const begin = old.indexOf(markers.begin);
  const end = old.indexOf(markers.end);
  if (begin === -1 || end < begin) throw new Error(`${file} has lost the markers between which the table stands`);
  await writeFile(file, `${old.slice(0, begin + markers.begin.length)}\n\n${text}\n\n${old.slice(end)}`);
}

function ratios({ rounds }: Comparison): number[] {
  return rounds.flatMap(({ ours, beside }) => (beside === null || beside === 0 ? [] : [ours / beside]));
}

function figure({ rounds, unit }: Comparison, of: (round: Round) => number | null): string {
  const values = rounds.map(of).filter((value) => value !== null);
  if (values.length === 0) return 'not measured';
  const value = median(values);
  // Small figures say something behind the point, large ones do not.
  const text = value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
  if (unit === 'shift') return value.toFixed(2);
  return unit === 'per second' ? `${text}/s` : `${text} ${unit}`;
}

function ratioText(comparison: Comparison): string {
  const all = ratios(comparison);
  if (all.length === 0) return '–';
  return `${median(all).toFixed(2)} (${Math.min(...all).toFixed(2)}–${Math.max(...all).toFixed(2)})`;
}

function aimText(comparison: Comparison): string {
  const { aim } = comparison;
  if (aim === null) return '–';
  const text = `${aim.kind === 'at least' ? '≥' : '≤'} ${aim.ratio}`;
  const all = ratios(comparison);
  if (all.length === 0) return text;
  const isMet = aim.kind === 'at least' ? median(all) >= aim.ratio : median(all) <= aim.ratio;
  return `${text}: ${isMet ? 'met' : 'missed'}`;
}

function latencyText({ rounds }: Comparison): string {
  const of = (name: 'p50Ms' | 'p99Ms') => rounds.map((round) => round[name]).filter((value) => value !== undefined);
  if (of('p50Ms').length === 0) return '–';
  return `${median(of('p50Ms')).toFixed(1)} / ${median(of('p99Ms')).toFixed(1)}`;
}
