import { describe, expect, it } from 'vitest';
import { pageMemory } from './page-memory.ts';

const gigabyte = 1024 ** 3;

describe('the memory that the embedded server keeps pages in', () => {
  it.each([
    ['a quarter of a small machine', 2 * gigabyte, '512MB'],
    ['a quarter, in whole megabytes', 1.001 * gigabyte, '256MB'],
    ['the least on a tiny one', gigabyte / 4, '128MB'],
    ['the most on a large one', 256 * gigabyte, '4096MB'],
  ])('is %s', (_, bytes, said) => {
    expect(pageMemory(bytes)).toBe(said);
  });

  it('is within these bounds here, whatever this machine or its container has', () => {
    const mb = Number(/^(\d+)MB$/.exec(pageMemory())?.[1]);
    expect(mb).toBeGreaterThanOrEqual(128);
    expect(mb).toBeLessThanOrEqual(4096);
  });
});
