import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaText } from '../../scripts/schema-text.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('migrations/schema.sql', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is the schema after all migrations, on this server too (npm run schema)', async () => {
    expect(await textOf(database)).toBe(await readFile(join(projectFolder(), 'migrations', 'schema.sql'), 'utf8'));
  });

  it('has a word for each kind of thing, or the dump fails', async () => {
    await database.owner.query('create view unexpected as select 1 as one');
    await expect(textOf(database)).rejects.toThrow('relation unexpected');
    await database.owner.query('drop view unexpected');
    await database.owner.query('create sequence unexpected');
    await expect(textOf(database)).rejects.toThrow('sequence unexpected');
    await database.owner.query('drop sequence unexpected');
    await database.owner.query(`create type unexpected as enum ('one')`);
    await expect(textOf(database)).rejects.toThrow('type unexpected');
  });
});

async function textOf(database: TestDatabase): Promise<string> {
  const client = await connect(database.ownerUrl, 'admin');
  return await schemaText(client).finally(() => client.end());
}
