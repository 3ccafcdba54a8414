import { keepExcess as keepExcessCommand } from '../../../commands/keep-excess.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { paidInvoice, rubles } from '../../examples.ts';
import { invoiceDTO } from '../../invoice-dto.ts';
import { Invoice } from '../../invoice-schemas.ts';
import { endpoint } from '../endpoint.ts';
import { ReasonBody } from '../fields.ts';
import { findInvoiceWithinReach, invoiceInPath } from '../reach.ts';

export const keepExcess = endpoint({
  method: 'POST',
  path: '/invoices/:id/excess/keep',
  operationId: 'keepExcess',
  summary: 'Let the store keep what was sent too much',
  description:
    'The payin is then paid with all that came, as in a store that keeps nothing apart, with the fee for all of it. The store gains by it, so only an operator can say so. What is promised to the payer or on its way back stays theirs.',
  tag: 'Invoices and disputes',
  roles: ['operator'],
  scope: 'money',
  params: { id: invoiceInPath },
  body: json(ReasonBody),
  response: Invoice,
  refusals: ['no_excess', 'excess_not_held', 'excess_not_paid'],
  takesKey: true,
  example: {
    body: { reason: 'The payer writes that it was a tip' },
    answer: { ...paidInvoice, sum: rubles('1100.00') },
  },
  async handle({ context, actor, params, body }) {
    const { invoice } = await findInvoiceWithinReach(context, actor, params.id);
    const by = { actor, reason: body.reason };
    const command = keepExcessCommand({ ...by, invoiceId: invoice.id, seenStoreId: invoice.storeId });
    return act(command, (state) => invoiceDTO(context, state));
  },
});
