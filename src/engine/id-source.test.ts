import { describe, expect, it } from 'vitest';
import { isUuid } from '../domain/text/uuid.ts';
import { createIdSource } from './id-source.ts';

describe('createIdSource', () => {
  it('gives distinct UUIDs across many pools', () => {
    const nextId = createIdSource();
    const ids = Array.from({ length: 25_000 }, nextId);
    expect(ids.every(isUuid)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('repeats no randomness within one millisecond, within a pool or across pools', () => {
    const nextId = createIdSource(() => 0);
    const randomParts = Array.from({ length: 5000 }, () => nextId().slice(14));
    expect(new Set(randomParts).size).toBe(randomParts.length);
  });

  it('takes the time from the clock it is given', () => {
    expect(createIdSource(() => 0x017f22e279b0)()).toMatch(/^017f22e2-79b0-7/);
  });
});
