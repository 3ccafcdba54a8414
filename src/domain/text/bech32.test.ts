import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecipient } from './age-recipient.ts';
import { decodeBech32, encodeBech32 } from './bech32.ts';

describe('bech32', () => {
  it.each([
    ['a', 'A12UEL5L', ''],
    ['a', 'a12uel5l', ''],
    ['abcdef', 'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw', '00443214c74254b635cf84653a56d7c675be77df'],
    ['?', '?1ezyfcl', ''],
  ])('reads the examples of its standard: %s, %s', (prefix, text, hex) => {
    expect(decodeBech32(prefix, text)?.toString('hex')).toBe(hex);
    expect(encodeBech32(prefix, Buffer.from(hex, 'hex'))).toBe(text.toLowerCase());
  });

  it('reads what it wrote, and nothing with a slip in it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(61), fc.nat(30), (bytes, at, by) => {
        const text = encodeBech32('age', bytes);
        expect(decodeBech32('age', text)).toEqual(Buffer.from(bytes));
        const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
        const place = at === 3 ? 4 : at;
        const other = letters[(letters.indexOf(text[place] ?? '') + 1 + by) % 32] ?? '';
        expect(decodeBech32('age', text.slice(0, place) + other + text.slice(place + 1))).toBe(null);
      }),
    );
  });

  it.each(['', 'age', 'age1', 'A12uel5l', 'x1b4n0q5v', 'li1dgmt3', 'age1qqqqqq'])('refuses %s', (text) => {
    expect(decodeBech32('age', text)).toBe(null);
    expect(decodeBech32('a', text)).toBe(null);
  });
});

describe('a recipient', () => {
  const text = 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj';

  it('is 32 bytes in small letters', () => {
    expect(parseRecipient(text)).toMatchObject({ text, bytes: { length: 32 } });
    for (const wrong of [text.toUpperCase(), text.slice(0, -1), ` ${text}`, encodeBech32('age', Buffer.alloc(31))]) {
      expect(parseRecipient(wrong)).toBe(null);
    }
  });
});
