import { Type } from 'typebox';
import { requireOwnDeal } from '../../commands/audited.ts';
import { dealStatuses } from '../../domain/deal.ts';
import { directions } from '../../domain/payment.ts';
import { AppError } from '../../errors.ts';
import { listDeals as listDealRows } from '../../storage/reads/deal-list-reads.ts';
import { findTimeline } from '../../storage/reads/timeline-reads.ts';
import { pathUuid } from './act.ts';
import { dealDTO, dealOf } from './deal-dto.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { ListAnswer, ListQuery, pageDTO, pageQuery } from './list-query.ts';
import { findInvoiceOfDeal } from './reach.ts';

export const listDeals: OperatorEndpoint = {
  method: 'GET',
  path: '/deals',
  operationId: 'listDeals',
  summary: 'List deals',
  description: "Newest first. A maker sees the own ones; an operator all, or one maker's.",
  roles: ['operator', 'maker'],
  scope: 'read',
  query: {
    makerId: 'Of one maker',
    status: `${Object.keys(dealStatuses).join(', ')}, or \`running\`: waits for money or a word about it, or is in dispute`,
    type: Object.keys(directions).join(', '),
    ...pageQuery,
  },
  response: ListAnswer,
  async handle({ context, request, actor }) {
    const query = new ListQuery(request);
    const filter = {
      makerId: actor.role === 'maker' ? actor.makerId : query.number('makerId'),
      status: query.choice('status', { ...dealStatuses, running: 'running' }),
      type: query.choice('type', directions),
    };
    const page = await listDealRows(context.pool, filter, query.page(), [...context.catalogue().makers.keys()]);
    return pageDTO(page, ({ deal, storeId }) => dealDTO(context, deal, storeId));
  },
};

export const readDeal: OperatorEndpoint = {
  method: 'GET',
  path: '/deals/:id',
  operationId: 'readDeal',
  summary: 'Read a deal',
  description: 'Also one that ended without money.',
  roles: ['operator', 'maker'],
  scope: 'read',
  response: Type.Object({}),
  async handle({ context, request, actor }) {
    const dealId = pathUuid(request);
    const invoice = await findInvoiceOfDeal(context, dealId);
    const timeline = await findTimeline(context.pool, invoice.id);
    const deal = timeline?.deals.find(({ id }) => id === dealId);
    if (timeline === null || deal === undefined) throw new AppError('not_found');
    requireOwnDeal(actor, deal);
    return dealOf(context, timeline, dealId);
  },
};
