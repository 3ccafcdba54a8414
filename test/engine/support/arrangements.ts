import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { type Service, startService } from '../../../src/service.ts';
import { expectLawsHold } from '../../support/database.ts';
import { MerchantClient } from '../../support/merchant-client.ts';
import { untilBooksAreOpen } from '../../support/open-books.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/**
 * Fifty requests at once meet in one batch; or in small ones, in different lanes of two services on one database. Lanes of one
 * service alone would prove nothing more: each of these two has several as well.
 */
const arrangements = [
  { name: 'in one batch', services: 1, env: { ENGINE_LANES: '1' } },
  {
    name: 'in four lanes of small batches, in two services on one database',
    services: 2,
    env: { ENGINE_LANES: '2', ENGINE_BATCH_MAX: '3' },
  },
] as const;

export interface Running {
  /** The first service: its clock, its database. */
  readonly service: TestService;
  /** The client of the n-th caller: callers are spread over the services. */
  shop(caller: number): MerchantClient;
  otherShop(caller: number): MerchantClient;
  engine(caller: number): Engine;
  stop(): Promise<void>;
}

/** Runs the same tests in every arrangement. Each of them ends with the laws of the ledger. */
export function describeAtOnce(title: string, tests: (running: () => Running) => void): void {
  describe.each(arrangements)(`${title}, $name`, ({ services, env }) => {
    let running: Running | null = null;
    const current = (): Running => {
      if (running === null) throw new Error('the service runs only inside tests');
      return running;
    };
    beforeAll(async () => {
      running = await start(services, env);
    });
    afterEach(() => expectLawsHold(current().service.db.pool));
    afterAll(() => running?.stop());
    tests(current);
  });
}

const callersAtOnce = 50;

/** What fifty callers get who all call in the same turn of the event loop. */
export function fifty<Value>(call: (caller: number) => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: callersAtOnce }, (_, caller) => call(caller)));
}

async function start(services: number, env: Record<string, string>): Promise<Running> {
  const first = await startTestService(env);
  const others: Service[] = [];
  for (let count = 1; count < services; count++) others.push(await startBeside(first, env));
  const all: readonly Service[] = [first, ...others];
  const one = (caller: number): Service => all[caller % all.length] ?? first;
  const client = (caller: number, key: string) => new MerchantClient(one(caller).url, key, 'demo-merchant-secret');
  return {
    service: first,
    shop: (caller) => client(caller, 'demo-store-key'),
    otherShop: (caller) => client(caller, 'demo-store-key-2'),
    engine: (caller) => one(caller).engine,
    async stop() {
      for (const other of others) await other.stop();
      await first.stop();
    },
  };
}

/** Another service with the same database, receipts, public address and time. */
async function startBeside(first: TestService, env: Record<string, string>): Promise<Service> {
  const settings = {
    PORT: '0',
    PUBLIC_URL: first.publicUrl,
    QUITTANCE_MODE: 'sandbox',
    DATABASE_URL: first.db.url,
    DATA_DIR: first.dataDir,
    LOG_LEVEL: 'fatal',
    SANDBOX_FATES: 'off',
    ...env,
  };
  const service = await startService(readConfig(settings), { clock: first.now });
  await untilBooksAreOpen(service.url);
  return service;
}
