import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Column, jsonArray, plainArray, Table, textArray, timestampText } from './table.ts';

interface Row {
  readonly id: number;
  readonly text: string | null;
  readonly at: number | null;
  readonly data: object | null;
  readonly amount: bigint;
}

const columns: readonly Column<Row>[] = [
  { name: 'id', type: 'int4', isOnce: false, value: (row) => row.id },
  { name: 'text', type: 'text', isOnce: false, value: (row) => row.text },
  { name: 'at', type: 'timestamptz', isOnce: true, value: (row) => row.at },
  { name: 'data', type: 'jsonb', isOnce: false, value: (row) => row.data },
  { name: 'amount', type: 'int8', isOnce: false, value: (row) => row.amount },
];
const table = () => new Table<Row>('things', columns);

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('NULL', 'null', '', '{}', '{a,b}', '"', '\\', '\\"', ',', ' ', "'", '\n', '{"a":1}'),
);
const anyRow: fc.Arbitrary<Row> = fc.record({
  id: fc.integer(),
  text: fc.option(anyText),
  at: fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 })),
  data: fc.option(fc.dictionary(anyText, anyText)),
  amount: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
});

/** Reads an array literal as PostgreSQL's manual describes it (8.15.6). */
function readArray(literal: string): (string | null)[] {
  const elements: (string | null)[] = [];
  const element = /"((?:[^"\\]|\\[\s\S])*)"|([^,{}"\\]+)/y;
  for (let at = 1; literal[at] !== '}'; at += literal[at] === ',' ? 1 : 0) {
    element.lastIndex = at;
    const match = element.exec(literal);
    if (match === null) throw new Error(`no element at ${at} of ${literal}`);
    const [whole, quoted, bare] = match;
    elements.push(quoted === undefined ? (bare === 'NULL' ? null : (bare ?? '')) : quoted.replace(/\\([\s\S])/g, '$1'));
    at += whole.length;
  }
  return elements;
}

/** The values a statement gets, as rows again: arrays by position, plain parameters the same in every row. */
function readBack(values: readonly (string | null)[], text: string, rows: number): (string | null)[][] {
  return Array.from({ length: rows }, (_, row) =>
    values.map((value, index) =>
      text.includes(`$${index + 1}::`) && new RegExp(`\\$${index + 1}::\\w+\\[\\]`).test(text) && value !== null
        ? (readArray(value)[row] ?? null)
        : value,
    ),
  );
}

function asText(row: Row): (string | null)[] {
  const at = row.at === null ? null : new Date(row.at).toISOString();
  return [String(row.id), row.text, at, row.data === null ? null : JSON.stringify(row.data), String(row.amount)];
}

describe('a table', () => {
  it('sends every row whole, whatever is in its text, however many are alike', () => {
    const things = table();
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 5 }), fc.boolean(), (some, doubled) => {
        const rows = doubled ? some.flatMap((row) => [row, row]) : some;
        const { statement, values } = things.insert(rows, 0);
        expect(readBack(values, statement.text, rows.length)).toEqual(rows.map(asText));
      }),
      { numRuns: 500 },
    );
  });

  it('sends a column once where it is the same in all rows, and always the key as an array', () => {
    const row: Row = { id: 1, text: 'same', at: null, data: null, amount: 5n };
    const { statement, values } = table().insert([row, { ...row, amount: 6n }], 0);
    expect(values).toEqual(['{1,1}', 'same', null, null, '{5,6}']);
    expect(statement.text).toBe(
      'insert into things (id, text, at, data, amount) ' +
        'select u.id, $2::text, $3::timestamptz, $4::jsonb, u.amount from unnest($1::int4[], $5::int8[]) u(id, amount)',
    );
  });

  it('updates all but the key and what is written once, in the way it is told', () => {
    const row: Row = { id: 1, text: 'a', at: 0, data: null, amount: 5n };
    const { statement } = new Table<Row>('things', columns, (name, value) =>
      name === 'amount' ? `t.amount + ${value}` : value,
    ).update([row, { ...row, id: 2, text: 'b' }], 0);
    expect(statement.text).toBe(
      'update only things t set text = u.text, data = $3::jsonb, amount = t.amount + $4::int8 ' +
        'from unnest($1::int4[], $2::text[]) u(id, text) where t.id = u.id',
    );
  });

  it('has one name for one text, and a bounded number of them', () => {
    const wide = Array.from({ length: 10 }, (_, index) => `column_${index}`);
    const many = new Table<readonly number[]>('wide', [
      { name: 'id', type: 'int4', isOnce: false, value: (row) => row[0] ?? 0 },
      ...wide.map(
        (name, index): Column<readonly number[]> => ({
          name,
          type: 'int4',
          isOnce: false,
          value: (row) => row[index + 1] ?? 0,
        }),
      ),
    ]);
    const texts = new Map<string, Set<string>>();
    for (let shape = 0; shape < 1024; shape++) {
      const first = [1, ...wide.map(() => 0)];
      const second = [2, ...wide.map((_, index) => (shape >> index) & 1)];
      const { statement } = many.insert([first, second], 0);
      texts.set(statement.name, (texts.get(statement.name) ?? new Set()).add(statement.text));
      expect(Buffer.byteLength(statement.name)).toBeLessThanOrEqual(63);
    }
    expect([...texts.values()].every((set) => set.size === 1)).toBe(true);
    expect(texts.size).toBeLessThanOrEqual(65);
  });
});

it('lists become array literals that are read back as they were', () => {
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      expect(readArray(textArray(texts))).toEqual(texts);
    }),
  );
  expect(plainArray([1, 2n, 'c'])).toBe('{1,2,c}');
  expect(plainArray([])).toBe('{}');
});

it('an instant is written to the millisecond, also when another one came in between', () => {
  const [one, other] = [Date.parse('2026-11-14T12:00:00.123Z'), Date.parse('2026-11-14T12:00:00.124Z')];
  expect([one, other, one].map(timestampText)).toEqual([
    '2026-11-14T12:00:00.123Z',
    '2026-11-14T12:00:00.124Z',
    '2026-11-14T12:00:00.123Z',
  ]);
});

it('writes an array of JSON as an array of its texts', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(anyText, fc.oneof(anyText, fc.integer(), fc.constant(null)))), (values) => {
      expect(jsonArray(values)).toBe(textArray(values.map((value) => JSON.stringify(value))));
    }),
  );
});
