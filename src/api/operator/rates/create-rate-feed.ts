import { Type } from 'typebox';
import { createRateFeed as createRateFeedAct } from '../../../settings/create-rate-feed.ts';
import { json } from '../../endpoint.ts';
import { DirectionType } from '../../schemas.ts';
import { byPerson, dangerRefusals } from '../access/authentication.ts';
import { endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { exampleNewFeed, FeedShape, feedDTO, feedFields } from './feed-shape.ts';
import { examplePair, pairFields } from './rate-shape.ts';
import { exampleSources, sourceOf } from './source-shape.ts';

const NewFeed = Type.Object({
  ...pairFields,
  type: DirectionType,
  ...feedFields,
  marginBps: Type.Optional(feedFields.marginBps),
  reason: Reason,
});

export const createRateFeed = endpoint({
  method: 'POST',
  path: '/rate-feeds',
  operationId: 'createRateFeed',
  summary: 'Let a rate come from sources, in an order',
  description:
    'The sources are asked one after the other; the first that answers with a rate counts, with the margin on it. A rate further from the last one than `RATE_JUMP_MAX_BPS`, or on the wrong side of the other direction, is not taken: set it by hand, if it is right. Absent, `ageMaxMs` is ten intervals and at least ten minutes.',
  tag: 'Rates',
  roles: ['operator'],
  scope: 'settings',
  body: json(NewFeed),
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
  async handle(call) {
    const { reason, sources, marginBps = 0, isEnabled = true, ...feed } = call.body;
    const input = { ...feed, sources: sources.map(sourceOf), marginBps, isEnabled };
    return feedDTO(await call.context.settings.run(createRateFeedAct, input, await byPerson(call, reason)));
  },
});
