import { describe, expect, it } from 'vitest';
import { type KeysInUse, nextKeyStep, reasonsToKeepKeys, refusalOfKeys } from './master-keys.ts';

const noon = Date.UTC(2026, 10, 14, 12);
const own = { configured: 'new', held: ['new', 'old'] };
const both = { host: 'a', sealingKey: 'old', heldKeys: ['old', 'new'] };
const oldOnly = { host: 'b', sealingKey: 'old', heldKeys: ['old'] };
const retired = (id: string, resealedAt: number | null = null) => ({ id, retiredAt: noon, resealedAt });
const inUse = (change: Partial<KeysInUse> = {}): KeysInUse => ({ current: 'old', retired: [], others: [], ...change });
const byItself = { isAsked: false };

describe('nextKeyStep', () => {
  it('makes a key that was never seen here the current one', () => {
    expect(nextKeyStep(own, inUse(), byItself)).toEqual({ kind: 'adopt', from: 'old' });
    expect(nextKeyStep(own, inUse({ current: null }), byItself)).toEqual({ kind: 'adopt', from: null });
  });

  it('stays with a key that is current', () => {
    expect(nextKeyStep(own, inUse({ current: 'new', retired: [retired('old')] }), byItself)).toEqual({ kind: 'stay' });
  });

  it('waits while a running process could not read what the new key seals, and only then', () => {
    expect(nextKeyStep(own, inUse({ others: [both, oldOnly] }), byItself)).toEqual({
      kind: 'wait',
      lacking: [oldOnly],
    });
    expect(nextKeyStep(own, inUse({ others: [both] }), byItself).kind).toBe('adopt');
    expect(nextKeyStep(own, inUse({ others: [oldOnly] }), { isAsked: true }).kind).toBe('wait');
  });

  it('follows a rotation that was begun elsewhere, instead of turning it back', () => {
    const late = { configured: 'old', held: ['old', 'new'] };
    const rotated = inUse({ current: 'new', retired: [retired('old')] });
    expect(nextKeyStep(late, rotated, byItself)).toEqual({ kind: 'follow' });
    expect(nextKeyStep(late, rotated, { isAsked: true })).toEqual({ kind: 'adopt', from: 'new' });
  });
});

describe('refusalOfKeys', () => {
  it('refuses keys that do not open what is stored, and names both', () => {
    const message = refusalOfKeys({ configured: 'aaaa', held: ['aaaa', 'bbbb'] }, new Map([['cccc', 3]]));
    expect(message).toMatch(
      /^MASTER_KEY does not fit this database: .* 3 sealed with key cccc; MASTER_KEY is key aaaa and .*bbbb/,
    );
    expect(message).toContain('MASTER_KEY_PREVIOUS: see docs/operating.md');
  });

  it('takes an empty database, and boxes under any key that is given', () => {
    expect(refusalOfKeys(own, new Map())).toBeNull();
    expect(refusalOfKeys(own, new Map([['old', 1], ['new', 2]]))).toBeNull(); // biome-ignore format: one line reads better.
  });
});

describe('reasonsToKeepKeys', () => {
  const at = { now: noon + 1_000, linksLiveMs: 3_600_000 };
  const rotated = (change: Partial<KeysInUse> = {}) =>
    inUse({ current: 'new', retired: [retired('old', noon)], ...change });

  it('are boxes left under a former key', () => {
    const counts = new Map([['old', 2], ['new', 7]]); // biome-ignore format: one line reads better.
    expect(reasonsToKeepKeys(rotated(), counts, at)).toEqual(['2 boxes are still under a former key']);
  });

  it('are processes that still have it as their own', () => {
    const [reason] = reasonsToKeepKeys(rotated({ others: [oldOnly] }), new Map([['new', 7]]), at);
    expect(reason).toBe('a process on b still has a former key as its MASTER_KEY');
  });

  it('are links that were made with it, until they end', () => {
    const counts = new Map([['new', 7]]);
    expect(reasonsToKeepKeys(rotated(), counts, at)).toEqual([
      'links to receipts made before the change work until 2026-11-14T13:00:00.000Z',
    ]);
    expect(reasonsToKeepKeys(rotated(), counts, { ...at, now: noon + 3_600_000 })).toEqual([]);
  });
});
