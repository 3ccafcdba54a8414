import { namedBy, startDeal as startDealCommand } from '../../commands/start-deal.ts';
import type { Endpoint } from '../endpoint.ts';
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
    const body = request.body as StartDealBody;
    const command = startDealCommand({
      invoiceId: invoice.id,
      storeId: invoice.storeId,
      dealId: context.newId(),
      variant: { option: body.paymentOption || null, method: body.paymentMethod || null },
      seen: { ...invoice, named: namedBy(invoice) },
    });
    return await perform(context, request, reply, { command, render: (state) => invoiceDTO(context, state, 'full') });
  },
};
