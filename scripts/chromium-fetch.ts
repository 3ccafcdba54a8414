import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LaunchOptions } from 'playwright-core';

/** One way to a browser. */
export interface Way {
  /** For the person who reads that it did not work. */
  readonly name: string;
  /** Fails with the reason why there is none this way. */
  readonly prepare: () => Promise<LaunchOptions>;
}

export type Log = (line: string) => void;

/** A slow line takes minutes for a hundred megabytes; after this long another way is the better one. */
const downloadMaxMs = 600_000;
/** Where nothing answers, playwright asks five times. */
const connectMaxMs = 10_000;
const installMaxMs = 600_000;
const probeMaxMs = 10_000;
const lockRetryMs = 1_000;

/**
 * Ways that bring a browser to this machine. Each says what it does, and how long it may take. Several test runs may do this at
 * once: playwright and apt have locks of their own, and who comes second finds the work done.
 */
export function fetchingWays(log: Log, options: LaunchOptions): readonly Way[] {
  let isDownloaded = false;
  const download = async () => {
    log(
      'No Chromium on this machine for the tests of the pages. Downloading the one of playwright (up to 10 minutes)…',
    );
    const environment = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(connectMaxMs) };
    await runOrFail(playwright('install', 'chromium-headless-shell'), downloadMaxMs, environment);
    isDownloaded = true;
    return options;
  };
  const addLibraries = async () => {
    if (!isDownloaded) throw new Error('there is no download');
    const asRoot = await rootPrefix();
    log('The downloaded Chromium does not start. Installing the libraries it needs with apt-get (up to 10 minutes)…');
    await aptUpdate(asRoot);
    await runOrFail([...asRoot, ...playwright('install-deps', 'chromium-headless-shell')], installMaxMs, unattended);
    return options;
  };
  const installPackage = async (name: string) => {
    const asRoot = await rootPrefix();
    log(`Installing Debian's ${name} with apt-get (up to 10 minutes)…`);
    await aptUpdate(asRoot);
    const install = ['install', '--yes', '--no-install-recommends', name];
    await runOrFail([...asRoot, 'apt-get', ...waitForLock, ...install], installMaxMs, unattended);
    return { ...options, executablePath: `/usr/bin/${name}` };
  };
  return [
    { name: "playwright's download", prepare: download },
    { name: "playwright's download, with libraries by apt-get", prepare: addLibraries },
    // Lighter, and not in every release.
    { name: "Debian's package of the shell", prepare: () => installPackage('chromium-headless-shell') },
    { name: "Debian's package", prepare: () => installPackage('chromium') },
  ];
}

const unattended = { DEBIAN_FRONTEND: 'noninteractive' };
const waitForLock = ['-o', `DPkg::Lock::Timeout=${installMaxMs / 1_000}`];

function playwright(...args: readonly string[]): readonly string[] {
  const folder = path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  return [process.execPath, path.join(folder, 'cli.js'), ...args];
}

/** What makes a command root's: nothing for root, sudo where it asks for no password. */
async function rootPrefix(): Promise<readonly string[]> {
  if (process.platform !== 'linux' || (await run(['apt-get', '--version'], probeMaxMs)).exitCode !== 0) {
    throw new Error('this system has no apt-get');
  }
  if (process.geteuid?.() === 0) return [];
  // `env` carries what we set for the command, which sudo would drop.
  const sudo = ['sudo', '-n', 'env', `DEBIAN_FRONTEND=${unattended.DEBIAN_FRONTEND}`];
  if ((await run([...sudo, 'true'], probeMaxMs)).exitCode === 0) return sudo;
  throw new Error('only root may install it, and sudo is not there or asks for a password');
}

/** A fresh machine has no lists of packages. Their lock is the one that apt does not wait for: a new machine updates itself, too. */
async function aptUpdate(asRoot: readonly string[]): Promise<void> {
  const deadlineMs = performance.now() + installMaxMs;
  for (;;) {
    const { exitCode, output } = await run([...asRoot, 'apt-get', 'update'], installMaxMs, unattended);
    if (exitCode === 0) return;
    if (!output.includes('Could not get lock') || performance.now() > deadlineMs) {
      throw new Error(`apt-get update failed:\n${output}`);
    }
    await delay(lockRetryMs);
  }
}

async function runOrFail(
  command: readonly string[],
  maxMs: number,
  environment?: Readonly<Record<string, string>>,
): Promise<void> {
  const { exitCode, output } = await run(command, maxMs, environment);
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode ?? 'a signal'}:\n${output}`);
}

const toldLinesMax = 4;

/** The exit code, and what was complained of. A command that takes too long is ended, with all it has started. */
async function run(
  command: readonly string[],
  maxMs: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  const [program = '', ...args] = command;
  const isGroup = process.platform !== 'win32';
  const child = spawn(program, args, {
    detached: isGroup,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const timer = setTimeout(() => {
    output += `\nended after ${maxMs / 1_000} s`;
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    else child.kill();
  }, maxMs);
  const exitCode = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(null);
    });
    child.once('close', resolve);
  });
  clearTimeout(timer);
  return { exitCode, output: complaints(output) };
}

/** The last lines that speak of a failure, without traces of the stack; else the last lines. */
function complaints(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  const failures = [...new Set(lines.filter((line) => /^E: |error|fail|could not|unable|ended after/i.test(line)))];
  return (failures.length > 0 ? failures : lines).slice(-toldLinesMax).join('\n');
}
