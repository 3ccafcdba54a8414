import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { fiat } from '../../domain/money/money.ts';
import { AppError } from '../../errors/app-error.ts';
import type { EventStream, LiveEvent } from '../../http/event-stream.ts';
import { LiveInvoices } from './live-invoices.ts';
import type { PayersInvoice } from './payment-page.ts';

/** Somebody who follows: keeps what came. */
class Follower {
  readonly heard: string[] = [];
  #close: () => void = () => undefined;

  get stream(): EventStream {
    return this as unknown as EventStream;
  }

  onClose(listener: () => void): void {
    this.#close = listener;
  }

  send(event: LiveEvent): void {
    this.heard.push(event.data);
  }

  beat(): void {}

  end(): void {
    this.#close();
  }
}

const stateOf = (status: string, expireAt = Number.POSITIVE_INFINITY) =>
  ({ invoice: { status, expireAt } as unknown as Invoice, deals: [], heldSum: null }) as PayersInvoice;

interface World {
  readonly live: LiveInvoices;
  /** Readings that wait for their answer, oldest first. */
  readonly readings: ((state: PayersInvoice | undefined | Error) => void)[];
}

function world(limits: { streamsMax?: number; streamsPerAddressMax?: number } = {}): World {
  const readings: World['readings'] = [];
  const live = new LiveInvoices({
    read: () =>
      new Promise((resolve, reject) => {
        readings.push((state) => (state instanceof Error ? reject(state) : resolve(state)));
      }),
    render: ({ invoice }) => {
      const status = invoice.expireAt <= Date.now() ? 'expired' : invoice.status;
      return { text: status, body: status };
    },
    clock: Date.now,
    failed: (error) => {
      throw error;
    },
    streamsMax: limits.streamsMax ?? 100,
    streamsPerAddressMax: limits.streamsPerAddressMax ?? 0,
  });
  return { live, readings };
}

const wish = { invoiceId: 'a', address: 'b', lastEventId: null };
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a change', () => {
  it('a change that comes while the first reading is under way is not missed', async () => {
    const { live, readings } = world();
    const follower = new Follower();
    const following = live.follow(wish, () => follower.stream);
    live.changed(['a']);
    readings.shift()?.(stateOf('new'));
    await following;
    await settled();
    expect(readings).toHaveLength(1);
    readings.shift()?.(stateOf('paid'));
    await settled();
    expect(follower.heard).toEqual(['new', 'paid']);
  });

  it('a change that comes in the same moment in which a reading ends starts another', async () => {
    const { live, readings } = world();
    const follower = new Follower();
    const following = live.follow(wish, () => follower.stream);
    readings.shift()?.(stateOf('new'));
    await following;
    live.changed(['a']);
    readings.shift()?.(stateOf('dispute'));
    // Between the answer and those who wait for it: as many turns as there are.
    for (let turn = 0; turn < 6; turn++) {
      await Promise.resolve();
      live.changed(['a']);
    }
    await settled();
    while (readings.length > 0) {
      readings.shift()?.(stateOf('paid'));
      await settled();
    }
    expect(follower.heard.at(-1)).toBe('paid');
  });

  it('a reader waits for two readings at most, however often the invoice changes', async () => {
    const { live, readings } = world();
    const followers: Follower[] = [];
    const arrive = () => {
      const follower = new Follower();
      followers.push(follower);
      return live.follow(wish, () => follower.stream);
    };
    const first = arrive();
    for (let round = 0; round < 10; round++) {
      // Somebody comes, and something changes, in the middle of every reading.
      const later = arrive();
      live.changed(['a']);
      expect(readings).toHaveLength(1);
      readings.shift()?.(stateOf(`round ${round}`));
      await settled();
      if (round === 0) await first;
      readings.shift()?.(stateOf(`round ${round}, again`));
      await later;
      await settled();
      expect(readings).toEqual([]);
    }
    expect(followers.map(({ heard }) => heard.at(-1))).toEqual(followers.map(() => 'round 9, again'));
    live.close();
  });

  it('a change of an invoice without followers is not read', () => {
    const { live, readings } = world();
    live.changed(['x', 'y']);
    live.changed('all');
    expect(readings).toEqual([]);
  });

  it('a change of everything reads what is followed, once each', async () => {
    const { live, readings } = world();
    const followers = [new Follower(), new Follower()];
    const following = followers.map((follower) => live.follow(wish, () => follower.stream));
    readings.shift()?.(stateOf('new'));
    await settled();
    readings.shift()?.(stateOf('new'));
    await Promise.all(following);
    live.changed('all');
    expect(readings).toHaveLength(1);
    readings.shift()?.(stateOf('canceled'));
    await settled();
    expect(followers.map(({ heard }) => heard)).toEqual([
      ['new', 'canceled'],
      ['new', 'canceled'],
    ]);
  });
});

