import { Type } from 'typebox';
import { type Invoice, invoiceStatuses } from '../../../domain/invoices/invoice.ts';
import { fiatDTO } from '../../../domain/money/money-dto.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { findInvoicesOfOrder, findInvoicesOfPayer } from '../../../storage/reads/workqueue/case-reads.ts';
import { at, exampleIds, rubles } from '../../examples.ts';
import { money, oneOf, type ShapeOf } from '../../schemas.ts';
import type { OperatorContext } from '../endpoint.ts';
import { figure, flag, nullable, words } from '../fields.ts';

/** How far back is counted: who has paid fifty times is known. */
const countedMax = 50;
const shownMax = 8;

const PastInvoice = Type.Object({
  id: words('Invoice ID'),
  internalId: nullable(Type.String(), "The shop's own number"),
  status: oneOf(invoiceStatuses, 'What became of it'),
  sum: money('Its sum'),
  createdAt: words('When'),
});

export const PayerHistory = Type.Object(
  {
    isKnown: flag('Whether the shop said who pays'),
    counts: Type.Object(
      Object.fromEntries(Object.keys(invoiceStatuses).map((status) => [status, figure(`How many are ${status}`)])),
      { description: `Of the last ${countedMax} other invoices of the same payer in the same shop` },
    ),
    isMore: flag('The payer has more than were counted'),
    ofPayer: Type.Array(PastInvoice, { description: 'The newest other invoices of the payer' }),
    ofOrder: Type.Array(PastInvoice, {
      description: 'Other attempts to pay the same order (`internalId`), newest first',
    }),
  },
  { $id: 'PayerHistory' },
);
type History = ShapeOf<typeof PayerHistory>;

export const noHistory: History = { isKnown: false, counts: countsOf([]), isMore: false, ofPayer: [], ofOrder: [] };

export async function historyOf(context: OperatorContext, invoice: Invoice): Promise<History> {
  const { storeId, userId, internalId } = invoice;
  const [payer, order] = await Promise.all([
    userId ? findInvoicesOfPayer(context.pool, storeId, userId, countedMax + 1) : [],
    internalId ? findInvoicesOfOrder(context.pool, storeId, internalId, shownMax + 1) : [],
  ]);
  const others = (found: readonly Invoice[]) => found.filter(({ id }) => id !== invoice.id);
  const shown = (found: readonly Invoice[]) => found.slice(0, shownMax).map((one) => pastDTO(context, one));
  return {
    isKnown: Boolean(userId),
    counts: countsOf(others(payer).slice(0, countedMax)),
    isMore: payer.length > countedMax,
    ofPayer: shown(others(payer)),
    ofOrder: shown(others(order)),
  };
}

function countsOf(found: readonly Invoice[]): Record<string, number> {
  const counts = Object.fromEntries(Object.keys(invoiceStatuses).map((status) => [status, 0]));
  for (const { status } of found) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function pastDTO(context: OperatorContext, invoice: Invoice): ShapeOf<typeof PastInvoice> {
  const { id, internalId, status, createdAt, shownSum } = invoice;
  const sum = fiatDTO(context.catalogue(), shownSum, invoice);
  return { id, internalId, status, sum, createdAt: formatTimestamp(createdAt) };
}

export const exampleHistory: History = {
  isKnown: true,
  counts: { ...countsOf([]), paid: 1 },
  isMore: false,
  ofPayer: [
    {
      id: exampleIds.invoice,
      internalId: exampleIds.internalId,
      status: 'paid',
      sum: rubles('1000.00'),
      createdAt: at('12:00:00'),
    },
  ],
  ofOrder: [],
};
