import type { OperatorContext } from '../api/operator/endpoint.ts';
import { demoSecrets } from '../domain/installation/demo-secrets.ts';
import type { Uploads } from '../storage/receipts/uploads.ts';
import { createFateWorker } from '../workers/sandbox/fates.ts';
import { WorldSwitch } from '../world/world-switch.ts';
import type { Capability } from './capability.ts';
import type { Core } from './core.ts';

interface SandboxApi extends Pick<OperatorContext, 'sandboxClock'> {
  readonly sandboxWorld: WorldSwitch | null;
}

/** What only a sandbox has: a clock that can be moved, people who use it, amounts that choose what becomes of an invoice. */
export function openSandbox(core: Core, uploads: Uploads): Capability<SandboxApi> {
  const { config, time, publicUrl, warns } = core;
  if (config.mode === 'production') return { api: { sandboxClock: null, sandboxWorld: null }, loops: [] };
  // They sign in as those of the demo world, whom a production service does not have.
  const { people, merchantSecret: secret } = demoSecrets;
  const sandboxWorld = new WorldSwitch({ url: publicUrl, operator: people.operator, secret });
  const fates = createFateWorker({ ...core, uploads, failed: warns('the fates will be tried again') });
  return { api: { sandboxClock: time, sandboxWorld }, loops: config.playsFates ? [fates] : [] };
}
