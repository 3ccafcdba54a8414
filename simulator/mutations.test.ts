import { describe, expect, it } from 'vitest';
import { LawBroken } from './laws/law-broken.ts';
import { brokenLaw, checkMutations } from './mutation-check.ts';
import { seedsToBeginWith } from './mutation-seeds.ts';
import { mutations } from './mutations.ts';
import { planWorld } from './plan.ts';
import { shrink } from './shrink.ts';
import { World } from './world.ts';

describe('the mutation check', () => {
  it('finds every seeded bug, each by a law of the world', async () => {
    const findings = await checkMutations(1, undefined, seedsToBeginWith);
    expect(findings.length).toBeGreaterThanOrEqual(20);
    expect(findings.filter(({ law }) => law === null).map(({ name }) => name)).toEqual([]);
    // Bugs of many kinds that one law catches would mean that the others are never asked.
    expect(new Set(findings.map(({ law }) => law)).size).toBeGreaterThanOrEqual(12);
  }, 900_000);

  it('begins with worlds for bugs that there are', () => {
    const names = mutations.map(({ name }) => name);
    expect(Object.keys(seedsToBeginWith).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('a broken history', () => {
  const mutation = mutations.find(({ name }) => name === 'forget the fee') ?? null;
  const plan = planWorld(12, { days: 0.25, livesPerDay: 1_600 });

  it('is shortened to a few births that still break the same law', async () => {
    const broken = await brokenLaw(new World(plan, { mutation }));
    expect(broken).toBeInstanceOf(LawBroken);
    const shrunk = await shrink(plan, broken?.law ?? '', mutation);
    expect(shrunk.broken.law).toBe(broken?.law);
    expect(shrunk.plan.births.length).toBeLessThanOrEqual(3);
    expect(shrunk.plan.faults).toEqual([]);
    expect(shrunk.lines.join('\n')).toContain('payin_settle');
  }, 900_000);
});
