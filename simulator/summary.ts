import type { InvoiceStatus } from '../src/domain/invoices/invoice.ts';
import { dayOf } from '../src/domain/text/timestamp.ts';
import type { World } from './world.ts';

/** What happened in a world, small enough to be sent from one thread to another and added up. */
export interface Summary {
  readonly worlds: number;
  readonly lives: number;
  readonly steps: number;
  readonly commits: number;
  readonly lockWaits: number;
  /** How often each thing happened: commands asked for, faults, notifications. */
  readonly counts: Readonly<Record<string, number>>;
  /** By kind of payer, then by how the invoice ended. */
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** By day since the world began, then by how the invoice ended. */
  readonly days: readonly Readonly<Record<string, number>>[];
}

export const emptySummary: Summary = {
  worlds: 0,
  lives: 0,
  steps: 0,
  commits: 0,
  lockWaits: 0,
  counts: {},
  outcomes: {},
  days: [],
};

export function summaryOf(world: World): Summary {
  const outcomes: Record<string, Record<string, number>> = {};
  const days: Record<string, number>[] = [];
  const firstDay = dayOf(world.plan.start);
  for (const { id, status, createdAt } of world.store.invoices.values()) {
    const kind = world.kinds.get(id) ?? 'answer never heard';
    outcomes[kind] ??= {};
    raise(outcomes[kind], status);
    // A clock that was ahead or behind may have put it on a day outside of this world.
    const day = Math.max(0, dayOf(createdAt) - firstDay);
    days[day] ??= {};
    raise(days[day], status);
  }
  return {
    worlds: 1,
    lives: world.store.invoices.size,
    steps: world.timeline.happened,
    commits: world.commits,
    lockWaits: world.locks.waits,
    counts: Object.fromEntries(world.counts),
    outcomes,
    days: Array.from(days, (day) => day ?? {}),
  };
}

export function added(left: Summary, right: Summary): Summary {
  const names = [...new Set([...Object.keys(left.outcomes), ...Object.keys(right.outcomes)])];
  const dayCount = Math.max(left.days.length, right.days.length);
  return {
    worlds: left.worlds + right.worlds,
    lives: left.lives + right.lives,
    steps: left.steps + right.steps,
    commits: left.commits + right.commits,
    lockWaits: left.lockWaits + right.lockWaits,
    counts: addedCounts(left.counts, right.counts),
    outcomes: Object.fromEntries(
      names.map((name) => [name, addedCounts(left.outcomes[name] ?? {}, right.outcomes[name] ?? {})]),
    ),
    days: Array.from({ length: dayCount }, (_, day) => addedCounts(left.days[day] ?? {}, right.days[day] ?? {})),
  };
}

function addedCounts(
  left: Readonly<Record<string, number>>,
  right: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum = { ...left };
  for (const [name, count] of Object.entries(right)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

function raise(counts: Record<string, number>, name: InvoiceStatus): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
