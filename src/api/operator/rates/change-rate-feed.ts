import { Type } from 'typebox';
import { changeRateFeed as changeRateFeedAct } from '../../../settings/change-rate-feed.ts';
import { json } from '../../endpoint.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { exampleFeed, FeedShape, feedDTO, feedFields } from './feed-shape.ts';

const FeedChange = Type.Object({
  url: Type.Optional(feedFields.url),
  path: Type.Optional(feedFields.path),
  intervalMs: Type.Optional(feedFields.intervalMs),
  ageMaxMs: feedFields.ageMaxMs,
  isEnabled: feedFields.isEnabled,
  reason: Reason,
});

export const changeRateFeed = endpoint({
  method: 'PATCH',
  path: '/rate-feeds/:id',
  operationId: 'changeRateFeed',
  summary: 'Change where a rate comes from',
  description: 'It is asked at once. What is absent stays as it is.',
  tag: 'Rates',
  roles: ['operator'],
  scope: 'settings',
  params: { id: idInPath('Feed ID') },
  body: json(FeedChange),
  response: FeedShape,
  refusals: ['feed_taken', 'invalid_feed_url'],
  example: {
    body: { isEnabled: false, reason: 'The source is down' },
    answer: { ...exampleFeed, isEnabled: false },
  },
  async handle(call) {
    const { reason, ...change } = call.body;
    const input = { id: call.params.id, change };
    return feedDTO(await call.context.settings.run(changeRateFeedAct, input, byOf(call, reason)));
  },
});
