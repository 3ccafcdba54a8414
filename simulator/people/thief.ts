import { usableFromOf } from '../../src/domain/authority/new-requisites.ts';
import { dangerOfRates } from '../../src/domain/authority/second-person.ts';
import { indexRequisites, type Requisite } from '../../src/domain/makers/requisite.ts';
import { unusedLoad } from '../../src/domain/payins/allocation.ts';
import { type RatePair, rate } from '../../src/domain/rates/rates.ts';
import type { Instant } from '../../src/domain/text/timestamp.ts';
import type { Random } from '../random.ts';
import { operator, tokenOwnerId } from './staff.ts';
import type { Surroundings } from './surroundings.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How far somebody moves a rate alone: the usual bound. */
export const rateJumpMaxBps = 500;

/** Seeded bugs: see `mutations.ts`. */
export interface TokenMistakes {
  readonly setsAnyRate?: true;
  readonly usesRequisiteAtOnce?: true;
}

/**
 * Who has an operator's token with the right to change settings: moves rates, far or in small steps, and puts numbers of their own in
 * among those of makers. What the service asks a second person about is asked, and nobody agrees.
 */
export class Thief {
  readonly #world: Surroundings;
  readonly #random: Random;
  readonly #mistakes: TokenMistakes;
  /** What somebody else has set, or two people have agreed to, and when: of each pair, the newest last. */
  readonly #agreed = new Map<string, { readonly at: Instant; readonly rates: RatePair }[]>();
  readonly #own = new Set<RatePair>();
  readonly #numbers = new Set<number>();

  constructor(world: Surroundings, random: Random, mistakes: TokenMistakes) {
    this.#world = world;
    this.#random = random;
    this.#mistakes = mistakes;
  }

  begin(): void {
    if (!this.#world.plan.climate.hasThief) return;
    this.#round();
  }

  isOwn(requisiteId: number): boolean {
    return this.#numbers.has(requisiteId);
  }

  isOwnRate(rates: RatePair): boolean {
    return this.#own.has(rates);
  }

  /** The rates that held when the thief came by, but for those of the thief. */
  agreedRates(pair: string): readonly RatePair[] {
    this.#look();
    return (this.#agreed.get(pair) ?? []).map(({ rates }) => rates);
  }

  #round(): void {
    const { plan, timeline } = this.#world;
    if (timeline.now > plan.quietAt) return;
    this.#look();
    if (this.#random.chance(700)) this.#moveRate();
    else this.#addRequisite();
    this.#world.soon(this.#random, hourMs / 4, 2 * hourMs, () => this.#round());
  }

  #look(): void {
    const { store, timeline } = this.#world;
    for (const [pair, rates] of store.catalogue.rates) {
      const known = this.#agreed.get(pair) ?? [];
      if (!this.#own.has(rates) && known.at(-1)?.rates !== rates) known.push({ at: timeline.now, rates });
      this.#agreed.set(pair, known);
    }
  }

  #moveRate(): void {
    const { store, timeline } = this.#world;
    const [pair, last] = this.#random.pick([...store.catalogue.rates]);
    const perMille = BigInt(this.#random.pick([100, 500, 960, 980, 1_020, 1_040, 2_000]));
    const next = { in: rate((last.in.rate * perMille) / 1_000n), out: rate((last.out.rate * perMille) / 1_000n) };
    const known = this.#agreed.get(pair) ?? [];
    const base = known.findLast(({ at }) => at <= timeline.now - dayMs)?.rates ?? known[0]?.rates ?? last;
    const steps = (['in', 'out'] as const).map((type) => {
      return { last: last[type].rate, base: base[type].rate, next: next[type] };
    });
    const danger = dangerOfRates(steps, { next, isUsed: true, jumpMaxBps: rateJumpMaxBps });
    this.#world.count(danger === null ? 'rates set by a token' : 'rates that a token was not let set');
    if (danger !== null && this.#mistakes.setsAnyRate !== true) return;
    const setAt = timeline.now;
    const moved = { in: { ...last.in, rate: next.in, setAt }, out: { ...last.out, rate: next.out, setAt } };
    this.#own.add(moved);
    store.catalogue = {
      ...store.catalogue,
      version: this.#nextVersion(),
      rates: new Map(store.catalogue.rates).set(pair, moved),
    };
  }

  #addRequisite(): void {
    const { store, timeline } = this.#world;
    const { catalogue } = store;
    const like = this.#random.pick([...catalogue.requisiteById.values()]);
    const actor = operator(tokenOwnerId);
    const people = [1, 2].map((id) => ({ id, login: `operator-${id}`, trustedSince: 0, disabledAt: null }));
    const by = { actor, at: timeline.now, asksSecondPerson: true, delayMs: hourMs };
    const usableFrom = this.#mistakes.usesRequisiteAtOnce === true ? 0 : usableFromOf(by, people);
    const id = 10_000 + this.#numbers.size;
    const own: Requisite = { ...like, id, number: `+7999${id}`, isPaused: false, usableFrom, addedBy: actor.name };
    this.#numbers.add(id);
    store.tables.requisiteLoads.set(id, unusedLoad(id));
    store.runningOn.set(id, new Map());
    const requisiteById = new Map(catalogue.requisiteById).set(id, own);
    const open = [...requisiteById.values()].filter(({ isPaused }) => !isPaused);
    const requisites = indexRequisites(open, catalogue.makers);
    store.catalogue = { ...catalogue, version: this.#nextVersion(), requisiteById, requisites };
    this.#world.count('requisites added by a token');
  }

  #nextVersion(): string {
    return String(BigInt(this.#world.store.catalogue.version) + 1n);
  }
}
