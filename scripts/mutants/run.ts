import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { mutants } from './list.ts';
import { type Mutant, placesOf } from './mutant.ts';
import { runNamedTests, type TestOutcome } from './named-tests.ts';

const helpText = `Puts known mistakes into the code, one at a time, and runs the test that has to find each.

npm run mutants -- [options]

  --only <name>   this mutant alone; may be given more than once
  --times <n>     runs each test so often, and it has to find its mutant every time; default 1
  --list          prints the mutants and runs nothing
  --help          this text

Works in a copy of the tree in the temporary folder, uncommitted changes included; your own files stay as they are. Each
test is first run without a mistake, and has to pass. The exit code is 1 when a mutant survives, 2 when one cannot be
tried: its text is not in the file exactly once, or its test does not pass without it, or did not run.
`;

/**
 * Stryker makes thousands of small changes and needs tests that take milliseconds. What is in storage, http and workers is
 * found by tests that boot a database, so here the mistakes are chosen by hand and each names its test.
 */
async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) return 2;
  if (options.help === true) return say(helpText, 0);
  if (options.list === true) return say(mutants.map(({ name, mistake }) => `${name}: ${mistake}\n`).join(''), 0);
  const times = Number(options.times ?? '1');
  if (!Number.isInteger(times) || times < 1) return say('--times takes a whole number from 1 on.\n', 2);
  const only = options.only ?? [];
  const unknown = only.filter((name) => mutants.every((mutant) => mutant.name !== name));
  if (unknown.length > 0) return say(`No mutant is called ${unknown.join(', ')}; --list has their names.\n`, 2);
  const chosen = only.length === 0 ? mutants : mutants.filter(({ name }) => only.includes(name));
  const folder = copyTree();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  return await tryAll(folder, chosen, times);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string', multiple: true },
        times: { type: 'string' },
        list: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    say(`${error instanceof Error ? error.message : error}\n\n${helpText}`, 2);
    return null;
  }
}

function say(text: string, exitCode: number): number {
  process.stdout.write(text);
  return exitCode;
}

/** All that Git tracks or would track; the packages are used from where they are. */
function copyTree(): string {
  const from = projectFolder();
  const folder = mkdtempSync(join(tmpdir(), 'quittance-mutants-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: from });
  const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: from });
  const gone = new Set(deleted.toString().split('\0'));
  for (const path of listed.toString().split('\0')) {
    if (path === '' || gone.has(path)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(from, path), join(folder, path));
  }
  symlinkSync(join(from, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function tryAll(folder: string, chosen: readonly Mutant[], times: number): Promise<number> {
  const misplaced = chosen.filter((mutant) => placesOf(mutant, readFileSync(join(folder, mutant.file), 'utf8')) !== 1);
  for (const { name, file } of misplaced) say(`${name}: its text is not in ${file} exactly once\n`, 2);
  if (misplaced.length > 0) return 2;
  if (!(await passWithout(folder, chosen))) return 2;
  const results: { readonly mutant: Mutant; readonly outcome: TestOutcome }[] = [];
  for (const [index, mutant] of chosen.entries()) {
    process.stdout.write(`[${index + 1}/${chosen.length}] ${mutant.name}: `);
    const startedMs = performance.now();
    const { outcome, found } = await tryRepeatedly(folder, mutant, times);
    results.push({ mutant, outcome });
    const often = times === 1 ? '' : `, ${found} of ${times} times`;
    say(`${words[outcome]}${often} (${Math.round((performance.now() - startedMs) / 1000)} s)\n`, 0);
  }
  const survivors = results.filter(({ outcome }) => outcome === 'passed');
  const untried = results.filter(({ outcome }) => outcome === 'not run');
  for (const { mutant } of [...survivors, ...untried]) {
    say(`${mutant.name}: ${mutant.mistake}\n  ${mutant.test.file}: ${mutant.test.name}\n`, 1);
  }
  say(`${results.length - survivors.length - untried.length} of ${results.length} mutants were found.\n`, 0);
  return untried.length > 0 ? 2 : survivors.length > 0 ? 1 : 0;
}

const words = { failed: 'found', passed: 'SURVIVED', 'not run': 'NOT TRIED, its test did not run' } as const;

/** A test that fails anyway finds nothing. */
async function passWithout(folder: string, chosen: readonly Mutant[]): Promise<boolean> {
  const files = [...new Set(chosen.map(({ test }) => test.file))];
  let isGood = true;
  for (const [index, file] of files.entries()) {
    const names = [...new Set(chosen.filter(({ test }) => test.file === file).map(({ test }) => test.name))];
    process.stdout.write(`without a mistake [${index + 1}/${files.length}] ${file}: `);
    const outcomes = await runNamedTests(folder, file, names);
    const bad = names.filter((name) => outcomes.get(name) !== 'passed');
    say(bad.length === 0 ? 'passed\n' : `${bad.map((name) => `${outcomes.get(name)}: ${name}`).join('; ')}\n`, 0);
    isGood &&= bad.length === 0;
  }
  return isGood;
}

/** A mutant that is found only now and then has survived; a test that did not run says nothing. */
async function tryRepeatedly(
  folder: string,
  mutant: Mutant,
  times: number,
): Promise<{ readonly outcome: TestOutcome; readonly found: number }> {
  const outcomes: TestOutcome[] = [];
  for (let run = 0; run < times; run += 1) outcomes.push(await tryOne(folder, mutant));
  const worst = (['not run', 'passed'] as const).find((outcome) => outcomes.includes(outcome)) ?? 'failed';
  return { outcome: worst, found: outcomes.filter((outcome) => outcome === 'failed').length };
}

async function tryOne(folder: string, { file, text, replacement, test }: Mutant): Promise<TestOutcome> {
  const path = join(folder, file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, whole.split(text).join(replacement));
  try {
    return (await runNamedTests(folder, test.file, [test.name])).get(test.name) ?? 'not run';
  } finally {
    writeFileSync(path, whole);
  }
}

process.exitCode = await main();
