import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** Who runs what refuses root; nothing when we are not root. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

interface Start {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly account: Account;
  readonly cwd: string;
  /** Everything it says goes there. */
  readonly logFile: string;
}

const running = new Set<ChildProcess>();

/** A program of the fleet that runs until somebody ends it. */
export class Program {
  readonly name: string;
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;

  constructor({ name, command, env, account, cwd, logFile }: Start) {
    const [file = '', ...args] = command;
    this.name = name;
    this.#child = spawn(file, args, { cwd, env: { ...env }, ...account, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(this.#child);
    const log = createWriteStream(logFile, { flags: 'a' });
    this.#child.stdout?.pipe(log, { end: false });
    this.#child.stderr?.pipe(log, { end: false });
    this.exited = new Promise((resolve) => {
      const end = () => {
        running.delete(this.#child);
        resolve();
      };
      this.#child.once('exit', end);
      this.#child.once('error', end);
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return running.has(this.#child);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.isRunning) this.#child.kill(signal);
    await this.exited;
  }
}

/** For a drill that is broken off. */
export function killPrograms(): void {
  for (const child of running) child.kill('SIGKILL');
}

interface ProcessLine {
  readonly pid: number;
  readonly parentPid: number;
  readonly title: string;
}

/** Every process of the machine, as Linux tells it. */
export async function readProcesses(): Promise<readonly ProcessLine[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(pids.map(readProcess));
  return lines.filter((line) => line !== null);
}

/** Null when it has ended since. */
async function readProcess(pid: number): Promise<ProcessLine | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const title = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    // The name stands in brackets and may hold anything; the state and the parent come after it.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parentPid: Number(parent), title };
  } catch {
    return null;
  }
}

/** A process and all that it has started, itself first. */
export function familyOf(pid: number, processes: readonly ProcessLine[]): readonly number[] {
  const family = [pid];
  for (const member of family) {
    for (const { pid: child, parentPid } of processes) if (parentPid === member) family.push(child);
  }
  return family;
}

/** Processes that have ended need no signal. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
