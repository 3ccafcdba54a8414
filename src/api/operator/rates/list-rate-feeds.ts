import { listFeeds } from '../../../storage/reads/rate-feed-reads.ts';
import { endpoint } from '../endpoint.ts';
import { numberedDTO, numberedPage, numberedQuery } from '../paging.ts';
import { exampleFeed, FeedShape, feedDTO } from './feed-shape.ts';

export const listRateFeeds = endpoint({
  method: 'GET',
  path: '/rate-feeds',
  operationId: 'listRateFeeds',
  summary: 'List where rates come from',
  tag: 'Rates',
  roles: ['operator'],
  scope: 'read',
  query: numberedQuery,
  response: numberedPage(FeedShape),
  refusals: [],
  example: { answer: { items: [exampleFeed], next: null } },
  async handle({ context, query }) {
    return numberedDTO(await listFeeds(context.pool, query), query, feedDTO);
  },
});
