import { chown, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../src/storage/database/connection.ts';
import { projectFolder } from '../src/storage/installation/project-folder.ts';
import { addresses, databaseUrl, type FleetSettings } from './fleet-settings.ts';
import { FleetNode } from './node.ts';
import { Program } from './processes.ts';
import { ServiceProcess } from './service-process.ts';
import { edited, editsOf } from './templates.ts';
import { until } from './wait.ts';

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

const wholeMaxMs = 90_000;
/** Bytes. Each node tells its own position every few seconds, so under load one that has everything seems a little behind. */
const lagMax = 4_000_000;

/** The whole fleet on this machine, started from the files of deploy/fleet/. */
export class Fleet {
  readonly settings: FleetSettings;
  readonly nodes: readonly FleetNode[];
  readonly services: readonly ServiceProcess[];
  #proxy: Program | null = null;
  #pooler: Program | null = null;

  constructor(settings: FleetSettings) {
    this.settings = settings;
    this.nodes = [1, 2, 3].map((number) => new FleetNode(settings, number));
    this.services = [1, 2].map((number) => new ServiceProcess(settings, number));
  }

  /** What merchants and payers call. */
  get url(): string {
    return `http://${addresses.proxy}:${this.settings.ports.HTTP_PORT}`;
  }

  async start(): Promise<void> {
    const { progress, variant } = this.settings;
    await this.#makeFolders();
    progress('etcd, three members');
    for (const node of this.nodes) node.startEtcd();
    progress('Patroni and PostgreSQL, three nodes');
    for (const node of this.nodes) node.startPatroni();
    await until('a primary and its standbys run', wholeMaxMs, () => this.isWhole());
    this.#proxy = this.#run('haproxy', addresses.proxy);
    if (variant.isPooled) this.#pooler = this.#run('pgbouncer', addresses.proxy);
    await until('HAProxy finds the primary', 15_000, () => this.#reachesDatabase());
    progress('two processes of the service');
    for (const service of this.services) await service.start();
    await until('HAProxy lets callers through', 15_000, async () => (await fetch(`${this.url}/console`)).status < 500);
  }

  async stop(): Promise<void> {
    await Promise.all(this.services.map((service) => service.end('SIGKILL')));
    await Promise.all([this.#proxy?.end('SIGKILL'), this.#pooler?.end('SIGKILL')]);
    for (const node of this.nodes) {
      await node.resume();
      await node.kill();
    }
  }

  /** What Patroni says of its members, asked at the first node that answers. */
  async members(): Promise<readonly Member[]> {
    const asked = this.nodes.map(async ({ address }) => {
      const response = await fetch(`http://${address}:${this.settings.ports.PATRONI_PORT}/cluster`, {
        signal: AbortSignal.timeout(1_000),
      });
      return ((await response.json()) as { readonly members: readonly Member[] }).members;
    });
    return await Promise.any(asked);
  }

  async node(role: 'leader' | 'sync_standby' | 'replica'): Promise<FleetNode> {
    const member = (await this.members()).find((one) => one.role === role);
    const node = this.nodes.find(({ name }) => name === member?.name);
    if (node === undefined) throw new Error(`there is no ${role}`);
    return node;
  }

  /** All three run, one leads, and the others have what it has; one of them synchronously, where that is wanted. */
  async isWhole(): Promise<boolean> {
    const members = await this.members();
    const count = (role: string) => members.filter((one) => one.role === role).length;
    const isReady = ({ state, lag = 0 }: Member) =>
      /^(running|streaming)$/.test(state) && typeof lag === 'number' && lag < lagMax;
    const synchronous = this.settings.variant.isAsynchronous ? 0 : 1;
    return (
      members.length === 3 && members.every(isReady) && count('leader') === 1 && count('sync_standby') >= synchronous
    );
  }

  async untilWhole(): Promise<void> {
    await until('all nodes run again, with a synchronous standby', wholeMaxMs, () => this.isWhole());
  }

  /** Asks Patroni to make another node the primary. */
  async switchOver(): Promise<void> {
    const leader = await this.node('leader');
    const response = await fetch(`http://${leader.address}:${this.settings.ports.PATRONI_PORT}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name }),
    });
    if (response.status !== 200) throw new Error(`no switchover: ${response.status} ${await response.text()}`);
  }

  async #reachesDatabase(): Promise<boolean> {
    await (await connect(databaseUrl(this.settings, 'owner'), 'admin')).end();
    return true;
  }

  #run(program: 'haproxy' | 'pgbouncer', listen: string): Program {
    const { folder, account, variables } = this.settings;
    const cwd = join(folder, program);
    return new Program({
      name: program,
      command: [join(folder, 'fleet/run.sh'), program],
      env: { ...variables, LISTEN: listen, FLEET_DATA: cwd, HOME: cwd },
      account,
      cwd,
      logFile: join(folder, 'logs', `${program}.log`),
    });
  }

  /** A copy of the files, which the account that runs PostgreSQL can read wherever the project lies. */
  async #makeFolders(): Promise<void> {
    const { folder, variant, account } = this.settings;
    await cp(join(projectFolder(), 'deploy/fleet'), join(folder, 'fleet'), { recursive: true });
    const edits = editsOf(variant);
    for (const file of await readdir(join(folder, 'fleet'))) {
      const path = join(folder, 'fleet', file);
      const text = await readFile(path, 'utf8');
      const changed = edited(file, text, edits);
      if (changed !== text) await writeFile(path, changed);
    }
    await mkdir(join(folder, 'logs'));
    await mkdir(join(folder, 'receipts'));
    const owned = ['backups', 'haproxy', 'pgbouncer', 'restored', ...this.nodes.map(({ name }) => name)];
    for (const name of owned) {
      await mkdir(join(folder, name), { mode: 0o700 });
      if (account.uid !== undefined && account.gid !== undefined)
        await chown(join(folder, name), account.uid, account.gid);
    }
  }
}
