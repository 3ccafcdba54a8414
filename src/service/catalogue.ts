import type { Config } from '../config/config.ts';
import { demoTraces, refuseDemoTraces } from '../domain/installation/demo-secrets.ts';
import { CatalogueFollower } from '../engine/catalogue-follower.ts';
import { CatalogueHolder } from '../engine/catalogue-holder.ts';
import { orUnavailable } from '../storage/database/database-errors.ts';
import { readCatalogue } from '../storage/reads/catalogue-read.ts';
import { watchCatalogue } from '../storage/watches/catalogue-watch.ts';
import type { Part } from './capability.ts';
import type { Foundation } from './core.ts';

export async function openCatalogue(
  config: Config,
  { pool, secrets, time }: Pick<Foundation, 'pool' | 'secrets' | 'time'>,
): Promise<CatalogueHolder> {
  const isProduction = config.mode === 'production';
  const holder = await CatalogueHolder.open(async () => {
    if (!isProduction) await orUnavailable(time.refresh(pool));
    return await orUnavailable(readCatalogue(pool, secrets));
  });
  if (isProduction) refuseDemoTraces(demoTraces(holder.current.merchants.values()));
  return holder;
}

/** Reads the catalogue again when another process has changed it. */
export function followCatalogue({
  connectionString,
  holder,
  warns,
}: Pick<Foundation, 'connectionString' | 'holder' | 'warns'>): Part {
  const failed = warns(
    'a change of settings could not be read; it will be tried again, and the former settings hold until then',
  );
  const follower = new CatalogueFollower({ holder, failed });
  const channel = watchCatalogue(connectionString, () => follower.changed());
  return {
    start: () => channel.start(),
    async stop() {
      await channel.stop();
      follower.stop();
    },
  };
}
