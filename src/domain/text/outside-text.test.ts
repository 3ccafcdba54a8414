import { describe, expect, it } from 'vitest';
import { isStorable, storable, unstorableFields } from './outside-text.ts';

describe('text from outside', () => {
  it.each(['', 'plain', 'Ёлка', '👍', 'a\tb\r\nc', '\ufffd', '\uffff'])('takes %j as it is', (text) => {
    expect(isStorable(text)).toBe(true);
    expect(storable(text)).toBe(text);
  });

  it.each([
    ['\ud800', '\ufffd'],
    ['a\udc00b', 'a\ufffdb'],
    ['\udc4d\ud83d', '\ufffd\ufffd'],
    ['a\0b', 'a\ufffdb'],
  ])('finds and mends %j', (text, mended) => {
    expect(isStorable(text)).toBe(false);
    expect(storable(text)).toBe(mended);
  });
});

describe('a value of JSON', () => {
  it('has nothing to name when all of it can be stored', () => {
    expect(unstorableFields({ a: ['x', 1, null, true, { b: '👍' }] })).toEqual([]);
    for (const value of ['x', 1, null, [], {}]) expect(unstorableFields(value)).toEqual([]);
  });

  it('names each text that cannot be stored, in its order', () => {
    const value = { a: 'x\0', b: { c: ['good', '\ud800'] }, d: [{ e: '\udc00' }] };
    expect(unstorableFields(value)).toEqual(['a', 'b.c.1', 'd.0.e']);
  });

  it('names a name that cannot be stored, in a form that can be', () => {
    expect(unstorableFields({ a: { 'x\ud800': 1 } })).toEqual(['a.x\ufffd']);
  });

  it('names twenty at most', () => {
    expect(unstorableFields(Array.from({ length: 1000 }, () => '\0'))).toHaveLength(20);
    expect(unstorableFields(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`${n}\0`, 1]))).length).toBe(20);
  });

  it('may be as deep as a body can be', () => {
    const depth = 60_000;
    const deep: unknown = JSON.parse(`${'['.repeat(depth)}"\\ud800"${']'.repeat(depth)}`);
    const [name = '', ...others] = unstorableFields(deep);
    expect(others).toEqual([]);
    expect(name).toHaveLength(201);
  });
});
