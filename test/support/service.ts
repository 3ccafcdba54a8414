import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import { type Service, startService } from '../../src/service.ts';
import { isBehindCells, planCells } from './cells.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { MerchantClient } from './merchant-client.ts';
import { untilBooksAreOpen } from './open-books.ts';

export interface TestService extends Service {
  readonly db: TestDatabase;
  readonly dataDir: string;
  /** The demo store, a second store of the same merchant. */
  readonly shop: MerchantClient;
  readonly otherShop: MerchantClient;
  /** Moves the service's clock; the machine's own goes on under it. */
  advance(ms: number): void;
  /** Holds the clock while it runs, for tests that must not depend on the second. */
  atRest<Result>(act: () => Promise<Result>): Promise<Result>;
  now(): number;
  /** Without dropping the database, which nobody but the test uses then. */
  stopService(): Promise<void>;
}

/**
 * The whole service, as `npm start` would start it, on a database of its own. A test that counts what is allowed in a time
 * passes a clock that stands still: on a busy machine the time would otherwise pass while it counts.
 */
export async function startTestService(
  env: Record<string, string> = {},
  machineClock: () => number = Date.now,
): Promise<TestService> {
  const db = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-data-'));
  const cells = isBehindCells ? await planCells() : null;
  const config = readConfig({
    PORT: '0',
    QUITTANCE_MODE: 'sandbox',
    DATABASE_URL: db.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    SANDBOX_FATES: 'off',
    // The longest there is: a busy machine must not make a receiver that answers look like one that does not.
    NOTIFY_TIMEOUT_MS: '60000',
    ...cells?.env,
    ...env,
  });
  let aheadMs = 0;
  let heldMs: number | null = null;
  const now = () => heldMs ?? machineClock() + aheadMs;
  const own = await startService(config, { clock: now });
  await untilBooksAreOpen(own.url);
  const proxy = (await cells?.open(own.url)) ?? null;
  const service = { ...own, url: proxy?.url ?? own.url };
  let stopping: Promise<void> | null = null;
  const stopService = () => {
    stopping ??= service.stop().then(() => proxy?.stop());
    return stopping;
  };
  return {
    ...service,
    db,
    dataDir,
    now,
    shop: new MerchantClient(service.url, 'demo-store-key', 'demo-merchant-secret'),
    otherShop: new MerchantClient(service.url, 'demo-store-key-2', 'demo-merchant-secret'),
    advance(ms) {
      aheadMs += ms;
    },
    async atRest(act) {
      heldMs = now();
      try {
        return await act();
      } finally {
        heldMs = null;
      }
    },
    stopService,
    async stop() {
      await stopService();
      await db.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
