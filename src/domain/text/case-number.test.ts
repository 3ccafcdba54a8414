import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseNumber, readCaseNumber } from './case-number.ts';
import { idRandomBytes, newId } from './uuid.ts';

const anyId = fc
  .record({
    at: fc.integer({ min: 1_577_836_800_000, max: 2_600_000_000_000 }),
    random: fc.uint8Array({ minLength: idRandomBytes, maxLength: idRandomBytes }),
  })
  .map(({ at, random }) => ({ at, id: newId(at, random) }));

describe('a case number', () => {
  it('is ten characters that can be read out', () => {
    const id = newId(1_794_657_600_000, new Uint8Array(idRandomBytes).fill(0xff));
    expect(caseNumber(id)).toBe('69XRD-PG0ZZ');
    fc.assert(
      fc.property(anyId, ({ id: any }) => {
        expect(caseNumber(any)).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
      }),
    );
  });

  it('leads back to the millisecond and to the invoice', () => {
    fc.assert(
      fc.property(anyId, ({ at, id }) => {
        const found = readCaseNumber(caseNumber(id));
        expect(found).toMatchObject({ from: at, to: at + 1 });
        expect(found?.fits(id)).toBe(true);
      }),
    );
  });

  it('is understood as people write it down', () => {
    const [written, said] = [readCaseNumber('69XRD-PG0ZZ'), readCaseNumber(' 69xrd pgOzz')];
    expect(said?.from).toBe(written?.from);
    const id = newId(1_794_657_600_000, new Uint8Array(idRandomBytes).fill(0xff));
    expect(said?.fits(id)).toBe(true);
    const neighbour = newId(1_794_657_600_000, new Uint8Array(idRandomBytes));
    expect(said?.fits(neighbour)).toBe(false);
  });

  it('is nothing else that people look for', () => {
    for (const text of ['', '1000.00', 'order-1', '+79990000000', '69XRD-PG0Z', '69XRD-PG0ZU', 'a long name']) {
      expect(readCaseNumber(text)).toBeNull();
    }
  });
});
