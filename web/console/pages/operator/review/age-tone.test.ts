import { describe, expect, it } from 'vitest';
import { ageTone, caseAfter } from './age-tone.ts';

it('a case waits long from its first limit on, and is late from its second', () => {
  const limit = { warnMinutes: 15, lateMinutes: 60 };
  const minutes = [14.9, 15, 59.9, 60];
  expect(minutes.map((age) => ageTone(age * 60_000, limit))).toEqual([null, 'warn', 'warn', 'late']);
  expect(ageTone(1e12, undefined)).toBeNull();
});

describe('after a case comes', () => {
  const ids = ['a', 'b', 'c'];

  it('the next, or at the end the one before', () => {
    expect(ids.map((id) => caseAfter(ids, id))).toEqual(['b', 'c', 'b']);
  });

  it('the one before, going back, or at the beginning the next', () => {
    expect(ids.map((id) => caseAfter(ids, id, -1))).toEqual(['b', 'a', 'b']);
  });

  it('the first, when it is no longer in the list; nothing, when it was alone', () => {
    expect(caseAfter(ids, 'gone')).toBe('a');
    expect(caseAfter(['a'], 'a')).toBeNull();
    expect(caseAfter([], 'a')).toBeNull();
  });
});
