import { Type } from 'typebox';
import { disputeResults } from '../../../domain/dispute.ts';
import { verdicts } from '../../../domain/dispute-verdict.ts';
import { json } from '../../endpoint.ts';
import { paidInvoice } from '../../examples.ts';
import { Invoice } from '../../invoice-schemas.ts';
import { oneOf } from '../../schemas.ts';
import { IsBorneByService } from '../agreed-loss.ts';
import { OptionalRate } from '../deals/overdue-shape.ts';
import { endpoint } from '../endpoint.ts';
import { OptionalAmount, optional, Reason } from '../fields.ts';
import { Next, nextNote } from '../payouts/next-step.ts';
import { invoiceInPath } from '../reach.ts';
import { decideAct, decisionRefusals, IsOthersMoney, SeenClaim } from './decide-dispute.ts';

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

export const rejectDispute = endpoint({
  method: 'POST',
  path: '/invoices/:id/dispute/reject',
  operationId: 'rejectDispute',
  summary: 'Reject a dispute',
  description:
    'Everything goes back to where it was, `dispute.from` of the deal; `result` tells the merchant why. `verdict` decides about the money in the same act, so that nobody has to decide about it again. `paid`: the deal is completed, a payin with the sum asked for or with `amount`. `not_paid`: it is canceled, and what was credited is taken back; a payout then goes back into the pool or is canceled, as `next` says. A result that asks for papers takes no `verdict`. A payout whose proof was objected to is credited by no time afterwards: it waits for people.',
  tag: 'Invoices and disputes',
  roles: ['operator'],
  scope: 'money',
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
