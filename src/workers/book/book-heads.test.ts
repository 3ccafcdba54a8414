import { expect, it } from 'vitest';
import type { BookHead } from '../../domain/book/page-faults.ts';
import { BookHeads } from './book-heads.ts';

const hashOf = (text: string) => Buffer.from(text.padEnd(32, '.'));

/** A book in memory: its pages' hashes in their order. */
function headsOf(book: { pages: string[] }, told: readonly BookHead[] = []) {
  const lost: string[] = [];
  const outside: bigint[] = [];
  const heads = new BookHeads({
    read: async (number) => {
      const text = book.pages[Number(number) - 1];
      const last = book.pages.at(-1);
      return {
        last: last === undefined ? null : { number: BigInt(book.pages.length), hash: hashOf(last) },
        hash: text === undefined ? null : hashOf(text),
      };
    },
    told: async () => told,
    tellers: [async ({ number }) => void outside.push(number)],
    tellIntervalMs: 1_000,
    clock: () => 0,
    lost: (pages) => lost.push(...pages.map(({ subjectId }) => subjectId)),
    failed: (error) => {
      throw error;
    },
  });
  return { heads, lost, outside };
}

it('says nothing while the book grows', async () => {
  const book = { pages: ['a'] };
  const { heads, lost, outside } = headsOf(book);
  await heads.start();
  book.pages.push('b', 'c');
  await heads.look();
  await heads.stop();
  expect(lost).toEqual([]);
  expect(outside[0]).toBe(1n);
});

it('names the pages that a failover has lost, once', async () => {
  const book = { pages: ['a', 'b', 'c', 'd'] };
  const { heads, lost } = headsOf(book);
  await heads.start();
  book.pages = ['a', 'b'];
  await heads.look();
  await heads.look();
  await heads.stop();
  expect(lost).toEqual(['page 3', 'page 4']);
});

it('names the page that is another one than it has seen', async () => {
  const book = { pages: ['a', 'b'] };
  const { heads, lost } = headsOf(book);
  await heads.start();
  book.pages = ['a', 'x', 'y'];
  await heads.look();
  await heads.stop();
  expect(lost).toEqual(['page 2']);
});

it('holds what was told outside against the book before anything else', async () => {
  const told = [{ number: 5n, hash: hashOf('e'), at: '2026-11-16T00:00:00.000Z' }];
  const { heads, lost } = headsOf({ pages: ['a', 'b', 'c'] }, told);
  await heads.start();
  await heads.stop();
  expect(lost).toEqual(['page 4', 'page 5']);
});

it('an end that is still the same is noted without another question, and any other is looked at', async () => {
  const book = { pages: ['a', 'b'] };
  const { heads, lost } = headsOf(book);
  await heads.start();
  book.pages = ['a'];
  heads.glance(`2 ${hashOf('b').toString('hex')}`);
  await new Promise((resolve) => setImmediate(resolve));
  expect(lost).toEqual([]);
  heads.glance(`1 ${hashOf('a').toString('hex')}`);
  await expect.poll(() => lost).toEqual(['page 2']);
  await heads.stop();
});
