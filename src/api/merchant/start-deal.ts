import { act } from '../act.ts';
import { json } from '../endpoint.ts';
import { startedInvoice } from '../examples.ts';
import { startDealOf, wishOf } from '../invoice-acts.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { Invoice, StartDealBody } from '../invoice-schemas.ts';
import { endpoint } from './endpoint.ts';
import { invoiceInPath, ownInvoice } from './own-invoice.ts';

export const startDeal = endpoint({
  method: 'POST',
  path: '/invoices/:id/start-deal',
  operationId: 'startDeal',
  summary: 'Create deal',
  description:
    'Gives requisites for a payin. Naming no variant means any; naming another one than the running deal has cancels that ' +
    'deal and starts a new one. `deals` is empty when no requisites are free. ' +
    'Repeating the call is safe: with the same or no variant, the running deal is returned.',
  tag: 'Invoices and deals',
  scope: 'payin',
  params: { id: invoiceInPath },
  body: json(StartDealBody, { nullIsEmpty: true }),
  response: Invoice,
  refusals: [
    'payment_option_not_allowed',
    'payment_method_not_allowed',
    'rate_unavailable',
    'rate_outdated',
    'invoice_not_active',
    'transfer_already_confirmed',
    'payout_not_allowed',
    'too_many_deals',
  ],
  takesKey: true,
  example: {
    asks: 'A card of this bank',
    body: { paymentOption: 'TO_CARD', paymentMethod: 'sberbank' },
    shows: 'Requisites to pay to',
    answer: startedInvoice,
  },
  async handle(call) {
    const { context, params, body } = call;
    const { invoice } = await ownInvoice(call, params.id);
    const command = startDealOf(context, invoice, invoice.storeId, wishOf(body));
    return act(command, (state) => invoiceDTO(context, state));
  },
});
