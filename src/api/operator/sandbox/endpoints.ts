import type { OperatorEndpoint } from '../endpoint.ts';
import { advanceSandboxClock } from './advance-sandbox-clock.ts';
import { readSandboxClock } from './read-sandbox-clock.ts';
import { readSandboxWorld, switchSandboxWorld } from './sandbox-world.ts';

/** What only a sandbox has. */
export const sandboxEndpoints: readonly OperatorEndpoint[] = [
  readSandboxClock,
  advanceSandboxClock,
  readSandboxWorld,
  switchSandboxWorld,
];
