import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addresses, databaseUrl, type FleetSettings } from './fleet-settings.ts';
import { Program } from './processes.ts';
import { until } from './wait.ts';

/** Longer than HAProxy needs to notice: two checks, half a second apart. */
const drainMs = 2_500;

/** Of this release. */
export const ownMain = fileURLToPath(new URL('../program/main.js', import.meta.url));

/** One process of the service, on a machine of its own. */
export class ServiceProcess {
  readonly number: number;
  readonly url: string;
  readonly #settings: FleetSettings;
  #program: Program | null = null;
  /** The built program that its next start runs. */
  main = ownMain;

  constructor(settings: FleetSettings, number: number) {
    this.#settings = settings;
    this.number = number;
    this.url = `http://${addresses.services[number - 1]}:${settings.ports.SERVICE_PORT}`;
  }

  async start(): Promise<void> {
    const { folder } = this.#settings;
    const cwd = join(folder, `service${this.number}`);
    await mkdir(cwd, { recursive: true });
    this.#program = new Program({
      name: `service ${this.number}`,
      command: [process.execPath, this.main],
      env: this.#environment(),
      account: {},
      cwd,
      logFile: join(folder, 'logs', `service${this.number}.log`),
    });
    const isReady = async () => !this.isRunning || (await fetch(`${this.url}/readyz`)).status === 200;
    await until(`service ${this.number} is ready`, 60_000, isReady);
    if (!this.isRunning) throw new Error(`service ${this.number} ended instead of starting; its log says why`);
  }

  get isRunning(): boolean {
    return this.#program?.isRunning === true;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.#program?.end(signal);
  }

  async metrics(): Promise<string> {
    return await (await fetch(`${this.url}/metrics`)).text();
  }

  #environment(): Readonly<Record<string, string>> {
    const { folder, ports } = this.#settings;
    return {
      HOST: addresses.services[this.number - 1] ?? '',
      PORT: String(ports.SERVICE_PORT),
      PUBLIC_URL: `http://${addresses.proxy}:${ports.HTTP_PORT}`,
      TRUSTED_PROXIES: addresses.proxy,
      QUITTANCE_MODE: 'sandbox',
      DATABASE_URL: databaseUrl(this.#settings, 'work'),
      DATABASE_OWNER_URL: databaseUrl(this.#settings, 'owner'),
      DATABASE_POOL_MAX: '10',
      DATA_DIR: join(folder, 'receipts'),
      DRAIN_MS: String(drainMs),
      LOG_LEVEL: 'info',
    };
  }
}
