import { randomUUID } from 'node:crypto';
import type { ApiContext } from '../api/context.ts';
import type { Config } from '../config/config.ts';
import { refusalOfKeys } from '../domain/installation/master-keys.ts';
import { bareAddress } from '../http/address-key.ts';
import { byKey, countBoxes, countFormerBoxes } from '../storage/secrets/master-keys.ts';
import { MasterKeyWorker } from '../workers/installation/master-keys.ts';
import { KeyUses } from '../workers/merchants/key-uses.ts';
import type { Capability } from './capability.ts';
import type { Core, Foundation } from './core.ts';
import { openSettings } from './settings.ts';

/** Refuses to go on with keys that do not open what is stored; then sees to it that everything is sealed with MASTER_KEY. */
export async function openMasterKeys(
  config: Config,
  parts: Pick<Foundation, 'pool' | 'secrets' | 'clock' | 'metrics' | 'log' | 'warns'>,
): Promise<MasterKeyWorker> {
  const { pool, secrets, clock, metrics, log, warns } = parts;
  const own = { configured: secrets.configuredKeyId, held: secrets.keyIds };
  const refusal = refusalOfKeys(own, byKey(await countBoxes(pool)));
  if (refusal !== null) throw new Error(refusal);
  // Not 0 for long after a change of the key: then no process opens what is left, or none is at work on it.
  metrics.gauge('former_key_boxes', 'Secrets that are still sealed with a former master key', () =>
    countFormerBoxes(pool),
  );
  return new MasterKeyWorker({
    pool,
    secrets,
    clock,
    settings: openSettings(config, { pool, secrets }),
    processId: randomUUID(),
    waits: (hosts) =>
      log.warn({ hosts }, 'MASTER_KEY is not in use yet: processes there do not have it; see docs/operating.md'),
    resealed: (report) => log.warn(report, 'secrets were sealed anew with MASTER_KEY'),
    failed: warns('sealing anew will be tried again'),
  });
}

/** When a key was last used, and from where. */
export function openKeyUses({ pool, warns }: Core): Capability<Pick<ApiContext, 'noteKeyUse'>> {
  const uses = new KeyUses({
    pool,
    addressOf: (peer) => bareAddress(peer) ?? 'unknown',
    failed: warns('uses of keys will be noted later'),
  });
  return { api: { noteKeyUse: (key, at, peer) => uses.note(key, at, peer) }, loops: [uses] };
}
