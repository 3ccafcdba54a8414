import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, execute, read, readOnce, run, send } from '../../src/storage/database/connection.ts';
import { int8, text } from '../../src/storage/rows/codec.ts';
import { select } from '../../src/storage/rows/shape.ts';
import { rowStatement, type Statement } from '../../src/storage/rows/statement.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { tapWire } from '../support/wire-tap.ts';

let db: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.owner.query('create table notes (id int8 primary key, words text)');
});
afterAll(() => db.drop());
beforeEach(async () => {
  client = await connect(db.ownerUrl, 'engine');
});
afterEach(() => client.end());

const statement = (name: string, sql: string): Statement => ({ name, text: sql });
const note = statement('note', 'insert into notes values ($1, $2)');
const begin = { statement: statement('begin', 'begin'), values: [] };
const commit = { statement: statement('commit', 'commit'), values: [] };
const echo = rowStatement(
  'echo',
  select('e', { number: int8, words: text.orNull }),
  (list) => `select ${list} from (values ($1::int8, $2::text)) e(number, words)`,
);
const codesOf = (write: readonly { readonly code: string }[] | undefined) => write?.map(({ code }) => code).join('');

describe('a round trip', () => {
  it('sends all statements as one buffer with one Sync, and has a statement described only once', async () => {
    const writes = tapWire(client);
    const asked = [begin, { statement: note, values: ['1', 'one'] }, { statement: note, values: ['2', null] }, commit];
    await send(client, asked);
    await send(client, [begin, { statement: note, values: ['3', 'three'] }, commit]);
    expect(writes).toHaveLength(2);
    expect(codesOf(writes[0])?.match(/S/g)).toHaveLength(1);
    expect(codesOf(writes[1])).toBe('BEBEBES');
    const { rows } = await db.owner.query('select id, words from notes order by id');
    expect(rows.map(({ id, words }) => [id, words])).toEqual([
      [1n, 'one'],
      [2n, null],
      [3n, 'three'],
    ]);
  });

  it.each([
    ['nothing', ''],
    ['null', null],
    ['more than the buffer holds at first', 'ж'.repeat(70_000)],
    ['what an array literal would quote', '{"a",\\b}\n'],
    ['characters of four bytes', '💶'.repeat(9)],
  ])('carries %s there and back', async (_, words) => {
    for (let times = 0; times < 2; times++) {
      expect(await read(client, echo, [7n, words])).toEqual([{ number: 7n, words }]);
    }
  });

  it('carries bytes, lists and flags as the driver does', async () => {
    const kinds = statement('kinds', 'select $1::bytea, $2::int4[], $3::bool, $4::jsonb, $5::text[]');
    const [cells] = await run(client, kinds, [Buffer.from([0, 255]), [1, 2], true, { a: 1 }, ['x,"y"', null]]);
    expect(cells).toEqual([Buffer.from([0, 255]), [1, 2], true, { a: 1 }, ['x,"y"', null]]);
  });

  it('skips what is behind a statement that fails, the commit included', async () => {
    await execute(client, note, [10, 'there']);
    const asked = [
      begin,
      { statement: note, values: ['11', 'new'] },
      { statement: note, values: ['10', 'twice'] },
      commit,
    ];
    await expect(send(client, asked)).rejects.toMatchObject({ code: '23505' });
    await expect(execute(client, note, [12, 'in a failed transaction'])).rejects.toMatchObject({ code: '25P02' });
    await execute(client, statement('rollback', 'rollback'));
    expect(await run(client, statement('count', 'select count(*) from notes where id in (11, 12)'))).toEqual([[0n]]);
  });

  it('knows a statement again that failed when it was first used, wherever it failed', async () => {
    const divide = statement('divide', 'select 1 / $1::int4');
    await expect(run(client, divide, [0])).rejects.toMatchObject({ code: '22012' });
    await expect(run(client, divide, ['no number'])).rejects.toMatchObject({ code: '22P02' });
    expect(await run(client, divide, [1])).toEqual([[1]]);
    const later = statement('later', 'select id from not_yet');
    await expect(run(client, later)).rejects.toMatchObject({ code: '42P01' });
    await client.query('create temporary table not_yet (id int4)');
    expect(await run(client, later)).toEqual([]);
  });

  it('shares its statements with the driver’s own queries', async () => {
    const one = { name: 'one', text: 'select 1' };
    await client.query(one);
    expect(await run(client, one)).toEqual([[1]]);
    const two = { name: 'two', text: 'select 2' };
    expect(await run(client, two)).toEqual([[2]]);
    expect((await client.query({ ...two, rowMode: 'array' })).rows).toEqual([[2]]);
  });

  it('sends what is asked once with its plan, and remembers neither it nor how it was planned', async () => {
    const planned = { text: `select current_setting('plan_cache_mode')`, decode: ([mode]: readonly unknown[]) => mode };
    expect(await readOnce(client, planned, [])).toEqual(['force_custom_plan']);
    const writes = tapWire(client);
    const both = `select $1::text || ' and ' || $2::int8`;
    expect(await readOnce(client, { ...planned, text: both }, ['one', 2n])).toEqual(['one and 2']);
    expect(await readOnce(client, { ...planned, text: both }, ['one', 3n])).toEqual(['one and 3']);
    expect(writes.map(codesOf)).toEqual(['BECPDBES', 'BECPDBES']);
    await expect(readOnce(client, { ...planned, text: 'select 1 / 0' }, [])).rejects.toMatchObject({ code: '22012' });
    expect(await run(client, statement('mode', planned.text))).toEqual([['force_generic_plan']]);
  });

  it('sends nothing when a value cannot be written or a name means two statements', async () => {
    await run(client, statement('same', 'select 1'));
    const writes = tapWire(client);
    await expect(run(client, statement('same', 'select 2'))).rejects.toThrow('two statements are called same');
    await expect(run(client, statement('zero', 'select \0'))).rejects.toThrow(RangeError);
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    await expect(run(client, statement('cyclic', 'select $1::jsonb'), [cyclic])).rejects.toThrow(TypeError);
    expect(writes).toEqual([]);
    expect(await run(client, statement('same', 'select 1'))).toEqual([[1]]);
  });

  it('fails as a whole when a row cannot be decoded, and leaves the connection in order', async () => {
    const wrong = rowStatement('wrong', { list: '1', decode: () => failing() }, (list) => `select ${list}`);
    await expect(read(client, wrong)).rejects.toThrow('cannot be decoded');
    expect(await run(client, statement('after', 'select 3'))).toEqual([[3]]);
  });

  it('fails when the connection is cut before the answer, and is refused by it afterwards', async () => {
    const [[pid]] = (await run(client, statement('pid', 'select pg_backend_pid()'))) as [[number]];
    const failed = expect(run(client, statement('sleep', 'select pg_sleep(60)'))).rejects.toBeInstanceOf(Error);
    await db.owner.query('select pg_terminate_backend($1)', [pid]);
    await failed;
    await expect(run(client, statement('again', 'select 1'))).rejects.toBeInstanceOf(Error);
  });

  it('works through a pool, with many at once', async () => {
    const found = await Promise.all(
      Array.from({ length: 50 }, (_, index) => read(db.pool, echo, [index, `word ${index}`])),
    );
    expect(found.map(([row]) => row?.number)).toEqual(Array.from({ length: 50 }, (_, index) => BigInt(index)));
    await expect(run(db.pool, statement('fails', 'select 1 / 0'))).rejects.toBeInstanceOf(pg.DatabaseError);
  });
});

function failing(): never {
  throw new Error('cannot be decoded');
}
