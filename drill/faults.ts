import { setTimeout as delay } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';
import { type DrillOptions, upgradeName } from './options.ts';
import { ownMain } from './service-process.ts';
import { until } from './wait.ts';

/** Patroni's, in deploy/fleet/patroni.yml: so long a primary may be silent before another takes over. */
const ttlMs = 20_000;

export interface Fault {
  readonly name: string;
  readonly title: string;
  /** The longest time without an acknowledged invoice that is all right. */
  readonly gapAimMs: number;
  readonly failedAttemptsAim: number | null;
  /** The failover loses what was acknowledged, and the service has to notice. */
  readonly losesTail?: true;
  /** Breaks something. */
  act(fleet: Fleet): Promise<void>;
  /** After callers are served again: puts back what is still broken. */
  heal(fleet: Fleet): Promise<void>;
}

const nothing = async () => undefined;
const restarted = async (fleet: Fleet) => {
  for (const service of fleet.services) if (!service.isRunning) await service.start();
};

const processKilled: Fault = {
  name: 'process',
  title: 'a process of the service is killed (kill -9)',
  gapAimMs: 2_000,
  failedAttemptsAim: null,
  act: async (fleet) => await fleet.services[0]?.end('SIGKILL'),
  heal: restarted,
};

const rollingRestart: Fault = {
  name: 'rolling-restart',
  title: 'rolling restart (SIGTERM, DRAIN_MS)',
  gapAimMs: 2_000,
  failedAttemptsAim: 0,
  async act(fleet) {
    for (const service of fleet.services) {
      await service.end('SIGTERM');
      await service.start();
      // As a person, or a script, would: the next one when the proxy sends requests to this one again.
      await delay(2_000);
    }
  },
  heal: nothing,
};

/** The first process of the new release migrates the database while the old one goes on working on it. */
const upgrade: Fault = {
  name: upgradeName,
  title: 'upgrade from the release before, one process after the other',
  gapAimMs: 2_000,
  failedAttemptsAim: 0,
  async act(fleet) {
    for (const service of fleet.services) {
      await service.end('SIGTERM');
      service.main = ownMain;
      await service.start();
      // Long enough for both releases to work side by side on the schema of the newer one.
      await delay(5_000);
    }
  },
  heal: nothing,
};

const switchover: Fault = {
  name: 'switchover',
  title: 'switchover to another primary',
  gapAimMs: 10_000,
  failedAttemptsAim: null,
  act: (fleet) => fleet.switchOver(),
  heal: nothing,
};

const leaderKilled: Fault = {
  name: 'leader-killed',
  title: 'the primary and its machine are killed',
  gapAimMs: ttlMs + 10_000,
  failedAttemptsAim: null,
  ...killingLeader(nothing),
};

const leaderPaused: Fault = {
  name: 'leader-paused',
  title: 'the primary stands still and comes back',
  gapAimMs: ttlMs + 10_000,
  failedAttemptsAim: null,
  async act(fleet) {
    const leader = await fleet.node('leader');
    await leader.pause();
    await until('another primary is there', ttlMs + 30_000, async () => {
      const [found] = (await fleet.members()).filter(({ role }) => role === 'leader');
      return found !== undefined && found.name !== leader.name && /^(running|streaming)$/.test(found.state);
    });
    // Callers are served by the other one before this one wakes up and still believes that it leads.
    await delay(5_000);
    await leader.resume();
  },
  heal: nothing,
};

const standbyLost: Fault = {
  name: 'standby-lost',
  title: 'the synchronous standby is killed',
  gapAimMs: 15_000,
  failedAttemptsAim: null,
  async act(fleet) {
    broken = await fleet.node('sync_standby');
    await broken.kill();
  },
  heal: startBroken,
};

const etcdLost: Fault = {
  name: 'etcd-lost',
  title: 'all of etcd is away, longer than the TTL',
  gapAimMs: 5_000,
  failedAttemptsAim: null,
  async act(fleet) {
    await Promise.all(fleet.nodes.map((node) => node.killEtcd()));
    await delay(ttlMs + 5_000);
    for (const node of fleet.nodes) node.startEtcd();
  },
  heal: nothing,
};

/** The standbys have not got what was committed last when the primary dies. */
const tailLost: Fault = {
  name: 'tail-lost',
  title: 'the primary is killed with commits that no standby has',
  gapAimMs: ttlMs + 10_000,
  failedAttemptsAim: null,
  losesTail: true,
  ...killingLeader(async (fleet) => {
    await (await fleet.node('leader')).stopReplication();
    await delay(1_500);
  }),
};

let broken: Awaited<ReturnType<Fleet['node']>> | null = null;

async function startBroken(): Promise<void> {
  broken?.start();
  broken = null;
}

function killingLeader(before: (fleet: Fleet) => Promise<unknown>): Pick<Fault, 'act' | 'heal'> {
  return {
    async act(fleet) {
      await before(fleet);
      broken = await fleet.node('leader');
      await broken.kill();
    },
    heal: startBroken,
  };
}

/** In the order in which they are drilled. */
export const faults: readonly Fault[] = [
  upgrade,
  processKilled,
  rollingRestart,
  switchover,
  leaderKilled,
  leaderPaused,
  standbyLost,
  etcdLost,
  tailLost,
];

export function faultsOf({ variant, only, from }: Pick<DrillOptions, 'variant' | 'only' | 'from'>): readonly Fault[] {
  const fitting = faults.filter(({ losesTail = false }) => losesTail === variant.isAsynchronous);
  const asked = only.length === 0 ? fitting : fitting.filter(({ name }) => only.includes(name));
  return asked.filter(({ name }) => name !== upgradeName || from !== null);
}
