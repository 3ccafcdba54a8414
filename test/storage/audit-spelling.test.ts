import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationFiles } from '../../src/storage/installation/migrate.ts';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('the migration of the audit log to one spelling', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('renames the acts of earlier releases, leaves the others alone and protects the log again', async () => {
    const before = [
      'create_merchant',
      'create_rate_feed',
      'top_up',
      'arrival-matched',
      'dispute-rejected',
      'settle-deal',
    ];
    await database.owner.query(
      `insert into audit_log (at, actor, action, subject_kind, subject_id)
       select now(), 'a test', action, case action when 'create_rate_feed' then 'rate_feed' else 'store' end, '1'
       from unnest($1::text[]) action`,
      [before],
    );
    const name = (await migrationFiles()).find((file) => file.includes('one-spelling-of-acts')) ?? '';
    await database.owner.query(await readFile(join(projectFolder(), 'migrations', name), 'utf8'));
    const { rows } = await database.owner.query(`select action, subject_kind from audit_log order by id`);
    expect(rows).toEqual([
      { action: 'create-merchant', subject_kind: 'store' },
      { action: 'create-rate-feed', subject_kind: 'rate-feed' },
      { action: 'top-up', subject_kind: 'store' },
      { action: 'match-arrival', subject_kind: 'store' },
      { action: 'reject-dispute', subject_kind: 'store' },
      { action: 'settle-deal', subject_kind: 'store' },
    ]);
    await expect(database.owner.query(`update audit_log set reason = 'another'`)).rejects.toThrow('append-only');
  });
});
