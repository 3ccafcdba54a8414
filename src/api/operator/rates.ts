import { type Static, Type } from 'typebox';
import { formatRate, isOutdated, parseRate, type Rate } from '../../domain/rates.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { AppError } from '../../errors.ts';
import { setRate } from '../../settings/set-rate.ts';
import { type CurrentRate, listRateHistory, listRates, type PastRate } from '../../storage/reads/rate-reads.ts';
import type { OperatorCall, OperatorContext, OperatorEndpoint } from './endpoint.ts';
import { integer, list, nullable, pageAnswer, pageOf, pageQuery, Reason, text } from './fields.ts';
import { byOf } from './users.ts';

export const AgeMax = integer(1_000, 2_000_000_000, {
  description: 'Older than this, in milliseconds, the rate stops new deals; null: it never ages',
});
const RateText = text(20, { pattern: '^\\d{1,10}(\\.\\d{1,8})?$', 'x-error-code': 'invalid_rate' });

const CurrentRateShape = Type.Object({
  settlementCurrency: Type.String(),
  fiatCurrency: Type.String(),
  type: Type.Enum(['in', 'out']),
  rate: Type.String(),
  setAt: Type.String(),
  ageMaxMs: nullable(Type.Integer()),
  isOutdated: Type.Boolean({ description: 'It is too old: new deals are refused' }),
});

const rates: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'read',
  method: 'GET',
  path: '/rates',
  operationId: 'listRates',
  summary: 'List the current rates',
  response: Type.Object({ items: Type.Array(CurrentRateShape) }),
  handle: ({ context }) => ratesAnswer(context),
};

const NewRates = Type.Object({
  settlementCurrency: text(10),
  fiatCurrency: text(10),
  in: Type.Optional(RateText),
  out: Type.Optional(RateText),
  ageMaxMs: Type.Optional(nullable(AgeMax)),
  reason: Reason,
});

const setRates: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'settings',
  method: 'POST',
  path: '/rates',
  operationId: 'setRates',
  summary: 'Set the rate of a pair by hand',
  description: 'Fiat for one unit of the settlement currency, for payins, payouts or both. Deals that run keep theirs.',
  body: { kind: 'json', schema: NewRates },
  response: Type.Object({ items: Type.Array(CurrentRateShape) }),
  async handle(call) {
    const body = call.request.body as Static<typeof NewRates>;
    const { settlementCurrency, fiatCurrency, ageMaxMs = null, reason } = body;
    const rates = { in: readRate(body, 'in'), out: readRate(body, 'out') };
    const input = { settlementCurrency, fiatCurrency, ...rates, ageMaxMs };
    await call.context.settings.run(setRate, input, byOf(call, reason));
    return await ratesAnswer(call.context);
  },
};

function readRate(body: Static<typeof NewRates>, type: 'in' | 'out'): Rate | undefined {
  const given = body[type];
  if (given === undefined) return undefined;
  const rate = parseRate(given);
  if (rate === null) throw new AppError('invalid_rate', { field: type });
  return rate;
}

const PastRateShape = Type.Object({
  id: Type.Integer(),
  rate: Type.String(),
  setAt: Type.String(),
  setBy: Type.String(),
});

const rateHistory: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'read',
  method: 'GET',
  path: '/rates/history',
  operationId: 'listRateHistory',
  summary: 'List what a rate was',
  description: 'The newest first.',
  query: { ...pageQuery, settlementCurrency: 'As in USDT', fiatCurrency: 'As in RUB', type: '`in` or `out`' },
  response: list(PastRateShape),
  async handle(call) {
    const page = pageOf(call.request);
    return pageAnswer(await listRateHistory(call.context.pool, historyWish(call), page), page, pastRateDTO);
  },
};

function historyWish({ request }: OperatorCall) {
  const query = request.query as Record<string, unknown>;
  const read = (name: string): string => {
    const value = query[name];
    if (typeof value !== 'string' || value === '' || value.includes('\0')) throw new AppError('blank', { field: name });
    return value;
  };
  const type = read('type');
  if (type !== 'in' && type !== 'out') throw new AppError('invalid_choice', { field: 'type', choices: 'in, out' });
  return { settlementCurrency: read('settlementCurrency'), fiatCurrency: read('fiatCurrency'), type } as const;
}

async function ratesAnswer(context: OperatorContext): Promise<object> {
  const now = context.clock();
  return { items: (await listRates(context.pool)).map((one) => currentRateDTO(one, now)) };
}

function currentRateDTO(one: CurrentRate, now: number): object {
  return {
    ...one,
    rate: formatRate(one.rate),
    setAt: formatTimestamp(one.setAt),
    isOutdated: isOutdated(one, now),
  };
}

function pastRateDTO({ id, rate, setAt, setBy }: PastRate): object {
  return { id, rate: formatRate(rate), setAt: formatTimestamp(setAt), setBy };
}

export const rateEndpoints: readonly OperatorEndpoint[] = [rates, setRates, rateHistory];
