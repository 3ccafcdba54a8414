import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamsPerPersonMax } from '../../src/api/operator/console-streams.ts';
import { expectLawsHold } from '../support/database.ts';
import type { EventReader } from '../support/event-reader.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { patiently } from '../support/patience.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, createToken, signInDemo, signInWithPassword } from '../support/staff.ts';

/**
 * One person who keeps the service busy with itself. As it was run: a maker pauses and resumes a requisite in a loop, on several
 * connections; honest callers get 503, because every decision finds its catalogue outdated.
 */
async function ownRequisite(maker: OperatorClient): Promise<number> {
  return (await maker.get('/requisites')).body.items[0].id;
}

/** Until it is told to stop; answers with the statuses that the maker got. */
function toggle(maker: OperatorClient, requisiteId: number, connections: number) {
  let isOver = false;
  const statuses: number[] = [];
  const loops = Array.from({ length: connections }, async (_, index) => {
    for (let turn = index; !isOver; turn++) {
      const act = turn % 2 === 0 ? 'pause' : 'resume';
      const { status } = await maker.post(`/requisites/${requisiteId}/${act}`);
      statuses.push(status);
      if (status === 429) await delay(5);
    }
  });
  return {
    statuses,
    async stop() {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

describe('a maker who pauses and resumes without end', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(async () => {
    await expectLawsHold(service.db.pool);
    await service.stop();
  });

  it('delays honest callers, and none of them is refused', async () => {
    const maker = await signInDemo(service, 'maker');
    const storm = toggle(maker, await ownRequisite(maker), 8);
    const outcomes: number[] = [];
    for (let rubles = 3_000; rubles < 3_030; rubles++) {
      outcomes.push((await service.shop.createPayin({ startDeal: true, amount: `${rubles}.00` })).status);
    }
    await storm.stop();
    expect(outcomes.filter((status) => status !== 200)).toEqual([]);
    expect(storm.statuses.filter((status) => status === 200).length).toBeGreaterThan(8);
  });

  it('has so many live streams, however many sessions they are opened in, and takes none of another person’s', async () => {
    const login = { login: 'listener', role: 'maker', makerId: 2 } as const;
    const sessions = [await createSignedIn(service, login)];
    while (sessions.length < 5) sessions.push(await signInWithPassword(service, login.login));
    const readers: EventReader[] = [];
    for (let stream = 0; stream < 60; stream++) readers.push((await sessions[stream % 5]?.follow()) as EventReader);
    const refused = readers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(60 - streamsPerPersonMax);
    const other = await (await signInDemo(service, 'maker')).follow();
    expect(other.status).toBe(200);
    // Room is made when one ends.
    readers[0]?.close();
    await patiently(async () => {
      const again = (await sessions[1]?.follow()) as EventReader;
      readers.push(again);
      expect(again.status).toBe(200);
    });
    for (const reader of [...readers, other]) reader.close();
  });
});

describe('the limits of one person', () => {
  let service: TestService;
  let maker: OperatorClient;
  // It stands still, so that no time passes in which more would be allowed.
  const clock = Date.now();
  beforeAll(async () => {
    const limits = { OPERATOR_REQUESTS_PER_MINUTE: '60', OPERATOR_CHANGES_PER_MINUTE: '30' };
    service = await startTestService(limits, () => clock);
    maker = await signInDemo(service, 'maker');
  });
  afterAll(() => service.stop());

  it('let a maker change so much at once, and then say when to go on', async () => {
    const id = await ownRequisite(maker);
    const acts = Array.from({ length: 30 }, (_, turn) =>
      maker.post(`/requisites/${id}/${turn % 2 === 0 ? 'pause' : 'resume'}`),
    );
    const answers = await Promise.all(acts);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject([{ code: 'rate_limited' }]);
    expect(refused?.headers.get('retry-after')).toBe('2');
    // Looking goes on.
    expect((await maker.get('/requisites')).status).toBe(200);
  });

  it('count sessions and tokens of the person together', async () => {
    service.advance(3_600_000);
    const again = await signInDemo(service, 'maker');
    const script = await createToken(service, 'maker', ['read']);
    const statuses = [];
    for (let turn = 0; turn < 60; turn++) {
      statuses.push((await [maker, again, script][turn % 3]?.get('/me'))?.status);
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    for (const one of [maker, again, script]) expect((await one.get('/me')).status).toBe(429);
  });

  it('are those of one person: others work on, and a minute later so does this one', async () => {
    const other = await createSignedIn(service, { login: 'other-maker', role: 'maker', makerId: 2 });
    expect((await other.get('/me')).status).toBe(200);
    expect((await maker.get('/me')).status).toBe(429);
    service.advance(60_000);
    expect((await maker.get('/me')).status).toBe(200);
  });
});
