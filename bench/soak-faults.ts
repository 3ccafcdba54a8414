import { kill } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

interface Target {
  /** The processes of PostgreSQL that serve the service. */
  readonly serverPids: readonly number[];
  readonly receiversPid: number;
}

/** What breaks in a soak; everything mends itself, or is mended again. */
export interface Fault {
  readonly name: string;
  strike(target: Target): Promise<void>;
}

const silentMs = 15_000;

export const faults: readonly Fault[] = [
  {
    name: 'all connections to the database are cut',
    async strike({ serverPids }) {
      for (const pid of serverPids) end(pid, 'SIGTERM');
    },
  },
  {
    name: 'no shop answers for a while',
    async strike({ receiversPid }) {
      kill(receiversPid, 'SIGSTOP');
      await delay(silentMs);
      kill(receiversPid, 'SIGCONT');
    },
  },
  {
    // One process that dies without a word takes all others with it, and the server replays its log.
    name: 'the database crashes',
    async strike({ serverPids }) {
      const [first] = serverPids;
      if (first !== undefined) end(first, 'SIGKILL');
    },
  },
];

/** It may have ended by itself since it was listed. */
function end(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
