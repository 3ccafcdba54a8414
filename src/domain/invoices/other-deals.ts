import assert from 'node:assert/strict';
import { AppError } from '../../errors/app-error.ts';
import { type FiatMinor, fiat } from '../money/money.ts';
import type { Deal, PayinDeal } from './deal.ts';
import type { Dossier } from './lifecycle.ts';

/** The other deals of an invoice, where one of them is to pay it: they may have paid it, or a part of it. */

/** Money must not pay an invoice twice. The deal that merely waits for its transfer, if there is one; a refusal for any other. */
export function requireSoleClaim({ invoice, deals }: Dossier, deal: Deal): PayinDeal | null {
  let waiting: PayinDeal | null = null;
  for (const other of deals) {
    if (other.id === deal.id) continue;
    switch (other.status) {
      case 'transfer_waiting':
        assert(other.type === 'in', 'a payout has no late money');
        waiting = other;
        break;
      case 'transfer_confirmed':
      case 'dispute':
        throw new AppError('other_deal_undecided', { dealId: other.id, status: other.status });
      case 'completed':
        if (isPart(invoice, other)) break;
        throw new AppError('other_deal_paid', { dealId: other.id });
      case 'canceled':
      case 'expired':
        break;
      case 'new':
        throw new Error('a payout has no late money');
    }
  }
  return waiting;
}

/** A completed deal of an invoice whose rest is still to come. */
function isPart({ status, partSum }: Dossier['invoice'], deal: Deal): boolean {
  return deal.status === 'completed' && status !== 'paid' && partSum !== null;
}

/** What the deals beside this one have brought. */
export function broughtByOthers(deals: readonly Deal[], { id }: Pick<Deal, 'id'>): FiatMinor {
  const parts = deals.filter((other) => other.id !== id && other.status === 'completed');
  return fiat(parts.reduce((sum, part) => sum + (part.receivedSum ?? part.askedSum), 0n));
}
