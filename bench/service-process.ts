import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { demoSecrets } from '../src/domain/installation/demo-secrets.ts';
import { projectFolder } from '../src/storage/installation/project-folder.ts';
import { BenchFailure } from './failure.ts';
import { readCpuMs } from './processor-time.ts';

/** A server under load in a process of its own: the service as `npm start` runs it, or the bare route beside it. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** In bytes; null where the system does not tell. */
  memory(): Promise<number | null>;
  /** Processor time used so far; null where the system does not tell. */
  cpuMs(): Promise<number | null>;
  stop(): Promise<void>;
}

const startMaxMs = 60_000;
const stopMaxMs = 20_000;
const outputKeptCharacters = 4_000;

const running = new Set<ChildProcess>();

/** For a bench that is interrupted: without their database the servers would live on and look for it. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Settings are the defaults, except for what is given; sandbox mode has no rate limit. */
export async function startServiceProcess(input: {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether to wait until the books were checked; otherwise it is returned when it listens. */
  readonly isAuditAwaited?: boolean;
  /** The Node that runs it; the bench's own unless said otherwise. */
  readonly node?: string;
}): Promise<ServerProcess> {
  const cwd = join(input.folder, 'service');
  await mkdir(cwd, { recursive: true });
  const server = await startServer('../program/main.js', {
    // Nothing is inherited, and the folder has no .env: somebody's own settings must not change what is measured.
    cwd,
    ...(input.node === undefined ? {} : { node: input.node }),
    // The self-audit checks at the start, which is waited for, and not again during the windows: its share of the machine is
    // bounded, but when it strikes would be chance. The books are checked after each run instead.
    env: {
      PORT: '0',
      LOG_LEVEL: 'warn',
      AUDIT_INTERVAL_MS: '86400000',
      SANDBOX_FATES: 'off',
      QUITTANCE_MODE: 'sandbox',
      DATABASE_URL: input.databaseUrl,
      DATA_DIR: cwd,
      ...input.settings,
    },
  });
  if (input.isAuditAwaited ?? true) await firstAudit(server.port);
  return server;
}

const firstAuditMaxMs = 300_000;

async function firstAudit(port: number): Promise<void> {
  for (const startedMs = performance.now(); performance.now() - startedMs < firstAuditMaxMs; ) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    if (/^quittance_audit_duration_seconds \d/m.test(metrics)) return;
    await delay(250);
  }
  throw new BenchFailure('the first check of the books did not end');
}

export async function startHelloProcess(): Promise<ServerProcess> {
  return await startServer('./hello-server.js', { env: {} });
}

export async function startReceiversProcess(): Promise<ServerProcess> {
  return await startServer('./receivers-server.js', { env: {} });
}

/** The plain service of `bench/peers/`, whose packages are installed there. */
export async function startPeerProcess(input: {
  readonly databaseUrl: string;
  readonly poolSize: number;
}): Promise<ServerProcess> {
  return await startServer(pathToFileURL(join(projectFolder(), 'bench/peers/server.mjs')), {
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: input.databaseUrl,
      POOL_SIZE: String(input.poolSize),
      STORE_ID: '1',
      API_KEY: demoSecrets.apiKeys[0],
      SECRET: demoSecrets.merchantSecret,
    },
  });
}

interface ServerOptions {
  readonly cwd?: string;
  readonly env: Record<string, string>;
  readonly node?: string;
}

async function startServer(program: string | URL, { node, ...options }: ServerOptions): Promise<ServerProcess> {
  const child = spawn(node ?? process.execPath, [fileURLToPath(new URL(program, import.meta.url))], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve())).then(() => {
    running.delete(child);
  });
  const port = await announcedPort(child).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    port,
    pid: child.pid ?? Number.NaN,
    memory: () => readMemory(child.pid),
    cpuMs: () => readCpuMs(child.pid),
    async stop() {
      if (child.exitCode !== null) throw new BenchFailure(`a server ended by itself (${child.exitCode})`);
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMaxMs);
      child.kill('SIGTERM');
      await exited;
      clearTimeout(timer);
    },
  };
}

/** Both programs print the address they listen on. */
function announcedPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new BenchFailure(`a server did not start:\n${output}`)), startMaxMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output = (output + chunk).slice(-outputKeptCharacters);
        const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
        if (port === undefined) return;
        clearTimeout(timer);
        resolve(Number(port));
      });
    }
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new BenchFailure(`a server ended instead of listening:\n${output}`));
    });
  });
}

async function readMemory(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
