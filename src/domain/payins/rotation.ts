import { type Requisite, requisiteKey } from '../makers/requisite.ts';
import { listed, type Request, type Routed, suits, takesAmount } from './allocation.ts';
import { fullWeight, type Traffic } from './routing.ts';

/** Where the walk through a list stands, and what its requisites have saved up. */
interface Walk {
  next: number;
  readonly saved: Map<number, number>;
}

/**
 * Spreads the load: each list of requisites is walked round and round. One of full weight gets the first place whenever the
 * walk comes by; another one saves its weight up until it has enough for a place, so that a tenth of the weight is a tenth of
 * the deals, and nobody is passed over for ever. Who is passed over stays in reach, behind the others: a payer is never sent
 * away while anybody could serve. The walk lives in memory and is not a rule; losing it costs nothing. (An index on "last
 * used" would be rewritten by every deal.)
 */
export class Rotation {
  readonly #walks = new Map<string, Walk>();

  /** Up to `count` requisites that take the amount, the one whose turn it is first. */
  take(catalogue: Routed, request: Request, count: number): Requisite[] {
    const list = listed(catalogue, request);
    const walk = this.#walkOf(request);
    const start = walk.next % Math.max(list.length, 1);
    const fits = (requisite: Requisite | undefined): requisite is Requisite =>
      requisite !== undefined && takesAmount(requisite, request) && suits(catalogue, requisite, request);
    const passed: Requisite[] = [];
    const taken: Requisite[] = [];
    for (let step = 0; step < list.length && taken.length < count; step++) {
      const requisite = list[(start + step) % list.length];
      if (!fits(requisite)) continue;
      if (taken.length > 0 || hasTurn(walk, catalogue, requisite)) {
        // Behind the first one taken, not behind where the walk began: who follows one that does not fit would come twice.
        if (taken.length === 0) walk.next = start + step + 1;
        taken.push(requisite);
      } else passed.push(requisite);
    }
    if (taken.length === 0) return richestFirst(walk, passed).slice(0, count);
    return [...taken, ...passed].slice(0, count);
  }

  #walkOf({ currency, store, variant }: Request): Walk {
    const { settlementCurrency } = store;
    const key = requisiteKey({ currency, settlementCurrency, option: variant.option, bank: variant.bank });
    const known = this.#walks.get(key);
    if (known !== undefined) return known;
    const walk = { next: 0, saved: new Map<number, number>() };
    this.#walks.set(key, walk);
    return walk;
  }
}

/** Adds what a visit brings, and takes a place's worth when there is enough. Full weight has it always, and needs no book. */
function hasTurn(walk: Walk, { weights }: Traffic, { id }: Requisite): boolean {
  const weight = weights.get(id) ?? fullWeight;
  if (weight >= fullWeight && !walk.saved.has(id)) return true;
  const saved = Math.min((walk.saved.get(id) ?? 0) + weight, fullWeight);
  if (weight >= fullWeight && saved >= fullWeight) walk.saved.delete(id);
  else walk.saved.set(id, saved >= fullWeight ? 0 : saved);
  return saved >= fullWeight;
}

/** Nobody has saved up enough for a place: who has most goes first, and owes the rest. */
function richestFirst(walk: Walk, passed: readonly Requisite[]): Requisite[] {
  const savedBy = ({ id }: Requisite) => walk.saved.get(id) ?? 0;
  const [first, ...others] = [...passed].sort((left, right) => savedBy(right) - savedBy(left));
  if (first === undefined) return [];
  walk.saved.set(first.id, savedBy(first) - fullWeight);
  return [first, ...others];
}
