import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchFailure } from './failure.ts';

/** What a claim needs and the product does not, is fetched when that claim is measured. Nothing fetched runs a script. */
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** The packages of a folder with a lock file of its own, unless they are there already. */
export async function installLocked(folder: string): Promise<void> {
  const timeOf = async (file: string) => (await stat(join(folder, file)).catch(() => null))?.mtimeMs ?? 0;
  if ((await timeOf('node_modules/.package-lock.json')) >= (await timeOf('package-lock.json'))) return;
  await npm(['ci', '--prefix', folder, ...quiet]);
}

/** Packages by any name, each with an exact version, into a folder that nobody keeps. */
export async function installInto(folder: string, packages: Readonly<Record<string, string>>): Promise<void> {
  const wanted = Object.entries(packages).map(([name, place]) => `${name}@npm:${place}`);
  await npm(['install', '--prefix', folder, '--no-save', '--no-package-lock', ...quiet, ...wanted]);
}

function npm(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    child.once('error', (error) => reject(new BenchFailure(`npm could not be run: ${error.message}`)));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new BenchFailure(`npm ${args[0]} failed (${code}):\n${output.slice(-2_000)}`));
    });
  });
}
