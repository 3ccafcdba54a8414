import { expect, it } from 'vitest';
import { receiverOf } from './receiver.ts';

it('a receiver is a store’s server: scheme, host and port, whatever the path', () => {
  const one = receiverOf(1, 'https://shop.example/a?x=1');
  expect(one).toEqual({ origin: 'https://shop.example', key: expect.any(BigInt) });
  expect(receiverOf(1, 'https://shop.example/b')).toEqual(one);
  expect(receiverOf(2, 'https://shop.example/a')?.key).not.toBe(one?.key);
  expect(receiverOf(1, 'https://shop.example:8443/a')?.key).not.toBe(one?.key);
  expect(receiverOf(1, 'http://shop.example/a')?.key).not.toBe(one?.key);
});

it('a receiver is known by a key that never changes: rows are stored under it', () => {
  expect(receiverOf(1, 'https://shop.example/')?.key).toBe(receiverKey);
});

const receiverKey = -257986637903505756n;

it('nobody is there without an address, and what cannot be read is a receiver too', () => {
  expect(receiverOf(1, '')).toBeNull();
  expect(receiverOf(1, 'no address')?.origin).toBe('no address');
  expect(receiverOf(1, 'x'.repeat(300))?.origin).toHaveLength(255);
});
