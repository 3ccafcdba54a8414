import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogueOf, invoice, requisite } from '../../test/engine/support/small-world.ts';
import { gate } from '../../test/support/gate.ts';
import { type Command, done } from '../commands/command.ts';
import { serviceActor } from '../domain/people/audit.ts';
import { noChanges } from '../domain/state/changes.ts';
import type { LostCommit, Witnessed } from '../domain/state/lost-commits.ts';
import { AppError } from '../errors/app-error.ts';
import { nothingLoaded } from '../storage/batch/load-steps.ts';
import { DatabaseError } from '../storage/database/database-error.ts';
import { Engine, type EngineOptions, type EngineSession } from './engine.ts';

const catalogue = catalogueOf([requisite(1)]);
const often = { interval: 2 };
const broken = () => Promise.reject(new DatabaseError('connection', new Error('it broke')));

/** A connection to a database that does what a test tells it; else it stores everything. */
class FakeSession implements EngineSession {
  isLost = false;
  isClosed = false;
  loads = 0;
  stored = 0;
  asked: Witnessed[] = [];
  lost: readonly LostCommit[] = [];
  onLoad: (count: number) => Promise<unknown> = async () => undefined;
  onStore: (count: number) => Promise<unknown> = async () => undefined;
  #listeners: (() => void)[] = [];

  onLost(listener: () => void): void {
    this.#listeners.push(listener);
  }

