/**
 * Sees to it that one server, of one service, works on a data directory.
 *
 * `service.lock` names the service that uses it and gives the clear refusal. It cannot see a service in another
 * container with the same volume, as process IDs mean nothing across containers; so on Linux the server itself holds a
 * lock (flock) on its cluster, which the kernel keeps until the last of its processes is gone.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runProgram } from './run-as.ts';

export interface ServiceLock {
  release(): Promise<void>;
}

interface LockHolder {
  readonly pid: number;
  /** Tells the process from a later one with the same ID; empty where the system does not tell. */
  readonly startedAt: string;
}

const lockAttemptsMax = 20;
const lockRetryMs = 100;
/** Exit code of flock for "held by another"; none of PostgreSQL's own. */
export const clusterLockedExitCode = 75;
/** What remains of a killed server ends within a second or two; a server in another container does not. */
const clusterFreeMaxMs = 30_000;
const pollMs = 50;
/** A fast shutdown writes out all changed pages; an immediate one leaves that to the recovery of the next start. */
const fastShutdownMaxMs = 60_000;
const immediateShutdownMaxMs = 15_000;

export async function acquireServiceLock(dataDir: string): Promise<ServiceLock> {
  const file = path.join(dataDir, 'service.lock');
  const holder: LockHolder = { pid: process.pid, startedAt: (await processStart(process.pid)) ?? '' };
  const content = `${JSON.stringify(holder)}\n`;
  for (let attempt = 1; attempt <= lockAttemptsMax; attempt++) {
    if (await createFile(file, content)) {
      return { release: () => takeAway(file, content) };
    }
    const found = await readFile(file, 'utf8').catch(() => undefined);
    if (found === undefined) continue;
    const other = parseHolder(found);
    if (other !== undefined && (await isRunning(other))) {
      const who = other.pid === process.pid ? 'this very process' : `process ${other.pid}`;
      throw new Error(
        `The data directory ${dataDir} is in use by ${who}. Stop that service first, or give this one a data directory ` +
          'of its own.',
      );
    }
    // An unreadable lock is one that is being written right now, or was when the machine went down.
    if (other === undefined && attempt < lockAttemptsMax / 2) await delay(lockRetryMs);
    else await takeAway(file, found);
  }
  throw new Error(`${file} could not be taken: other services are starting on the same data directory.`);
}

/** Ends a server that an earlier service left behind, so that the next one is our own child and has our settings. */
export async function takeOverCluster(input: {
  readonly binDir: string;
  readonly clusterDir: string;
  readonly log: (message: string) => void;
}): Promise<void> {
  const { binDir, clusterDir, log } = input;
  if (!existsSync(clusterDir)) return;
  if (process.platform === 'win32') {
    await runProgram([path.join(binDir, 'pg_ctl'), 'stop', '-D', clusterDir, '-m', 'fast'], { cwd: binDir });
    return;
  }
  const pidFile = path.join(clusterDir, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (pid > 0 && (await isServerOf(pid, clusterDir))) {
    log(`Stopping a PostgreSQL server (process ${pid}) that an earlier run left behind`);
    await stopServer(pid, clusterDir);
  }
  const lockWasFree = await waitUntilClusterFree(clusterDir);
  // The ID now belongs to some other program, which PostgreSQL would take for a running server, and refuse. Without the
  // lock's word we let it refuse: the file could be that of a server in another container. (macOS has neither.)
  const certain = lockWasFree || process.platform === 'darwin';
  if (certain && pid > 0 && isPresent(pid) && !(await isServerOf(pid, clusterDir))) await rm(pidFile, { force: true });
}

/** Makes the server hold the lock on its cluster, where the system has the program for it (util-linux). */
export async function clusterLockPrefix(clusterDir: string): Promise<string[]> {
  const { exitCode } = await runProgram([...flockCommand(clusterDir), 'true']);
  return exitCode === 0 || exitCode === clusterLockedExitCode ? flockCommand(clusterDir) : [];
}

function flockCommand(clusterDir: string): string[] {
  return ['flock', '--no-fork', '--nonblock', '--conflict-exit-code', String(clusterLockedExitCode), clusterDir];
}

/** True when the lock was seen to be free, false where the system cannot tell. */
async function waitUntilClusterFree(clusterDir: string): Promise<boolean> {
  const deadlineMs = performance.now() + clusterFreeMaxMs;
  while (performance.now() < deadlineMs) {
    const { exitCode } = await runProgram([...flockCommand(clusterDir), 'true']);
    if (exitCode !== clusterLockedExitCode) return exitCode === 0;
    await delay(pollMs);
  }
  throw new Error(
    `Another PostgreSQL server holds ${clusterDir}, perhaps in another container with the same volume. ` +
      'Stop that one first.',
  );
}

async function stopServer(pid: number, clusterDir: string): Promise<void> {
  const steps = [
    { signal: 'SIGINT', maxMs: fastShutdownMaxMs },
    { signal: 'SIGQUIT', maxMs: immediateShutdownMaxMs },
  ] as const;
  for (const { signal, maxMs } of steps) {
    signalIfPresent(pid, signal);
    const deadlineMs = performance.now() + maxMs;
    while (performance.now() < deadlineMs) {
      if (!(await isServerOf(pid, clusterDir))) return;
      await delay(pollMs);
    }
  }
  throw new Error(`A PostgreSQL server left behind (process ${pid}) does not stop. End it, then start again.`);
}

function signalIfPresent(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A server works inside its cluster directory. Compared as a directory, not by name: mounts can rename it. */
async function isServerOf(pid: number, clusterDir: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const { output } = await runProgram(['ps', '-o', 'command=', '-p', String(pid)]);
    return output.includes('postgres') && output.includes(clusterDir);
  }
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  if (name.trim() !== 'postgres') return false;
  const [workingDir, cluster] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => undefined),
    stat(clusterDir).catch(() => undefined),
  ]);
  return workingDir !== undefined && workingDir.ino === cluster?.ino && workingDir.dev === cluster.dev;
}

async function isRunning(holder: LockHolder): Promise<boolean> {
  return (await processStart(holder.pid)) === holder.startedAt;
}

/** When a process started, in the system's own words; undefined when there is none. */
async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ').pop()?.split(' ') ?? [];
    const [state, startTicks] = [fields[0], fields[19]];
    // A zombie has ended; only its parent has not noticed.
    if (startTicks === undefined || state === 'Z' || state === 'X') return undefined;
    // Ticks count from the boot, so the boot belongs to them.
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    return `${boot.trim()}:${startTicks}`;
  }
  if (process.platform === 'win32') return isPresent(pid) ? '' : undefined;
  const { exitCode, output } = await runProgram(['ps', '-o', 'lstart=', '-p', String(pid)]);
  return exitCode === 0 ? output : undefined;
}

function isPresent(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function parseHolder(content: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(content) as Partial<LockHolder>;
    if (!Number.isSafeInteger(holder.pid) || typeof holder.startedAt !== 'string') return undefined;
    return { pid: Number(holder.pid), startedAt: holder.startedAt };
  } catch {
    return undefined;
  }
}

async function createFile(file: string, content: string): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a lock only if it is still the one that was read: in between, another service may have taken it anew. */
async function takeAway(file: string, expected: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  const content = await readFile(aside, 'utf8');
  if (content !== expected) await createFile(file, content);
  await rm(aside, { force: true });
}
