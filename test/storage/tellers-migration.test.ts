import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseBefore, databaseBefore } from '../support/migration.ts';

/** What an arrival that came before was entered by, and whose word that is since: an operator's or its requisite's maker's. */
const told = {
  'by an operator': ['boss', 'operator'],
  'by a phone': ['phone 7', 'phone'],
  'by its own maker': ['anna', 'maker'],
  'by the user of another maker': ['olga', 'operator'],
  'by an operator’s file': ['boss', 'operators_file'],
  'by a file of its maker': ['anna', 'makers_file'],
  'by its maker, with a line that found it later': ['anna', 'maker'],
  'by its maker, of a deal that it has paid': ['anna', 'operator'],
} as const;
const cases = Object.entries(told).map(([how, [enteredBy, expected]], index) => ({
  how,
  enteredBy,
  expected,
  id: `0193f000-0000-7000-8000-00000000000${index}`,
  isMatched: how.includes('has paid'),
}));
const idOf = (how: keyof typeof told) => cases.find((one) => one.how === how)?.id;

let db: DatabaseBefore;
let found: ReadonlyMap<unknown, unknown>;

beforeAll(async () => {
  db = await databaseBefore('tellers-of-arrivals');
  const { pool } = db;
  await pool.query(`insert into currencies (code, name, subunit) values ('RUB', 'Ruble', 2), ('USDT', 'Tether', 8);
    insert into options (code, name, number_kinds, icon) values ('SBP', 'SBP', '{phone}', 'x');
    insert into banks (currency, code, name) values ('RUB', 'vtb', 'VTB');
    insert into accounts (id, kind, owner_id, currency) values (102, 'maker_available', 1, 'USDT'), (103, 'maker_held', 1, 'USDT'),
      (104, 'maker_available', 2, 'USDT'), (105, 'maker_held', 2, 'USDT');
    insert into makers (id, name, settlement_currency, available_id, held_id)
      values (1, 'One', 'USDT', 102, 103), (2, 'Other', 'USDT', 104, 105);
    insert into users (login, role, maker_id, password_hash, trusted_since)
      values ('boss', 'operator', null, '', now()), ('anna', 'maker', 1, '', now()), ('olga', 'maker', 2, '', now());
    insert into requisites (id, maker_id, option, bank, currency, number) values (1, 1, 'SBP', 'vtb', 'RUB', '1');
    insert into bank_accounts (id, maker_id, currency, zone, created_at) values (1, 1, 'RUB', 'UTC', now())`);
  for (const { id, enteredBy, isMatched } of cases) {
    await pool.query(
      `insert into arrivals (id, requisite_id, amount, currency, arrived_at, reference, status, exception, deal_id, entered_by, created_at)
       values ($1::text::uuid, 1, 100, 'RUB', now(), $1::text, $2, $3, $4::uuid, $5, now())`,
      [id, isMatched ? 'matched' : 'held', isMatched ? null : 'nobody', isMatched ? id : null, enteredBy],
    );
  }
  const lines: [string | undefined, boolean][] = [
    [idOf('by an operator’s file'), true],
    [idOf('by a file of its maker'), true],
    [idOf('by its maker, with a line that found it later'), false],
  ];
  for (const [arrivalId, isRecorded] of lines) {
    await pool.query(
      `insert into bank_lines (account_id, key, family, direction, amount, booked_on, party, purpose, is_reversal, state, arrival_id,
         is_recorded) values (1, $1::text, 'csv', 'in', 100, now(), '', '', false, 'arrival', $1::text::uuid, $2)`,
      [arrivalId, isRecorded],
    );
  }
  await db.migrate();
  found = new Map((await db.values('select id, told_by from arrivals')).map(([id, toldBy]) => [id, toldBy]));
});
afterAll(() => db.drop());

it.each(cases)('an arrival from before that was told of $how is the word of $expected', ({ id, expected }) => {
  expect(found.get(id)).toBe(expected);
});