describe('following', () => {
  it('a follower who has left before the answer began leaves nothing behind', async () => {
    const { live, readings } = world();
    const gone = new Follower();
    gone.onClose = (listener) => listener();
    const following = live.follow(wish, () => gone.stream);
    readings.shift()?.(stateOf('new'));
    await following;
    expect(live.streamCount).toBe(0);
    live.changed(['a']);
    expect(readings).toEqual([]);
  });

  it('fails while the database is away, and leaves nothing behind', async () => {
    const { live, readings } = world({ streamsMax: 1 });
    const away = live.follow(wish, () => new Follower().stream);
    readings.shift()?.(new Error('away'));
    await expect(away).rejects.toThrow('away');
    expect(live.streamCount).toBe(0);
    const unknown = live.follow(wish, () => new Follower().stream);
    readings.shift()?.(undefined);
    await expect(unknown).rejects.toThrow('Not found');
    expect(live.streamCount).toBe(0);
  });

  it('is limited in all and for each address, those on the way included', async () => {
    const { live } = world({ streamsMax: 3, streamsPerAddressMax: 2 });
    const follow = (address: string) => live.follow({ ...wish, address }, () => new Follower().stream);
    void follow('b').catch(() => undefined);
    void follow('b').catch(() => undefined);
    await expect(follow('b')).rejects.toThrow('Too many requests');
    void follow('c').catch(() => undefined);
    await expect(follow('d')).rejects.toThrow('busy');
    expect(live.streamCount).toBe(3);
    live.close();
  });

  it('ends for all followers when the server closes, and no stream can begin', async () => {
    const { live, readings } = world();
    const follower = new Follower();
    const following = live.follow(wish, () => follower.stream);
    readings.shift()?.(stateOf('new'));
    await following;
    const late = live.follow(wish, () => new Follower().stream);
    live.close();
    expect(live.streamCount).toBe(1);
    readings.shift()?.(stateOf('new'));
    await expect(late).rejects.toThrow('busy');
    await expect(live.follow(wish, () => new Follower().stream)).rejects.toThrow('busy');
    expect(live.streamCount).toBe(0);
  });
});

describe('the timer', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Somebody who follows an invoice that expires in ten seconds, in a world whose time stands still. */
  async function followWithTime() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
    const { live, readings } = world();
    const follower = new Follower();
    const following = live.follow(wish, () => follower.stream);
    readings.shift()?.(stateOf('new', Date.now() + 10_000));
    await following;
    return { live, readings, follower };
  }

  it('tells of what time changes, within a quarter of a second and without reading', async () => {
    const { readings, follower, live } = await followWithTime();
    vi.advanceTimersByTime(9_900);
    expect(follower.heard).toEqual(['new']);
    vi.advanceTimersByTime(350);
    expect(follower.heard).toEqual(['new', 'expired']);
    vi.advanceTimersByTime(20_000);
    expect(follower.heard).toEqual(['new', 'expired']);
    expect(readings).toEqual([]);
    live.close();
  });

  it('finds untold changes within a minute: a process may die between its commit and its message', async () => {
    const { readings, follower, live } = await followWithTime();
    vi.advanceTimersByTime(59_000);
    expect(readings).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(readings).toHaveLength(1);
    readings.shift()?.(stateOf('paid'));
    await settled();
    expect(follower.heard.at(-1)).toBe('paid');
    live.close();
  });

  it('reads again a second after a reading that failed, not before', async () => {
    const { readings, follower, live } = await followWithTime();
    live.changed(['a']);
    readings.shift()?.(new AppError('database_unavailable'));
    await settled();
    vi.advanceTimersByTime(500);
    expect(readings).toEqual([]);
    vi.advanceTimersByTime(1_000);
    readings.shift()?.(stateOf('canceled'));
    await settled();
    expect(follower.heard.at(-1)).toBe('canceled');
    live.close();
  });

  it('looks again within seconds while money is held: what became of it may change nothing that is announced', async () => {
    const { readings, follower, live } = await followWithTime();
    live.changed(['a']);
    readings.shift()?.({ ...stateOf('new, 900 held'), heldSum: fiat(900n) });
    await settled();
    vi.advanceTimersByTime(4_000);
    expect(readings).toEqual([]);
    vi.advanceTimersByTime(2_000);
    readings.shift()?.(stateOf('new'));
    await settled();
    expect(follower.heard).toEqual(['new', 'new, 900 held', 'new']);
    vi.advanceTimersByTime(50_000);
    expect(readings).toEqual([]);
    live.close();
  });

  it('stops with the last stream', async () => {
    const { follower, live } = await followWithTime();
    expect(vi.getTimerCount()).toBe(1);
    follower.end();
    expect([vi.getTimerCount(), live.streamCount]).toEqual([0, 0]);
  });
});
