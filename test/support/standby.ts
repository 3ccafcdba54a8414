import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newDataFolder } from '../../scripts/data-folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/storage/embedded/embedded-postgres.ts';
import { prepareSchema } from '../../src/storage/installation/migrate.ts';

/** A primary and a standby that follows it, both real servers. */
export interface Pair {
  readonly primary: EmbeddedPostgres;
  readonly standby: EmbeddedPostgres;
  stop(): Promise<void>;
}

/** The standby begins as a copy of the primary's files, made while it stands still. */
export async function startPair(): Promise<Pair> {
  const [folder, copy] = [await newDataFolder('quittance-primary-'), await newDataFolder('quittance-standby-')];
  const options = { log: () => undefined, settings: { fsync: 'off', max_wal_senders: '5', wal_level: 'replica' } };
  const first = await startEmbeddedPostgres({ ...options, dataDir: folder });
  await prepareSchema({ url: first.workConnectionString, ownerUrl: first.connectionString });
  await first.stop();
  await cp(join(folder, 'postgres'), join(copy, 'postgres'), { recursive: true, preserveTimestamps: true });
  await writeFile(join(copy, 'postgres', 'standby.signal'), '');
  const primary = await startEmbeddedPostgres({ ...options, dataDir: folder });
  const standby = await startEmbeddedPostgres({
    log: () => undefined,
    settings: {
      ...options.settings,
      primary_conninfo: `host=${primary.host} port=${primary.port} user=postgres`,
      hot_standby_feedback: 'on',
    },
    dataDir: copy,
  });
  return {
    primary,
    standby,
    async stop() {
      await standby.stop();
      await primary.stop();
      for (const one of [folder, copy]) await rm(one, { recursive: true, force: true });
    },
  };
}
