import type { Actor } from '../../../domain/audit.ts';
import type { Catalogue } from '../../../domain/catalogue.ts';
import { listOpenPayouts } from '../../../storage/reads/deal-list-reads.ts';
import { DealShape, dealDTO, examplePayout } from '../deals/deal-shape.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageDTO, pageQuery } from '../paging.ts';

export const listPayouts = endpoint({
  method: 'GET',
  path: '/payouts',
  operationId: 'listPayouts',
  summary: 'List payouts that wait for a maker',
  description: 'Oldest first. A maker sees those in the own settlement currency. Payouts taken are among the deals.',
  tag: 'Payouts',
  roles: ['operator', 'maker'],
  scope: 'read',
  query: pageQuery,
  response: page(DealShape),
  refusals: [],
  example: { answer: { items: [examplePayout], next: null } },
  async handle({ context, query, actor }) {
    const stores = storesPaidFrom(context.catalogue(), actor);
    const found = await listOpenPayouts(context.pool, stores, context.clock(), query);
    return pageDTO(found, ({ deal, storeId }) => dealDTO(context, deal, storeId));
  },
});

/** Stores whose payouts the actor may take: a maker is credited in the own currency only. */
function storesPaidFrom(catalogue: Catalogue, actor: Actor): number[] {
  const maker = actor.makerId === null ? undefined : catalogue.makers.get(actor.makerId);
  return [...catalogue.stores.values()]
    .filter((store) => actor.role === 'operator' || store.settlementCurrency === maker?.settlementCurrency)
    .map(({ id }) => id);
}
