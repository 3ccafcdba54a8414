/**
 * Ends the server when its service is gone without a word: killed, or crashed too hard for its own farewell.
 *
 * A small process of its own waits at a pipe that only the service holds open. A word through it means that the server has
 * ended; its end without a word means that the service has, and then the guard asks the server for a fast shutdown. Should the
 * guard be killed as well, the next start on the same data ends the server, as it always has.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { programEnvironment } from './run-as.ts';

interface Guard {
  /** To be called as soon as the server has ended: its process ID may become that of another program. */
  dismiss(): void;
}

interface Guarded {
  readonly pid: number;
  readonly binDir: string;
  readonly clusterDir: string;
  readonly log: (message: string) => void;
}

export function guardServer(server: Guarded): Guard {
  const [program = '', ...args] = guardCommand(process.platform, server);
  const guard = spawn(program, args, {
    ...programEnvironment(),
    cwd: server.binDir,
    // A session of its own: what ends the service, Ctrl-C or a signal to its group, must not end the guard.
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.once('error', (error) =>
    server.log(`The PostgreSQL server will outlive a service that is killed: ${error.message}`),
  );
  // A guard that was killed takes no more words.
  guard.stdin.on('error', () => undefined);
  // It must not keep a service alive that has nothing else to do.
  guard.unref();
  return { dismiss: () => void guard.stdin.end('ended\n') };
}

/** The process ID may be another program's if the server was killed together with its service: looked at before it is used. */
const posixScript = `read -r word && exit
name=$(cat "/proc/$1/comm" 2>/dev/null || ps -o comm= -p "$1" 2>/dev/null)
case "\${name##*/}" in postgres | flock | unshare) kill -INT "$1" ;; esac`;

/** Windows has no signals between programs; its server is asked through pg_ctl, which goes by the cluster. */
const windowsScript = `const [pid, pidFile, pgCtl, ...args] = process.argv.slice(2);
let words = '';
process.stdin.on('data', (chunk) => { words += chunk; }).on('error', () => undefined).on('close', () => {
  if (words !== '' || require('node:fs').readFileSync(pidFile, 'utf8').split('\\n')[0].trim() !== pid) return;
  require('node:child_process').spawnSync(pgCtl, args, { windowsHide: true, stdio: 'ignore' });
});`;

export function guardCommand(system: NodeJS.Platform, { pid, binDir, clusterDir }: Omit<Guarded, 'log'>): string[] {
  if (system !== 'win32') return ['/bin/sh', '-c', posixScript, 'quittance-guard', String(pid)];
  const stop = [path.join(binDir, 'pg_ctl'), 'stop', '-D', clusterDir, '-m', 'fast', '--no-wait'];
  const pidFile = path.join(clusterDir, 'postmaster.pid');
  return [process.execPath, '-e', windowsScript, 'quittance-guard', String(pid), pidFile, ...stop];
}
