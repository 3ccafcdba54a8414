import { expect, it } from 'vitest';
import { modeOfData } from './mode.ts';

it('a database that knows no mode is a sandbox by its demo keys, production by anybody else in it, and open while it is empty', () => {
  expect(modeOfData({ hasDemoKeys: true, hasPeople: true })).toBe('sandbox');
  expect(modeOfData({ hasDemoKeys: false, hasPeople: true })).toBe('production');
  expect(modeOfData({ hasDemoKeys: false, hasPeople: false })).toBe(null);
});
