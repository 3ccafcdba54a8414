import { AppError } from '../../errors/app-error.ts';
import type { Deal, DealDispute } from '../invoices/deal.ts';
import { type DisputeReason, type DisputeResult, papersAwaited } from '../invoices/deal-dispute.ts';
import type { Direction } from '../money/payment.ts';

/**
 * What it means to accept or to reject a claim, by direction, reason, and where the deal was. From any claim an operator reaches
 * either end in one decision.
 *
 * A payin that is not paid is appealed for a payer who has paid, in whatever words: clients say `no_payment` for "you do not see the
 * payment". Accepting makes it paid, and rejecting can say that it is not. Only of one that is paid `no_payment` says that no money
 * came; any other claim about it is about the sum.
 *
 * A claim against a maker never pays that maker: of a payout, accepting makes true what the claim says.
 *
 * `paid`: the money came (a payin), or was paid out (a payout): the deal is completed.
 * `not_paid`: it did not. The deal is canceled, and whatever was credited for it is taken back.
 */
export const verdicts = { paid: 'paid', not_paid: 'not_paid' } as const;
export type Verdict = keyof typeof verdicts;

type Claim = Pick<DealDispute, 'reason' | 'from' | 'isPart'>;

/** The deal has paid its invoice. A part has not: who appeals there speaks of a payer who has paid all. */
function wasPaid({ from, isPart = false }: Claim): boolean {
  return from === 'completed' && !isPart;
}

export function ifAccepted(type: Direction, claim: Claim): Verdict {
  // What a payout costs is agreed and frozen: another sum, or another receiver, is not the payout that was asked for.
  if (type === 'out') return claim.reason === 'has_payment' ? 'paid' : 'not_paid';
  return claim.reason === 'no_payment' && wasPaid(claim) ? 'not_paid' : 'paid';
}

/** Of a payin with a receipt. A claim that leaves open whether money came can be wrong either way; what is mostly meant is the first. */
const ofReceipt: Readonly<Record<DisputeReason, readonly Verdict[]>> = {
  has_payment: ['not_paid'],
  no_payment: ['not_paid', 'paid'],
  // Mostly the whole sum came, and not the one that is claimed.
  invalid_sum: ['paid', 'not_paid'],
  invalid_requisites: ['not_paid', 'paid'],
  unknown: ['not_paid', 'paid'],
};

/** What may be said about the money when a claim is rejected. Without such a word the deal goes back to where it was. */
export function ifRejected(type: Direction, claim: Claim): readonly Verdict[] {
  const { reason, from } = claim;
  if (type === 'out') {
    if (from !== 'transfer_confirmed') return [];
    return [reason === 'has_payment' ? 'not_paid' : 'paid'];
  }
  if (from === 'transfer_confirmed') return ofReceipt[reason];
  return [reason === 'no_payment' && wasPaid(claim) ? 'paid' : 'not_paid'];
}

/** Refuses what a rejection cannot say about the money of this deal. */
export function requireRejection(
  { type, dispute }: Pick<Deal, 'type' | 'dispute'>,
  { result, verdict }: { readonly result: DisputeResult; readonly verdict: Verdict },
): void {
  const choices = dispute === null || papersAwaited.has(result) ? [] : ifRejected(type, dispute);
  if (choices.includes(verdict)) return;
  throw new AppError('verdict_not_open', { field: 'verdict', choices: choices.join(', ') || 'nothing' });
}
