import { type Static, Type } from 'typebox';
import type { AskedSource } from '../../../domain/rates/rate-feed.ts';
import type { RateSource } from '../../../domain/rates/rate-source.ts';
import { formatRate } from '../../../domain/rates/rates.ts';
import { at } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import { figure, hasText, integer, nullable, optional, text, timestampOrNull, words } from '../fields.ts';

const pathNote = 'Names and positions with points between them, as in `data.rates.0.price`';
const anyPath = (description: string) =>
  Type.Optional(Type.String({ maxLength: 500, pattern: `^$|${hasText}`, description }));

const placesMax = 1000;

/** What a request says of a source. */
export const Source = Type.Object(
  {
    url: text(2048, 'https; in sandbox mode http too'),
    path: anyPath(`Where the figure, or the list of offers, is in the JSON. ${pathNote}; absent: the document itself`),
    book: optional(
      Type.Object({
        from: integer(1, placesMax, 'The first place that counts, from 1'),
        to: integer(1, placesMax, 'The last place that counts'),
        price: anyPath(
          'Where an offer has its price, as in `price`, `0` or `adv.price`; absent: the offer is the price',
        ),
      }),
      'The path leads to an order book: the rate is the mean of these places',
    ),
    time: optional(
      Type.Object({
        path: text(500, 'Where the document says when it was made: ISO 8601 with an offset, or Unix time'),
        ageMaxMs: integer(1_000, 86_400_000, 'How long ago that may be, in milliseconds'),
      }),
      'The answer counts only while it is fresh by its own word',
    ),
  },
  { description: 'A place where a rate is published' },
);

export function sourceOf({ url, path = '', book = null, time = null }: Static<typeof Source>): RateSource {
  return { url, path, book: book === null ? null : { ...book, price: book.price ?? '' }, time };
}

/** What an answer says of one. */
export const ShownSource = Type.Object({
  url: words('Where the rate is read'),
  path: words('Where the figure, or the list of offers, is in the JSON'),
  book: nullable(
    Type.Object({
      from: figure('The first place that counts'),
      to: figure('The last place that counts'),
      price: words('Where an offer has its price; empty: the offer is the price'),
    }),
    'The places of an order book whose mean is the rate; null: the figure itself is read',
  ),
  time: nullable(
    Type.Object({
      path: words('Where the document says when it was made'),
      ageMaxMs: figure('How long ago that may be, in milliseconds'),
    }),
    'Where the answer says how old it is, and how old it may be',
  ),
  lastAskedAt: nullable(Type.String(), 'When it was last asked; null: never, because an earlier one answers'),
  lastError: nullable(Type.String(), 'Why it gave no rate then; null when it did'),
  lastRate: nullable(Type.String(), 'What it last said, without the margin'),
});

export function sourceDTO({ lastAskedAt, lastRate, ...source }: AskedSource): ShapeOf<typeof ShownSource> {
  return {
    ...source,
    lastAskedAt: timestampOrNull(lastAskedAt),
    lastRate: lastRate === null ? null : formatRate(lastRate),
  };
}

export const exampleSources = [
  { url: 'https://market.example.com/usdt-rub/offers', path: 'data', book: { from: 3, to: 5, price: 'adv.price' } },
  { url: 'https://rates.example.com/usdt-rub.json', path: 'data.price', time: { path: 'data.at', ageMaxMs: 120_000 } },
];

export const exampleShownSources: ShapeOf<typeof ShownSource>[] = [
  {
    ...{ url: exampleSources[0]?.url ?? '', path: 'data', book: { from: 3, to: 5, price: 'adv.price' }, time: null },
    ...{ lastAskedAt: at('11:59:30'), lastError: null, lastRate: '94.56' },
  },
  {
    ...{ url: exampleSources[1]?.url ?? '', path: 'data.price', book: null },
    ...{ time: { path: 'data.at', ageMaxMs: 120_000 }, lastAskedAt: null, lastError: null, lastRate: null },
  },
];
