import { Type } from 'typebox';
import type { Arrival } from '../../../domain/arrivals/arrival.ts';
import { currencyOf, minorMax, parseAmount } from '../../../domain/money/money.ts';
import { fiatDTO } from '../../../domain/money/money-dto.ts';
import type { Catalogue } from '../../../domain/state/catalogue.ts';
import { readCaseNumber } from '../../../domain/text/case-number.ts';
import { idPrefix, isUuid } from '../../../domain/text/uuid.ts';
import type { Withdrawal } from '../../../domain/withdrawals/withdrawal.ts';
import { AppError } from '../../../errors/app-error.ts';
import { findArrival, findArrivalsByReference } from '../../../storage/reads/arrivals/arrival-reads.ts';
import {
  findInvoicesOf,
  type InvoiceFilter,
  invoicesOfIdPrefixQuery,
  invoicesOfPrefixQuery,
  listInvoices,
} from '../../../storage/reads/invoices/invoice-list-reads.ts';
import type { InvoiceWithDeals } from '../../../storage/reads/invoices/invoice-reads.ts';
import {
  findWithdrawalOfAnyStore,
  findWithdrawalsByTransaction,
} from '../../../storage/reads/withdrawals/withdrawal-reads.ts';
import { exampleIds, rubles } from '../../examples.ts';
import { required, textQuery } from '../../parameters.ts';
import { moneyOrNull, type ShapeOf } from '../../schemas.ts';
import { withdrawalDTO } from '../../withdrawal-shape.ts';
import { arrivalDTO } from '../arrivals/arrival-shape.ts';
import { type OperatorContext, readsOf } from '../endpoint.ts';
import { nullable, words } from '../fields.ts';
import { all } from '../paging.ts';
import { requisiteSearch } from './invoices.ts';

const read = readsOf({ tag: 'Invoices and disputes', roles: ['operator'] });

/** What each way of searching may find: more than a person looks through is no help. */
const hitsMax = 8;

const Hit = Type.Object({
  kind: Type.Enum(['invoice', 'arrival', 'withdrawal', 'requisite', 'maker', 'store', 'merchant'], {
    description: 'What was found',
  }),
  id: words('ID'),
  title: words('What it is called'),
  foundBy: Type.Enum(
    ['id', 'internalId', 'reference', 'transaction', 'requisite', 'holder', 'amount', 'name', 'case'],
    {
      description: 'What of it fits',
    },
  ),
  status: nullable(Type.String(), 'Where it stands, for what has a status'),
  sum: moneyOrNull('How much, for what has a sum'),
});
type Found = ShapeOf<typeof Hit>;
type FoundBy = Found['foundBy'];

/** One field for everything: a person has a number in hand and does not know what it is a number of. */
export const search = read({
  path: '/search',
  operationId: 'search',
  summary: 'Find anything',
  description:
    'By an ID or an internal ID, whole or as it begins; the case number on a payment page; digits anywhere in the number of a requisite, or its holder; an amount, a bank reference, a transaction on the network, or a name. ' +
    `At most ${hitsMax} of each.`,
  mayBeBehind: true,
  query: { q: required(textQuery('What to look for'), exampleIds.internalId) },
  response: all(Hit),
  example: {
    answer: {
      items: [
        {
          kind: 'invoice',
          id: exampleIds.invoice,
          title: exampleIds.internalId,
          foundBy: 'internalId',
          status: 'paid',
          sum: rubles('1000.00'),
        },
      ],
    },
  },
  async handle({ context, query }) {
    const q = query.q.trim();
    if (q === '') throw new AppError('blank', { field: 'q' });
    const found = await Promise.all(
      isUuid(q)
        ? [byId(context, q.toLowerCase())]
        : [
            byCase(context, q),
            byInternalId(context, q),
            byReference(context, q),
            byRequisite(context, q),
            byAmount(context, q),
            byBeginning(context, q),
          ],
    );
    const catalogue = context.catalogue();
    const words = q.toLowerCase();
    const items = [...found.flat(), ...byRequisitePart(catalogue, words), ...byName(catalogue, words)];
    return { items: [...new Map(items.map((one) => [`${one.kind} ${one.id}`, one])).values()] };
  },
});

async function byId(context: OperatorContext, id: string): Promise<Found[]> {
  const [invoices, arrival, withdrawal] = await Promise.all([
    invoicesBy(context, 'id', { id }),
    findArrival(context.pool, id),
    findWithdrawalOfAnyStore(context.pool, id),
  ]);
  return [
    ...invoices,
    ...(arrival === null ? [] : [arrivalHit(context, arrival, 'id')]),
    ...(withdrawal === null ? [] : [withdrawalHit(context, withdrawal, 'id')]),
  ];
}

/** IDs begin with their time: those of one millisecond are few. */
const sameInstantMax = 100;

async function byCase(context: OperatorContext, text: string): Promise<Found[]> {
  const wanted = readCaseNumber(text);
  if (wanted === null) return [];
  const { from, to } = wanted;
  const found = await invoicesBy(context, 'case', { from, to }, sameInstantMax);
  return found.filter(({ id }) => wanted.fits(id));
}

async function byInternalId(context: OperatorContext, internalId: string): Promise<Found[]> {
  return await invoicesBy(context, 'internalId', { internalId });
}

