import { Type } from 'typebox';
import { json } from '../../endpoint.ts';
import { paidInvoice } from '../../examples.ts';
import { Invoice } from '../../invoice-schemas.ts';
import { IsBorneByService } from '../agreed-loss.ts';
import { OptionalRate } from '../deals/overdue-shape.ts';
import { endpoint } from '../endpoint.ts';
import { OptionalAmount, optional, Reason } from '../fields.ts';
import { Next, nextNote } from '../payouts/next-step.ts';
import { invoiceInPath } from '../reach.ts';
import { decideAct, decisionRefusals, IsOthersMoney, SeenClaim } from './decide-dispute.ts';

export const acceptDispute = endpoint({
  method: 'POST',
  path: '/invoices/:id/dispute/accept',
  operationId: 'acceptDispute',
  summary: 'Accept a dispute',
  description:
    '`dispute.ifAccepted` of the deal says what comes of it. A payin that is not paid becomes paid, whatever the reason of the claim, `no_payment` included: it was appealed for a payer who has paid. Of one that is paid, accepting `no_payment` takes the payment back, and accepting any other reason corrects the sum. Of a payout, what the claim says becomes true. `paid`: the deal is completed, a payin with `amount`, else with the sum claimed by `invalid_sum`, else with the sum asked for; an overdue transfer whose rate has moved with `rate: "now"`; over a part that was counted, the invoice is paid when the parts make up its sum, and else waits for the rest as before. `not_paid`: the deal is canceled and whatever was credited for it is taken back; a payout then goes back into the pool or is canceled, as `next` says; with `isOthersMoney` an arrival that was matched to a payin by mistake is held again, and a line of the bank that was linked with it waits for a person. The books are corrected by new transfers.',
  tag: 'Invoices and disputes',
  roles: ['operator'],
  scope: 'money',
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
