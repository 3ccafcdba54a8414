import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';

/** Leaves a test out where programs that it runs are not installed. The end of the test run says which were missing. */
export function needs(context: TestContext, programs: readonly string[]): void {
  const missing = programs.filter((program) => !isInstalled(program));
  context.skip(missing.length > 0, `${missing.join(' and ')} not installed`);
}

const known = new Map<string, boolean>();

function isInstalled(program: string): boolean {
  const isHere = known.get(program) ?? spawnSync(program, ['--version']).error === undefined;
  known.set(program, isHere);
  return isHere;
}
