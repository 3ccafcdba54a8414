import { json } from '../endpoint.ts';
import { wishOf } from '../invoice-acts.ts';
import { StartDealBody } from '../invoice-schemas.ts';
import { endpoint, invoiceInPath } from './endpoint.ts';
import { payingInvoice } from './examples.ts';
import { startPayersDeal } from './payers-acts.ts';
import { publicInvoiceDTO } from './public-invoice.ts';
import { PublicInvoice } from './shapes.ts';

export const publicStartDeal = endpoint({
  method: 'POST',
  path: '/invoices/:id/start-deal',
  operationId: 'publicStartDeal',
  summary: 'Get requisites to pay to',
  description:
    'Naming no variant means any; naming another one than the running deal has cancels that deal and starts a new one. ' +
    '`deals` is empty when no requisites are free.',
  tag: 'Payers',
  params: { id: invoiceInPath },
  body: json(StartDealBody, { nullIsEmpty: true }),
  response: PublicInvoice,
  refusals: [
    'payment_option_not_allowed',
    'payment_method_not_allowed',
    'rate_unavailable',
    'rate_outdated',
    'invoice_not_active',
    'transfer_already_confirmed',
    'payout_not_allowed',
    'too_many_deals',
    'payer_pending',
    'payer_too_often',
    'payer_blocked',
  ],
  example: {
    asks: 'A card of this bank',
    body: { paymentOption: 'TO_CARD', paymentMethod: 'sberbank' },
    shows: 'Requisites to pay to',
    answer: payingInvoice,
  },
  async handle({ context, request, params, body }) {
    return await publicInvoiceDTO(context, await startPayersDeal(context, params.id, wishOf(body), request.ip));
  },
});