  end(): void {
    this.isLost = true;
    for (const listener of this.#listeners) listener();
  }

  async holdCatalogue(): Promise<string> {
    return catalogue.version;
  }

  async load() {
    this.loads += 1;
    await this.onLoad(this.loads);
    return { ...nothingLoaded(), catalogueVersion: [{ version: catalogue.version }] };
  }

  async store(): Promise<void> {
    this.stored += 1;
    await this.onStore(this.stored);
  }

  async rollback(): Promise<void> {}

  async findLost(witnessed: Witnessed): Promise<readonly LostCommit[]> {
    this.asked.push(witnessed);
    return this.lost;
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

let running: Engine | null = null;
afterEach(async () => {
  await running?.stop();
  running = null;
});

/** Each connection of the engine is the next of these; after the last one there is none. */
function engineOn(sessions: readonly FakeSession[], options: Partial<EngineOptions> = {}) {
  const sizes: number[] = [];
  const told: string[] = [];
  let opened = 0;
  const engine = new Engine({
    connect: async () => {
      const session = sessions[opened];
      if (session === undefined) throw new Error('the database is away');
      opened += 1;
      return session;
    },
    catalogue: { current: catalogue, refresh: async () => undefined },
    lanes: 1,
    batchMax: 10,
    queueMax: 10,
    clock: () => 0,
    moneyOut: { isOpen: true },
    observe: ({ size }) => sizes.push(size),
    lost: (lost) => told.push(...lost.map((one) => JSON.stringify(one))),
    log: (message) => told.push(message),
    ...options,
  });
  running = engine;
  return { engine, sizes, told, opened: () => opened };
}

let invoices = 0;
function creating(result = 'made'): Command<string> {
  invoices += 1;
  const made = invoice({ id: `invoice-${invoices}` });
  return {
    name: 'a test',
    saidBy: serviceActor,
    plan: () => ({}),
    decide: () => done(result, { ...noChanges(), invoices: [made] }),
  };
}

const answerOf = (answer: Promise<string>) =>
  answer.catch((error: unknown) => (error instanceof AppError ? error.code : String(error)));

describe('an engine', () => {
  it('refuses what comes before it has started, and what comes after it has stopped', async () => {
    const session = new FakeSession();
    const { engine } = engineOn([session]);
    expect([engine.isAvailable, await answerOf(engine.submit(creating()))]).toEqual([false, 'database_unavailable']);
    await engine.start();
    expect([engine.isAvailable, await answerOf(engine.submit(creating()))]).toEqual([true, 'made']);
    await engine.stop();
    expect([engine.isAvailable, await answerOf(engine.submit(creating()))]).toEqual([false, 'database_unavailable']);
    expect(session.isClosed).toBe(true);
  });

  it('asks anew for every batch whether money may leave', async () => {
    const moneyOut = { isOpen: false };
    const { engine } = engineOn([new FakeSession()], { moneyOut });
    await engine.start();
    const sending = () => answerOf(engine.submit({ ...creating(), sendsMoneyOut: true }));
    expect(await sending()).toBe('money_out_stopped');
    moneyOut.isOpen = true;
    expect(await sending()).toBe('made');
  });

  it('does not start without a database', async () => {
    await expect(engineOn([]).engine.start()).rejects.toThrow('the database is away');
  });

  it('stores what arrives together as one batch, up to its limit', async () => {
    const { engine, sizes } = engineOn([new FakeSession()], { batchMax: 2 });
    await engine.start();
    const answers = ['a', 'b', 'c'].map((name) => engine.submit(creating(name)));
    expect(engine.queueLength).toBe(3);
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
    await expect.poll(() => sizes, often).toEqual([2, 1]);
    expect(engine.queueLength).toBe(0);
  });

  it('refuses more than may wait, and loses none that waits', async () => {
    const session = new FakeSession();
    const held = gate();
    session.onLoad = () => held.opened;
    const { engine } = engineOn([session], { batchMax: 1, queueMax: 2 });
    await engine.start();
    const first = engine.submit(creating());
    await expect.poll(() => session.loads, often).toBe(1);
    const waiting = [engine.submit(creating()), engine.submit(creating())];
    expect(await answerOf(engine.submit(creating()))).toBe('overloaded');
    held.open();
    expect(await Promise.all([first, ...waiting])).toEqual(['made', 'made', 'made']);
  });

  it('runs as many batches at a time as it has lanes', async () => {
    const sessions = [new FakeSession(), new FakeSession()];
    const held = gate();
    for (const session of sessions) session.onLoad = () => held.opened;
    const { engine } = engineOn(sessions, { lanes: 2, batchMax: 1 });
    await engine.start();
    const answers = [engine.submit(creating()), engine.submit(creating()), engine.submit(creating())];
    await expect.poll(() => sessions.map(({ loads }) => loads), often).toEqual([1, 1]);
    held.open();
    await Promise.all(answers);
    expect(sessions.reduce((sum, { loads }) => sum + loads, 0)).toBe(3);
  });

  it('stops when the batch under way and all that wait are done', async () => {
    const session = new FakeSession();
    const held = gate();
    session.onLoad = () => held.opened;
    const { engine } = engineOn([session], { batchMax: 1 });
    await engine.start();
    const answers = [engine.submit(creating()), engine.submit(creating())];
    await expect.poll(() => session.loads, often).toBe(1);
    let isStopped = false;
    const stopped = engine.stop().then(() => {
      isStopped = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([isStopped, session.isClosed]).toEqual([false, false]);
    held.open();
    expect(await Promise.all(answers)).toEqual(['made', 'made']);
    await stopped;
    expect(session.isClosed).toBe(true);
  });

  it('tells watchers what changed, and a watcher that fails does not fail the batch', async () => {
    const changed: (readonly string[])[] = [];
    const { engine, told } = engineOn([new FakeSession()], {
      changed(ids) {
        changed.push(ids);
        throw new Error('nobody listens');
      },
    });
    await engine.start();
    expect(await answerOf(engine.submit(creating()))).toBe('made');
    // A new invoice is watched by nobody yet.
    expect([changed, told]).toEqual([[[]], ['a change was not announced']]);
    expect(engine.isAvailable).toBe(true);
  });
});

describe('commands beside a batch under way', () => {
  let held = gate();
  beforeEach(() => {
    held = gate();
    // No time passes but what a test lets pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  // Also when a test has failed: the engine is stopped next, and waits for its batches.
  afterEach(() => {
    vi.useRealTimers();
    held.open();
  });

  /** A batch of two that is held on the first of two lanes. */
  async function underWay(end: () => Promise<unknown> = () => Promise.resolve()) {
    const sessions = [new FakeSession(), new FakeSession()] as const;
    sessions[0].onLoad = (count) => (count === 1 ? held.opened.then(end) : Promise.resolve());
    const given = engineOn(sessions, { lanes: 2 });
    await given.engine.start();
    const answers = [given.engine.submit(creating('first')), given.engine.submit(creating('second'))];
    await expect.poll(() => sessions[0].loads, often).toBe(1);
    return { ...given, sessions, answers, second: sessions[1] };
  }

  /** Whatever can begin without a timer has begun by then. */
  async function turns(): Promise<void> {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  it('begin at once when there are as many', async () => {
    const { engine, sizes, second, answers } = await underWay();
    const more = [engine.submit(creating('third')), engine.submit(creating('fourth'))];
    expect(await Promise.all(more)).toEqual(['third', 'fourth']);
    expect([second.loads, sizes]).toEqual([1, [2]]);
    held.open();
    expect(await Promise.all(answers)).toEqual(['first', 'second']);
  });

  it('wait for company when they are fewer', async () => {
    const { engine, second } = await underWay();
    const third = engine.submit(creating('third'));
    await turns();
    expect([second.loads, engine.queueLength]).toEqual([0, 1]);
    const fourth = engine.submit(creating('fourth'));
    expect(await Promise.all([third, fourth])).toEqual(['third', 'fourth']);
    expect(second.loads).toBe(1);
  });

  it('wait no longer than for that batch, whose lane takes them then', async () => {
    const { engine, sessions, second } = await underWay();
    const third = engine.submit(creating('third'));
    await turns();
    held.open();
    expect(await third).toBe('third');
    expect([sessions[0].loads, second.loads]).toEqual([2, 0]);
  });

  it('do not wait for one that takes long', async () => {
    const { engine, sizes, second } = await underWay();
    const third = engine.submit(creating('third'));
    await turns();
    vi.advanceTimersByTime(19);
    await turns();
    expect(second.loads).toBe(0);
    vi.advanceTimersByTime(1);
    expect(await third).toBe('third');
    expect([second.loads, sizes]).toEqual([1, [1]]);
    // The next ones wait as long again.
    const fourth = engine.submit(creating('fourth'));
    await turns();
    expect(second.loads).toBe(1);
    vi.advanceTimersByTime(20);
    expect(await fourth).toBe('fourth');
  });

  it('have the whole time to wait, whatever those before them have waited', async () => {
    const { engine, second } = await underWay();
    const third = engine.submit(creating('third'));
    vi.advanceTimersByTime(15);
    const fourth = engine.submit(creating('fourth'));
    expect(await Promise.all([third, fourth])).toEqual(['third', 'fourth']);
    // The time of those before is not counted.
    const fifth = engine.submit(creating('fifth'));
    vi.advanceTimersByTime(19);
    await turns();
    expect(second.loads).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await fifth).toBe('fifth');
  });

  it('begin at once when that batch has failed', async () => {
    const { engine, second, answers } = await underWay(broken);
    const third = engine.submit(creating('third'));
    await turns();
    expect(second.loads).toBe(0);
    held.open();
    const failed = await Promise.all(answers.map(answerOf));
    expect([failed, await third]).toEqual([['database_unavailable', 'database_unavailable'], 'third']);
    expect(second.loads).toBe(1);
  });
});

describe('an engine whose connection breaks', () => {
  it('refuses the batch, connects again and goes on; the old connection is closed', async () => {
    const [first, second] = [new FakeSession(), new FakeSession()];
    first.onLoad = broken;
    const { engine, told } = engineOn([first, second]);
    await engine.start();
    expect(await answerOf(engine.submit(creating()))).toBe('database_unavailable');
    await expect.poll(() => engine.isAvailable, often).toBe(true);
    expect(await answerOf(engine.submit(creating()))).toBe('made');
    expect([first.isClosed, second.stored, told]).toEqual([true, 1, []]);
  });

  it('connects again by itself when that happens while it rests', async () => {
    const [first, second] = [new FakeSession(), new FakeSession()];
    const { engine, opened } = engineOn([first, second]);
    await engine.start();
    first.end();
    expect(engine.isAvailable).toBe(false);
    await expect.poll(() => [engine.isAvailable, opened()], often).toEqual([true, 2]);
    // The end of a connection that is no longer used concerns nobody.
    first.end();
    expect(engine.isAvailable).toBe(true);
  });

  it('connects again after a batch whose connection ended right behind it', async () => {
    const [first, second] = [new FakeSession(), new FakeSession()];
    first.onStore = async () => first.end();
    const { engine, opened } = engineOn([first, second]);
    await engine.start();
    expect(await answerOf(engine.submit(creating()))).toBe('made');
    await expect.poll(() => [engine.isAvailable, opened()], often).toEqual([true, 2]);
  });

  it('refuses what waits while the database stays away, instead of keeping it', async () => {
    const session = new FakeSession();
    const held = gate();
    session.onLoad = () => held.opened.then(broken);
    const { engine } = engineOn([session], { batchMax: 1 });
    await engine.start();
    const answers = [engine.submit(creating()), engine.submit(creating())].map(answerOf);
    held.open();
    expect(await Promise.all(answers)).toEqual(['database_unavailable', 'database_unavailable']);
    expect([engine.isAvailable, engine.queueLength]).toEqual([false, 0]);
  });

  it('gives what waits to the lanes that are left', async () => {
    const [first, second] = [new FakeSession(), new FakeSession()];
    first.onLoad = broken;
    const { engine } = engineOn([first, second], { lanes: 2, batchMax: 1 });
    await engine.start();
    const answers = await Promise.all([1, 2, 3].map(() => answerOf(engine.submit(creating()))));
    expect(answers).toEqual(['database_unavailable', 'made', 'made']);
    expect(engine.isAvailable).toBe(true);
  });

  it('refuses those of a batch whose turn never came', async () => {
    const [first, second] = [new FakeSession(), new FakeSession()];
    // All together conflict; then one by one: the first is stored, and with the second the connection breaks.
    first.onStore = (count) =>
      count === 1 ? Promise.reject(new DatabaseError('conflict', 'together')) : Promise.resolve();
    first.onLoad = (count) => (count === 3 ? broken() : Promise.resolve());
    const { engine } = engineOn([first, second]);
    await engine.start();
    const answers = await Promise.all([1, 2, 3].map(() => answerOf(engine.submit(creating()))));
    expect(answers).toEqual(['made', 'database_unavailable', 'database_unavailable']);
  });

  it('keeps no connection that comes after it has stopped', async () => {
    const [first, second] = [new FakeSession(), new FakeSession()];
    const held = gate();
    let connections = 0;
    const { engine } = engineOn([], {
      connect: async () => {
        connections += 1;
        if (connections === 1) return first;
        await held.opened;
        return second;
      },
    });
    await engine.start();
    first.end();
    await expect.poll(() => connections, often).toBe(2);
    await engine.stop();
    held.open();
    await expect.poll(() => second.isClosed, often).toBe(true);
  });

  it('says so when a lane fails for another reason, and goes on with a new connection', async () => {
    let reports = 0;
    const { engine, told } = engineOn([new FakeSession(), new FakeSession()], {
      observe() {
        reports += 1;
        if (reports <= 2) throw new Error('nobody counts');
      },
    });
    await engine.start();
    expect(await answerOf(engine.submit(creating()))).toBe('made');
    await expect.poll(() => engine.isAvailable && told.length > 0, often).toBe(true);
    expect(told).toEqual(['a lane failed']);
    expect(await answerOf(engine.submit(creating()))).toBe('made');
  });
});

describe('what an engine has acknowledged', () => {
  const lost: LostCommit = { subjectId: 'invoice', what: 'invoice' };

  async function reconnected(sessions: readonly FakeSession[]) {
    const given = engineOn(sessions);
    await given.engine.start();
    for (const session of sessions) {
      if (session === sessions.at(-1)) break;
      await given.engine.submit(creating());
      await given.engine.submit(creating());
      session.end();
      await expect.poll(() => given.engine.isAvailable, often).toBe(true);
    }
    return given;
  }

  it('is looked for on a new connection: the last batch, and all before it only when that is gone', async () => {
    const [first, second] = [new FakeSession(), new FakeSession()];
    const { told } = await reconnected([first, second]);
    expect([first.asked.length, second.asked.map((asked) => asked.invoices.length), told]).toEqual([0, [1], []]);
  });

  it('is told once when it is not there', async () => {
    const [first, second, third] = [new FakeSession(), new FakeSession(), new FakeSession()];
    second.lost = [lost];
    const { told } = await reconnected([first, second, third]);
    expect(second.asked.map((asked) => asked.invoices.length)).toEqual([1, 2]);
    // What came after it is witnessed anew.
    expect(third.asked.map((asked) => asked.invoices.length)).toEqual([1]);
    expect(told).toEqual([JSON.stringify(lost)]);
  });

  it('is not told again on the connection after that, when nothing was done in between', async () => {
    const [first, second, third] = [new FakeSession(), new FakeSession(), new FakeSession()];
    second.lost = third.lost = [lost];
    const { engine, told } = engineOn([first, second, third]);
    await engine.start();
    await engine.submit(creating());
    for (const session of [first, second]) {
      session.end();
      await expect.poll(() => engine.isAvailable, often).toBe(true);
    }
    expect([third.asked.length, told]).toEqual([0, [JSON.stringify(lost)]]);
  });

  it('is looked for again on the next connection when the first look failed', async () => {
    const [first, second, third] = [new FakeSession(), new FakeSession(), new FakeSession()];
    second.findLost = broken;
    const { engine, opened } = engineOn([first, second, third]);
    await engine.start();
    await engine.submit(creating());
    first.end();
    await expect.poll(() => [engine.isAvailable, opened()], often).toEqual([true, 3]);
    expect([second.isClosed, third.asked.length]).toEqual([true, 1]);
  });
});
