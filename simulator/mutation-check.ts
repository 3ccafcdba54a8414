import { LawBroken } from './laws/law-broken.ts';
import { type Mutation, mutations } from './mutations.ts';
import { type PlanSize, planWorld } from './plan.ts';
import { World } from './world.ts';

/** Whether and how a seeded bug was found. */
export interface MutationFinding {
  readonly name: string;
  /** Null: no seed found it. */
  readonly law: string | null;
  readonly seeds: number;
  /** Steps of the world in which it was found. */
  readonly steps: number;
  readonly detail: string;
}

/** Each bug has so many worlds to show itself in. */
export const seedsMax = 10;
const worldSize: PlanSize = { days: 1, livesPerDay: 1_000 };

/** Runs every seeded bug until a law finds it. */
export async function checkMutations(
  firstSeed: number,
  found: (finding: MutationFinding) => void = () => undefined,
): Promise<readonly MutationFinding[]> {
  const findings: MutationFinding[] = [];
  for (const mutation of mutations) {
    const finding = await hunt(mutation, firstSeed);
    found(finding);
    findings.push(finding);
  }
  return findings;
}

async function hunt(mutation: Mutation, firstSeed: number): Promise<MutationFinding> {
  const { name } = mutation;
  for (let index = 0; index < seedsMax; index++) {
    const world = new World(planWorld(firstSeed + index, worldSize), { mutation });
    const broken = await brokenLaw(world);
    if (broken !== null) {
      const { law, subject, detail } = broken;
      return { name, law, seeds: index + 1, steps: world.timeline.happened, detail: `${subject}: ${detail}` };
    }
  }
  return { name, law: null, seeds: seedsMax, steps: 0, detail: '' };
}

/** Runs a world to its end, or to the first broken law. */
export async function brokenLaw(world: World, progress?: (happened: number) => void): Promise<LawBroken | null> {
  try {
    await world.run(progress);
    return null;
  } catch (error) {
    if (error instanceof LawBroken) return error;
    throw error;
  }
}
