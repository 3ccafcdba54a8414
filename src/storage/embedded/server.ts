/** The server's process and its log. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { guardServer } from './guard.ts';
import { clusterLockedExitCode } from './ownership.ts';
import { programEnvironment, type RunAs } from './run-as.ts';

export interface ServerPlan {
  readonly binDir: string;
  readonly clusterDir: string;
  readonly runAs: RunAs;
  readonly lockPrefix: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly log: (message: string) => void;
}

/** A fast shutdown first writes all changed pages; after this long the rest is left to recovery at the next start. */
const fastShutdownMaxMs = 60_000;
const immediateShutdownMaxMs = 10_000;

export class ServerProcess {
  /** Resolves when the process has ended, for whatever reason; null when by a signal or when it never ran. */
  readonly exit: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #plan: ServerPlan;
  readonly #serverLog: ServerLog;
  #running = true;
  #spawnError: Error | undefined;

  constructor(plan: ServerPlan) {
    this.#plan = plan;
    this.#serverLog = new ServerLog(plan.logFile, plan.log);
    const settings = Object.entries(plan.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = [path.join(plan.binDir, 'postgres'), '-D', plan.clusterDir, ...settings];
    const [program = '', ...args] = [...plan.lockPrefix, ...plan.runAs.prefix, ...server];
    this.#child = spawn(program, args, {
      ...plan.runAs.user,
      ...programEnvironment(),
      cwd: plan.binDir,
      // A session of its own: Ctrl-C in the terminal must reach the service, which still needs the database to finish.
      detached: true,
      windowsHide: true,
      stdio: ['ignore', this.#serverLog.descriptor, this.#serverLog.descriptor],
    });
    // A service that ends without stopping its server, for instance by an exception, takes it along.
    process.on('exit', this.#shutDownAtExit);
    const { pid } = this.#child;
    const guard = pid === undefined ? undefined : guardServer({ ...plan, pid });
    this.exit = new Promise((resolve) => {
      const ended = (exitCode: number | null) => {
        this.#running = false;
        guard?.dismiss();
        process.off('exit', this.#shutDownAtExit);
        this.#serverLog.close();
        resolve(exitCode);
      };
      this.#child.once('exit', ended);
      this.#child.once('error', (error) => {
        this.#spawnError = error;
        // Also raised when a signal could not be sent; then the process is still there.
        if (this.#child.pid === undefined) ended(null);
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get running(): boolean {
    return this.#running;
  }

  async stop(): Promise<void> {
    if (!this.#running) return;
    this.#requestFastShutdown();
    if (await this.#endsWithin(fastShutdownMaxMs)) return;
    this.#plan.log('PostgreSQL did not finish a fast shutdown in time, stopping it at once');
    this.#child.kill('SIGQUIT');
    if (await this.#endsWithin(immediateShutdownMaxMs)) return;
    this.#child.kill('SIGKILL');
    await this.exit;
  }

  /** Whether the process ended because another server, or what remains of it, still had the cluster. */
  async wasBlockedByOldServer(): Promise<boolean> {
    if ((await this.exit) === clusterLockedExitCode) return true;
    return /lock file ".*" already exists|pre-existing shared memory block/.test(this.#serverLog.lastLines);
  }

  async describeFailure(): Promise<string> {
    if (this.#spawnError !== undefined) return this.#spawnError.message;
    if (!this.#running && (await this.exit) === clusterLockedExitCode) {
      return `Another PostgreSQL server holds ${this.#plan.clusterDir}.`;
    }
    return `The last lines of ${this.#plan.logFile}:\n${this.#serverLog.lastLines || '(none)'}`;
  }

  readonly #shutDownAtExit = (): void => this.#requestFastShutdown();

  #requestFastShutdown(): void {
    if (process.platform !== 'win32') {
      this.#child.kill('SIGINT');
      return;
    }
    // Windows has no signals between programs: `kill` would be a crash there.
    const { binDir, clusterDir } = this.#plan;
    spawnSync(path.join(binDir, 'pg_ctl'), ['stop', '-D', clusterDir, '-m', 'fast', '--no-wait'], { cwd: binDir });
  }

  async #endsWithin(maxMs: number): Promise<boolean> {
    const timeout = new AbortController();
    const outcome = await Promise.race([
      this.exit.then(() => true),
      delay(maxMs, false, { signal: timeout.signal }).catch(() => false),
    ]);
    timeout.abort();
    return outcome;
  }
}

/** Cut when it grows past this; what is worth keeping has been passed on by then. */
const logMaxBytes = 4 * 1024 * 1024;
const logPollMs = 500;
/** Read at most so much at a time, pass on at most so many lines: a storm of errors must not become one of ours. */
const logReadMaxBytes = 256 * 1024;
const forwardedLinesMax = 20;
const lastLinesMax = 20;
/** Answers to our own asking whether it is ready, and the farewell to each connection when we stop it. */
const expectedLine =
  /the database system is (starting up|not yet accepting|shutting down)|terminating connection due to administrator/;

/**
 * The server writes to a file, not to a pipe: a pipe nobody reads in time would make the server wait, and one whose
 * reader has died would lose what it said. We read the file behind it and pass on warnings and worse.
 */
class ServerLog {
  readonly descriptor: number;
  readonly #log: (message: string) => void;
  readonly #timer: NodeJS.Timeout;
  #position: number;
  #unfinishedLine = '';
  #lastLines: string[] = [];
  #closed = false;

  constructor(file: string, log: (message: string) => void) {
    this.#log = log;
    // Appending, so that the server goes on at the new end after the file has been cut.
    this.descriptor = openSync(file, 'a+', 0o600);
    this.#position = fstatSync(this.descriptor).size;
    this.#timer = setInterval(() => this.#read(), logPollMs);
    this.#timer.unref();
  }

  get lastLines(): string {
    if (!this.#closed) this.#read();
    return this.#lastLines.join('\n');
  }

  close(): void {
    if (this.#closed) return;
    this.#read();
    this.#closed = true;
    clearInterval(this.#timer);
    closeSync(this.descriptor);
  }

  #read(): void {
    const size = fstatSync(this.descriptor).size;
    const start = Math.max(this.#position, size - logReadMaxBytes);
    const buffer = Buffer.alloc(Math.max(0, size - start));
    const bytes = buffer.length === 0 ? 0 : readSync(this.descriptor, buffer, 0, buffer.length, start);
    this.#position = start + bytes;
    if (size > logMaxBytes) {
      ftruncateSync(this.descriptor, 0);
      this.#position = 0;
    }
    if (bytes > 0) this.#takeLines(this.#unfinishedLine + buffer.toString('utf8', 0, bytes));
  }

  #takeLines(text: string): void {
    const lines = text.split('\n');
    this.#unfinishedLine = lines.pop() ?? '';
    this.#lastLines = [...this.#lastLines, ...lines].slice(-lastLinesMax);
    const worthTelling = lines.filter(
      (line) => /\b(WARNING|ERROR|FATAL|PANIC): /.test(line) && !expectedLine.test(line),
    );
    for (const line of worthTelling.slice(0, forwardedLinesMax)) this.#log(`PostgreSQL: ${line}`);
    const rest = worthTelling.length - forwardedLinesMax;
    if (rest > 0) this.#log(`PostgreSQL: ${rest} more such lines in its log`);
  }
}
