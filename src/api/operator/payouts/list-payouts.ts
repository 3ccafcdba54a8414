import type { Actor } from '../../../domain/audit.ts';
import type { Catalogue, Maker, Store } from '../../../domain/catalogue.ts';
import { servesStore } from '../../../domain/rewards.ts';
import { listOpenPayouts } from '../../../storage/reads/deal-list-reads.ts';
import { DealShape, dealDTO, examplePayout, seenBy } from '../deals/deal-shape.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageDTO, pageQuery } from '../paging.ts';

export const listPayouts = endpoint({
  method: 'GET',
  path: '/payouts',
  operationId: 'listPayouts',
  summary: 'List payouts that wait for a maker',
  description:
    'Oldest first. A maker sees those of the stores it serves, and of their numbers the last digits: the whole number comes with taking one. Payouts taken are among the deals.',
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
    return pageDTO(found, ({ deal, storeId }) => dealDTO(context, deal, storeId, seenBy(actor, deal)));
  },
});

/** Stores whose payouts the actor may take: those a maker serves, and who pay in the maker's currency. */
function storesPaidFrom(catalogue: Catalogue, actor: Actor): number[] {
  const maker = actor.makerId === null ? undefined : catalogue.makers.get(actor.makerId);
  return [...catalogue.stores.values()]
    .filter((store) => actor.role === 'operator' || (maker !== undefined && paysFor(maker, store)))
    .map(({ id }) => id);
}

function paysFor(maker: Maker, { id, settlementCurrency }: Store): boolean {
  return settlementCurrency === maker.settlementCurrency && servesStore(maker, id);
}
