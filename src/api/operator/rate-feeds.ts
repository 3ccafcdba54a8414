import { type Static, Type } from 'typebox';
import type { RateFeed } from '../../domain/rate-feed.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { changeRateFeed } from '../../settings/change-rate-feed.ts';
import { createRateFeed } from '../../settings/create-rate-feed.ts';
import { listFeeds } from '../../storage/reads/rate-reads.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { idOf, integer, list, nullable, pageAnswer, pageOf, pageQuery, Reason, text } from './fields.ts';
import { AgeMax } from './rates.ts';
import { byOf } from './users.ts';

const feedFields = {
  url: text(2048, { description: 'https; in sandbox mode http too' }),
  path: text(500, { description: 'Where the figure is in the JSON, as in `data.rates.0.price`' }),
  intervalMs: integer(10_000, 86_400_000, { description: 'How often to ask, in milliseconds' }),
  ageMaxMs: Type.Optional(nullable(AgeMax)),
  isEnabled: Type.Optional(Type.Boolean()),
};

const FeedShape = Type.Object({
  id: Type.Integer(),
  settlementCurrency: Type.String(),
  fiatCurrency: Type.String(),
  type: Type.String(),
  url: Type.String(),
  path: Type.String(),
  intervalMs: Type.Integer(),
  ageMaxMs: nullable(Type.Integer()),
  isEnabled: Type.Boolean(),
  lastError: nullable(Type.String({ description: 'Why the last attempt gave no rate' })),
  lastRateAt: nullable(Type.String()),
});

const NewFeed = Type.Object({
  settlementCurrency: text(10),
  fiatCurrency: text(10),
  type: Type.Enum(['in', 'out']),
  ...feedFields,
  reason: Reason,
});

const createFeed: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'settings',
  method: 'POST',
  path: '/rate-feeds',
  operationId: 'createRateFeed',
  summary: 'Let a rate come from a JSON document',
  description: 'A rate that is a fifth away from the last one is not taken: set it by hand, if it is right.',
  body: { kind: 'json', schema: NewFeed },
  response: FeedShape,
  async handle(call) {
    const { reason, ageMaxMs = null, isEnabled = true, ...feed } = call.request.body as Static<typeof NewFeed>;
    const input = { ...feed, ageMaxMs, isEnabled };
    return feedDTO(await call.context.settings.run(createRateFeed, input, byOf(call, reason)));
  },
};

const feeds: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'read',
  method: 'GET',
  path: '/rate-feeds',
  operationId: 'listRateFeeds',
  summary: 'List where rates come from',
  query: pageQuery,
  response: list(FeedShape),
  async handle({ context, request }) {
    const page = pageOf(request);
    return pageAnswer(await listFeeds(context.pool, page), page, feedDTO);
  },
};

const FeedChangeBody = Type.Object({
  url: Type.Optional(feedFields.url),
  path: Type.Optional(feedFields.path),
  intervalMs: Type.Optional(feedFields.intervalMs),
  ageMaxMs: feedFields.ageMaxMs,
  isEnabled: feedFields.isEnabled,
  reason: Reason,
});

const changeFeed: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'settings',
  method: 'PATCH',
  path: '/rate-feeds/:id',
  operationId: 'changeRateFeed',
  summary: 'Change where a rate comes from',
  description: 'It is asked at once. What is absent stays as it is.',
  body: { kind: 'json', schema: FeedChangeBody },
  response: FeedShape,
  async handle(call) {
    const { reason, ...change } = call.request.body as Static<typeof FeedChangeBody>;
    const input = { id: idOf(call.request), change };
    return feedDTO(await call.context.settings.run(changeRateFeed, input, byOf(call, reason)));
  },
};

function feedDTO({ lastRateAt, ...feed }: RateFeed): object {
  return { ...feed, lastRateAt: lastRateAt === null ? null : formatTimestamp(lastRateAt) };
}

export const rateFeedEndpoints: readonly OperatorEndpoint[] = [createFeed, feeds, changeFeed];
