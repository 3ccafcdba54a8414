/**
 * Decides which user runs the server. PostgreSQL refuses root, yet many containers and small machines run everything
 * as root.
 *
 * - An ordinary user: that user.
 * - Root, and the cluster belongs to somebody else: that owner, as nobody else could open it.
 * - Root, where user namespaces work: a namespace in which root is shown as an ordinary user. Outside it the process is
 *   still root without capabilities, so a data directory below a closed home directory stays reachable.
 * - Root, elsewhere (a container without that right): the system's `postgres` or `nobody`, who is given the cluster.
 */
import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';

export interface RunAs {
  /** Put before the server's command. Replaces itself by it (exec), so the process ID is that of the server. */
  readonly prefix: readonly string[];
  /** Set when it is not the user of this process. */
  readonly user?: User;
}

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Accounts that own nothing else of value, in order of preference; `_postgres` is the name on macOS. */
const accountNames = ['postgres', '_postgres', 'nobody'] as const;

export async function chooseRunAs(clusterDir: string): Promise<RunAs> {
  if (process.geteuid?.() !== 0) return { prefix: [] };
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { prefix: [], user: { uid: owner.uid, gid: owner.gid } };

  const user = await findAccount();
  if (user === undefined) {
    throw new Error(
      `PostgreSQL refuses to run as root, and /etc/passwd has none of ${accountNames.join(', ')} to run it as. ` +
        'Start the service as an ordinary user, or set DATABASE_URL.',
    );
  }
  // initdb wants a name for its user ID, so the ID shown inside must be one that exists.
  const prefix = ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`, '--'];
  const probe = await runProgram([...prefix, 'true']);
  return probe.exitCode === 0 ? { prefix } : { prefix: [], user };
}

/** Who runs PostgreSQL where root must not. */
export async function findAccount(): Promise<User | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const accounts = lines.map((line) => line.split(':'));
  for (const name of accountNames) {
    const account = accounts.find((fields) => fields[0] === name);
    const uid = Number(account?.[2]);
    const gid = Number(account?.[3]);
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  return undefined;
}

interface ProgramResult {
  /** null when the program could not be started or was killed. */
  readonly exitCode: number | null;
  readonly output: string;
}

/** Only for programs that end by themselves. Never rejects: a missing program is an answer too. */
export function runProgram(
  command: readonly string[],
  options: { user?: User | undefined; cwd?: string } = {},
): Promise<ProgramResult> {
  return new Promise<ProgramResult>((resolve) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      ...options.user,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...programEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    child.once('error', (error) => resolve({ exitCode: null, output: error.message }));
    child.once('close', (exitCode) => resolve({ exitCode, output: output.trim() }));
  }).catch((error: Error) => ({ exitCode: null, output: error.message }));
}

/**
 * The server must not depend on who started it: PGPORT, PGDATA, PGTZ or LD_LIBRARY_PATH in the environment would change
 * it. On Windows programs do not load without the system's own variables, so there it stays as it is.
 */
export function programEnvironment(): { env?: NodeJS.ProcessEnv } {
  if (process.platform === 'win32') return {};
  return { env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
}
