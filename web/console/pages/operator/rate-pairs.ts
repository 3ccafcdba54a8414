import type { Answer } from '../../api/client.ts';

export type Rate = Answer<'listRates'>['items'][number];

/** Both directions of a pair; one that was never set is empty. */
export interface Pair {
  readonly name: string;
  readonly settlementCurrency: string;
  readonly fiatCurrency: string;
  readonly in: string;
  readonly out: string;
  /** The shorter one, where the directions differ: of two limits the one that stops deals sooner. Null: it never ages. */
  readonly ageMaxMs: number | null;
}

export function pairsOf(rates: readonly Rate[]): readonly Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { settlementCurrency, fiatCurrency, type, rate, ageMaxMs } of rates) {
    const name = `${settlementCurrency}/${fiatCurrency}`;
    const known = pairs.get(name) ?? { name, settlementCurrency, fiatCurrency, in: '', out: '', ageMaxMs: null };
    pairs.set(name, { ...known, [type]: rate, ageMaxMs: shorter(known.ageMaxMs, ageMaxMs) });
  }
  return [...pairs.values()];
}

function shorter(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
