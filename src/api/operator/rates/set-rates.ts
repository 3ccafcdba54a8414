import { Type } from 'typebox';
import { parseRate, type Rate } from '../../../domain/rates.ts';
import { AppError } from '../../../errors.ts';
import { setRate } from '../../../settings/set-rate.ts';
import { json } from '../../endpoint.ts';
import { byPerson, dangerRefusals } from '../access/authentication.ts';
import { endpoint } from '../endpoint.ts';
import { flag, Reason, text } from '../fields.ts';
import { AgeMax, examplePair, exampleRatesSet, pairFields, Rates, ratesDTO } from './rate-shape.ts';

const rateText = (description: string) =>
  Type.Optional(text(20, description, { pattern: '^\\d{1,10}(\\.\\d{1,8})?$', 'x-error-code': 'invalid_rate' }));

const NewRates = Type.Object({
  ...pairFields,
  in: rateText('Rate of payins'),
  out: rateText('Rate of payouts'),
  ageMaxMs: AgeMax,
  isConfirmed: Type.Optional(
    flag('That a rate far from the last one, or on the wrong side of the other one, is meant'),
  ),
  reason: Reason,
});

export const setRates = endpoint({
  method: 'POST',
  path: '/rates',
  operationId: 'setRates',
  summary: 'Set the rate of a pair by hand',
  description: 'Fiat for one unit of the settlement currency, for payins, payouts or both. Deals that run keep theirs.',
  tag: 'Rates',
  roles: ['operator'],
  scope: 'settings',
  body: json(NewRates),
  response: Rates,
  refusals: ['currency_not_allowed', 'invalid_rate', 'rate_jump', 'rates_crossed', ...dangerRefusals],
  example: { body: { ...examplePair, in: '95.50', out: '93.50', reason: 'Morning rate' }, answer: exampleRatesSet },
  async handle(call) {
    const { settlementCurrency, fiatCurrency, ageMaxMs = null, isConfirmed = false, reason, ...given } = call.body;
    const rates = { in: readRate(given.in, 'in'), out: readRate(given.out, 'out') };
    const input = { settlementCurrency, fiatCurrency, ...rates, ageMaxMs, isConfirmed };
    await call.context.settings.run(setRate, input, await byPerson(call, reason));
    return await ratesDTO(call.context);
  },
});

function readRate(given: string | undefined, field: string): Rate | undefined {
  if (given === undefined) return undefined;
  const rate = parseRate(given);
  if (rate === null) throw new AppError('invalid_rate', { field });
  return rate;
}
