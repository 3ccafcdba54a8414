import { type DecideDispute, decideDispute } from '../../../commands/decide-dispute.ts';
import type { ErrorCode } from '../../../errors.ts';
import { type Act, act } from '../../act.ts';
import { invoiceDTO } from '../../invoice-dto.ts';
import type { Invoice } from '../../invoice-schemas.ts';
import { readInstant } from '../../read-instant.ts';
import { optionalFlag } from '../../schemas.ts';
import { agreedLoss } from '../agreed-loss.ts';
import { rateRefusals } from '../deals/overdue-shape.ts';
import type { OperatorCall } from '../endpoint.ts';
import { note } from '../fields.ts';
import { findInvoiceWithinReach } from '../reach.ts';
import { settlementRefusals } from '../settlement-refusals.ts';

/** Which claim is decided about. */
export const SeenClaim = note(
  40,
  'As `dispute.openedAt` of the deal says: the decision is refused where another claim has been made since',
);

export const IsOthersMoney = optionalFlag(
  'No money came for this deal: an arrival that is matched to it is held again, to be matched to its own deal or returned; a line of the bank that is linked with it waits for a person again',
);

/** Of either answer to a claim: both may settle the deal or end it. */
export const decisionRefusals: readonly ErrorCode[] = [
  ...settlementRefusals,
  ...rateRefusals,
  'arrival_matched',
  'arrival_not_matched',
  'line_of_deal',
  'arrival_undecided',
  'blank',
  'claim_is_newer',
  'claim_has_no_sum',
  'excess_not_held',
  'invalid_choice',
  'not_in_dispute',
  'part_refunded',
  'refunded_above',
  'same_invoice_open',
  'second_person_needed',
  'too_many_deals',
];

interface Decision {
  readonly id: string;
  readonly reason: string;
  readonly openedAt: string | null;
  readonly isBorneByService: boolean | null | undefined;
}

/** What an operator decides about a disputed invoice. */
export async function decideAct(
  call: OperatorCall,
  { id, reason, openedAt, isBorneByService }: Decision,
  decision: DecideDispute['decision'],
): Promise<Act<Invoice>> {
  const { context, actor } = call;
  const { invoice, deals } = await findInvoiceWithinReach(context, actor, id);
  // What waits for a second person is about the claim of now.
  const claim = isBorneByService === true ? deals.find(({ status }) => status === 'dispute')?.dispute : undefined;
  const seenClaimAt = openedAt === null ? (claim?.openedAt ?? null) : readInstant(openedAt, 'openedAt');
  const request: DecideDispute = {
    actor,
    reason,
    decisionId: context.newId(),
    nextDealId: context.newId(),
    invoiceId: invoice.id,
    seenStoreId: invoice.storeId,
    decision,
    seenClaimAt,
  };
  const lossMax = isBorneByService === true ? await agreedLoss(call, { decision: 'decide-dispute', request }) : null;
  return act(decideDispute({ ...request, lossMax }), (state) => invoiceDTO(context, state));
}
