import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addresses, type FleetSettings } from './fleet-settings.ts';
import { familyOf, Program, readProcesses, signalAll } from './processes.ts';

/** One machine with etcd, Patroni and PostgreSQL. */
export class FleetNode {
  readonly number: number;
  readonly address: string;
  readonly folder: string;
  readonly #settings: FleetSettings;
  #etcd: Program | null = null;
  #patroni: Program | null = null;

  constructor(settings: FleetSettings, number: number) {
    this.#settings = settings;
    this.number = number;
    this.address = addresses.nodes[number - 1] ?? '';
    this.folder = join(settings.folder, `node${number}`);
  }

  get name(): string {
    return `node${this.number}`;
  }

  get variables(): Readonly<Record<string, string>> {
    const { variables } = this.#settings;
    return {
      ...variables,
      NODE: String(this.number),
      ADDRESS: this.address,
      LISTEN: this.address,
      FLEET_DATA: this.folder,
      HOME: this.folder,
    };
  }

  startEtcd(): void {
    this.#etcd = this.#run('etcd');
  }

  startPatroni(): void {
    this.#patroni = this.#run('patroni');
  }

  async killEtcd(): Promise<void> {
    await this.#etcd?.end('SIGKILL');
  }

  /** As if the power went: nothing is said to anybody. */
  async kill(): Promise<void> {
    signalAll(await this.#pids(), 'SIGKILL');
    await Promise.all([this.#etcd?.exited, this.#patroni?.exited]);
  }

  start(): void {
    this.startEtcd();
    this.startPatroni();
  }

  /** As a virtual machine that is moved, or starved: everything stands still, connections stay open. */
  async pause(): Promise<void> {
    signalAll(await this.#pids(), 'SIGSTOP');
  }

  async resume(): Promise<void> {
    signalAll(await this.#pids(), 'SIGCONT');
  }

  /** What was committed here from now on reaches no standby. */
  async stopReplication(): Promise<void> {
    const postmaster = await this.#postmaster();
    const senders = (await readProcesses()).filter(
      ({ parentPid, title }) => parentPid === postmaster && /walsender/.test(title),
    );
    if (senders.length === 0) throw new Error(`${this.name} sends to nobody`);
    signalAll(
      senders.map(({ pid }) => pid),
      'SIGSTOP',
    );
  }

  #run(program: string): Program {
    const { folder, account } = this.#settings;
    return new Program({
      name: `${program} of ${this.name}`,
      command: [join(folder, 'fleet/run.sh'), program],
      env: this.variables,
      account,
      cwd: this.folder,
      logFile: join(folder, 'logs', `${this.name}-${program}.log`),
    });
  }

  async #postmaster(): Promise<number | null> {
    const text = await readFile(join(this.folder, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
    return text === '' ? null : Number(text.split('\n')[0]);
  }

  async #pids(): Promise<readonly number[]> {
    const named = await this.#postmaster();
    const processes = await readProcesses();
    // A file that a killed server left behind may name a process of somebody else by now.
    const postmaster = processes.find(({ pid, title }) => pid === named && title.includes(this.folder));
    const programs = [this.#patroni, this.#etcd].filter((program) => program?.isRunning);
    const roots = [...programs.map((program) => program?.pid), postmaster?.pid].filter((pid) => pid !== undefined);
    return roots.flatMap((pid) => familyOf(pid, processes));
  }
}
