import {
  type Arrival,
  arrivalExceptions,
  arrivalStatuses,
  heldArrivalsPerDealMax,
} from '../../domain/arrivals/arrival.ts';
import { makersTellers, tellers } from '../../domain/arrivals/teller.ts';
import { lockByKey, lookUp } from '../batch/load-step.ts';
import { fiat, instant, int4, oneOf, text, uuid } from './codec.ts';
import { defineRow } from './row-kind.ts';

export const arrivals = defineRow<Arrival>({
  table: 'arrivals',
  columns: {
    id: uuid,
    requisiteId: int4.once,
    amount: fiat.once,
    currency: text.once,
    arrivedAt: instant.once,
    reference: text.once,
    status: oneOf(arrivalStatuses),
    exception: oneOf(arrivalExceptions).orNull,
    dealId: uuid.orNull,
    enteredBy: text.once,
    toldBy: oneOf(tellers).once,
    createdAt: instant.once,
    resolvedAt: instant.orNull,
  },
  key: ({ id }) => id,
  order: referenceKey,
  unique: {
    arrivals_pkey: ({ id }) => id,
    arrivals_one_per_reference: referenceKey,
    arrivals_one_per_deal: ({ status, dealId }) => (status === 'matched' ? dealId : null),
  },
  checks: {
    arrivals_amount_check: ({ amount }) => amount > 0n,
    arrivals_check: ({ status, dealId }) => status !== 'matched' || dealId !== null,
    arrivals_check1: ({ status, exception }) => status === 'matched' || exception !== null,
    arrivals_reference_check: ({ reference }) => reference !== '' && [...reference].length <= referenceLengthMax,
  },
});

/** In code points, as the server counts. */
const referenceLengthMax = 255;

export function referenceKey({ requisiteId, reference }: Pick<Arrival, 'requisiteId' | 'reference'>): string {
  return `${requisiteId} ${reference}`;
}

export const lockArrivals = lockByKey('arrivals', arrivals, { codec: uuid, keys: ({ arrivalIds }) => arrivalIds });

/**
 * `+ 0` keeps the planner from the indexes that begin with the requisite: planned while the table was empty, the look-up went
 * through all arrivals of a requisite.
 */
export const lookForEarlierArrivals = lookUp({
  name: 'earlierArrivals',
  coveredBy: [],
  key: { requisiteId: int4, reference: text },
  keys: ({ arrival }) => (arrival === undefined ? undefined : [arrival]),
  selection: arrivals.as('a'),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select * from arrivals where reference = k.reference and requisite_id + 0 = k.requisite_id limit 1
    ) a`,
});

/** One arrival at most has paid a deal. Of those that are held, one more than the limit says that there are more. */
export const lookAtArrivalsOfDeals = lookUp({
  name: 'arrivalsOfDeals',
  coveredBy: ['invoices'],
  key: { dealId: uuid },
  keys: ({ arrivalsOf }) => arrivalsOf?.map((dealId) => ({ dealId })),
  selection: arrivals.as('a'),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      (select * from arrivals where deal_id = k.deal_id and status = 'matched' limit 1)
      union all
      (select * from arrivals where deal_id = k.deal_id and status = 'held' order by id limit ${heldArrivalsPerDealMax + 1})
    ) a`,
});

/** A condition on the arrivals of this name: they have paid nothing, and only a maker has told of them. */
export const isMakersWord = (alias: string) =>
  `(${alias}.status <> 'matched' and ${alias}.told_by in (${makersTellers.map((one) => `'${one}'`).join(', ')}))`;
