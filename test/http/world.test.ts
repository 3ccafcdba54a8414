import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LifeKind, lifeWeights } from '../../src/world/lives.ts';
import { SeededRandom } from '../../src/world/seeded-random.ts';
import { newReport, runWorld, type WorldOptions } from '../../src/world/world.ts';
import { runCommandHere } from '../support/command-here.ts';
import { expectLawsHold } from '../support/database.ts';
import { patienceMs } from '../support/limits.ts';
import { newDataDir, removeDataDir, runCommand } from '../support/program.ts';
import { eventually } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';
import { startProductionService } from './conformance/support/production-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ SANDBOX_FATES: 'on' });
});
afterAll(() => service.stop());

function worldOf(change: Partial<WorldOptions>): WorldOptions {
  return {
    url: service.url,
    operator: { login: 'operator', password: 'demo-operator-password' },
    secret: 'demo-merchant-secret',
    pace: 1_000,
    seed: 42,
    livesMax: 120,
    notificationUrl: '',
    signal: new AbortController().signal,
    ...change,
  };
}

/** What may become of each kind of payer. */
const possible: Readonly<Record<LifeKind, readonly string[]>> = {
  honest: ['paid'],
  late: ['paid'],
  short: ['paid'],
  over: ['paid'],
  twice: ['paid'],
  wrong: ['new', 'paid', 'expired'],
  fake: ['dispute', 'new'],
  gone: ['canceled', 'new', 'expired'],
  payout: ['paid'],
};

describe('the live world', () => {
  it('plays payers of every kind on a running sandbox, and the books stay right', async () => {
    const report = newReport();
    const options = worldOf({});
    const world = runWorld(options, report);
    const late = kindsOf(options.seed, options.livesMax).filter((kind) => kind === 'late').length;
    const onlyLateOnes = () => report.begun === options.livesMax && report.inHand <= late;
    await eventually(onlyLateOnes, 'all but the late ones to end', 2 * patienceMs());
    // These wait until their deals have ended, a minute later at this pace. Others must not meet that clock on a slow machine.
    const clock = setInterval(() => service.advance(10_000), 500);
    await world.finally(() => clearInterval(clock));
    expect(report).toMatchObject({ begun: options.livesMax, inHand: 0, failed: 0, firstFailure: null });
    expect([...report.outcomes.keys()].sort()).toEqual(Object.keys(lifeWeights).sort());
    for (const [kind, counts] of report.outcomes)
      expect(possible[kind]).toEqual(expect.arrayContaining([...counts.keys()]));
    await expectLawsHold(service.db.pool);
    const { rows } = await service.db.pool.query(
      `select exception, array_agg(distinct status order by status) as statuses from arrivals
       where exception is not null group by exception order by exception`,
    );
    expect(Object.fromEntries(rows.map(({ exception, statuses }) => [exception, statuses]))).toMatchObject({
      late: ['matched'],
      // Money at a wrong requisite, too, is more or less than what is awaited there; it goes back.
      over: expect.arrayContaining(['matched']),
      short: expect.arrayContaining(['matched']),
      twice: ['returned'],
    });
  });

  it('ends when it is told to, and leaves nothing running', async () => {
    const stop = new AbortController();
    const report = newReport();
    const world = runWorld(worldOf({ pace: 20, livesMax: Number.POSITIVE_INFINITY, signal: stop.signal }), report);
    await eventually(() => report.begun > 2, 'a few to begin');
    stop.abort();
    await world.catch((error: Error) => expect(error.name).toBe('AbortError'));
    expect([report.inHand, report.failed]).toEqual([0, 0]);
  });

  it('does not touch a production service', async () => {
    const production = await startProductionService();
    const world = runWorld(worldOf({ url: production.url }), newReport());
    await expect(world).rejects.toThrow('sign_in_failed');
    await production.stop();
  });
});

describe('quittance world start', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await newDataDir();
  });
  afterAll(() => removeDataDir(dataDir));
  const start = (...args: readonly string[]) =>
    runCommand(['world', 'start', '--url', service.url, ...args], { dataDir });

  it('makes the choices that its seed says, and tells what came of them', async () => {
    const seed = seedWithoutWaiting(5);
    const { exitCode, stdout, stderr } = await start(
      '--pace',
      '1000x',
      '--count',
      '5',
      '--seed',
      String(seed),
      '--json',
    );
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain(`A world at 1000x on ${service.url}, seed ${seed}.`);
    const { outcomes, ...rest } = JSON.parse(stdout);
    expect(rest).toMatchObject({ seed, begun: 5, failed: 0 });
    expect(Object.keys(outcomes).sort()).toEqual([...new Set(kindsOf(seed, 5))].sort());
  });

  it.each(['0x', '-1', 'fast', '1001x'])('refuses the pace %s', async (pace) => {
    const { exitCode, stderr } = await runCommandHere(['world', 'start', '--pace', pace], { dataDir });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--pace');
  });

  it('says so when nothing answers', async () => {
    const { exitCode, stderr } = await runCommandHere(['world', 'start', '--url', 'http://127.0.0.1:9'], { dataDir });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('No service answers at http://127.0.0.1:9.');
  });
});

function kindsOf(seed: number, count: number): LifeKind[] {
  const random = new SeededRandom(seed);
  const kinds: LifeKind[] = [];
  for (let index = 1; index <= count; index++) {
    kinds.push(random.fork(index).weighted(lifeWeights));
    random.untilNextMs(1);
  }
  return kinds;
}

/** Late payers take a minute; this seed has none among its first. */
function seedWithoutWaiting(count: number): number {
  for (let seed = 1; ; seed++) if (!kindsOf(seed, count).includes('late')) return seed;
}

describe('the switch in the console', () => {
  it('starts a world in the service itself, shows what it does, and stops it', async () => {
    const operator = await signInDemo(service, 'operator');
    const merchant = await signInDemo(service, 'merchant');
    expect((await merchant.get('/sandbox/world')).body).toMatchObject({ isOn: false });
    expect((await merchant.post('/sandbox/world', { isOn: true })).status).toBe(403);
    expect((await operator.post('/sandbox/world', { isOn: true, pace: 100 })).body).toMatchObject({
      isOn: true,
      pace: 100,
    });
    await eventually(async () => (await merchant.get('/sandbox/world')).body.begun > 1, 'somebody has begun to pay');
    expect((await operator.post('/sandbox/world', { isOn: false })).body).toMatchObject({ isOn: false, trouble: null });
  });
});
