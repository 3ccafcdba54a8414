import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogueOf, requisite } from '../../../test/engine/support/small-world.ts';
import { type Actor, serviceActor } from '../../domain/people/audit.ts';
import type { Concern } from '../../domain/state/concerns.ts';
import { AppError } from '../../errors/app-error.ts';
import type { EventStream, LiveEvent } from '../../http/event-stream.ts';
import { ConsoleStreams, streamsMax, streamsPerPersonMax, streamsPerSessionMax } from './console-streams.ts';

/** Somebody's window: keeps what came. */
class Window {
  readonly heard: string[][] = [];
  readonly actor: Actor;
  isOpen = true;
  isAllowed = vi.fn(async () => true);
  #close: () => void = () => undefined;

  constructor(change: Partial<Actor> = {}) {
    this.actor = { ...serviceActor, userId: 1, ...change };
  }

  get stream(): EventStream {
    return this as unknown as EventStream;
  }

  onClose(listener: () => void): void {
    this.#close = listener;
  }

  send(event: LiveEvent): void {
    this.heard.push(JSON.parse(event.data).topics);
  }

  beat(): void {}

  end(): void {
    this.isOpen = false;
    this.#close();
  }
}

const catalogue = catalogueOf([requisite(1), requisite(2, { makerId: 2 })]);
const failed = vi.fn();
let streams: ConsoleStreams;

beforeEach(() => {
  vi.useFakeTimers();
  failed.mockReset();
  streams = new ConsoleStreams({ catalogue: () => catalogue, failed });
});
afterEach(() => {
  streams.close();
  vi.useRealTimers();
});

function follow(window: Window, session = 'a session'): Window {
  const { actor, isAllowed } = window;
  streams.follow({ actor, session, isAllowed: () => isAllowed() }, () => window.stream);
  return window;
}

const say = (...concerns: Concern[]) => streams.heard(new Set(concerns));

describe('a window', () => {
  it('hears at once, then twice a second at most, and misses nothing', async () => {
    const window = follow(new Window());
    say('deals m1');
    expect(window.heard).toEqual([['deals']]);
    for (let index = 0; index < 100; index++) say('deals m1', 'invoices s1', `balances m${index}`);
    expect(window.heard).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(750);
    expect(window.heard).toEqual([['deals'], ['deals', 'invoices', 'balances']]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(window.heard).toHaveLength(2);
  });

  it('hears nothing of others', async () => {
    const window = follow(new Window({ role: 'maker', makerId: 2 }));
    say('deals m1', 'invoices s1', 'audit o', 'session u1');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(window.heard).toEqual([]);
  });

  it('hears of settings when the catalogue is another one', () => {
    const window = follow(new Window({ role: 'maker', makerId: 2 }));
    const after = catalogueOf([requisite(1), requisite(2, { makerId: 2, isPaused: true })]);
    streams.settingsReplaced(catalogue, after);
    expect(window.heard).toEqual([['settings']]);
  });
});

describe('a session', () => {
  it('a session that its user has ended ends its streams at once, and only those', async () => {
    const [leaving, staying, other] = [follow(new Window()), follow(new Window()), follow(new Window({ userId: 2 }))];
    leaving.isAllowed.mockResolvedValue(false);
    say('session u1');
    await vi.advanceTimersByTimeAsync(0);
    expect([leaving.isOpen, staying.isOpen]).toEqual([false, true]);
    expect(other.isAllowed).not.toHaveBeenCalled();
    expect(streams.streamCount).toBe(2);
  });

  it('a session that ended unheard is found within half a minute', async () => {
    const window = follow(new Window());
    window.isAllowed.mockResolvedValue(false);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(window.isOpen).toBe(true);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(window.isOpen).toBe(false);
  });

  it('a session that cannot be looked at goes on, and is looked at again; a fault is told', async () => {
    const window = follow(new Window());
    window.isAllowed
      .mockRejectedValueOnce(new AppError('database_unavailable'))
      .mockRejectedValueOnce(new Error('odd'));
    await vi.advanceTimersByTimeAsync(45_000);
    expect(window.isOpen).toBe(true);
    expect(window.isAllowed).toHaveBeenCalledTimes(2);
    expect(failed).toHaveBeenCalledOnce();
  });

  it('has so many streams, and room is made when one ends', () => {
    const windows = Array.from({ length: streamsPerSessionMax }, () => follow(new Window()));
    expect(() => follow(new Window())).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    follow(new Window(), 'another session');
    windows[0]?.end();
    follow(new Window());
    expect(streams.streamCount).toBe(streamsPerSessionMax + 1);
  });
});

it('a person has so many streams, in however many sessions, and others have theirs', () => {
  for (let index = 0; index < streamsPerPersonMax; index++) follow(new Window(), `session ${index}`);
  expect(() => follow(new Window(), 'one more')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  follow(new Window({ userId: 2 }), 'another’s');
});

describe('a process', () => {
  it('has so many streams', () => {
    for (let userId = 1; userId <= streamsMax; userId++) follow(new Window({ userId }), `session ${userId}`);
    expect(() => follow(new Window({ userId: 0 }), 'one more')).toThrow(
      expect.objectContaining({ code: 'overloaded' }),
    );
  });

  it('a process that closes ends them all and opens none', () => {
    const windows = [follow(new Window()), follow(new Window())];
    streams.close();
    expect(windows.map(({ isOpen }) => isOpen)).toEqual([false, false]);
    expect(() => follow(new Window())).toThrow(expect.objectContaining({ code: 'overloaded' }));
    expect(vi.getTimerCount()).toBe(0);
  });
});
