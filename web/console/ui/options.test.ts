import { expect, it } from 'vitest';
import { withStored } from './options.ts';

const offered = [
  ['', 'Any'],
  ['CARD', 'Card transfer'],
] as const;

it('a stored value stays an option when it is not offered any more', () => {
  expect(withStored(offered, 'CLICK')).toEqual([...offered, ['CLICK', 'CLICK']]);
  expect(withStored(offered, '7', '#7').at(-1)).toEqual(['7', '#7']);
});

it('a value that is offered, or none, needs no option of its own', () => {
  expect(withStored(offered, 'CARD')).toBe(offered);
  expect(withStored([], '')).toEqual([]);
});
