import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromService, ToService } from './service-process.ts';

export interface Memory {
  readonly heapBytes: number;
  readonly residentBytes: number;
}

/** The service that is fuzzed: a process of its own, on an embedded database in this folder. */
export class ServiceUnderFuzz {
  readonly url: string;
  readonly databaseUrl: string;
  readonly #child: ChildProcess;

  private constructor(
    child: ChildProcess,
    { url, databaseUrl }: { readonly url: string; readonly databaseUrl: string },
  ) {
    this.#child = child;
    this.url = url;
    this.databaseUrl = databaseUrl;
  }

  static async start(dataDir: string): Promise<ServiceUnderFuzz> {
    const child = fork(fileURLToPath(new URL('./service-process.js', import.meta.url)), [], {
      execArgv: ['--expose-gc'],
      // Nothing is inherited: somebody's own settings must not change what is tried, nor be tried themselves.
      env: {
        ...(process.env['PATH'] === undefined ? {} : { PATH: process.env['PATH'] }),
        PORT: '0',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        SANDBOX_FATES: 'off',
        NOTIFY_TIMEOUT_MS: '1000',
        TRUSTED_PROXIES: '127.0.0.1',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const ready = await answerOf(child, 'ready');
    return new ServiceUnderFuzz(child, ready);
  }

  async memory(): Promise<Memory> {
    const answer = answerOf(this.#child, 'memory');
    this.#child.send('memory' satisfies ToService);
    return await answer;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.send('stop' satisfies ToService);
    await ended;
  }
}

async function answerOf<Kind extends FromService['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<FromService, { readonly kind: Kind }>> {
  return await new Promise((resolve, reject) => {
    const heard = (message: FromService) => {
      if (message.kind !== kind) return;
      child.off('message', heard).off('exit', gone);
      resolve(message as Extract<FromService, { readonly kind: Kind }>);
    };
    const gone = (code: number | null) => reject(new Error(`the service ended with ${code}`));
    child.on('message', heard).once('exit', gone);
  });
}
