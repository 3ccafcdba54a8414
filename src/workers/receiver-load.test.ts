import { describe, expect, it } from 'vitest';
import { ReceiverLoad } from './receiver-load.ts';

const limits = { connectionsPerReceiver: 4, inHandMax: 100 };
const well = { isWell: true, durationMs: 50 };
const bad = { isWell: false, durationMs: 50 };

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
  it('starts an unknown one with two connections, and gives a proven one its limit', () => {
    const load = loadWith(1n, 20);
    expect(begun(load, 1n)).toBe(2);
    load.end(1n, well);
    expect(begun(load, 1n)).toBe(3);
    expect(load.active).toBe(4);
  });

  it('hands out in the order in which it came', () => {
    const load = loadWith(1n, 3);
    expect([load.begin(1n), load.begin(1n)]).toEqual([0, 1]);
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
      load.end(1n, { isWell: true, durationMs });
      return load.rooms().rooms.get(1n);
    });
    expect(rooms).toEqual([100, 4]);
  });

  it('leaves half of what it can hold to those that are known to answer', () => {
    const load = new ReceiverLoad<number>(limits);
    for (let receiver = 0n; receiver < 25n; receiver += 1n) {
      load.add(receiver, 1);
      load.add(receiver, 2);
      begun(load, receiver);
    }
    expect(load.rooms().roomDefault).toBe(0);
    load.end(0n, well);
    expect(load.rooms().roomDefault).toBe(2);
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
