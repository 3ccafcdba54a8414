import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { usualTerms } from '../../domain/overview/opening.ts';
import { loginPattern } from '../../domain/people/people.ts';
import { parseRate } from '../../domain/rates/rates.ts';
import { UsageError } from '../command-line.ts';
import { parseJson } from '../given-file.ts';

/** What a service needs to open, as a file says it. Everything may be left out; what is there already stays as it is. */
const closed = { additionalProperties: false } as const;
const name = Type.String({ minLength: 1, maxLength: 200 });
const currencyPattern = '^[A-Z0-9]{2,10}$';
const pairPattern = '^[A-Z0-9]{2,10}/[A-Z0-9]{2,10}$';
const sumPattern = '^\\d{1,15}(\\.\\d{1,18})?$';
const ratePattern = '^\\d{1,10}(\\.\\d{1,8})?$';
const currency = Type.String({ pattern: currencyPattern });
const sum = Type.String({ pattern: sumPattern });
const rate = Type.String({ pattern: ratePattern });
const login = Type.String({ pattern: loginPattern });

const patternWords: Readonly<Record<string, string>> = {
  [currencyPattern]: 'must be the code of a currency, such as "RUB"',
  [pairPattern]: 'must be two currencies, the settlement currency first, such as "USDT/RUB"',
  [sumPattern]: 'must be a sum in quotes, such as "1000" or "99.50"',
  [ratePattern]: 'must be a rate in quotes, such as "95.50"',
  [loginPattern]: 'must be two characters or more, of a-z, 0-9 and ._@+- only',
};

const operatorPlan = Type.Object({ login, name: Type.Optional(name) }, closed);

const ratePlan = Type.Object({ pair: Type.String({ pattern: pairPattern }), in: rate, out: rate }, closed);

const storePlan = Type.Object(
  {
    name,
    /** The name of its merchant; the same as the store's when absent. */
    merchant: Type.Optional(name),
    /** The merchant's login, made with it. */
    login: Type.Optional(login),
    currency,
    settlementCurrency: Type.String({ pattern: currencyPattern, default: 'USDT' }),
    network: Type.Union([Type.Literal('TRC20'), Type.Literal('ERC20')], { default: 'TRC20' }),
    payinFeeBps: Type.Integer({ minimum: 0, maximum: 10_000, default: usualTerms.payinFeeBps }),
    payoutFeeBps: Type.Integer({ minimum: 0, maximum: 10_000, default: usualTerms.payoutFeeBps }),
    min: sum,
    max: sum,
  },
  closed,
);

const requisitePlan = Type.Object(
  { option: name, bank: name, currency, number: name, holder: Type.Optional(name) },
  closed,
);

const bps = Type.Integer({ minimum: 0, maximum: 10_000 });

const makerPlan = Type.Object(
  {
    name,
    login: Type.Optional(login),
    settlementCurrency: Type.String({ pattern: currencyPattern, default: 'USDT' }),
    deposit: Type.Optional(sum),
    /** What it earns of the fee, in basis points of the sum; ranges and exceptions are set later. */
    payinRewardBps: Type.Optional(bps),
    payoutRewardBps: Type.Optional(bps),
    requisites: Type.Array(requisitePlan, { default: [], maxItems: 1_000 }),
  },
  closed,
);

const setupPlan = Type.Object(
  {
    operators: Type.Array(operatorPlan, { default: [], maxItems: 100 }),
    starterCatalogue: Type.Boolean({ default: false }),
    rates: Type.Array(ratePlan, { default: [], maxItems: 100 }),
    stores: Type.Array(storePlan, { default: [], maxItems: 100 }),
    makers: Type.Array(makerPlan, { default: [], maxItems: 100 }),
  },
  closed,
);

export type SetupPlan = Static<typeof setupPlan>;
export type OperatorPlan = Static<typeof operatorPlan>;
export type RatePlan = Static<typeof ratePlan>;
export type StorePlan = Static<typeof storePlan>;
export type MakerPlan = Static<typeof makerPlan>;

/** Whatever is wrong in the file is told with its place, and nothing of it is done. */
export function readSetupPlan(text: string): SetupPlan {
  const plan: unknown = Value.Default(setupPlan, parseJson(text, 'The file'));
  if (!Value.Check(setupPlan, plan)) {
    throw new UsageError(faultOf(Value.Errors(setupPlan, plan)));
  }
  for (const [index, { in: payins, out: payouts }] of plan.rates.entries()) {
    if (parseRate(payins) === null || parseRate(payouts) === null) throw new UsageError(`rates.${index}: a rate is 0.`);
  }
  return plan;
}

/** An unknown field comes first: it is often a misspelt one that then seems to be missing. */
function faultOf(errors: ReturnType<typeof Value.Errors>): string {
  const unknown = errors.find(({ keyword }) => keyword === 'boolean');
  const { instancePath, message, ...fault } = unknown ?? errors[0] ?? { instancePath: '', message: 'cannot be read' };
  const place = instancePath === '' ? 'the file' : instancePath.slice(1).replaceAll('/', '.');
  if (unknown !== undefined) return `${place}: there is no such field; check its spelling in docs/production.md.`;
  const pattern = 'params' in fault && 'pattern' in fault.params ? String(fault.params.pattern) : '';
  return `${place}: ${patternWords[pattern] ?? message}.`;
}
