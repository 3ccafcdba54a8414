import { type SpawnOptions, spawn } from 'node:child_process';
import { BenchFailure } from './failure.ts';

/** What a program has printed, once it has ended well. */
export function runProgram(
  what: string,
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new BenchFailure(`${what} failed (${code}):\n${output.slice(-2_000)}`));
    });
  });
}
