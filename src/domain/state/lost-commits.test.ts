import { describe, expect, it } from 'vitest';
import { mergeLost } from './lost-commits.ts';

const lost = (subjectId: string, what = 'invoice') => ({ subjectId, what });

describe('what was lost', () => {
  it('is named once, however many lanes and processes find it', () => {
    expect(mergeLost([lost('a')], [lost('a'), lost('b'), lost('b')])).toEqual([lost('a'), lost('b')]);
  });

  it('is the invoice where that is gone, and not every part of it', () => {
    const parts = [lost('a', 'status'), lost('a', 'payin_hold'), lost('b', 'payin_settle')];
    expect(mergeLost(parts, [lost('a')])).toEqual([lost('b', 'payin_settle'), lost('a')]);
  });

  it('is bounded', () => {
    const many = Array.from({ length: 10_500 }, (_, index) => lost(String(index)));
    expect(mergeLost([], many)).toHaveLength(10_000);
  });
});
