import { Type } from 'typebox';
import { disputeResults } from '../../../domain/dispute.ts';
import { json } from '../../endpoint.ts';
import { confirmedInvoice } from '../../examples.ts';
import { Invoice } from '../../invoice-schemas.ts';
import { oneOf } from '../../schemas.ts';
import { endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { invoiceInPath } from '../reach.ts';
import { decideAct } from './decide-dispute.ts';

const { ACCEPTED: _accepted, AMOUNT_CHANGED: _changed, ...rejections } = disputeResults;

const RejectDisputeBody = Type.Object({
  result: oneOf(rejections, 'Why, as the merchant is told'),
  reason: Reason,
});

export const rejectDispute = endpoint({
  method: 'POST',
  path: '/invoices/:id/dispute/reject',
  operationId: 'rejectDispute',
  summary: 'Reject a dispute',
  description: 'Everything goes back to where it was, `dispute.from` of the deal; `result` tells the merchant why.',
  tag: 'Invoices and disputes',
  roles: ['operator'],
  scope: 'money',
  params: { id: invoiceInPath },
  body: json(RejectDisputeBody),
  response: Invoice,
  refusals: ['invalid_choice', 'not_in_dispute', 'same_invoice_open'],
  takesKey: true,
  example: {
    body: { result: 'FRAUD_CONFIRM_DOCS', reason: 'The receipt is forged' },
    answer: confirmedInvoice,
  },
  async handle(call) {
    const { result, reason } = call.body;
    return await decideAct(call, { id: call.params.id, reason }, { kind: 'reject', result });
  },
});
