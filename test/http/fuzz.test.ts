import { afterAll, beforeAll, expect, it } from 'vitest';
import { FuzzClient } from '../../fuzz/client.ts';
import { findOrphans } from '../../fuzz/orphans.ts';
import { told } from '../../fuzz/request.ts';
import { runFuzz } from '../../fuzz/run-fuzz.ts';
import { FuzzWorld } from '../../fuzz/world.ts';
import { expectLawsHold } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** A little of `npm run fuzz`, always the same. */
let service: TestService;
let client: FuzzClient;
beforeAll(async () => {
  service = await startTestService({ NOTIFY_TIMEOUT_MS: '1000', TRUSTED_PROXIES: '127.0.0.1' });
  client = new FuzzClient(service.url);
});
afterAll(async () => {
  client.close();
  await service.stop();
});

it('a fuzz of every interface finds no 500, leaves no unneeded file and breaks no law', async () => {
  const world = await FuzzWorld.open(service.db.pool);
  const { failures, kinds, reached, statuses } = await runFuzz(
    { client, world },
    { seed: 20_261_115, requests: 1_000, atOnce: 8 },
  );
  expect(failures.map(({ request, answer }) => `${answer.status} ${answer.text}: ${told(request)}`)).toEqual([]);
  expect(await findOrphans(service.db.pool, service.dataDir)).toEqual([]);
  await expectLawsHold(service.db.pool);
  // A fuzz that is refused everywhere would find nothing.
  expect(kinds.size).toBeGreaterThan(9);
  expect(reached.size).toBeGreaterThan(50);
  expect((statuses.get(200) ?? 0) / 1_000).toBeGreaterThan(0.2);
});
