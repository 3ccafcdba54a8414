import { expect, it } from 'vitest';
import { rightsOf, workRights } from '../../src/storage/roles/work-rights.ts';
import { readText } from './repository.ts';

const schema = readText('migrations/schema.sql');
const tables = new Map(
  [...schema.matchAll(/^create table (\w+) \(\n([\s\S]*?)\n\)/gm)].map(([, name = '', body = '']) => [
    name,
    [...body.matchAll(/^ {2}(?!constraint )(\w+) /gm)].map(([, column = '']) => column),
  ]),
);

it('the rights of the work role name every table of the schema, and no other (src/storage/roles/work-rights.ts)', () => {
  expect(tables.size).toBeGreaterThan(40);
  expect(Object.keys(workRights)).toEqual([...tables.keys()].sort());
});

it('the rights of the work role name columns that exist', () => {
  const unknown = rightsOf(workRights).filter(
    ({ table, column }) => column !== null && !tables.get(table)?.includes(column),
  );
  expect(unknown).toEqual([]);
});

it('nothing that changes or removes transfers, sealed pages or audit rows is among the rights', () => {
  for (const table of ['transfers', 'audit_log', 'audit_chain', 'book_pages', 'book_balances']) {
    expect(new Set(rightsOf(workRights).flatMap((right) => (right.table === table ? [right.act] : [])))).toEqual(
      new Set(['select', 'insert']),
    );
  }
});
