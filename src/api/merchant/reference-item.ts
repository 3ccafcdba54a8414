import { Type } from 'typebox';
import { type Bank, type Catalogue, type OptionInfo, openEntries } from '../../domain/catalogue.ts';
import { textQuery } from '../parameters.ts';
import type { ShapeOf } from '../schemas.ts';

export const ReferenceItem = Type.Object(
  {
    code: Type.String({ description: 'Code used in requests and answers' }),
    name: Type.String({ description: 'Name for people' }),
    currency: Type.String({ description: 'Currency code' }),
  },
  { $id: 'ReferenceItem' },
);

export const currencyQuery = { currency: textQuery('Only items of this currency') };

/** Those that are switched on. Null: of every currency. */
export function itemsOf(
  catalogue: Catalogue,
  items: readonly (Bank | OptionInfo)[],
  asked: string | null,
): readonly ShapeOf<typeof ReferenceItem>[] {
  return openEntries(catalogue, items)
    .filter(({ currency }) => asked === null || currency === asked)
    .map(({ code, name, currency }) => ({ code, name, currency }));
}
