import { describe, expect, it } from 'vitest';
import { LawBroken } from '../laws/law-broken.ts';
import { LockTable, Transaction } from './locks.ts';

function setUp() {
  const woken: string[] = [];
  const locks = new LockTable(({ label }) => woken.push(label));
  const [a, b, c] = ['a', 'b', 'c'].map((label) => new Transaction(label)) as [Transaction, Transaction, Transaction];
  return { locks, woken, a, b, c };
}

describe('a lock', () => {
  it('is held by one transaction, and goes to the one that waited longest', () => {
    const { locks, woken, a, b, c } = setUp();
    expect(locks.acquire(a, 'account', 1)).toBe(true);
    expect(locks.acquire(a, 'account', 1)).toBe(true);
    expect(locks.acquire(b, 'account', 1)).toBe(false);
    expect(locks.acquire(c, 'account', 1)).toBe(false);
    locks.release(a);
    expect(woken).toEqual(['b']);
    locks.release(b);
    expect(woken).toEqual(['b', 'c']);
  });

  it('a lock of one kind does not lock another kind', () => {
    const { locks, a, b } = setUp();
    expect(locks.acquire(a, 'account', 1)).toBe(true);
    expect(locks.acquire(b, 'requisite load', 1)).toBe(true);
  });

  it('is not given to one that died while it waited', () => {
    const { locks, woken, a, b, c } = setUp();
    locks.acquire(a, 'account', 1);
    locks.acquire(b, 'account', 1);
    locks.acquire(c, 'account', 1);
    locks.release(b);
    locks.release(a);
    expect(woken).toEqual(['c']);
  });
});

describe('waiting in a circle', () => {
  it('breaks a law, with two and with three', () => {
    const { locks, a, b, c } = setUp();
    locks.acquire(a, 'account', 1);
    locks.acquire(b, 'account', 2);
    locks.acquire(c, 'account', 3);
    locks.acquire(a, 'account', 2);
    locks.acquire(b, 'account', 3);
    expect(() => locks.acquire(c, 'account', 1)).toThrow(LawBroken);
  });

  it('is none when all wait in one direction', () => {
    const { locks, a, b, c } = setUp();
    locks.acquire(a, 'account', 1);
    locks.acquire(b, 'account', 2);
    locks.acquire(c, 'account', 3);
    expect(() => locks.acquire(a, 'account', 2)).not.toThrow();
    expect(() => locks.acquire(b, 'account', 3)).not.toThrow();
  });
});
