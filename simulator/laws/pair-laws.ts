import type { Instant } from '../../src/domain/text/timestamp.ts';
import { pairKey } from '../../src/storage/rows/deal-rows.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const pairLaw = 'money that arrives points to one deal: no pair is given out before it has rested';

/** Who has a pair of requisite and amount, and from when on another deal may. Kept apart from the flag the store goes by. */
export class PairLaws implements Law {
  readonly #pairs = new Map<string, { readonly dealId: string; freeAt: Instant | null }>();

  committed(commit: Commit): void {
    for (const { deal, before } of commit.deals) {
      if (deal.type === 'out' || before !== undefined) continue;
      const pair = pairKey(deal.requisiteId, deal.askedSum);
      const earlier = this.#pairs.get(pair);
      const isFree = earlier === undefined || (earlier.freeAt !== null && earlier.freeAt <= deal.startedAt);
      mustHold(isFree, pairLaw, deal.id, () => `pair ${pair} is deal ${earlier?.dealId}'s until ${earlier?.freeAt}`);
      this.#pairs.set(pair, { dealId: deal.id, freeAt: null });
    }
    for (const { deal, before } of commit.deals) {
      if (deal.type === 'out' || deal.endedAt === null || (before !== undefined && before.endedAt !== null)) continue;
      const mine = this.#pairs.get(pairKey(deal.requisiteId, deal.askedSum));
      const restMs = commit.catalogue.requisiteById.get(deal.requisiteId)?.restMs ?? 0;
      if (mine?.dealId === deal.id) mine.freeAt = deal.endedAt + restMs;
    }
  }
}
