import type { OperatorEndpoint } from '../endpoint.ts';
import { advanceSandboxClock, readSandboxClock } from './clock.ts';
import { readSandboxWorld, switchSandboxWorld } from './sandbox-world.ts';

/** What only a sandbox has. */
export const sandboxEndpoints: readonly OperatorEndpoint[] = [
  readSandboxClock,
  advanceSandboxClock,
  readSandboxWorld,
  switchSandboxWorld,
];
