import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const packageOf = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  pgbackrest: 'pgbackrest',
  psql: 'postgresql-client',
} as const;

/** What has to be installed for a drill. */
export const packageNames: readonly string[] = [...Object.values(packageOf), 'postgresql'];

const folders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Where the programs of the newest installed PostgreSQL are, or what has to be installed. */
export function findPrograms(): { readonly pgBin: string } | { readonly missing: readonly string[] } {
  const missing: string[] = Object.entries(packageOf)
    .filter(([program]) => !folders.some((folder) => existsSync(join(folder, program))))
    .map(([, name]) => name);
  const pgBin = findServer();
  if (pgBin === null) missing.push('postgresql');
  return missing.length > 0 || pgBin === null ? { missing } : { pgBin };
}

function findServer(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).filter((name) => /^\d+$/.test(name)) : [];
  const [newest] = versions
    .sort((left, right) => Number(right) - Number(left))
    .filter((version) => existsSync(join(root, version, 'bin/postgres')));
  return newest === undefined ? null : join(root, newest, 'bin');
}

/** What somebody has to do who does not have them. */
export function installText(missing: readonly string[]): string {
  return `The drill needs programs that are not installed. On Debian or Ubuntu:

  sudo apt-get install --no-install-recommends ${missing.join(' ')}${missing.includes('patroni') ? ' python3-etcd' : ''}

Their own services are not needed and may be switched off: the drill starts each program by itself, on loopback addresses.
`;
}
