import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Account } from './processes.ts';
import type { Variant } from './templates.ts';

/** Every machine of the fleet is an address of the loopback network, so that the files look as they do elsewhere. */
export const addresses = {
  nodes: ['127.77.0.11', '127.77.0.12', '127.77.0.13'],
  services: ['127.77.0.21', '127.77.0.22'],
  proxy: '127.0.0.1',
} as const;

const portNames = [
  'ETCD_PORT',
  'ETCD_PEER_PORT',
  'PATRONI_PORT',
  'PG_PORT',
  'SERVICE_PORT',
  'HTTP_PORT',
  'DATABASE_PORT',
  'POOLER_PORT',
  'RESTORE_PORT',
] as const;
type PortName = (typeof portNames)[number];

const passwordNames = [
  'SUPERUSER_PASSWORD',
  'REPLICATION_PASSWORD',
  'REWIND_PASSWORD',
  'OWNER_PASSWORD',
  'WORK_PASSWORD',
] as const;

export interface FleetSettings {
  readonly folder: string;
  readonly account: Account;
  readonly variant: Variant;
  readonly ports: Readonly<Record<PortName, number>>;
  /** The variables of the templates that are the same on every machine. */
  readonly variables: Readonly<Record<string, string>>;
  readonly progress: (text: string) => void;
}

export async function makeSettings(
  given: Pick<FleetSettings, 'folder' | 'account' | 'variant' | 'progress'> & { readonly pgBin: string },
): Promise<FleetSettings> {
  const { pgBin, ...rest } = given;
  const ports = await freePorts();
  const passwords = Object.fromEntries(passwordNames.map((name) => [name, randomBytes(12).toString('hex')]));
  const [node1, node2, node3] = addresses.nodes;
  const [service1, service2] = addresses.services;
  const variables = {
    ...passwords,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    NODE_1: node1,
    NODE_2: node2,
    NODE_3: node3,
    SERVICE_1: service1,
    SERVICE_2: service2,
    DATABASE_CLIENTS: '127.0.0.0/8',
    DATABASE_HOST: addresses.proxy,
    PG_BIN: pgBin,
    BACKUP_REPOSITORY: join(given.folder, 'backups'),
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
  };
  return { ...rest, ports, variables };
}

/** All of them are free at the same time; who takes one between now and its use makes the drill fail and say so. */
async function freePorts(): Promise<Readonly<Record<PortName, number>>> {
  const servers = await Promise.all(
    portNames.map(
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer().once('error', reject);
          server.listen(0, '0.0.0.0', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return Object.fromEntries(portNames.map((name, index) => [name, ports[index]])) as Record<PortName, number>;
}

/** The address of the database as the service has it. */
export function databaseUrl({ ports, variables, variant }: FleetSettings, role: 'work' | 'owner'): string {
  const port = variant.isPooled ? ports.POOLER_PORT : ports.DATABASE_PORT;
  const [user, password] =
    role === 'work' ? ['quittance_work', variables['WORK_PASSWORD']] : ['quittance', variables['OWNER_PASSWORD']];
  return `postgres://${user}:${password}@${addresses.proxy}:${port}/quittance`;
}
