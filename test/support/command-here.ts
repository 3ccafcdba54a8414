import { resolve } from 'node:path';
import { runCli } from '../../src/cli/run.ts';
import type { CommandEnded } from './program.ts';

/**
 * A command as if it were typed in the program's folder, but in this process: to load the program takes most of a second, and
 * the command a tenth of that. For tests of what a command does. What only a process has (its input, its end, what it leaves
 * behind) is tested with `runCommand`. One at a time, as the environment is this process's own for so long.
 */
export async function runCommandHere(
  args: readonly string[],
  { dataDir, env }: { readonly dataDir: string; readonly env?: Readonly<Record<string, string>> },
): Promise<CommandEnded> {
  if (isRunning) throw new Error(`"${args.join(' ')}" was typed while another command ran`);
  isRunning = true;
  const before = { env: process.env, folder: process.cwd() };
  process.env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, QUITTANCE_MODE: 'sandbox', ...env };
  process.chdir(resolve(dataDir, '..'));
  const ended = { stdout: '', stderr: '' };
  try {
    const exitCode = await runCli(args, {
      out: (text) => {
        ended.stdout += text;
      },
      error: (text) => {
        ended.stderr += text;
      },
    });
    return { ...ended, exitCode };
  } finally {
    process.chdir(before.folder);
    process.env = before.env;
    isRunning = false;
  }
}

let isRunning = false;
