import { describe, expect, it } from 'vitest';
import { refusal } from '../../../test/engine/support/refusal.ts';
import { catalogueOf } from '../../../test/engine/support/small-world.ts';
import {
  importRowsMax,
  type RequisiteSettings,
  readLimits,
  readRequisite,
  readRequisiteTable,
  withoutTaken,
} from './requisite-settings.ts';

const reference = catalogueOf([]);
const phone: RequisiteSettings = { option: 'SBP', bank: 'sberbank', currency: 'RUB', number: '+7 900 000-00-01' };

describe('a requisite', () => {
  it('is kept with its number as banks write it, and only with limits that were given', () => {
    expect(readRequisite(reference, phone)).toEqual({
      ...phone,
      number: '+79000000001',
      holder: undefined,
      limits: {},
    });
  });

  it('may be named by a former code of its bank', () => {
    expect(readRequisite(reference, { ...phone, bank: 'old-tinkoff' }).bank).toBe('tinkoff');
  });

  it.each<[string, Partial<RequisiteSettings>]>([
    ['currency_not_allowed currency', { currency: 'XXX' }],
    ['payment_option_not_allowed option', { option: 'NOWHERE' }],
    ['payment_method_not_allowed bank', { bank: 'nobank' }],
    ['payment_method_not_allowed bank', { bank: 'unknown' }],
    ['invalid_requisite number', { number: '12' }],
    ['invalid_amount dealMin', { dealMin: '1.001' }],
    ['invalid_amount dealMax', { dealMax: '0' }],
    ['invalid_amount dayMax', { dayMax: '-1' }],
  ])('is refused with %s', (expected, change) => {
    expect(refusal(() => readRequisite(reference, { ...phone, ...change }))).toBe(expected);
  });

  it('has limits in minor units; null takes one away, what is absent stays', () => {
    const limits = { holder: 'Ivan P.', dealMin: '1', dealMax: null, activeDealsMax: 3, restMs: 0 };
    expect(readLimits(reference, 'RUB', limits)).toEqual({
      holder: 'Ivan P.',
      limits: { dealMin: 100n, dealMax: null, activeDealsMax: 3, restMs: 0 },
    });
  });
});

describe('a table of requisites', () => {
  const head = {
    line: 1,
    cells: ['option', ' bank ', 'currency', 'number', 'holder', 'dealMin', 'activeDealsMax', 'restMs'],
  };
  const row = (line: number, ...cells: string[]) => ({ line, cells });
  const good = (line: number, number: string, ...more: string[]) =>
    row(line, 'SBP', 'sberbank', 'RUB', number, ...more);

  it('is read line by line: a bad one is told with its number and does not hide the next', () => {
    const { good: read, bad } = readRequisiteTable(reference, [
      head,
      good(2, ' +79000000001 ', ' Ivan P. ', '5', '2', '0'),
      good(3, 'no number'),
      good(4, '+79000000002', 'x'.repeat(300)),
      good(5, '+79000000003', '', '', '0'),
      good(6, '+79000000004', '', '', '', '2000000001'),
      good(7, '+79000000005', '', '', '1.5'),
    ]);
    expect(
      read.map(({ line, values: { number, holder, limits } }) => [
        line,
        number,
        holder?.length,
        limits.dealMin,
        limits.activeDealsMax,
        limits.restMs,
      ]),
    ).toEqual([
      [2, '+79000000001', 7, 500n, 2, 0],
      [4, '+79000000002', 200, undefined, undefined, undefined],
    ]);
    expect(bad.map(({ line, fault: { code, field } }) => [line, code, field])).toEqual([
      [3, 'invalid_requisite', 'number'],
      [5, 'out_of_range', 'activeDealsMax'],
      [6, 'out_of_range', 'restMs'],
      [7, 'out_of_range', 'activeDealsMax'],
    ]);
  });

  it('needs the four columns without which there is no requisite', () => {
    const without = { line: 1, cells: ['bank', 'number', 'holder'] };
    expect(() => readRequisiteTable(reference, [without])).toThrow('option, currency');
    expect(() => readRequisiteTable(reference, [])).toThrow('option, bank, currency, number');
  });

  it('has a bounded number of lines', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => good(index + 2, ''));
    expect(readRequisiteTable(reference, [head, ...lines(importRowsMax)]).bad).toHaveLength(importRowsMax);
    expect(refusal(() => readRequisiteTable(reference, [head, ...lines(importRowsMax + 1)]))).toContain('csv_too_long');
  });

  it('leaves out what there is already, in the service or further up in the file, in the order of lines', () => {
    const read = readRequisiteTable(reference, [
      head,
      good(2, '+79000000001'),
      good(3, '+79000000002'),
      good(4, 'no number'),
      good(5, '+79000000002'),
    ]);
    const { good: free, bad } = withoutTaken(read, [{ number: '+79000000001', bank: 'sberbank' }]);
    expect(free.map(({ line }) => line)).toEqual([3]);
    expect(bad.map(({ line, fault: { code } }) => [line, code])).toEqual([
      [2, 'requisite_taken'],
      [4, 'invalid_requisite'],
      [5, 'requisite_taken'],
    ]);
  });
});
