import { Type } from 'typebox';
import { textQuery } from '../parameters.ts';

export const ReferenceItem = Type.Object(
  {
    code: Type.String({ description: 'Code used in requests and answers' }),
    name: Type.String({ description: 'Name for people' }),
    currency: Type.String({ description: 'Currency code' }),
  },
  { $id: 'ReferenceItem' },
);

export const currencyQuery = { currency: textQuery('Only items of this currency') };

interface Item {
  readonly code: string;
  readonly name: string;
  readonly currency: string;
}

/** Null: of every currency. */
export function itemsOf(items: readonly Item[], currency: string | null): readonly Item[] {
  return items
    .filter((item) => currency === null || item.currency === currency)
    .map(({ code, name, currency: itsCurrency }) => ({ code, name, currency: itsCurrency }));
}
