/** Where the server listens: a socket that only its owner can reach, or, on Windows, a local port with a password. */
import { createHash, randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunAs } from './run-as.ts';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** undefined on Windows. */
  readonly socketDir?: string;
  /** undefined where the socket's directory is the protection. */
  readonly password?: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Part of the socket's file name only; every data directory has a socket directory of its own. */
const socketPort = 5432;
const socketName = `.s.PGSQL.${socketPort}`;
/** The kernel's limit is 104 bytes on macOS and 108 on Linux, with a closing zero. */
const socketPathMaxBytes = 100;

export async function openEndpoint(dataDir: string, runAs: RunAs): Promise<Endpoint> {
  return process.platform === 'win32' ? openPort(dataDir) : openSocketDir(dataDir, runAs);
}

async function openSocketDir(dataDir: string, runAs: RunAs): Promise<Endpoint> {
  const uid = runAs.user?.uid ?? process.geteuid?.() ?? 0;
  const socketDir = socketDirOf(dataDir, uid);
  try {
    await mkdir(socketDir, { mode: 0o700 });
    if (runAs.user !== undefined) await chown(socketDir, runAs.user.uid, runAs.user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Every user may create names in /tmp. The server trusts every client of its socket, so a directory that another user
  // made, or may enter, must not be used.
  const found = await lstat(socketDir);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${socketDir} must be a directory of user ${uid} that nobody else may enter (mode 700). Somebody else made it, ` +
        'or its mode was changed: remove it and start again.',
    );
  }
  // Left by a killed server. PostgreSQL would clear them itself, unless their process ID now belongs to another program.
  for (const name of [socketName, `${socketName}.lock`]) await rm(path.join(socketDir, name), { force: true });
  return {
    host: socketDir,
    port: socketPort,
    socketDir,
    settings: {
      listen_addresses: '',
      port: String(socketPort),
      unix_socket_directories: socketDir,
      unix_socket_permissions: '0700',
    },
  };
}

/** Outside the data directory, which may lie too deep for a socket. The user is part of the name, as it is of the right. */
function socketDirOf(dataDir: string, uid: number): string {
  const name = `quittance-${createHash('sha256').update(`${uid}\0${dataDir}`).digest('hex').slice(0, 16)}`;
  const preferred = path.join(tmpdir(), name);
  return Buffer.byteLength(path.join(preferred, socketName)) <= socketPathMaxBytes
    ? preferred
    : path.join('/tmp', name);
}

async function openPort(dataDir: string): Promise<Endpoint> {
  const port = await findFreePort();
  return {
    host: '127.0.0.1',
    port,
    password: await keepPassword(dataDir),
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
  };
}

export function passwordFile(dataDir: string): string {
  return path.join(dataDir, 'postgres-password');
}

/** The password of both roles. Made once, before the cluster, which is created with it. */
export async function keepPassword(dataDir: string): Promise<string> {
  const file = passwordFile(dataDir);
  const password = randomBytes(24).toString('hex');
  try {
    await writeFile(file, password, { flag: 'wx', mode: 0o600 });
    return password;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(file, 'utf8')).trim();
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
