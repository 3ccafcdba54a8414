import type { DisputeReason } from './dispute.ts';
import type { Direction } from './payment.ts';

/**
 * What it means to accept a claim, by direction and reason. Accepting makes true what the claim says; rejecting it always leads
 * back to where the deal was. A claim against a maker never pays that maker.
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
