import { expect, it } from 'vitest';
import { idRandomBytes, newId } from '../text/uuid.ts';
import { apiKeyPrefix, cellMax, cellToKeep } from './cell.ts';

it('is the last byte of every ID that it makes', () => {
  const cells = Array.from({ length: cellMax + 1 }, (_, cell) => cell);
  const random = new Uint8Array(idRandomBytes).fill(0xff);
  expect(cells.map((cell) => newId(1_763_000_000_000, random, cell).slice(34))).toEqual(
    cells.map((cell) => cell.toString(16).padStart(2, '0')),
  );
});

it('gives every cell a prefix that no key of another cell begins with', () => {
  const prefixes = Array.from({ length: cellMax + 1 }, (_, cell) => apiKeyPrefix(cell));
  expect(prefixes[0]).toBe('qk_');
  expect(prefixes[7]).toBe('qk7_');
  const clashes = prefixes.filter((one) => prefixes.some((other) => other !== one && other.startsWith(one)));
  expect(clashes).toEqual([]);
});

it('lets a database leave cell 0 and never another', () => {
  expect(cellToKeep(0, 0)).toBe(0);
  expect(cellToKeep(0, 3)).toBe(3);
  expect(cellToKeep(3, 3)).toBe(3);
  expect(cellToKeep(3, 0)).toBeNull();
  expect(cellToKeep(3, 4)).toBeNull();
});
