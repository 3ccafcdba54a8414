import { brokenLaw } from './mutation-check.ts';
import { type PlanSize, planWorld } from './plan.ts';
import { type Summary, summaryOf } from './summary.ts';
import { World } from './world.ts';

/** The outcome of one world; plain data, so that a thread can send it to another. */
export interface SeedResult {
  readonly seed: number;
  readonly digest: string;
  readonly summary: Summary;
  readonly broken: { readonly law: string; readonly subject: string; readonly detail: string } | null;
  readonly lines: readonly string[];
}

export async function runSeed(
  seed: number,
  size: PlanSize,
  options: { readonly isTold?: boolean; readonly progress?: (share: number) => void } = {},
): Promise<SeedResult> {
  const plan = planWorld(seed, size);
  const world = new World(plan, { isTold: options.isTold ?? false });
  const broken = await brokenLaw(world, () => {
    options.progress?.((world.timeline.now - plan.start) / (plan.end - plan.start));
  });
  return {
    seed,
    digest: world.history.digest(),
    summary: summaryOf(world),
    broken: broken === null ? null : { law: broken.law, subject: broken.subject, detail: broken.detail },
    lines: world.history.lines(),
  };
}
