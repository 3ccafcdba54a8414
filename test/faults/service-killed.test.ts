import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { announceSeed, randomFrom } from '../engine/support/seed.ts';
import { MerchantClient } from '../support/merchant-client.ts';
import { patiently } from '../support/patience.ts';
import { isRunning, newDataDir, openEmbedded, type Program, removeDataDir, start } from '../support/program.ts';
import {
  expectAllDoneOnce,
  expectAnsweredActsAreThere,
  MerchantLoad,
  renewSecondFactor,
} from './support/merchant-load.ts';

// Servers are stopped, started and recovered here, while other tests want the machine too.
vi.setConfig({ testTimeout: 600_000 });

const roundCount = 3;
let dataDir: string;

beforeAll(async () => {
  dataDir = await newDataDir();
});
afterAll(() => removeDataDir(dataDir));

it('loses nothing it has answered when it is killed in the middle of its work, and repeats nothing', async () => {
  const load = new MerchantLoad('killed', randomFrom(announceSeed('kill -9 of the service')));
  let program = await start({ dataDir });
  for (let round = 1; round <= roundCount; round++) {
    const orphan = await killDuring(program, load);
    // The server ends soon after its service. The next start waits for that and goes on from what it had committed.
    program = await start({ dataDir });
    expect(isRunning(orphan)).toBe(false);

    const shop = shopOf(program);
    await expectAnsweredActsAreThere(shop, load);
    expect(await load.repeatUnanswered(shop)).toBeGreaterThan(0);
    const pool = openEmbedded(dataDir);
    await expectAllDoneOnce(pool, load);
    await pool.end();
  }
  const orphan = await killDuring(program, load);
  await patiently(() => expect(isRunning(orphan)).toBe(false));
});

/** The process of the server that has lost its service. */
async function killDuring(program: Program, load: MerchantLoad): Promise<number> {
  const pool = openEmbedded(dataDir);
  await renewSecondFactor(pool);
  await pool.end();
  const running = load.run(shopOf(program));
  await load.untilMore(20, 150);
  const { postgresPid } = program;
  program.signal('SIGKILL');
  await Promise.all([running, program.exited]);
  return postgresPid ?? 0;
}

function shopOf({ url }: Program): MerchantClient {
  return new MerchantClient(url, demoSecrets.apiKeys[0], demoSecrets.merchantSecret);
}
