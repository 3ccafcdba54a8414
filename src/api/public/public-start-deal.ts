import { wishOf } from '../invoice-acts.ts';
import { StartDealBody } from '../schemas.ts';
import { idInPath, type PublicEndpoint } from './endpoint.ts';
import { startPayersDeal } from './payers-acts.ts';
import { publicInvoiceDTO } from './public-invoice.ts';
import { PublicInvoice } from './shapes.ts';

export const publicStartDeal: PublicEndpoint = {
  method: 'POST',
  path: '/invoices/:id/start-deal',
  operationId: 'publicStartDeal',
  summary: 'Get requisites to pay to',
  description:
    'Naming no variant means any; naming another one than the running deal has cancels that deal and starts a new one. ' +
    '`deals` is empty when no requisites are free.',
  body: { kind: 'json', schema: StartDealBody },
  response: PublicInvoice,
  async handle(context, request) {
    const wish = wishOf(request.body as StartDealBody);
    return await publicInvoiceDTO(context, await startPayersDeal(context, idInPath(request), wish));
  },
};
