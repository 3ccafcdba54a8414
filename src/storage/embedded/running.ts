import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Addresses } from '../installation/migrate.ts';
import { completeRoles, connectionStrings } from './embedded-postgres.ts';
import { passwordFile } from './listen-address.ts';

/**
 * Where the embedded server of a data directory listens, when it runs: PostgreSQL itself writes that into its cluster, which
 * only its owner can read. So a command can work beside a running service without starting a second server or taking the
 * service's lock. Null when none runs, or none that can be reached from here.
 */
export async function findRunningServer(givenDataDir: string): Promise<Addresses | null> {
  const dataDir = await realpath(givenDataDir).catch(() => null);
  if (dataDir === null) return null;
  const file = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  // One fact on each line: process, directory, start, port, socket directory, address.
  const [, , , port, socketDir] = file.split('\n');
  if (port === undefined || socketDir === undefined) return null;
  const endpoint =
    socketDir === ''
      ? {
          host: '127.0.0.1',
          port: Number(port),
          password: (await readFile(passwordFile(dataDir), 'utf8').catch(() => '')).trim(),
        }
      : { host: socketDir, port: Number(port), socketDir };
  // The file outlives a server that was killed; only an answer is a proof.
  if (!(await completeRoles(endpoint))) return null;
  const { connectionString: ownerUrl, workConnectionString: url } = connectionStrings(endpoint);
  return { url, ownerUrl };
}
