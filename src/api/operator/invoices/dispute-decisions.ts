import { Type } from 'typebox';
import { type DecideDispute, decideDispute } from '../../../commands/disputes/decide-dispute.ts';
import { verdicts } from '../../../domain/disputes/dispute-verdict.ts';
import { disputeResults } from '../../../domain/invoices/deal-dispute.ts';
import type { ErrorCode } from '../../../errors/app-error.ts';
import { type Act, act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { paidInvoice } from '../../examples.ts';
import { invoiceDTO } from '../../invoice-dto.ts';
import { Invoice } from '../../invoice-schemas.ts';
import { readInstant } from '../../read-instant.ts';
import { oneOf, optionalFlag } from '../../schemas.ts';
import { agreedLoss, IsBorneByService } from '../agreed-loss.ts';
import { settlementRefusals } from '../deals/deals.ts';
import { OptionalRate, rateRefusals } from '../deals/overdue-shape.ts';
import { actsOf, type OperatorCall } from '../endpoint.ts';
import { note, OptionalAmount, optional, Reason } from '../fields.ts';
import { Next, nextNote } from '../payouts/payout-proofs.ts';
import { findInvoiceWithinReach, invoiceInPath } from '../reach.ts';

const decisions = actsOf({ tag: 'Invoices and disputes', roles: ['operator'], scope: 'money' });

/** Which claim is decided about. */
const SeenClaim = note(
  40,
  'As `dispute.openedAt` of the deal says: the decision is refused where another claim has been made since',
);

const IsOthersMoney = optionalFlag(
  'No money came for this deal: an arrival that is matched to it is held again, to be matched to its own deal or returned; a line of the bank that is linked with it waits for a person again',
);

/** Of either answer to a claim: both may settle the deal or end it. */
const decisionRefusals: readonly ErrorCode[] = [
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
async function decideAct(
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

export const acceptDispute = decisions({
  path: '/invoices/:id/dispute/accept',
  operationId: 'acceptDispute',
  summary: 'Accept a dispute',
  description:
    '`dispute.ifAccepted` of the deal says what comes of it. A payin that is not paid becomes paid, whatever the reason of the claim, `no_payment` included: it was appealed for a payer who has paid. Of one that is paid, accepting `no_payment` takes the payment back, and accepting any other reason corrects the sum. Of a payout, what the claim says becomes true. `paid`: the deal is completed, a payin with `amount`, else with the sum claimed by `invalid_sum`, else with the sum asked for; an overdue transfer whose rate has moved with `rate: "now"`; over a part that was counted, the invoice is paid when the parts make up its sum, and else waits for the rest as before. `not_paid`: the deal is canceled and whatever was credited for it is taken back; a payout then goes back into the pool or is canceled, as `next` says; with `isOthersMoney` an arrival that was matched to a payin by mistake is held again, and a line of the bank that was linked with it waits for a person. The books are corrected by new transfers.',
  params: { id: invoiceInPath },
  body: json(
    Type.Object({
      amount: OptionalAmount,
      next: optional(Next, nextNote),
      rate: OptionalRate,
      isOthersMoney: IsOthersMoney,
      isBorneByService: IsBorneByService,
      openedAt: SeenClaim,
      reason: Reason,
    }),
  ),
  response: Invoice,
  refusals: decisionRefusals,
  takesKey: true,
  example: { body: { amount: '900.00', reason: 'The statement shows 900' }, answer: paidInvoice },
  async handle(call) {
    const { amount = null, next = null, rate = null, openedAt = null, isBorneByService, reason } = call.body;
    const isOthersMoney = call.body.isOthersMoney === true;
    const decision = { kind: 'accept', amount, next, rate, isOthersMoney } as const;
    return await decideAct(call, { id: call.params.id, reason, openedAt, isBorneByService }, decision);
  },
});

const { ACCEPTED: _accepted, AMOUNT_CHANGED: _changed, ...rejections } = disputeResults;

const RejectDisputeBody = Type.Object({
  result: oneOf(rejections, 'Why, as the merchant is told'),
  verdict: optional(
    oneOf(verdicts),
    'What became of the money, one of `dispute.ifRejected`; not with a result that asks for papers (`WAITING_…`)',
  ),
  amount: OptionalAmount,
  next: optional(Next, nextNote),
  rate: OptionalRate,
  isOthersMoney: IsOthersMoney,
  isBorneByService: IsBorneByService,
  openedAt: SeenClaim,
  reason: Reason,
});

export const rejectDispute = decisions({
  path: '/invoices/:id/dispute/reject',
  operationId: 'rejectDispute',
  summary: 'Reject a dispute',
  description:
    'Everything goes back to where it was, `dispute.from` of the deal; `result` tells the merchant why. `verdict` decides about the money in the same act, so that nobody has to decide about it again. `paid`: the deal is completed, a payin with the sum asked for or with `amount`. `not_paid`: it is canceled, and what was credited is taken back; a payout then goes back into the pool or is canceled, as `next` says. A result that asks for papers takes no `verdict`. A payout whose proof was objected to is credited by no time afterwards: it waits for people.',
  params: { id: invoiceInPath },
  body: json(RejectDisputeBody),
  response: Invoice,
  refusals: [...decisionRefusals, 'verdict_not_open'],
  takesKey: true,
  example: {
    body: { result: 'UNKNOWN', verdict: 'paid', reason: 'The statement shows it' },
    answer: paidInvoice,
  },
  async handle(call) {
    const { reason, openedAt = null, isBorneByService, ...decision } = call.body;
    return await decideAct(
      call,
      { id: call.params.id, reason, openedAt, isBorneByService },
      { kind: 'reject', ...decision },
    );
  },
});
