import { Type } from 'typebox';
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

type Item = ShapeOf<typeof ReferenceItem>;

/** Null: of every currency. */
export function itemsOf(items: readonly Item[], asked: string | null): readonly Item[] {
  return items
    .filter(({ currency }) => asked === null || currency === asked)
    .map(({ code, name, currency }) => ({ code, name, currency }));
}
