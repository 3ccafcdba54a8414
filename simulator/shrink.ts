import type { PlannedFault } from './faults.ts';
import type { LawBroken } from './laws/law-broken.ts';
import { brokenLaw } from './mutation-check.ts';
import type { Mutation } from './mutations.ts';
import type { Birth, Plan } from './plan.ts';
import { World } from './world.ts';

/** The shortest history found that still breaks the law. */
interface Shrunk {
  readonly plan: Plan;
  readonly broken: LawBroken;
  readonly steps: number;
  readonly lines: readonly string[];
  /** How many worlds were tried on the way. */
  readonly tries: number;
}

type Item = { readonly birth: Birth } | { readonly fault: PlannedFault };

/** So many steps are spent on shortening in all: about a minute. */
const stepsMax = 3_000_000;

/**
 * Leaves out births and faults, in halves, quarters and so on down to single ones, as long as the same law is still broken
 * (delta debugging). The remaining ones have their own randomness and behave as before.
 */
export async function shrink(plan: Plan, law: string, mutation: Mutation | null = null): Promise<Shrunk> {
  let best = itemsOf(plan);
  let [spent, tries] = [0, 0];
  const stillBreaks = async (items: readonly Item[]): Promise<readonly Item[] | null> => {
    const world = new World(planOf(plan, items), { mutation });
    const broken = await brokenLaw(world);
    spent += world.timeline.happened;
    tries += 1;
    if (broken?.law !== law) return null;
    // What would have come later has no part in it.
    return items.filter((item) => timeOf(item) <= world.timeline.now);
  };
  best = (await stillBreaks(best)) ?? best;
  let size = Math.ceil(best.length / 2);
  while (size >= 1 && spent < stepsMax) {
    const before = best.length;
    for (let start = 0; start < best.length && spent < stepsMax; ) {
      const shorter = await stillBreaks([...best.slice(0, start), ...best.slice(start + size)]);
      if (shorter === null) start += size;
      else best = shorter;
    }
    // Single ones are tried until none can go: leaving out one may make another needless.
    if (size === 1 && best.length === before) break;
    size = Math.ceil(size / 2);
  }
  const shortest = planOf(plan, best);
  const world = new World(shortest, { mutation, isTold: true });
  const broken = await brokenLaw(world);
  if (broken === null) throw new Error('the shortened history breaks no law: the world is not deterministic');
  return { plan: shortest, broken, steps: world.timeline.happened, lines: world.history.lines(), tries };
}

function itemsOf({ births, faults }: Plan): readonly Item[] {
  return [...births.map((birth) => ({ birth })), ...faults.map((fault) => ({ fault }))];
}

function planOf(plan: Plan, items: readonly Item[]): Plan {
  return {
    ...plan,
    births: items.flatMap((item) => ('birth' in item ? [item.birth] : [])),
    faults: items.flatMap((item) => ('fault' in item ? [item.fault] : [])),
  };
}

function timeOf(item: Item): number {
  return 'birth' in item ? item.birth.at : item.fault.at;
}
