import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FiatMinor, SettlementMinor } from '../../domain/money/money.ts';
import { keptAudits } from './audit-rows.ts';
import { fiat, settlement, text } from './codec.ts';
import { keyedKinds, rowKinds } from './row-kinds.ts';
import { type AnyShape, leavesOf, type Shape } from './shape.ts';

/** Every kind that is read as it is written; a new one is here by being in the list of kinds. */
const kinds = [keptAudits, ...Object.values({ ...rowKinds, ...keyedKinds })].flatMap((kind) => {
  if (!('shape' in kind)) return [];
  const { table, columns, checks, isStanding } = kind;
  const shape = kind.shape as AnyShape;
  return [{ table, shape, columns, checks: checks.map(({ name }) => name), isStanding }];
});

const schema = readFileSync(new URL('../../../migrations/schema.sql', import.meta.url), 'utf8');

/** The lines of a table in the schema. */
function linesOf(table: string): readonly string[] {
  const [, body = ''] = schema.split(`create table ${table} (\n`);
  const [lines = ''] = body.split('\n)');
  // A check that goes on over several lines is one.
  const whole = lines.replace(/ CHECK \(\n[\s\S]*?\nEND\)/g, (check) => check.replaceAll(/\n */g, ' '));
  return whole.split('\n').map((line) => line.trim().replace(/,$/, ''));
}

const sqlNames: Readonly<Record<string, string>> = {
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  bool: 'boolean',
  timestamptz: 'timestamp with time zone',
};

describe.each(kinds)('rows of $table', ({ table, shape, columns, checks, isStanding }) => {
  const lines = linesOf(table);

  it('have the columns of the table, with its types, and may be null where it may', () => {
    const leaves = leavesOf(shape);
    expect(leaves.length).toBeGreaterThan(1);
    for (const { column, type, isNullable } of leaves) {
      const line = lines.find((one) => one.startsWith(`${column} `));
      expect(line, column).toMatch(new RegExp(`^${column} ${sqlNames[type] ?? type}\\b`));
      expect(!/ not null/.test(line ?? ''), `${column} is nullable`).toBe(isNullable);
    }
  });

  it.skipIf(isStanding)('leave out no column that has to be written', () => {
    const written = new Set(columns.map(({ name }) => name));
    const needed = lines.filter((line) => / not null/.test(line) && !/ default |generated/.test(line));
    expect(needed.map((line) => line.split(' ')[0] ?? '').filter((name) => !written.has(name))).toEqual([]);
  });

  it('know the values that the table allows, and every other check', () => {
    const sets = new Map<string, readonly string[]>();
    const others: string[] = [];
    for (const line of lines) {
      const [, name, check] = /^constraint (\w+) CHECK \((.*)\)$/.exec(line) ?? [];
      if (name === undefined || check === undefined) continue;
      const [, column, values] = /^\((\w+) = ANY \(ARRAY\[(.*)\]\)\)$/.exec(check) ?? [];
      if (column === undefined || values === undefined) others.push(name);
      else
        sets.set(
          column,
          values.split(', ').map((value) => value.replace(/^'|'::text$/g, '')),
        );
    }
    for (const { column, closedSet } of leavesOf(shape)) {
      const allowed = sets.get(column);
      if (allowed !== undefined) expect(closedSet?.map(String).sort(), column).toEqual([...allowed].sort());
      sets.delete(column);
    }
    // Accounts are never added by batches, and which of them may be overdrawn is the catalogue's word.
    if (table === 'accounts') {
      expect(others).toContain('accounts_not_overdrawn');
      return;
    }
    expect([...sets.keys()]).toEqual([]);
    expect([...checks].sort()).toEqual(others.sort());
  });
});

it('a column fits a property only if both directions do', () => {
  const right: Shape<{ paid: FiatMinor; owed: SettlementMinor | null }> = { paid: fiat, owed: settlement.orNull };
  // @ts-expect-error: a sum in the settlement currency is no sum that a payer transfers
  const swapped: Shape<{ paid: FiatMinor }> = { paid: settlement };
  // @ts-expect-error: the column may be null, the property may not
  const empty: Shape<{ paid: FiatMinor }> = { paid: fiat.orNull };
  // @ts-expect-error: a property that is missing would never be written
  const missing: Shape<{ paid: FiatMinor; note: string }> = { paid: fiat };
  // @ts-expect-error: any text is not one of two directions
  const open: Shape<{ type: 'in' | 'out' }> = { type: text };
  expect([right, swapped, empty, missing, open].map((shape) => Object.keys(shape).length)).toEqual([2, 1, 1, 1, 1]);
});
