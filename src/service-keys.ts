import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { refusalOfKeys } from './domain/master-keys.ts';
import { bareAddress } from './http/address-key.ts';
import type { Metrics } from './http/metrics.ts';
import { openSettings } from './service-settings.ts';
import { byKey, countBoxes, countFormerBoxes } from './storage/master-keys.ts';
import type { SecretBox } from './storage/secret-box.ts';
import { KeyUses } from './workers/key-uses.ts';
import { MasterKeyWorker } from './workers/master-keys.ts';

interface MasterKeyParts {
  readonly pool: pg.Pool;
  readonly secrets: SecretBox;
  readonly clock: () => number;
  readonly log: Logger;
}

/** Refuses to go on with keys that do not open what is stored; then sees to it that everything is sealed with MASTER_KEY. */
export async function openMasterKeys(config: Config, parts: MasterKeyParts): Promise<MasterKeyWorker> {
  const { pool, secrets, clock, log } = parts;
  const own = { configured: secrets.configuredKeyId, held: secrets.keyIds };
  const refusal = refusalOfKeys(own, byKey(await countBoxes(pool)));
  if (refusal !== null) throw new Error(refusal);
  return new MasterKeyWorker({
    pool,
    secrets,
    clock,
    settings: openSettings(config, { pool, secrets }),
    processId: randomUUID(),
    waits: (hosts) =>
      log.warn({ hosts }, 'MASTER_KEY is not in use yet: processes there do not have it; see docs/operating.md'),
    resealed: (report) => log.warn(report, 'secrets were sealed anew with MASTER_KEY'),
    failed: (err) => log.warn({ err }, 'sealing anew will be tried again'),
  });
}

/** Not 0 for long after a change of the key: then no process opens what is left, or none is at work on it. */
export function watchMasterKeys(metrics: Metrics, pool: pg.Pool): void {
  metrics.gauge('former_key_boxes', 'Secrets that are still sealed with a former master key', () =>
    countFormerBoxes(pool).catch(() => Number.NaN),
  );
}

export function createKeyUses(pool: pg.Pool, log: Logger): KeyUses {
  return new KeyUses({
    pool,
    addressOf: (peer) => bareAddress(peer) ?? 'unknown',
    failed: (err) => log.warn({ err }, 'uses of keys will be noted later'),
  });
}
