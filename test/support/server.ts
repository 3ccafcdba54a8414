import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { newDataFolder } from '../../scripts/data-folder.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/storage/embedded/embedded-postgres.ts';
import { prepareSchema } from '../../src/storage/installation/migrate.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { createDemoWorld } from '../../src/storage/settings/sandbox/demo-world.ts';
import { hashDemoPasswordsCheaply } from './cheap-password.ts';
import { demoMasterKey, templateDatabase } from './database.ts';
import { patientAddress } from './limits.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Programs of an older PostgreSQL; absent for the packaged one. */
    binDir?: string;
    /** A connection to the server's maintenance database, as the owner of all databases. */
    serverUrl: string;
    /** The same as the role that services work under. */
    workUrl: string;
  }
}

/** One server for all test files of a project, with a template database: migrated, with the demo world in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await newDataFolder('quittance-test-');
  const binDir = project.config.provide.binDir;
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    // Nobody needs the data after the run. A database is dropped after each file, which waits for all that is not on disk yet,
    // and looks through all pages in memory.
    settings: { max_connections: '400', fsync: 'off', full_page_writes: 'off', shared_buffers: '256MB' },
    ...(binDir === undefined ? {} : { binDir }),
  });
  await makeTemplate(server);
  project.provide('serverUrl', patientAddress(server.connectionString));
  project.provide('workUrl', patientAddress(server.workConnectionString));
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Copying it takes a tenth of the time that migrations and the demo world take. */
export async function makeTemplate(server: EmbeddedPostgres): Promise<void> {
  const admin = await connect(server.connectionString, 'admin');
  await admin.query(`create database ${templateDatabase}`);
  await admin.end();
  const at = (url: string) => url.replace('/quittance?', `/${templateDatabase}?`);
  const addresses = { url: at(server.workConnectionString), ownerUrl: at(server.connectionString) };
  await prepareSchema(addresses);
  await createDemoWorld(addresses.url, new SecretBox(demoMasterKey), { hasRewards: false });
  const client = await connect(addresses.url, 'admin');
  await hashDemoPasswordsCheaply(client);
  await client.end();
}
