import { describe, expect, it } from 'vitest';
import { ReceiverLoad } from './receiver-load.ts';

const limits = { connectionsPerReceiver: 4, inHandMax: 100 };
const well = { isWell: true, durationMs: 50, idleMs: 5_000 };
const bad = { isWell: false, durationMs: 50, idleMs: 50 };

function loadWith(receiver: bigint, count: number): ReceiverLoad<number> {
  const load = new ReceiverLoad<number>(limits);
  for (let item = 0; item < count; item += 1) load.add(receiver, item);
  return load;
}

function begun(load: ReceiverLoad<number>, receiver: bigint): number {
  let count = 0;
  while (load.begin(receiver) !== null) count += 1;
  return count;
}

describe('the load of receivers', () => {
  it('starts an unknown one with one connection, and gives a proven one its limit', () => {
    const load = loadWith(1n, 20);
    expect(begun(load, 1n)).toBe(1);
    load.end(1n, well);
    expect(begun(load, 1n)).toBe(4);
    expect(load.active).toBe(4);
  });

  it('opens no connection where waiting for one takes less time, and one for each where answers take long', () => {
    const connections = [1, 40, 400].map((idleMs) => {
      const load = loadWith(1n, 40);
      for (let answer = 0; answer < 20; answer += 1) {
        load.begin(1n);
        load.end(1n, { isWell: true, durationMs: 400, idleMs });
      }
      return begun(load, 1n);
    });
    expect(connections).toEqual([2, 4, 4]);
  });

  it('hands out in the order in which it came', () => {
    const load = loadWith(1n, 3);
    const first = load.begin(1n);
    load.end(1n, well);
    expect([first, load.begin(1n), load.begin(1n)]).toEqual([0, 1, 2]);
  });

  it('takes a failure now and then for nothing, and three in a row for trouble', () => {
    const load = loadWith(1n, 50);
    begun(load, 1n);
    load.end(1n, well);
    begun(load, 1n);
    load.end(1n, bad);
    load.end(1n, bad);
    expect(begun(load, 1n)).toBe(2);
    load.end(1n, bad);
    load.end(1n, well);
    expect(begun(load, 1n)).toBe(2);
    for (let failure = 0; failure < 4; failure += 1) load.end(1n, bad);
    expect(load.active).toBe(0);
    expect(begun(load, 1n)).toBe(1);
    expect(load.rooms().rooms.get(1n)).toBe(0);
  });

  it('asks for more work ahead of a fast receiver than of a slow one', () => {
    const rooms = [5, 5_000].map((durationMs) => {
      const load = loadWith(1n, 1);
      load.begin(1n);
      load.end(1n, { isWell: true, durationMs, idleMs: 5 });
      return load.rooms().rooms.get(1n);
    });
    expect(rooms).toEqual([100, 4]);
  });

  it('leaves half of what it can hold to those that are known to answer', () => {
    const load = new ReceiverLoad<number>(limits);
    for (let receiver = 0n; receiver < 50n; receiver += 1n) {
      load.add(receiver, 1);
      begun(load, receiver);
    }
    expect(load.rooms().roomDefault).toBe(0);
    load.end(0n, well);
    expect(load.rooms().roomDefault).toBe(1);
    expect(load.rooms().rooms.get(0n)).toBeGreaterThan(0);
  });

  it('has room for as many as it may hold, and no more', () => {
    const load = loadWith(1n, 100);
    expect(load.room).toBe(0);
    load.begin(1n);
    load.end(1n, null);
    expect(load.room).toBe(1);
  });
});
