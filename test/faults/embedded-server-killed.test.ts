import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { announceSeed, randomFrom } from '../engine/support/seed.ts';
import { MerchantClient } from '../support/merchant-client.ts';
import { isRunning, newDataDir, openEmbedded, type Program, removeDataDir, start, stop } from '../support/program.ts';
import {
  expectAllDoneOnce,
  expectAnsweredActsAreThere,
  expectOnlyClearRefusals,
  MerchantLoad,
  renewSecondFactor,
} from './support/merchant-load.ts';

// Servers are stopped, started and recovered here, while other tests want the machine too.
vi.setConfig({ testTimeout: 600_000 });

const roundCount = 2;
let dataDir: string;

beforeAll(async () => {
  dataDir = await newDataDir();
});
afterAll(() => removeDataDir(dataDir));

it('refuses clearly while its server is dead, starts it again by itself, and has lost nothing it answered', async () => {
  const load = new MerchantLoad('server', randomFrom(announceSeed('kill -9 of the embedded server')));
  const program = await start({ dataDir });
  const shop = new MerchantClient(program.url, demoSecrets.apiKeys[0], demoSecrets.merchantSecret);
  for (let round = 1; round <= roundCount; round++) {
    await renew();
    const running = load.run(shop);
    await load.untilMore(20, 150);
    const dead = postgresOf(program);
    process.kill(dead, 'SIGKILL');
    // The load goes on through the outage and some way beyond it.
    await untilReady(program, dead);
    await load.untilMore(30, 60);
    load.stop();
    await running;

    expectOnlyClearRefusals(load, { answeredWithinMs: 30_000 });
    expect(load.acts.some(({ answer }) => answer?.status === 503)).toBe(true);
    await expectAnsweredActsAreThere(shop, load);
    await load.repeatUnanswered(shop);
    const pool = openEmbedded(dataDir);
    await expectAllDoneOnce(pool, load);
    await pool.end();
  }
  expect(isRunning(program.pid)).toBe(true);
  expect((await stop(program)).exitCode).toBe(0);
});

function postgresOf({ postgresPid }: Program): number {
  if (postgresPid === null) throw new Error('no server runs');
  return postgresPid;
}

async function renew(): Promise<void> {
  const pool = openEmbedded(dataDir);
  await renewSecondFactor(pool);
  await pool.end();
}

async function untilReady(program: Program, deadServer: number): Promise<void> {
  for (let isReady = false; !isReady; ) {
    await delay(20);
    const { postgresPid } = program;
    isReady = postgresPid !== null && postgresPid !== deadServer && (await fetch(`${program.url}/readyz`)).ok;
  }
}
