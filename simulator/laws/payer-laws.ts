import type { Invoice } from '../../src/domain/invoice.ts';
import { userText } from '../store/memory-store.ts';
import type { Commit, Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const payerLaws = {
  pending: 'a payer has no more payins open than the store lets one have',
  often: 'a payer begins no more payins within the minutes than the store lets one begin',
} as const;

/**
 * Counted from all that is stored, where the service counts under the lock of the payer. Only what nobody else can have changed
 * in between: a payin that was never anything but new. Who has ever paid, disputed or not, may have what a known payer may.
 */
export class PayerLaws implements Law {
  committed({ store, changes, catalogue }: Commit): void {
    for (const { userId, storeId, id } of changes.invoices.added) {
      const rules = catalogue.stores.get(storeId)?.payerRules;
      if (userId === null || rules === undefined) continue;
      const ids = store.payinsOfUser.get(userText(storeId, userId)) ?? [];
      const all = ids.map((one) => store.invoices.get(one) as Invoice);
      const hasPaid = all.some(({ status, disputedFrom }) => status === 'paid' || disputedFrom === 'paid');
      const { pendingMax, countMax, countMinutes } = hasPaid ? rules.known : rules.fresh;
      const open = all.filter(({ sequence, expireAt }) => sequence === 0 && expireAt > changes.now).length;
      mustHold(pendingMax === 0 || open <= pendingMax, payerLaws.pending, id, () => `${userId} has ${open} open`);
      const begun = all.filter(({ createdAt }) => createdAt > changes.now - countMinutes * 60_000).length;
      mustHold(countMax === 0 || begun <= countMax, payerLaws.often, id, () => `${userId} has begun ${begun}`);
    }
  }
}
