import { Type } from 'typebox';
import { createRateFeed as createRateFeedAct } from '../../../settings/create-rate-feed.ts';
import { json } from '../../endpoint.ts';
import { DirectionType } from '../../schemas.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { exampleFeed, FeedShape, feedDTO, feedFields } from './feed-shape.ts';
import { examplePair, pairFields } from './rate-shape.ts';

const NewFeed = Type.Object({ ...pairFields, type: DirectionType, ...feedFields, reason: Reason });

export const createRateFeed = endpoint({
  method: 'POST',
  path: '/rate-feeds',
  operationId: 'createRateFeed',
  summary: 'Let a rate come from a JSON document',
  description: 'A rate that is a fifth away from the last one is not taken: set it by hand, if it is right.',
  tag: 'Rates',
  roles: ['operator'],
  scope: 'settings',
  body: json(NewFeed),
  response: FeedShape,
  refusals: ['currency_not_allowed', 'feed_taken', 'invalid_choice', 'invalid_feed_url'],
  example: {
    body: {
      ...examplePair,
      type: 'in',
      url: exampleFeed.url,
      path: exampleFeed.path,
      intervalMs: 60_000,
      ageMaxMs: 600_000,
      reason: 'Instead of by hand',
    },
    answer: { ...exampleFeed, lastRateAt: null },
  },
  async handle(call) {
    const { reason, ageMaxMs = null, isEnabled = true, ...feed } = call.body;
    const input = { ...feed, ageMaxMs, isEnabled };
    return feedDTO(await call.context.settings.run(createRateFeedAct, input, byOf(call, reason)));
  },
});
