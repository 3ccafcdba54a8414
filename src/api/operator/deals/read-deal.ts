import { requireOwnDeal } from '../../../commands/audited.ts';
import { AppError } from '../../../errors.ts';
import { findTimeline } from '../../../storage/reads/timeline-reads.ts';
import { endpoint } from '../endpoint.ts';
import { findInvoiceOfDeal } from '../reach.ts';
import { dealInPath } from './act-on-deal.ts';
import { DealShape, dealOf, exampleDeal } from './deal-shape.ts';

export const readDeal = endpoint({
  method: 'GET',
  path: '/deals/:id',
  operationId: 'readDeal',
  summary: 'Read a deal',
  description: 'Also one that ended without money.',
  tag: 'Deals',
  roles: ['operator', 'maker'],
  scope: 'read',
  params: { id: dealInPath },
  response: DealShape,
  refusals: [],
  example: { answer: exampleDeal },
  async handle({ context, params, actor }) {
    const invoice = await findInvoiceOfDeal(context, actor, params.id);
    const timeline = await findTimeline(context.pool, invoice.id, []);
    const deal = timeline?.deals.find(({ id }) => id === params.id);
    if (timeline === null || deal === undefined) throw new AppError('not_found');
    requireOwnDeal(actor, deal);
    return dealOf(context, timeline, params.id);
  },
});
