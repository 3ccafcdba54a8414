import { type Config, loadConfig } from '../config/config.ts';
import { type Service, startService } from '../service.ts';
import { startUpText } from './start-up-text.ts';

/** Starts the service, says where it is, and stops it when asked to. */
export async function serve(): Promise<void> {
  const config = loadConfig();
  const starting = startService(config);
  stopOnSignal(starting, config);
  process.stdout.write(startUpText(config, await starting));
}

/**
 * SIGTERM, which comes from a machine, first gives proxies time to notice; Ctrl-C does not. The first signal finishes what is
 * in flight; a second one, or too long a wait, ends the process at once. A signal during the start waits for its end: to
 * break it off would leave the embedded server running on its own.
 */
function stopOnSignal(
  starting: Promise<Service>,
  { drainMs, shutdownTimeoutMs }: Pick<Config, 'drainMs' | 'shutdownTimeoutMs'>,
): void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    const waitMs = signal === 'SIGTERM' ? drainMs : 0;
    setTimeout(() => process.exit(1), waitMs + shutdownTimeoutMs).unref();
    starting
      .then(async (service) => {
        await service.drain(waitMs);
        await service.stop();
      })
      .then(
        () => process.exit(0),
        (error: unknown) => fail('Quittance did not stop as it should.', error),
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

export function fail(what: string, error: unknown): never {
  process.stderr.write(`${what}\n${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
