import { Type } from 'typebox';
import { feedFaults, type RateFeed } from '../../../domain/rates/rate-feed.ts';
import { sourcesMax } from '../../../domain/rates/rate-source.ts';
import { at } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import { figure, flag, integer, nullable, timestampOrNull } from '../fields.ts';
import { AgeMax, examplePair, shownAge, shownPair } from './rate-shape.ts';
import { exampleShownSources, ShownSource, Source, sourceDTO } from './source-shape.ts';

/** What a request says of a feed. */
export const feedFields = {
  sources: Type.Array(Source, {
    minItems: 1,
    maxItems: sourcesMax,
    description: 'In the order in which they are asked: the first that answers counts',
  }),
  marginBps: integer(-5_000, 5_000, 'Added to what a source says, in basis points; negative: taken off'),
  intervalMs: integer(10_000, 86_400_000, 'How often to ask, in milliseconds'),
  ageMaxMs: AgeMax,
  isEnabled: Type.Optional(flag('False: not asked')),
};

export const FeedShape = Type.Object({
  id: figure('ID'),
  ...shownPair,
  sources: Type.Array(ShownSource, { description: 'In the order in which they are asked' }),
  marginBps: figure('Added to what a source says, in basis points'),
  intervalMs: figure('How often it is asked, in milliseconds'),
  ageMaxMs: shownAge,
  isEnabled: flag('False: not asked'),
  usedPlace: nullable(Type.Integer(), 'The place, from 1, of the source that the last rate came from'),
  fault: nullable(
    Type.Enum(Object.values(feedFaults)),
    'Why the last attempt gave no rate: no source answered, or what it said was too far from the last rate, or on the wrong side of the other direction',
  ),
  lastError: nullable(Type.String(), 'The same in words'),
  lastRateAt: nullable(Type.String(), 'When it last gave a rate'),
});

export function feedDTO({ lastRateAt, sources, ...feed }: RateFeed): ShapeOf<typeof FeedShape> {
  return { ...feed, sources: sources.map(sourceDTO), lastRateAt: timestampOrNull(lastRateAt) };
}

export const exampleFeed: ShapeOf<typeof FeedShape> = {
  id: 1,
  ...examplePair,
  type: 'in',
  sources: exampleShownSources,
  marginBps: 100,
  intervalMs: 60_000,
  ageMaxMs: 600_000,
  isEnabled: true,
  usedPlace: 1,
  fault: null,
  lastError: null,
  lastRateAt: at('11:59:30'),
};

/** The same before it was asked for the first time. */
export const exampleNewFeed: typeof exampleFeed = {
  ...exampleFeed,
  sources: exampleShownSources.map((source) => ({ ...source, lastAskedAt: null, lastRate: null })),
  usedPlace: null,
  lastRateAt: null,
};
