import { AppError } from '../../../errors.ts';
import { findTimeline } from '../../../storage/reads/timeline-reads.ts';
import { readRefundDTO, refundFor } from '../../refund-shape.ts';
import { endpoint } from '../endpoint.ts';
import { invoiceInPath, reachesStore } from '../reach.ts';
import { exampleLife, InvoiceLife, invoiceLifeDTO } from './invoice-life.ts';

export const readInvoice = endpoint({
  method: 'GET',
  path: '/invoices/:id',
  operationId: 'readInvoice',
  summary: 'Read an invoice with all that ever happened to it',
  description:
    'All deals, transfers, notifications and dispute facts; for an operator also arrivals and the audit log. A merchant sees the transfers of the own accounts.',
  tag: 'Invoices and disputes',
  roles: ['operator', 'merchant'],
  scope: 'read',
  params: { id: invoiceInPath },
  response: InvoiceLife,
  refusals: [],
  example: { answer: exampleLife },
  async handle({ context, params, actor }) {
    const timeline = await findTimeline(context.pool, params.id);
    if (timeline === null || !reachesStore(context.catalogue(), actor, timeline.invoice.storeId)) {
      throw new AppError('not_found');
    }
    const refunds = await Promise.all(
      timeline.refunds.map(async (refund) => refundFor(actor, await readRefundDTO(context, refund))),
    );
    return invoiceLifeDTO(context, timeline, refunds, actor.role === 'operator' ? 'operator' : 'merchant');
  },
});
