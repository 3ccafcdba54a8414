import { Type } from 'typebox';
import { currencyOf, moneyDTO } from '../../../domain/money/money.ts';
import { formatTimestamp, type Instant } from '../../../domain/text/timestamp.ts';
import type { Past } from '../../../storage/reads/invoices/past-reads.ts';
import type { ApiContext } from '../../context.ts';
import { at, tethers } from '../../examples.ts';
import { money, type ShapeOf } from '../../schemas.ts';
import { figure, words } from '../fields.ts';

/** What is said beside an invoice of the past. */
export const PastShape = Type.Object(
  {
    at: words('The instant, by the clock of the service'),
    ofToday: Type.Array(words('A field of this answer'), {
      description: 'Fields that are as they are today: nobody has written down what they were',
    }),
    balances: Type.Array(
      Type.Object({
        id: figure('Account of the ledger'),
        kind: words('What kind of account it is'),
        ownerId: figure('Which store or maker; 0 for the service itself'),
        balance: money('At that instant, with all that others had moved'),
      }),
      { description: 'Of the accounts that its money had touched; a merchant sees those of the own store' },
    ),
  },
  { $id: 'InvoicePast' },
);
type PastShape = ShapeOf<typeof PastShape>;

/** On the wire, the fee of an invoice has another name than that of a deal. */
const wireNames: Readonly<Record<string, string>> = { feeSum: 'serviceFeeSum' };

/** A merchant is not shown these at any time. */
const operatorsAlone: ReadonlySet<string> = new Set(['deals.makerId', 'deals.rewardSum', 'arrivals.dealId']);

export function pastDTO(context: ApiContext, past: Past, instant: Instant, sees: 'operator' | 'merchant'): PastShape {
  const { invoice, ofToday, balances } = past;
  const isShown = ({ kind, ownerId }: Past['balances'][number]['account']) =>
    sees === 'operator' || (kind.startsWith('store_') && ownerId === invoice.storeId);
  const isSeen = (field: string) => sees === 'operator' || !operatorsAlone.has(field);
  return {
    at: formatTimestamp(instant),
    ofToday: ofToday.filter(isSeen).map((field) => wireNames[field] ?? field),
    balances: balances
      .filter(({ account }) => isShown(account))
      .map(({ account: { id, kind, ownerId }, currency, balance }) => ({
        ...{ id, kind, ownerId },
        balance: moneyDTO(balance, currencyOf(context.catalogue(), currency)),
      })),
  };
}

export const examplePast: PastShape = {
  at: at('12:06:30'),
  ofToday: [],
  balances: [{ id: 3, kind: 'store_available', ownerId: 1, balance: tethers('9898.00000000') }],
};
