import { ConfigError, loadConfig } from './config.ts';
import { type Service, startService } from './service.ts';
import { startUpText } from './start-up-text.ts';

/** The program: starts the service, says where it is, and stops it when asked to. */
async function main(): Promise<void> {
  const config = loadConfig();
  const service = await startService(config);
  process.stdout.write(startUpText(config, service));
  stopOnSignal(service, config.shutdownTimeoutMs);
}

/** The first signal finishes what is in flight; a second one, or too long a wait, ends the process at once. */
function stopOnSignal(service: Service, shutdownTimeoutMs: number): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function fail(error: unknown): never {
  const text = error instanceof ConfigError || error instanceof Error ? error.message : String(error);
  process.stderr.write(`Quittance cannot start.\n${text}\n`);
  process.exit(1);
}

main().catch(fail);
