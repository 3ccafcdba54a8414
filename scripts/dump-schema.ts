import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '../src/storage/database/connection.ts';
import { startEmbeddedPostgres } from '../src/storage/embedded/embedded-postgres.ts';
import { migrate } from '../src/storage/installation/migrate.ts';
import { projectFolder } from '../src/storage/installation/project-folder.ts';
import { newDataFolder } from './data-folder.ts';
import { schemaText } from './schema-text.ts';

/** `npm run schema`: writes migrations/schema.sql, the schema after all migrations, from a fresh database. */
async function dumpSchema(): Promise<void> {
  const dataDir = await newDataFolder('quittance-schema-');
  const server = await startEmbeddedPostgres({ dataDir, log: (message) => process.stderr.write(`${message}\n`) });
  try {
    await migrate(server.connectionString);
    const client = await connect(server.connectionString, 'admin');
    const path = join('migrations', 'schema.sql');
    await writeFile(join(projectFolder(), path), await schemaText(client).finally(() => client.end()));
    process.stdout.write(`${path}\n`);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await dumpSchema();
