import { Type } from 'typebox';
import { changeRateFeed as changeRateFeedAct } from '../../../settings/rates/change-rate-feed.ts';
import { createRateFeed as createRateFeedAct } from '../../../settings/rates/create-rate-feed.ts';
import { removeRateFeed as removeRateFeedAct } from '../../../settings/rates/remove-rate-feed.ts';
import { listFeeds } from '../../../storage/reads/rates/rate-feed-reads.ts';
import { idInPath } from '../../parameters.ts';
import { DirectionType } from '../../schemas.ts';
import { readsOf } from '../endpoint.ts';
import { done } from '../fields.ts';
import { numberedDTO, numberedPage, numberedQuery } from '../paging.ts';
import { byPerson, dangerRefusals } from '../people/authentication.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { exampleFeed, exampleNewFeed, FeedShape, feedDTO, feedFields } from './feed-shape.ts';
import { examplePair, pairFields } from './rate-shape.ts';
import { exampleSources, sourceOf } from './source-shape.ts';

const feeds = settingsOf({ tag: 'Rates', scope: 'settings' });
const read = readsOf({ tag: 'Rates', roles: ['operator'] });

export const createRateFeed = feeds(createRateFeedAct, {
  method: 'POST',
  path: '/rate-feeds',
  operationId: 'createRateFeed',
  summary: 'Create a rate feed',
  description:
    'The sources are asked one after the other; the first that answers with a rate counts, with the margin on it. A rate further from the last one than `RATE_JUMP_MAX_BPS`, or on the wrong side of the other direction, is not taken: set it by hand, if it is right. Absent, `ageMaxMs` is ten intervals and at least ten minutes.',
  body: {
    ...pairFields,
    type: DirectionType,
    ...feedFields,
    marginBps: Type.Optional(feedFields.marginBps),
  },
  response: FeedShape,
  refusals: [
    'book_places',
    'currency_not_allowed',
    'feed_taken',
    'invalid_choice',
    'invalid_feed_url',
    ...dangerRefusals,
  ],
  example: {
    body: {
      ...examplePair,
      type: 'in',
      sources: exampleSources,
      marginBps: 100,
      intervalMs: 60_000,
      ageMaxMs: 600_000,
      reason: 'Instead of by hand',
    },
    answer: exampleNewFeed,
  },
  by: byPerson,
  input: ({ body: { sources, marginBps = 0, isEnabled = true, ...feed } }) => ({
    ...feed,
    sources: sources.map(sourceOf),
    marginBps,
    isEnabled,
  }),
  answer: feedDTO,
});

export const listRateFeeds = read({
  path: '/rate-feeds',
  operationId: 'listRateFeeds',
  summary: 'List where rates come from',
  query: numberedQuery,
  response: numberedPage(FeedShape),
  example: { answer: { items: [exampleFeed], next: null } },
  async handle({ context, query }) {
    return numberedDTO(await listFeeds(context.pool, query), query, feedDTO);
  },
});

export const changeRateFeed = feeds(changeRateFeedAct, {
  method: 'PATCH',
  path: '/rate-feeds/:id',
  operationId: 'changeRateFeed',
  summary: 'Change where a rate comes from',
  description: 'It is asked at once. What is absent stays as it is; `sources` replaces the whole list.',
  params: { id: idInPath('Feed ID') },
  body: {
    sources: Type.Optional(feedFields.sources),
    marginBps: Type.Optional(feedFields.marginBps),
    intervalMs: Type.Optional(feedFields.intervalMs),
    ageMaxMs: feedFields.ageMaxMs,
    isEnabled: feedFields.isEnabled,
  },
  response: FeedShape,
  refusals: ['book_places', 'invalid_feed_url', ...dangerRefusals],
  example: {
    body: { isEnabled: false, reason: 'The market is closed' },
    answer: { ...exampleFeed, isEnabled: false },
  },
  by: byPerson,
  input: ({ params, body: { sources, ...change } }) => ({
    id: params.id,
    change: { ...change, sources: sources?.map(sourceOf) },
  }),
  answer: feedDTO,
});

export const removeRateFeed = feeds(removeRateFeedAct, {
  method: 'DELETE',
  path: '/rate-feeds/:id',
  operationId: 'removeRateFeed',
  summary: 'Delete a rate feed',
  description:
    'The feed is not asked any more. The rate stays as it is until it is set by hand; one that the feed limits in age ' +
    'still stops new deals when it is too old.',
  params: { id: idInPath('Feed ID') },
  refusals: [],
  example: { body: { reason: 'The market has closed' }, answer: { status: 'removed' } },
  ...done('removed'),
  input: ({ params }) => ({ id: params.id }),
});