async function byReference(context: OperatorContext, text: string): Promise<Found[]> {
  const [arrivals, withdrawals] = await Promise.all([
    findArrivalsByReference(context.pool, text, hitsMax),
    findWithdrawalsByTransaction(context.pool, text, hitsMax),
  ]);
  return [
    ...arrivals.map((arrival) => arrivalHit(context, arrival, 'reference')),
    ...withdrawals.map((withdrawal) => withdrawalHit(context, withdrawal, 'transaction')),
  ];
}

async function byRequisite(context: OperatorContext, text: string): Promise<Found[]> {
  const requisite = requisiteSearch(context.catalogue(), text.replaceAll(' ', ''));
  if (requisite === null) return [];
  const { requisiteById } = context.catalogue();
  const requisites = requisite.requisiteIds.slice(0, hitsMax).flatMap((id) => requisiteById.get(id) ?? []);
  return [
    ...requisites.map(({ id, number }) => named('requisite', id, number, 'requisite')),
    ...(await invoicesBy(context, 'requisite', { requisite })),
  ];
}

/** Fewer characters begin half of all orders. */
const beginningMin = 3;

async function byBeginning(context: OperatorContext, text: string): Promise<Found[]> {
  if (text.length < beginningMin) return [];
  const ids = idPrefix(text);
  const stores = [...context.catalogue().stores.keys()];
  const [ofOrder, ofId] = await Promise.all([
    findInvoicesOf(context.pool, invoicesOfPrefixQuery(text, stores, hitsMax)),
    ids === null ? [] : findInvoicesOf(context.pool, invoicesOfIdPrefixQuery(ids, hitsMax)),
  ]);
  return [
    ...ofOrder.map((found) => invoiceHit(context, found, 'internalId')),
    ...ofId.map((found) => invoiceHit(context, found, 'id')),
  ];
}

/** Requisites are all in memory: any part of a number, or of a name. */
function byRequisitePart({ requisiteById }: Catalogue, words: string): Found[] {
  const digits = words.replaceAll(/[\s-]/g, '');
  const isNumber = /^\+?[0-9]{3,}$/.test(digits);
  const found: Found[] = [];
  for (const { id, number, holder } of requisiteById.values()) {
    if (found.length === hitsMax) break;
    if (isNumber && number.includes(digits)) found.push(named('requisite', id, number, 'requisite'));
    else if (words.length > 2 && holder.toLowerCase().includes(words)) {
      found.push(named('requisite', id, `${holder} · ${number}`, 'holder'));
    }
  }
  return found;
}

/** A sum is looked for in every currency that some store takes. */
async function byAmount(context: OperatorContext, text: string): Promise<Found[]> {
  const catalogue = context.catalogue();
  const taken = new Set(
    [...catalogue.stores.values()].flatMap(({ limits }) => [...limits.in.keys(), ...limits.out.keys()]),
  );
  const searches = [...taken].flatMap((currency) => {
    const amount = parseAmount(text.replace(',', '.').replaceAll(' ', ''), currencyOf(catalogue, currency).subunit);
    return amount === null || amount > minorMax ? [] : [invoicesBy(context, 'amount', { sum: { amount, currency } })];
  });
  return (await Promise.all(searches)).flat();
}

function byName({ makers, stores, merchants }: Catalogue, text: string): Found[] {
  const matching = <Row extends { readonly id: number; readonly name: string }>(
    kind: Found['kind'],
    rows: Iterable<Row>,
  ): Found[] =>
    [...rows]
      .filter(({ id, name }) => String(id) === text || name.toLowerCase().includes(text))
      .slice(0, hitsMax)
      .map(({ id, name }) => named(kind, id, name, 'name'));
  return [
    ...matching('store', stores.values()),
    ...matching('maker', makers.values()),
    ...matching('merchant', merchants.values()),
  ];
}

async function invoicesBy(
  context: OperatorContext,
  foundBy: FoundBy,
  filter: Partial<InvoiceFilter>,
  limit = hitsMax,
): Promise<Found[]> {
  const all = { storeIds: null, status: null, type: null, from: null, to: null } as const;
  const none = { internalId: null, id: null, sum: null, requisite: null };
  const stores = [...context.catalogue().stores.keys()];
  const page = { after: null, limit };
  const { items } = await listInvoices(context.pool, { ...all, ...none, ...filter }, page, stores);
  return items.map((found) => invoiceHit(context, found, foundBy));
}

function invoiceHit(context: OperatorContext, { invoice }: InvoiceWithDeals, foundBy: FoundBy): Found {
  const { id, internalId, status, shownSum } = invoice;
  const sum = fiatDTO(context.catalogue(), shownSum, invoice);
  return { kind: 'invoice', id, title: internalId || id, foundBy, status, sum };
}

function arrivalHit(context: OperatorContext, arrival: Arrival, foundBy: FoundBy): Found {
  const { id, status, reference } = arrival;
  const { sum } = arrivalDTO(context, arrival);
  return { kind: 'arrival', id, title: reference, foundBy, status, sum };
}

function withdrawalHit(context: OperatorContext, withdrawal: Withdrawal, foundBy: FoundBy): Found {
  const { sum } = withdrawalDTO(context, withdrawal);
  return { kind: 'withdrawal', id: withdrawal.id, title: withdrawal.address, foundBy, status: null, sum };
}

function named(kind: Found['kind'], id: number, title: string, foundBy: FoundBy): Found {
  return { kind, id: String(id), title, foundBy, status: null, sum: null };
}
