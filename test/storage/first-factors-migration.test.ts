import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseBefore, databaseBefore } from '../support/migration.ts';

/** An installation from before there were enrolment codes, with people in it, and one that nobody has used yet. */
let [used, empty]: DatabaseBefore[] = [];
beforeAll(async () => {
  used = await databaseBefore('first-factors');
  await used.pool.query(`insert into users (login, role, password_hash, trusted_since) values ('boss', 'operator', 'x', now());
    insert into told_channels (user_id, kind, address, language, created_at, confirmed_at) values
      (1, 'email', 'boss@example.com', 'en', now(), now()), (1, 'email', 'open@example.com', 'en', now(), null),
      (1, 'telegram', '42', 'en', now(), now())`);
  empty = await databaseBefore('first-factors');
  await Promise.all([used.migrate(), empty.migrate()]);
});
afterAll(() => Promise.all([used?.drop(), empty?.drop()]));

const asked = 'select makers_need_factor, merchants_need_factor from access_rules';

it('a new installation asks everybody for a second factor; one that has users has decided for itself', async () => {
  expect([await empty?.values(asked), await used?.values(asked)]).toEqual([[[true, true]], [[false, false]]]);
});

it('codes may go to the mail addresses that were confirmed before', async () => {
  expect(await used?.values('select address from told_channels where is_proven')).toEqual([['boss@example.com']]);
});
