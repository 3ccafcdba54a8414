import { LawBroken } from './laws/law-broken.ts';
import { type Mutation, mutations } from './mutations.ts';
import { type PlanSize, planWorld } from './plan.ts';
import { World } from './world.ts';

/** Whether and how a seeded bug was found. */
export interface MutationFinding {
  readonly name: string;
  /** Null: no seed found it. */
  readonly law: string | null;
  /** How many worlds it took. */
  readonly seeds: number;
  /** Steps of the world in which it was found. */
  readonly steps: number;
  readonly detail: string;
}

/** Each bug has so many worlds to show itself in. */
export const seedsMax = 10;
const worldSize: PlanSize = { days: 1, livesPerDay: 1_000 };

/** Runs every seeded bug until a law finds it: in the world that `begin` names, then in those from the first seed on. */
export async function checkMutations(
  firstSeed: number,
  found: (finding: MutationFinding) => void = () => undefined,
  begin: Readonly<Record<string, number>> = {},
): Promise<readonly MutationFinding[]> {
  const findings: MutationFinding[] = [];
  for (const mutation of mutations) {
    const finding = await hunt(mutation, seedsOf(firstSeed, begin[mutation.name]));
    found(finding);
    findings.push(finding);
  }
  return findings;
}

function seedsOf(firstSeed: number, begin: number | undefined): readonly number[] {
  const seeds = Array.from({ length: seedsMax }, (_, index) => firstSeed + index);
  return begin === undefined ? seeds : [begin, ...seeds.filter((seed) => seed !== begin)];
}

async function hunt(mutation: Mutation, seeds: readonly number[]): Promise<MutationFinding> {
  const { name } = mutation;
  for (const [index, seed] of seeds.entries()) {
    const world = new World(planWorld(seed, worldSize), { mutation });
    const broken = await brokenLaw(world);
    if (broken !== null) {
      const { law, subject, detail } = broken;
      return { name, law, seeds: index + 1, steps: world.timeline.happened, detail: `${subject}: ${detail}` };
    }
  }
  return { name, law: null, seeds: seeds.length, steps: 0, detail: '' };
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
