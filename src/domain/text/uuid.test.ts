import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idPrefix, idRandomBytes, isUuid, newId } from './uuid.ts';

const anyTimeMs = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const anyRandom = fc.uint8Array({ minLength: idRandomBytes, maxLength: idRandomBytes });

describe('newId', () => {
  it('writes the example of RFC 9562', () => {
    const random = Uint8Array.from([0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39]);
    expect(newId(0x017f22e279b0, random, 0x8f)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });

  it('is a UUID of version 7 and of the RFC variant', () => {
    fc.assert(
      fc.property(anyTimeMs, anyRandom, (nowMs, random) => {
        const id = newId(nowMs, random);
        expect(isUuid(id)).toBe(true);
        expect(id).toMatch(/^.{14}7.{4}[89ab]/);
        expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(nowMs);
      }),
    );
  });

  it('sorts by time', () => {
    fc.assert(
      fc.property(anyTimeMs, anyTimeMs, anyRandom, (a, b, random) => {
        fc.pre(a < b);
        expect(newId(a, random) < newId(b, random)).toBe(true);
      }),
    );
  });

  it('carries 66 bits of the randomness', () => {
    const bits = idRandomBytes * 8;
    const none = newId(0, new Uint8Array(idRandomBytes));
    const changing = Array.from({ length: bits }, (_, bit) => {
      const random = new Uint8Array(idRandomBytes);
      random[bit >> 3] = 1 << (bit & 7);
      return newId(0, random);
    }).filter((id) => id !== none);
    expect(new Set(changing).size).toBe(66);
  });

  it.each([-1, 0.5, 2 ** 48, Number.NaN])('refuses the time %s', (nowMs) => {
    expect(() => newId(nowMs, new Uint8Array(idRandomBytes))).toThrow(RangeError);
  });

  it('refuses too little randomness', () => {
    expect(() => newId(0, new Uint8Array(8))).toThrow(RangeError);
  });
});

describe('isUuid', () => {
  it('takes any version, in either case', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect([isUuid(id), isUuid(id.toUpperCase())]).toEqual([true, true]);
      }),
    );
  });

  it.each([
    '',
    '017f22e2-79b0-7cc3-98c4-dc0c0c07398',
    '017f22e2-79b0-7cc3-98c4-dc0c0c07398g',
    '017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n',
    '017f22e279b07cc398c4dc0c0c07398f',
    '{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}',
    '017f22e27-9b0-7cc3-98c4-dc0c0c07398f',
  ])('refuses %j', (text) => {
    expect(isUuid(text)).toBe(false);
  });
});

describe('the beginning of an ID', () => {
  it('has a first and a last ID, with or without hyphens', () => {
    const range = { from: '0193f9a0-3f70-0000-0000-000000000000', to: '0193f9a0-3f7f-ffff-ffff-ffffffffffff' };
    expect(idPrefix('0193F9A0-3f7')).toEqual({ ...range, from: '0193f9a0-3f70-0000-0000-000000000000' });
    expect(idPrefix('0193f9a03f7')).toEqual(range);
  });

  it.each(['', '0193f', 'order-1', '0193f9a0 3f70', `${'0'.repeat(33)}`, '-----------'])('%j is none', (text) => {
    expect(idPrefix(text)).toBeNull();
  });

  it('holds every ID that begins so, and no other', () => {
    fc.assert(
      fc.property(anyTimeMs, anyRandom, fc.integer({ min: 6, max: 36 }), (timeMs, random, length) => {
        const id = newId(timeMs, random);
        const range = idPrefix(id.slice(0, length));
        if (id.slice(0, length).replaceAll('-', '').length < 6) return;
        expect(range !== null && range.from <= id && id <= range.to).toBe(true);
      }),
    );
  });
});
