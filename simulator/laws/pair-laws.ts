import { cameToNothing, type Deal } from '../../src/domain/deal.ts';
import type { Instant } from '../../src/domain/timestamp.ts';
import { pairKey } from '../../src/storage/rows/deal-rows.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const pairLaw = 'money that arrives points to one deal: no pair is given out before it has rested';

interface Holder {
  readonly dealId: string;
  readonly invoiceId: string;
  freeAt: Instant | null;
  /** It ended without money: what comes late for it is its invoice's, whose next deal need not wait. */
  cameToNothing: boolean;
}

/** Who has a pair of requisite and amount, and from when on another deal may. Kept apart from the flag the store goes by. */
export class PairLaws implements Law {
  readonly #pairs = new Map<string, Holder>();

  committed(commit: Commit): void {
    this.#noteEnded(commit);
    for (const { deal, before } of commit.deals) {
      if (deal.type === 'out' || before !== undefined) continue;
      const pair = pairKey(deal.requisiteId, deal.askedSum);
      const earlier = this.#pairs.get(pair);
      mustHold(
        isFree(earlier, deal),
        pairLaw,
        deal.id,
        () => `pair ${pair} is deal ${earlier?.dealId}'s until ${earlier?.freeAt}`,
      );
      const { id: dealId, invoiceId } = deal;
      this.#pairs.set(pair, { dealId, invoiceId, freeAt: null, cameToNothing: false });
    }
    // Those that began and ended in this one.
    this.#noteEnded(commit);
  }

  #noteEnded(commit: Commit): void {
    for (const { deal, before } of commit.deals) {
      if (deal.type === 'out' || deal.endedAt === null || (before !== undefined && before.endedAt !== null)) continue;
      const mine = this.#pairs.get(pairKey(deal.requisiteId, deal.askedSum));
      if (mine?.dealId !== deal.id) continue;
      mine.freeAt = deal.endedAt + (commit.catalogue.requisiteById.get(deal.requisiteId)?.restMs ?? 0);
      mine.cameToNothing = cameToNothing(deal);
    }
  }
}

function isFree(earlier: Holder | undefined, { invoiceId, startedAt }: Deal): boolean {
  if (earlier === undefined || earlier.freeAt === null) return earlier === undefined;
  return earlier.freeAt <= startedAt || (earlier.invoiceId === invoiceId && earlier.cameToNothing);
}
