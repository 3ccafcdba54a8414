import { expect, it } from 'vitest';
import { nameOf, sealedColumns } from '../../src/storage/secrets/sealed-columns.ts';
import { codeFiles, isTest, readText } from './repository.ts';

/** Columns of bytes that no master key has sealed, each with the reason. */
const plainBytes: Readonly<Record<string, string>> = {
  'audit_chain.hash': 'a hash of what anybody may read who reads the audit log',
  'book_keys.public_key': 'public: it checks the signatures of pages',
  'book_pages.header': 'told to everybody',
  'book_pages.hash': 'told to everybody',
  'book_pages.leaves': 'hashes of transfers',
  'book_pages.parts': 'hashes of what is told to everybody',
  'book_pages.signature': 'told to everybody',
  'book_tiles.slots': 'hashes and sums of balances, which the balances tell as well',
  'master_keys.id': 'the ID of a key, which stands in every box',
  'passkeys.public_key': 'public: it checks what only the authenticator can sign',
  'statement_pieces.bytes': 'as readable as the lines that are read from it',
  'phone_messages.digest': 'a hash of what stands beside it',
  'receipt_looks.cells': 'a picture of two thousand pixels, on which nothing can be read',
  'service_processes.sealing_key': 'the ID of a key',
  'service_processes.held_keys': 'the IDs of keys',
};

const schema = readText('migrations/schema.sql');
const tables = [...schema.matchAll(/^create table (\w+) \(\n([\s\S]*?)\n\)(?: with \([^)]*\))?;$/gm)];

it('every column of bytes is sealed and in the list, or says why it is not', () => {
  const columns = tables.flatMap(([, table, body = '']) =>
    [...body.matchAll(/^ {2}(\w+) bytea\b/gm)].map(([, column]) => `${table}.${column}`),
  );
  const sealed = sealedColumns.map(nameOf);
  expect(columns.length).toBeGreaterThan(5);
  expect(columns.filter((name) => !sealed.includes(name) && !(name in plainBytes))).toEqual([]);
  expect(sealed.filter((name) => !columns.includes(name))).toEqual([]);
});

it('the database refuses boxes under another key than the current one in every sealed column', () => {
  const guarded = [
    ...schema.matchAll(/BEFORE INSERT OR UPDATE ON public\.(\w+) .* refuse_other_master_keys\((.*)\);/g),
  ];
  const names = guarded.flatMap(([, table, args = '']) =>
    [...args.matchAll(/'(\w+)'/g)].map((match) => `${table}.${match[1]}`),
  );
  expect(names.sort()).toEqual(sealedColumns.map(nameOf).sort());
});

it('every key of a sealed column is the primary key of its table', () => {
  for (const { table, key } of sealedColumns) {
    expect(schema).toMatch(new RegExp(`constraint ${table}_pkey PRIMARY KEY \\(${key}\\)`));
  }
});

it('the context of a box is written in the list and nowhere else', () => {
  const contexts = codeFiles('src')
    .filter(({ path }) => !isTest(path) && path !== 'src/storage/secrets/sealed-columns.ts')
    .filter(({ text }) =>
      /\bsecrets\.(?:seal|open)\((?:(?!Context\(|contextOf\(|context\(subject\))[\s\S])*?\);/.test(text),
    )
    .map(({ path }) => path);
  expect(contexts).toEqual([]);
});
