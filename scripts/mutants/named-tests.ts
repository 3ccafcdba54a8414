import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** `not run`: there is no such test, or what it needs could not be set up. */
export type TestOutcome = 'passed' | 'failed' | 'not run';

/** Runs these tests of one file, and says what came of each. Several tests of one name all have to pass. */
export async function runNamedTests(
  folder: string,
  file: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, TestOutcome>> {
  const report = join(folder, 'named-tests.json');
  rmSync(report, { force: true });
  const pattern = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const program = join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [program, 'run', '--project', projectOf(file), file, '--testNamePattern', pattern];
  await finished([...args, '--reporter=json', `--outputFile=${report}`], folder);
  const statuses = readStatuses(report);
  return new Map(names.map((name) => [name, outcomeOf(statuses.filter((one) => one.fullName.includes(name)))]));
}

/** The project of vitest.config.ts that has the file. */
function projectOf(file: string): string {
  if (file.startsWith('test/web/')) return 'web';
  return file.startsWith('test/') && !file.startsWith('test/tidy/') ? 'postgres-18' : 'memory';
}

function outcomeOf(tests: readonly Assertion[]): TestOutcome {
  if (tests.some(({ status }) => status === 'failed')) return 'failed';
  return tests.length > 0 && tests.every(({ status }) => status === 'passed') ? 'passed' : 'not run';
}

interface Assertion {
  readonly fullName: string;
  readonly status: string;
}

function readStatuses(report: string): readonly Assertion[] {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return testResults.flatMap(({ assertionResults }: { assertionResults: Assertion[] }) => assertionResults);
  } catch {
    return [];
  }
}

/** A test that hangs is ended by vitest; this is for a run that does not come to an end at all. */
const runMaxMs = 600_000;

/** What the run prints is of no use here: the report says what came of it. */
function finished(args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: 'ignore', timeout: runMaxMs });
    child.once('error', reject).once('close', () => resolve());
  });
}
