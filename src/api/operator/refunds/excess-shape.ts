import { Type } from 'typebox';
import type { Deal } from '../../../domain/deal.ts';
import { cameFor, type Excess, excessState, excessStates } from '../../../domain/excess.ts';
import { fiatDTO } from '../../../domain/money-dto.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import type { ApiContext } from '../../context.ts';
import type { Refund } from '../../refund-shape.ts';
import { money, oneOf, orNull, type ShapeOf } from '../../schemas.ts';
import { words } from '../fields.ts';

export const ExcessShape = Type.Object(
  {
    dealId: words('The deal that it came for'),
    status: oneOf(
      excessStates,
      '`held` until somebody decides; `promised`: its payer has a link; `returning`, `returned`; `kept` by the store; `none`: it turned out that no more came',
    ),
    came: money('All that came for the deal'),
    sum: money('What of it was above the sum asked for'),
    keptAt: orNull(Type.String(), 'When it was decided that the store keeps it'),
  },
  { $id: 'Excess' },
);
type ExcessShape = ShapeOf<typeof ExcessShape>;

/** `refunds`: those of the invoice, as they stand. */
export function excessDTO(
  context: ApiContext,
  excess: Excess,
  { deals, refunds }: { readonly deals: readonly Deal[]; readonly refunds: readonly Refund[] },
): ExcessShape {
  const deal = deals.find(({ id }) => id === excess.id);
  const returns = refunds.filter(({ isExcess }) => isExcess).map(({ status }) => status);
  const catalogue = context.catalogue();
  const came = deal === undefined ? excess.sum : cameFor(deal, excess);
  return {
    dealId: excess.id,
    status: excessState(excess, returns),
    came: fiatDTO(catalogue, came, excess),
    sum: fiatDTO(catalogue, excess.sum, excess),
    keptAt: excess.keptAt === null ? null : formatTimestamp(excess.keptAt),
  };
}
