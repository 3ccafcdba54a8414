import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'vitest';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import type { Body } from './merchant-client.ts';

/** A language that has an SDK of ours. */
export interface SdkLanguage {
  readonly name: 'Python' | 'PHP';
  readonly program: string;
  /** What the SDK needs, and how to find out whether it is there. */
  readonly needed: string;
  readonly check: readonly string[];
  /** Of the driver and of other programs of this language. */
  readonly extension: string;
  /** In a block of a document. */
  readonly fence: string;
  readonly readme: string;
  readonly ownTests: readonly string[];
  readonly ownTestsFolder: string;
}

export const sdkLanguages: readonly SdkLanguage[] = [
  {
    name: 'Python',
    program: 'python3',
    needed: 'Python 3.9 or later',
    check: ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'],
    extension: 'py',
    fence: 'python',
    readme: 'sdk/python/README.md',
    ownTests: ['-B', '-m', 'unittest', 'discover', 'tests'],
    ownTestsFolder: 'sdk/python',
  },
  {
    name: 'PHP',
    program: 'php',
    needed: 'PHP 8.1 or later with the extension curl',
    check: ['-r', 'exit(PHP_VERSION_ID >= 80100 && extension_loaded("curl") ? 0 : 1);'],
    extension: 'php',
    fence: 'php',
    readme: 'sdk/php/README.md',
    ownTests: ['tests/run.php'],
    ownTestsFolder: 'sdk/php',
  },
];

/** Leaves a test out where the language is not installed. The end of the test run says so. */
export function needsSdk(context: TestContext, language: SdkLanguage): void {
  context.skip(!isHere(language), `${language.needed} not installed`);
}

const known = new Map<string, boolean>();

export function isHere({ program, check }: SdkLanguage): boolean {
  const found = known.get(program) ?? spawnSync(program, [...check]).status === 0;
  known.set(program, found);
  return found;
}

interface Task {
  /** A method by the name that it has in TypeScript, or `verify` or `sign`. */
  readonly do: string;
  readonly [more: string]: unknown;
}

interface Result {
  readonly answer?: Body;
  readonly error?: Body;
  readonly misuse?: string;
}

/** A program of the language that does with its SDK what it is told. */
export class SdkDriver {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  #errors = '';

  constructor({ program, extension }: SdkLanguage) {
    const file = join(projectFolder(), `test/support/sdk-driver.${extension}`);
    this.#child = spawn(program, [file], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#errors += text));
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async tell(task: Task): Promise<Result> {
    this.#child.stdin.write(`${JSON.stringify(task)}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`the driver ended: ${this.#errors}`);
    return JSON.parse(value);
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'close');
  }
}
