import { Type } from 'typebox';
import { json } from '../../endpoint.ts';
import { paidInvoice } from '../../examples.ts';
import { Invoice } from '../../invoice-schemas.ts';
import { endpoint } from '../endpoint.ts';
import { OptionalAmount, Reason } from '../fields.ts';
import { invoiceInPath } from '../reach.ts';
import { settlementRefusals } from '../settlement-refusals.ts';
import { decideAct } from './decide-dispute.ts';

export const acceptDispute = endpoint({
  method: 'POST',
  path: '/invoices/:id/dispute/accept',
  operationId: 'acceptDispute',
  summary: 'Accept a dispute',
  description: 'The deal is paid, with the sum asked for or with `amount`; the books are corrected by new transfers.',
  tag: 'Invoices and disputes',
  roles: ['operator'],
  scope: 'money',
  params: { id: invoiceInPath },
  body: json(Type.Object({ amount: OptionalAmount, reason: Reason })),
  response: Invoice,
  refusals: [...settlementRefusals, 'not_in_dispute'],
  takesKey: true,
  example: { body: { amount: '900.00', reason: 'The statement shows 900' }, answer: paidInvoice },
  async handle(call) {
    const { amount = null, reason } = call.body;
    return await decideAct(call, { id: call.params.id, reason }, { kind: 'accept', amount });
  },
});
