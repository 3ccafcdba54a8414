import { Type } from 'typebox';
import { isJump } from '../../../domain/rates/rate-feed.ts';
import { requireSources } from '../../../domain/rates/rate-source.ts';
import { distanceBps, formatRate, withSpread } from '../../../domain/rates/rates.ts';
import { listRates } from '../../../storage/reads/rates/rate-reads.ts';
import { json } from '../../endpoint.ts';
import { DirectionType } from '../../schemas.ts';
import { endpoint, type OperatorContext } from '../endpoint.ts';
import { flag, nullable, words } from '../fields.ts';
import { feedFields } from './feed-shape.ts';
import { examplePair, pairFields } from './rate-shape.ts';
import { Source, sourceOf } from './source-shape.ts';

const Question = Type.Object({
  ...pairFields,
  type: DirectionType,
  source: Source,
  marginBps: Type.Optional(feedFields.marginBps),
});

const Tried = Type.Object({
  rate: nullable(Type.String(), 'What the rate would be, with the margin; null: the source gives none'),
  sourceRate: nullable(Type.String(), 'What the source says'),
  prices: Type.Array(Type.String(), { description: 'The figures it was made of: one, or the places of the book' }),
  error: nullable(Type.String(), 'Why there is no rate'),
  currentRate: nullable(Type.String(), 'The rate as it is; null: there is none yet'),
  differenceBps: nullable(Type.Integer(), 'How far the new one is from it, in basis points'),
  isJump: flag('Too far: a feed would not take it'),
  excerpt: nullable(Type.String(), 'The beginning of what the server answered; null: it did not'),
  tookMs: Type.Integer({ description: 'How long it took, in milliseconds' }),
  askedUrl: words('What was asked'),
});

export const tryRateSource = endpoint({
  method: 'POST',
  path: '/rate-feeds/try',
  operationId: 'tryRateSource',
  summary: 'See what a source says now',
  description: 'Nothing is stored. What the source cannot give is said in `error`; the answer is 200 all the same.',
  tag: 'Rates',
  roles: ['operator'],
  scope: 'settings',
  body: json(Question),
  response: Tried,
  refusals: ['book_places', 'invalid_choice', 'invalid_feed_url'],
  example: {
    body: {
      ...examplePair,
      type: 'in',
      source: { url: 'https://market.example.com/usdt-rub/offers', path: 'data', book: { from: 3, to: 5, price: '0' } },
      marginBps: 100,
    },
    answer: {
      rate: '95.50',
      sourceRate: '94.55445544',
      prices: ['94.50', '94.56', '94.60336633'],
      error: null,
      currentRate: '95.40',
      differenceBps: 11,
      isJump: false,
      excerpt: '{"data":[["94.1","200"],["94.4","1500"],["94.5","310"],["94.56","90"],["94.60336633","40"]]}',
      tookMs: 143,
      askedUrl: 'https://market.example.com/usdt-rub/offers',
    },
  },
  async handle({ context, body }) {
    const { marginBps = 0 } = body;
    const source = sourceOf(body.source);
    requireSources([source], context.mode);
    const startedAt = performance.now();
    const { answer, excerpt } = await context.askSource(source);
    const tookMs = Math.round(performance.now() - startedAt);
    const current = await currentRate(context, body);
    const next = 'rate' in answer ? withSpread(answer.rate, marginBps) : null;
    const isCompared = next !== null && current !== null;
    return {
      rate: next === null ? null : formatRate(next),
      sourceRate: 'rate' in answer ? formatRate(answer.rate) : null,
      prices: 'rate' in answer ? answer.prices.map(formatRate) : [],
      error: 'failure' in answer ? answer.failure : null,
      currentRate: current === null ? null : formatRate(current),
      differenceBps: isCompared ? Number(distanceBps(current, next)) : null,
      isJump: isCompared && isJump(current, next, context.settings.rateJumpMaxBps),
      excerpt,
      tookMs,
      askedUrl: source.url,
    };
  },
});

async function currentRate(
  { pool }: OperatorContext,
  wish: { readonly settlementCurrency: string; readonly fiatCurrency: string; readonly type: 'in' | 'out' },
) {
  const { settlementCurrency, fiatCurrency, type } = wish;
  const found = (await listRates(pool)).find(
    (one) => one.settlementCurrency === settlementCurrency && one.fiatCurrency === fiatCurrency && one.type === type,
  );
  return found?.rate ?? null;
}
