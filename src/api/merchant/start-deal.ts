import type { Endpoint } from '../endpoint.ts';
import { startDealOf, wishOf } from '../invoice-acts.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { perform } from '../perform.ts';
import { Invoice, StartDealBody } from '../schemas.ts';
import { ownInvoice } from './own-invoice.ts';

export const startDeal: Endpoint = {
  method: 'POST',
  path: '/invoices/:id/start-deal',
  operationId: 'startDeal',
  summary: 'Create deal',
  description:
    'Gives requisites for a payin. Naming no variant means any; naming another one than the running deal has cancels that ' +
    'deal and starts a new one. `deals` is empty when no requisites are free.',
  body: { kind: 'json', schema: StartDealBody },
  response: Invoice,
  async handle(context, request, reply) {
    const { invoice } = await ownInvoice(context, request);
    const command = startDealOf(context, invoice, invoice.storeId, wishOf(request.body as StartDealBody));
    return await perform(context, request, reply, { command, render: (state) => invoiceDTO(context, state, 'full') });
  },
};
