import { describe, expect, it } from 'vitest';
import type { BankAccount } from './bank-line.ts';
import { FileCheck } from './check-file.ts';
import type { ToldLine, ToldStatement } from './told.ts';

const account: BankAccount = {
  id: 1,
  makerId: 1,
  currency: 'RUB',
  number: null,
  zone: 'Europe/Moscow',
  requisiteIds: [1],
};

const line = (where: number, amount: string, direction: ToldLine['direction'] = 'in'): ToldLine => ({
  kind: 'line',
  statement: 0,
  where,
  direction,
  amount,
  currency: null,
  bookedOn: '2026-11-16',
  at: null,
  reference: null,
  number: '',
  party: 'Oleg K.',
  purpose: 'Transfer',
  isReversal: false,
});

const statement: ToldStatement = {
  kind: 'statement',
  index: 0,
  where: 1,
  number: '7',
  account: null,
  currency: 'RUB',
  from: '2026-11-16',
  to: '2026-11-16',
  opening: null,
  closing: null,
  isInterim: false,
};

function check(lines: readonly ToldLine[], told: ToldStatement = statement) {
  const file = new FileCheck(account, 2, 'mt940');
  for (const one of [...lines, told]) file.take(one);
  return file.finish();
}

/** As much as the database counts to. */
const most = '92233720368547758.07';

describe('the sums of a file', () => {
  it('may be as large as the database counts to, in either direction', () => {
    const { statements } = check([line(2, most), line(3, most, 'out')]);
    expect(statements).toMatchObject([{ lines: 2, sumIn: 2n ** 63n - 1n, sumOut: 2n ** 63n - 1n }]);
  });

  it.each(['in', 'out'] as const)('are refused, with the line, where those that went %s are more', (direction) => {
    // What went the other way does not count.
    const other = line(2, '1.00', direction === 'in' ? 'out' : 'in');
    const lines = [other, line(3, most, direction), line(4, '0.01', direction), line(5, '1.00', direction)];
    expect(() => check(lines)).toThrow(
      'Line 4 of the file cannot be read: the sums up to here add up to more than can be counted.',
    );
  });
});

it('takes a number and an account that cannot be stored as they are, with a sign for what is unknown', () => {
  const file = check([line(2, '1.00')], { ...statement, number: '7\0', account: '40817\ud83d' });
  expect(file).toMatchObject({ account: '40817\ufffd', statements: [{ number: '7\ufffd' }] });
});
