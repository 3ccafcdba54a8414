import { Type } from 'typebox';
import { formatRate, isOutdated } from '../../../domain/rates/rates.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { listRates } from '../../../storage/reads/rates/rate-reads.ts';
import { at } from '../../examples.ts';
import { DirectionType, type ShapeOf } from '../../schemas.ts';
import type { OperatorContext } from '../endpoint.ts';
import { flag, integer, nullable, optional, text, words } from '../fields.ts';
import { all } from '../paging.ts';

const ageNote = 'Older than this, in milliseconds, the rate stops new deals; null: it never ages';

/** The parts of requests. */
export const AgeMax = optional(integer(1_000, 2_000_000_000, 'Milliseconds'), ageNote);
export const pairFields = {
  settlementCurrency: text(10, 'What merchants and makers are paid in'),
  fiatCurrency: text(10, 'What payers pay in'),
};

export const examplePair = { settlementCurrency: 'USDT', fiatCurrency: 'RUB' } as const;

/** What a pair and its age look like in answers. */
export const shownPair = {
  settlementCurrency: words('What merchants and makers are paid in'),
  fiatCurrency: words('What payers pay in'),
  type: DirectionType,
};
export const shownAge = nullable(Type.Integer(), ageNote);

const CurrentRate = Type.Object({
  ...shownPair,
  rate: words('Fiat per unit of settlement currency'),
  setAt: words('Since when'),
  ageMaxMs: shownAge,
  isOutdated: flag('It is too old: new deals are refused'),
});

export const Rates = all(CurrentRate);

export async function ratesDTO(context: OperatorContext): Promise<ShapeOf<typeof Rates>> {
  const now = context.clock();
  const items = (await listRates(context.pool)).map((one) => ({
    ...one,
    rate: formatRate(one.rate),
    setAt: formatTimestamp(one.setAt),
    isOutdated: isOutdated(one, now),
  }));
  return { items };
}

export const exampleRatesSet: ShapeOf<typeof Rates> = {
  items: [
    { ...examplePair, type: 'in', rate: '95.50', setAt: at('09:00:00'), ageMaxMs: null, isOutdated: false },
    { ...examplePair, type: 'out', rate: '93.50', setAt: at('09:00:00'), ageMaxMs: null, isOutdated: false },
  ],
};
