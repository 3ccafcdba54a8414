import { describe, expect, it } from 'vitest';
import { newOnes } from './new-deals.ts';

describe('new deals', () => {
  it('are those that came while the page was open, and none when it has just been opened', () => {
    expect(newOnes(null, ['a', 'b'])).toEqual([]);
    expect(newOnes(new Set(['a', 'b']), ['b', 'c', 'd'])).toEqual(['c', 'd']);
    expect(newOnes(new Set(['a']), [])).toEqual([]);
    expect(newOnes(new Set(), ['a'])).toEqual(['a']);
  });
});
