import { Type } from 'typebox';
import { changeRateFeed as changeRateFeedAct } from '../../../settings/change-rate-feed.ts';
import { json } from '../../endpoint.ts';
import { idInPath } from '../../parameters.ts';
import { byPerson, dangerRefusals } from '../access/authentication.ts';
import { endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { exampleFeed, FeedShape, feedDTO, feedFields } from './feed-shape.ts';
import { sourceOf } from './source-shape.ts';

const FeedChange = Type.Object({
  sources: Type.Optional(feedFields.sources),
  marginBps: Type.Optional(feedFields.marginBps),
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
  description: 'It is asked at once. What is absent stays as it is; `sources` replaces the whole list.',
  tag: 'Rates',
  roles: ['operator'],
  scope: 'settings',
  params: { id: idInPath('Feed ID') },
  body: json(FeedChange),
  response: FeedShape,
  refusals: ['book_places', 'invalid_feed_url', ...dangerRefusals],
  example: {
    body: { isEnabled: false, reason: 'The market is closed' },
    answer: { ...exampleFeed, isEnabled: false },
  },
  async handle(call) {
    const { reason, sources, ...change } = call.body;
    const input = { id: call.params.id, change: { ...change, sources: sources?.map(sourceOf) } };
    return feedDTO(await call.context.settings.run(changeRateFeedAct, input, await byPerson(call, reason)));
  },
});
