import { Type } from 'typebox';
import type { RateFeed } from '../../../domain/rate-feed.ts';
import { at } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import { figure, flag, integer, nullable, text, words } from '../fields.ts';
import { timestampOrNull } from '../timestamps.ts';
import { AgeMax, examplePair, shownAge, shownPair } from './rate-shape.ts';

/** What a request says of a feed. */
export const feedFields = {
  url: text(2048, 'https; in sandbox mode http too'),
  path: text(500, 'Where the figure is in the JSON, as in `data.rates.0.price`'),
  intervalMs: integer(10_000, 86_400_000, 'How often to ask, in milliseconds'),
  ageMaxMs: AgeMax,
  isEnabled: Type.Optional(flag('False: not asked')),
};

export const FeedShape = Type.Object({
  id: figure('ID'),
  ...shownPair,
  url: words('Where the rate is read'),
  path: words('Where the figure is in the JSON'),
  intervalMs: figure('How often it is asked, in milliseconds'),
  ageMaxMs: shownAge,
  isEnabled: flag('False: not asked'),
  lastError: nullable(Type.String(), 'Why the last attempt gave no rate; null when it did'),
  lastRateAt: nullable(Type.String(), 'When it last gave a rate'),
});

export function feedDTO({ lastRateAt, ...feed }: RateFeed): ShapeOf<typeof FeedShape> {
  return { ...feed, lastRateAt: timestampOrNull(lastRateAt) };
}

export const exampleFeed: ShapeOf<typeof FeedShape> = {
  id: 1,
  ...examplePair,
  type: 'in',
  url: 'https://rates.example.com/usdt-rub.json',
  path: 'data.price',
  intervalMs: 60_000,
  ageMaxMs: 600_000,
  isEnabled: true,
  lastError: null,
  lastRateAt: at('11:59:30'),
};
