import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { newDataFolder } from '../../scripts/data-folder.ts';
import { createPool } from '../../src/storage/database/connection.ts';
import { buildOnce, buildsDir, projectDir, removeOldBuilds, sourcesHash } from './build-once.ts';
import { patientStop } from './limits.ts';

/**
 * The real program in a process of its own, as `npm start` runs it: for tests that kill it, signal it, or read what a person
 * sees. It gets no environment but what the test gives, and works in its own folder, where nobody's `.env` is. Amounts choose
 * no fates unless the test says so: most tests take any amount.
 */
export interface Program {
  readonly url: string;
  readonly pid: number;
  /** The embedded server's main process. Another one after each restart of the server. */
  readonly postgresPid: number | null;
  /** Everything it has written so far. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  readonly exited: Promise<Ended>;
}

export interface Ended {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly output: string;
}

interface ProgramOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: User;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** A first start makes a cluster; on a busy machine that takes many seconds. */
const startMaxMs = 150_000;
const pollMs = 20;

/** Resolves when the start-up text is there; fails when the program ends instead. */
export async function start(options: ProgramOptions): Promise<Program> {
  const { process: running, output, exited } = await launch(options);
  const deadlineMs = performance.now() + startMaxMs;
  for (;;) {
    const url = startedUrl(output());
    if (url !== null) {
      return {
        url,
        pid: running.pid ?? 0,
        get postgresPid() {
          return postmaster(options.dataDir)?.pid ?? null;
        },
        output,
        signal: (signal) => void running.kill(signal),
        exited,
      };
    }
    if (running.exitCode !== null || running.signalCode !== null) {
      throw new Error(`The program ended instead of starting:\n${(await exited).output}`);
    }
    if (performance.now() > deadlineMs) throw new Error(`The program did not start:\n${output()}`);
    await delay(pollMs);
  }
}

/** For a program that must refuse to start: what it said, and its exit code. */
export async function runToEnd(options: ProgramOptions): Promise<Ended> {
  return await (await launch(options)).exited;
}

/** Asks it to stop, and waits. */
export async function stop(program: Program): Promise<Ended> {
  program.signal('SIGTERM');
  return await program.exited;
}

/** A folder of the test's own, with a data directory in it that the user of the program may use. */
export async function newDataDir(user?: User): Promise<string> {
  const folder = await newDataFolder('quittance-program-');
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  return join(folder, 'data');
}

/** Ends what a failed test left running there, the orphaned server included, and removes the folder. */
export async function removeDataDir(dataDir: string): Promise<void> {
  for (const child of children.filter((one) => one.dataDir === dataDir)) {
    child.process.kill('SIGKILL');
    await child.exited;
  }
  const server = postmaster(dataDir);
  if (server !== null) {
    process.kill(server.pid, 'SIGQUIT');
    while (isRunning(server.pid)) await delay(pollMs);
    await rm(server.socketDir, { recursive: true, force: true });
  }
  await rm(resolve(dataDir, '..'), { recursive: true, force: true, maxRetries: 5 });
}

/** A look into the embedded server's database, past the program. */
export function openEmbedded(dataDir: string): pg.Pool {
  const server = postmaster(dataDir);
  if (server === null) throw new Error(`no server runs in ${dataDir}`);
  const host = encodeURIComponent(server.socketDir);
  return createPool(`postgres://quittance@/quittance?host=${host}&port=${server.port}&sslmode=disable`, 4);
}

/** False also for a process that has ended and whose parent has not noticed yet. */
export function isRunning(pid: number): boolean {
  const state = /\) (\S)/.exec(readIfThere(`/proc/${pid}/stat`))?.[1];
  return state !== undefined && state !== 'Z';
}

/** PostgreSQL writes down who it is: process, directory, start, port, socket directory, each on a line. */
export function postmaster(dataDir: string): { pid: number; port: number; socketDir: string } | null {
  const lines = readIfThere(join(dataDir, 'postgres/postmaster.pid')).split('\n');
  const pid = Number(lines[0]);
  // A killed server leaves the file behind, and its process ID may be somebody else's by now.
  const isServer = pid > 0 && isRunning(pid) && readIfThere(`/proc/${pid}/comm`).trim() === 'postgres';
  return isServer ? { pid, port: Number(lines[3]), socketDir: lines[4] ?? '' } : null;
}

/** Empty when it is not there, or goes away at this moment. */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

interface Child {
  readonly process: ChildProcess;
  readonly dataDir: string;
  readonly exited: Promise<Ended>;
  output(): string;
}

const children: Child[] = [];

/** Does not wait for anything: for tests that act on the program while it starts. */
export async function launch({ dataDir, env, user }: ProgramOptions): Promise<Child> {
  const main = await build();
  const child = spawn(process.execPath, [main], {
    ...user,
    cwd: resolve(dataDir, '..'),
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      QUITTANCE_MODE: 'sandbox',
      SANDBOX_FATES: 'off',
      ...patientStop,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const exited = new Promise<Ended>((done, failed) => {
    child.once('error', failed);
    child.once('close', (exitCode) => done({ exitCode, output }));
  });
  const launched = { process: child, dataDir, exited, output: () => output };
  children.push(launched);
  return launched;
}

export interface CommandEnded {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line in a process of its own, with the program's environment. */
export async function runCommand(
  args: readonly string[],
  { dataDir, env, input }: Omit<ProgramOptions, 'user'> & { readonly input?: string },
): Promise<CommandEnded> {
  const program = join(await build(), '../quittance.js');
  const child = spawn(process.execPath, [program, ...args], {
    cwd: resolve(dataDir, '..'),
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, QUITTANCE_MODE: 'sandbox', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input ?? '');
  const [stdout, stderr, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((done) => child.once('close', done)),
  ]);
  return { exitCode, stdout, stderr };
}

/** The address, once the whole start-up text has come through the pipe. */
function startedUrl(output: string): string | null {
  const [, url, mode] = /^Quittance runs at (\S+) \((\w+) mode/m.exec(output) ?? [];
  if (url === undefined) return null;
  return mode === 'production' || output.includes('at the next start.') ? url : null;
}

/** A file of the built program. */
export async function builtFile(name: string): Promise<string> {
  return join(await build(), '..', name);
}

/**
 * Puts the program together once for each state of the sources, below the project, as it looks for its migrations beside
 * package.json. A build has its place only when it is whole.
 */
async function build(): Promise<string> {
  const hash = await sourcesHash(['vite.program.config.ts'], ['src', 'sdk/src'], '.ts');
  const folder = join(buildsDir, hash);
  const main = join(folder, 'main.js');
  await mkdir(buildsDir, { recursive: true });
  await buildOnce(
    join(buildsDir, 'lock'),
    () => existsSync(main),
    () => putTogether(folder),
  );
  return main;
}

async function putTogether(folder: string): Promise<void> {
  await removeOldBuilds();
  const temporary = `${folder}.unfinished`;
  await rm(temporary, { recursive: true, force: true });
  const vite = join(projectDir, 'node_modules/vite/bin/vite.js');
  const options = ['build', '--config', join(projectDir, 'vite.program.config.ts'), '--outDir', temporary];
  await promisify(execFile)(process.execPath, [vite, ...options], { cwd: projectDir });
  await rename(temporary, folder);
}
