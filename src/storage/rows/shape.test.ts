import { expect, it } from 'vitest';
import { fiat } from '../../domain/money/money.ts';
import { bool, fiat as fiatColumn, text } from './codec.ts';
import { jsonCodec } from './shape.ts';

interface Row {
  readonly name: string | null;
  readonly sum: ReturnType<typeof fiat> | null;
  readonly isPaid: boolean;
}

const rows = jsonCodec<Row>({ name: text.orNull, sum: fiatColumn.orNull, isPaid: bool }, { sum: 'amount' });

it('JSON of a row leaves out what is null, and gives it back as null', () => {
  const row = { name: null, sum: null, isPaid: false };
  expect(JSON.stringify(rows.encode(row))).toBe('{"isPaid":false}');
  expect(rows.decode({ isPaid: false })).toEqual(row);
});

it('JSON of a row that was written with its nulls reads the same', () => {
  expect(rows.decode({ name: null, amount: null, isPaid: true })).toEqual({ name: null, sum: null, isPaid: true });
});

it('JSON of a row has its amounts as text, under the names they were first stored with', () => {
  const row = { name: 'one', sum: fiat(2n ** 60n), isPaid: true };
  expect(JSON.stringify(rows.encode(row))).toBe('{"name":"one","amount":"1152921504606846976","isPaid":true}');
  expect(rows.decode({ name: 'one', amount: '1152921504606846976', isPaid: true })).toEqual(row);
});
