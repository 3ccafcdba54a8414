import type { KnownClaim } from '../../src/domain/disputes/claimants.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const claimLaws = {
  stop: 'no maker is stopped by the claims of one origin alone',
  room: 'nobody has more claims open than the rules allow',
} as const;

/** Five times as many as one payer's: an address may be many people's. */
const perAddress = 5;

/** Told apart by hand: of whose claims the stop is made. */
export function checkStop(makerId: number, open: readonly KnownClaim[]): void {
  const isAlone = new Set(open.map(({ storeId }) => storeId)).size < 2;
  mustHold(!isAlone, claimLaws.stop, `maker ${makerId}`, () => `${open.length} claims of one store`);
}

/** Counted from what is stored, where the service counts under the lock of the store's account. */
export class ClaimLaws implements Law {
  readonly #open = new Map<string, Set<string>>();

  committed({ deals, store, catalogue }: Commit): void {
    const { payerClaimsMax, storeClaimsMax } = catalogue.disputeRules;
    for (const { deal, before } of deals) {
      const { storeId = 0 } = store.invoices.get(deal.invoiceId) ?? {};
      const { by = 'merchant', address = null } = deal.dispute ?? {};
      const limits: [string, number][] = [[`${storeId} ${by}`, storeClaimsMax]];
      if (address !== null) limits.push([`${storeId} ${by} at ${address}`, payerClaimsMax * perAddress]);
      for (const [origin, limit] of limits) {
        const open = this.#open.get(origin) ?? new Set();
        this.#open.set(origin, open);
        if (deal.status !== 'dispute') open.delete(deal.id);
        else open.add(deal.id);
        const isNew = deal.status === 'dispute' && before?.status !== 'dispute';
        const isFree = limit === 0 || by === 'operator' || by === 'maker';
        mustHold(!isNew || isFree || open.size <= limit, claimLaws.room, origin, () => `${open.size} open`);
      }
    }
  }
}
