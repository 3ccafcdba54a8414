import { act } from '../act.ts';
import { ignored } from '../endpoint.ts';
import { canceledInvoice, exampleIds } from '../examples.ts';
import { cancelOf } from '../invoice-acts.ts';
import { canceledInvoiceDTO } from '../invoice-dto.ts';
import { CanceledInvoice } from '../invoice-schemas.ts';
import { ofInvoice, uuidInPath } from '../parameters.ts';
import { endpoint } from './endpoint.ts';
import { ownInvoice } from './own-invoice.ts';

export const cancelInvoice = endpoint({
  method: 'POST',
  path: '/invoices/:id/cancel',
  operationId: 'cancelInvoice',
  summary: 'Cancel invoice',
  description:
    'Ends a new invoice and its deal. Refused once a transfer is confirmed. ' +
    'What a payout had frozen returns to the store account. The answer is shorter than that of the other operations.',
  tag: 'Invoices and deals',
  scope: 'type of invoice',
  params: { id: ofInvoice(uuidInPath('Invoice ID', exampleIds.unpaid)) },
  body: ignored,
  response: CanceledInvoice,
  refusals: ['invoice_not_active', 'transfer_already_confirmed', 'part_paid', 'payout_taken'],
  takesKey: true,
  example: { shows: 'Canceled', answer: canceledInvoice },
  async handle(call) {
    const { invoice } = await ownInvoice(call, call.params.id);
    return act(cancelOf(invoice, invoice.storeId), (state) => canceledInvoiceDTO(call.context, state));
  },
});
