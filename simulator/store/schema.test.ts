import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rowKinds } from '../../src/storage/rows/row-kinds.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The tables that a batch inserts into and that have keys to collide on. */
const tables = Object.values(rowKinds).flatMap(({ table, unique }) => (unique.length === 0 ? [] : [table]));

it('the store in memory knows every unique key of the tables that batches write, and no constraint that does not exist', () => {
  const schema = read('../../migrations/schema.sql');
  const indexes = [...schema.matchAll(/^CREATE UNIQUE INDEX (\w+) ON public\.(\w+)/gm)];
  const keys = tables.flatMap((table) => {
    const [, body = ''] = schema.split(`create table ${table} (`);
    const [columns = ''] = body.split('\n)');
    return [...columns.matchAll(/constraint (\w+) (?:PRIMARY KEY|UNIQUE)/g)].map(([, name = '']) => name);
  });
  const unique = [
    ...indexes.filter(([, , table = '']) => tables.includes(table)).map(([, name = '']) => name),
    ...keys,
  ];
  expect(unique.length).toBeGreaterThan(12);
  const described = Object.values(rowKinds).flatMap(({ unique, checks }) =>
    [...unique, ...checks].map(({ name }) => name),
  );
  const written = [...read('./stored-rows.ts').matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].map(([, name = '']) => name);
  const known = [...described, ...written];
  expect(unique.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => !new RegExp(`\\b${name}\\b`).test(schema))).toEqual([]);
});
