import { parseArgs } from 'node:util';

/** One command for people who run the service: what it is called, what it takes, what it does. */
export interface CliCommand {
  /** One word or two, as in `user create`. */
  readonly name: string;
  readonly summary: string;
  /** More lines for `--help`, where the summary is not enough. */
  readonly notes?: string;
  /** Words after the name, in order; all of them are needed. */
  readonly words?: readonly { readonly name: string; readonly text: string }[];
  readonly options?: Readonly<Record<string, CliOption>>;
  run(call: CliCall): Promise<CliResult>;
}

interface CliOption {
  /** What stands for the value in the help; absent for a switch. */
  readonly value?: string;
  readonly text: string;
  readonly isNeeded?: true;
}

export interface CliCall {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** For people who wait. Never part of the result. */
  readonly progress: (text: string) => void;
}

export interface CliResult {
  readonly text: string;
  /** The same for programs (`--json`). */
  readonly data: unknown;
  readonly exitCode?: number;
}

/** A mistake in what was typed. */
export class UsageError extends Error {}

export function readCall(command: CliCommand, args: readonly string[]): Omit<CliCall, 'progress'> {
  const { values, positionals } = parse(command, args);
  const words = command.words ?? [];
  if (positionals.length !== words.length) {
    const expected = words.length === 0 ? 'no words' : words.map(({ name }) => `<${name}>`).join(' ');
    throw new UsageError(`"${command.name}" takes ${expected} after its name.`);
  }
  for (const [name, option] of Object.entries(command.options ?? {})) {
    if (option.isNeeded && values[name] === undefined) throw new UsageError(`"${command.name}" needs --${name}.`);
  }
  return { words: positionals, options: values as CliCall['options'] };
}

function parse(command: CliCommand, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, ...commonOptions }).map(([name, option]) => [
      name,
      { type: option.value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message.split('\n')[0] : error}`);
  }
}

const commonOptions: Readonly<Record<string, CliOption>> = {
  json: { text: 'answer with JSON on the standard output' },
  help: { text: 'show this text' },
};

export function commandHelp(command: CliCommand): string {
  const words = (command.words ?? []).map(({ name }) => ` <${name}>`).join('');
  const rows: [string, string][] = [
    ...(command.words ?? []).map(({ name, text }): [string, string] => [`<${name}>`, text]),
    ...Object.entries({ ...command.options, ...commonOptions }).map(([name, option]): [string, string] => [
      `--${name}${option.value === undefined ? '' : ` <${option.value}>`}`,
      option.isNeeded ? `${option.text} (needed)` : option.text,
    ]),
  ];
  const notes = command.notes === undefined ? '' : `\n${command.notes}\n`;
  return `${command.summary}\n\nUsage: quittance ${command.name}${words} [options]\n${notes}\n${table(rows)}\n`;
}

export function overview(commands: readonly CliCommand[]): string {
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  return `Quittance, a merchant payment service.\n\nUsage: quittance <command> [options]\n\n${table(rows)}\n
Settings come from the environment and the .env file of the working directory, as for the service itself (docs/config.md).
Commands work beside a running service, and without one. "quittance <command> --help" says more.\n`;
}

/** `1 invoice`, `2 invoices`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
