import { describe, expect, it } from 'vitest';
import { invoice, noon } from '../../../test/engine/support/small-world.ts';
import { fiat } from '../money/money.ts';
import type { Invoice, InvoiceStatus } from './invoice.ts';
import { answersRepeat, namedBy, paidAnswersMs, repeatsFirst } from './repeats.ts';

describe('a payin asked for again', () => {
  it.each<[InvoiceStatus, boolean]>([
    ['new', true],
    ['dispute', true],
    ['paid', true],
    ['canceled', false],
    ['expired', false],
  ])('an invoice that is %s answers a repeat: %s', (status, answers) => {
    expect(answersRepeat({ status, updatedAt: noon - 1 }, noon)).toBe(answers);
  });

  it('an invoice that was paid answers for a day; one that is open or in dispute as long as it is', () => {
    const aged = (status: InvoiceStatus, ageMs: number) => answersRepeat({ status, updatedAt: noon - ageMs }, noon);
    expect([aged('paid', paidAnswersMs - 1), aged('paid', paidAnswersMs)]).toEqual([true, false]);
    expect([aged('new', paidAnswersMs * 9), aged('dispute', paidAnswersMs * 9)]).toEqual([true, true]);
  });

  it('gets what the payer has done before what is asked of the payer, and of the same the newest', () => {
    const one = (id: string, status: InvoiceStatus, createdAt = noon) => invoice({ id, status, createdAt });
    const all = [
      one('new', 'new'),
      one('canceled', 'canceled'),
      one('paid before', 'paid', noon - 2),
      one('dispute', 'dispute'),
      one('paid', 'paid', noon - 1),
    ];
    expect(repeatsFirst(all, noon).map(({ id }) => id)).toEqual(['paid', 'paid before', 'dispute', 'new']);
  });
});

describe('an internal ID', () => {
  const one = (id: string, age: number, change: Partial<Invoice> = {}) =>
    invoice({ id, createdAt: noon - age, ...change });

  it('an internal ID names what a repeat would get rather than the newest', () => {
    expect(namedBy([one('open', 9), one('canceled', 1, { status: 'canceled' })], noon)).toBe('open');
    expect(namedBy([one('paid', 9, { status: 'paid' }), one('open', 1)], noon)).toBe('paid');
  });

  it('an internal ID of which nothing stands any more names the newest', () => {
    expect(namedBy([one('a', 9, { status: 'canceled' }), one('b', 1, { status: 'expired' })], noon)).toBe('b');
    expect(namedBy([], noon)).toBeUndefined();
  });

  it('an internal ID of several sums, or of a payin and a payout, names the newest that stands', () => {
    const other = { askedSum: fiat(5n) };
    expect(namedBy([one('paid', 9, { status: 'paid' }), one('other sum', 1, other)], noon)).toBe('other sum');
    const payout = one('payout', 5, { type: 'out', status: 'expired' });
    expect(namedBy([payout, one('open', 9)], noon)).toBe('payout');
    expect(namedBy([payout, one('open', 1)], noon)).toBe('open');
  });
});
