import { describe, expect, it } from 'vitest';
import { Book, countReasons } from './book.ts';

function bookOf(...timesMs: readonly number[]): Book {
  const book = new Book();
  for (const atMs of timesMs) book.noteCreated({ atMs, invoiceId: `invoice-${atMs}`, internalId: `drill-${atMs}` });
  return book;
}

describe('the longest gap', () => {
  it('is between two acknowledged invoices, in whatever order they were written down', () => {
    expect(bookOf(100, 900, 200, 1_000).longestGapMs({ fromMs: 100, toMs: 1_000 })).toBe(700);
  });

  it('goes on to both ends of the span, so that a fault without any answer is not a short one', () => {
    expect(bookOf(400).longestGapMs({ fromMs: 0, toMs: 1_000 })).toBe(600);
    expect(bookOf().longestGapMs({ fromMs: 0, toMs: 5_000 })).toBe(5_000);
  });

  it('counts nothing outside the span', () => {
    expect(bookOf(0, 5_000, 5_100, 9_000).longestGapMs({ fromMs: 5_000, toMs: 5_100 })).toBe(100);
  });
});

describe('the book', () => {
  it('tells what was acknowledged, canceled and failed in a span', () => {
    const book = bookOf(100, 200, 300);
    book.noteCanceled('invoice-100', 250);
    book.noteFailed({ atMs: 150, reason: '503' });
    book.noteFailed({ atMs: 400, reason: '503' });
    const span = { fromMs: 150, toMs: 300 };
    expect(book.createdIn(span).map(({ internalId }) => internalId)).toEqual(['drill-200', 'drill-300']);
    expect(book.canceledIn(span)).toEqual(['invoice-100']);
    expect(book.failedIn(span)).toEqual([{ atMs: 150, reason: '503' }]);
  });

  it('knows which notifications have not come', () => {
    const book = new Book();
    book.noteTold('a_1');
    book.noteTold('a_1');
    expect(book.untold(['a_1', 'a_2'])).toEqual(['a_2']);
  });

  it('counts reasons of failures', () => {
    const failed = ['503', 'ECONNRESET', '503'].map((reason, atMs) => ({ atMs, reason }));
    expect(countReasons(failed)).toBe('503 × 2, ECONNRESET × 1');
  });
});
