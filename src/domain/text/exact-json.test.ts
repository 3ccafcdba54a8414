import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from './exact-json.ts';

describe('JSON whose numbers are kept as they are written', () => {
  it('keeps digits that a float would lose', () => {
    expect(parseExactJson('{"price": 95.12345678901234567890, "n": [-1, 1.50, 2e-7]}')).toEqual({
      price: '95.12345678901234567890',
      n: ['-1', '1.50', '2e-7'],
    });
  });

  it('leaves everything else as it is, also figures and quotation marks in strings', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(asFloats(parseExactJson(text), JSON.parse(text))).toEqual(JSON.parse(text));
      }),
    );
    expect(parseExactJson('{"a1": "\\"12\\\\", "b": "1.5 \\u0031"}')).toEqual({ a1: '"12\\', b: '1.5 1' });
  });

  it.each(['', '{', '{1: 2}', '01', '1.', '.5', 'NaN', '[1,]', "{'a': 1}", '+1'])('refuses %j', (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });

  it('reads a megabyte of one string', () => {
    const long = 'x1"\\'.repeat(200_000);
    expect(parseExactJson(JSON.stringify([long, 5]))).toEqual([long, '5']);
  });
});

/** The exact document with floats where the plain one has them: equal to it, if nothing else was touched. */
function asFloats(exact: unknown, plain: unknown): unknown {
  if (typeof plain === 'number') return typeof exact === 'string' ? Number(exact) : exact;
  if (Array.isArray(plain))
    return Array.isArray(exact) ? exact.map((one, index) => asFloats(one, plain[index])) : exact;
  if (typeof plain !== 'object' || plain === null || typeof exact !== 'object' || exact === null) return exact;
  const inner = plain as Record<string, unknown>;
  return Object.fromEntries(Object.entries(exact).map(([name, value]) => [name, asFloats(value, inner[name])]));
}
