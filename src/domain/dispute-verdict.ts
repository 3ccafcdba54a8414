import { AppError } from '../errors.ts';
import type { Deal } from './deal.ts';
import type { DisputeReason } from './dispute.ts';
import type { Direction } from './payment.ts';

/**
 * What it means to accept or to reject a claim, by direction and reason. Accepting makes true what the claim says; rejecting it
 * leads back to where the deal was. A claim against a maker never pays that maker.
 *
 * Where the deal was may be a question of its own: a receipt or a proof is there, and nobody has said whether the money is. Who
 * rejects a claim about such a deal has looked at that money, and says what they saw in the same decision: see `ifRejected`.
 *
 * `paid`: the money came (a payin), or was paid out (a payout): the deal is completed.
 * `not_paid`: it did not. The deal is canceled, and whatever was credited for it is taken back.
 */
export const verdicts = { paid: 'paid', not_paid: 'not_paid' } as const;
export type Verdict = keyof typeof verdicts;

export const ifAccepted: Readonly<Record<Direction, Readonly<Record<DisputeReason, Verdict>>>> = {
  in: {
    // A payin is disputed because money came that the invoice does not show, or another sum than it shows.
    has_payment: 'paid',
    invalid_sum: 'paid',
    invalid_requisites: 'paid',
    unknown: 'paid',
    no_payment: 'not_paid',
  },
  out: {
    has_payment: 'paid',
    // What a payout costs is agreed and frozen: another sum, or another receiver, is not the payout that was asked for.
    no_payment: 'not_paid',
    invalid_sum: 'not_paid',
    invalid_requisites: 'not_paid',
    unknown: 'not_paid',
  },
};

/**
 * What may be said about the money when a claim is rejected: not what the claim says. A claim that leaves open whether money came
 * (another sum, other requisites) can be wrong either way. What an operator would mostly mean is the first.
 */
const ifRejected: Readonly<Record<Direction, Readonly<Record<DisputeReason, readonly [Verdict, ...Verdict[]]>>>> = {
  in: {
    has_payment: ['not_paid'],
    no_payment: ['paid'],
    // Mostly the whole sum came, and not the one that is claimed.
    invalid_sum: ['paid', 'not_paid'],
    invalid_requisites: ['not_paid', 'paid'],
    unknown: ['not_paid', 'paid'],
  },
  out: {
    has_payment: ['not_paid'],
    no_payment: ['paid'],
    invalid_sum: ['paid'],
    invalid_requisites: ['paid'],
    unknown: ['paid'],
  },
};

/** Empty for a deal that does not wait for such a word: it still runs, or its money was decided about before the dispute. */
export function verdictsIfRejected({ type, dispute }: Pick<Deal, 'type' | 'dispute'>): readonly Verdict[] {
  return dispute?.from === 'transfer_confirmed' ? ifRejected[type][dispute.reason] : [];
}

/** Refuses what a rejection cannot say about the money of this deal. */
export function requireRejection(deal: Pick<Deal, 'type' | 'dispute'>, verdict: Verdict): void {
  const choices = verdictsIfRejected(deal);
  if (choices.includes(verdict)) return;
  throw new AppError('verdict_not_open', { field: 'verdict', choices: choices.join(', ') || 'nothing' });
}
