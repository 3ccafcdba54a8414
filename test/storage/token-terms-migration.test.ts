import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseBefore, databaseBefore } from '../support/migration.ts';

/** Tokens as the release before left them: without an end, with one that is near, and with one in ten years. */
let db: DatabaseBefore;
beforeAll(async () => {
  db = await databaseBefore('terms-of-tokens');
  await db.pool.query(`insert into users (login, role, password_hash, trusted_since) values ('boss', 'operator', 'x', now());
    insert into api_tokens (token_hash, user_id, name, scopes, created_at, expires_at, revoked_at) values
      ('a', 1, 'endless', array['read'], now() - interval '400 days', null, null),
      ('b', 1, 'soon', array['read'], now(), now() + interval '10 days', null),
      ('c', 1, 'ten years', array['read'], now(), now() + interval '3650 days', null),
      ('d', 1, 'revoked', array['read'], now(), null, '2026-01-02T00:00:00Z')`);
  await db.migrate();
});
afterAll(() => db.drop());

it('every token has a term afterwards, 90 days where it had none and a year at most', async () => {
  expect(
    await db.values(`select name, round(extract(epoch from expires_at - now()) / 86400)::int from api_tokens
      where revoked_at is null order by name`),
  ).toEqual([
    ['endless', 90],
    ['soon', 10],
    ['ten years', 365],
  ]);
  expect(await db.values(`select expires_at = revoked_at from api_tokens where name = 'revoked'`)).toEqual([[true]]);
});
