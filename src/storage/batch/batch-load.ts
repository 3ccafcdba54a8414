import type pg from 'pg';
import type { RequisiteLoad } from '../../domain/allocation.ts';
import type { Arrival, OccupyingDeal } from '../../domain/arrival.ts';
import type { Deal } from '../../domain/deal.ts';
import type { Invoice } from '../../domain/invoice.ts';
import type { TransferKind } from '../../domain/ledger.ts';
import type { SecondFactorState } from '../../domain/second-factor.ts';
import type { Instant } from '../../domain/timestamp.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';
import { type Cells, run, type Statement } from '../connection.ts';
import { arrivalsTable, decodeArrival } from '../rows/arrival-rows.ts';
import { dealsTable, decodeDeal } from '../rows/deal-rows.ts';
import { decodeInvoice, invoicesTable } from '../rows/invoice-rows.ts';
import { plainArray, textArray } from '../rows/table.ts';
import { decodeWithdrawal, withdrawalsTable } from '../rows/withdrawal-rows.ts';

/**
 * The load step of a batch: all rows of all its commands, with one statement per kind. The statements are sent together
 * with `begin` and without waiting for each other, so the step costs one round trip.
 *
 * Locks are taken in one order everywhere, or two batches could wait for each other: invoices, arrivals, second factors,
 * withdrawals, requisite loads, accounts; within each by ID. Deals have no locks of their own, their invoice's covers them.
 *
 * What was asked for before is looked up last. A batch that waits for the account of another one has to see what that one
 * wrote, or the repeat of a payout would find its funds gone, but not the payout that took them.
 */
export interface BatchKeys {
  readonly idempotency: readonly { readonly storeId: number; readonly key: string }[];
  readonly earlierPayins: readonly EarlierPayin[];
  readonly earlierPayouts: readonly { readonly storeId: number; readonly internalId: string }[];
  readonly invoiceIds: readonly string[];
  readonly merchantIds: readonly number[];
  readonly withdrawalIds: readonly string[];
  readonly requisiteIds: readonly number[];
  readonly pairs: readonly { readonly requisiteId: number; readonly amount: bigint }[];
  readonly accountIds: readonly number[];
  readonly arrivals: readonly { readonly requisiteId: number; readonly amount: bigint; readonly reference: string }[];
  readonly arrivalIds: readonly string[];
  /** Deals whose arrivals are asked for. */
  readonly arrivalsOf: readonly string[];
  readonly subjectIds: readonly string[];
}

interface EarlierPayin {
  readonly storeId: number;
  readonly internalId: string;
  readonly amount: bigint;
  readonly currency: string;
}

export interface Loaded {
  readonly catalogueVersion: bigint;
  readonly answers: readonly StoredAnswer[];
  readonly earlierPayins: readonly (EarlierPayin & { readonly id: string })[];
  readonly earlierPayouts: readonly { readonly storeId: number; readonly internalId: string; readonly id: string }[];
  readonly invoices: readonly Invoice[];
  readonly deals: readonly Deal[];
  readonly secondFactors: readonly { readonly merchantId: number; readonly state: SecondFactorState }[];
  readonly withdrawals: readonly Withdrawal[];
  readonly requisiteLoads: readonly RequisiteLoad[];
  readonly occupants: readonly Occupant[];
  readonly balances: readonly { readonly accountId: number; readonly balance: bigint }[];
  /** Those asked for by ID, locked; those entered before under the same reference; those of the deals asked for. */
  readonly arrivals: readonly Arrival[];
  readonly dealsOnRequisites: readonly (OccupyingDeal & {
    readonly requisiteId: number;
    readonly askedAmount: bigint;
  })[];
  readonly posted: readonly { readonly subjectId: string; readonly kind: TransferKind }[];
}

/** The first answer to an Idempotency-Key. */
export interface StoredAnswer {
  readonly storeId: number;
  readonly key: string;
  readonly requestHash: string;
  readonly status: number;
  readonly body: string;
  readonly createdAt: Instant;
}

interface Occupant {
  readonly requisiteId: number;
  readonly amount: bigint;
  readonly dealId: string;
  readonly restsUntil: Instant | null;
}

/** What acts of people need beside that; asked for only when there are any, so that a plain batch pays nothing for it. */
async function loadForPeople(
  client: pg.Client,
  keys: BatchKeys,
): Promise<Pick<Loaded, 'arrivals' | 'dealsOnRequisites' | 'posted'>> {
  const { arrivals, arrivalIds, arrivalsOf, subjectIds } = keys;
  const references = [
    plainArray(arrivals.map((key) => key.requisiteId)),
    textArray(arrivals.map((key) => key.reference)),
  ];
  const sums = [plainArray(arrivals.map((key) => key.requisiteId)), plainArray(arrivals.map((key) => key.amount))];
  const [locked, earlier, ofDeals, deals, posted] = await Promise.all([
    arrivalIds.length === 0 ? [] : run(client, lockArrivals, [plainArray(arrivalIds)]),
    arrivals.length === 0 ? [] : run(client, selectEarlierArrivals, references),
    arrivalsOf.length === 0 ? [] : run(client, selectArrivalsOfDeals, [plainArray(arrivalsOf)]),
    arrivals.length === 0 ? [] : run(client, selectDealsOnRequisites, sums),
    subjectIds.length === 0 ? [] : run(client, selectPosted, [plainArray(subjectIds)]),
  ]);
  return {
    arrivals: [...locked, ...earlier, ...ofDeals].map(decodeArrival),
    dealsOnRequisites: deals.map(
      ([requisiteId, askedAmount, dealId, invoiceId, storeId, amount, status, startedAt]) => ({
        requisiteId,
        askedAmount,
        dealId,
        invoiceId,
        storeId,
        amount,
        status,
        startedAt,
      }),
    ),
    posted: posted.map(([subjectId, kind]) => ({ subjectId, kind })),
  };
}

const begin: Statement = { name: 'begin', text: 'begin' };

export async function lockAndLoad(client: pg.Client, keys: BatchKeys): Promise<Loaded> {
  const invoiceIds = plainArray(keys.invoiceIds);
  const hasInvoices = keys.invoiceIds.length > 0;
  const [
    ,
    version,
    invoices,
    deals,
    forPeople,
    factors,
    withdrawals,
    loads,
    pairs,
    balances,
    answers,
    payins,
    payouts,
  ] = await Promise.all([
    run(client, begin),
    run(client, selectCatalogueVersion),
    hasInvoices ? run(client, lockInvoices, [invoiceIds]) : [],
    hasInvoices ? run(client, selectDeals, [invoiceIds]) : [],
    loadForPeople(client, keys),
    keys.merchantIds.length === 0 ? [] : run(client, lockSecondFactors, [plainArray(keys.merchantIds)]),
    keys.withdrawalIds.length === 0 ? [] : run(client, lockWithdrawals, [plainArray(keys.withdrawalIds)]),
    keys.requisiteIds.length === 0 && !hasInvoices
      ? []
      : run(client, lockRequisiteLoads, [plainArray(keys.requisiteIds), invoiceIds]),
    keys.pairs.length === 0 ? [] : run(client, selectOccupants, pairValues(keys)),
    keys.accountIds.length === 0 && !hasInvoices
      ? []
      : run(client, lockAccounts, [plainArray(keys.accountIds), invoiceIds]),
    keys.idempotency.length === 0 ? [] : run(client, selectAnswers, idempotencyValues(keys)),
    keys.earlierPayins.length === 0 ? [] : run(client, selectEarlierPayins, earlierPayinValues(keys)),
    keys.earlierPayouts.length === 0 ? [] : run(client, selectEarlierPayouts, earlierPayoutValues(keys)),
  ]);
  return {
    catalogueVersion: version[0]?.[0],
    answers: answers.map(decodeAnswer),
    earlierPayins: payins.map(([storeId, internalId, amount, currency, id]) => ({
      storeId,
      internalId,
      amount,
      currency,
      id,
    })),
    earlierPayouts: payouts.map(([storeId, internalId, id]) => ({ storeId, internalId, id })),
    invoices: invoices.map(decodeInvoice),
    deals: deals.map((cells) => decodeDeal(cells)),
    secondFactors: factors.map(decodeSecondFactor),
    withdrawals: withdrawals.map(decodeWithdrawal),
    requisiteLoads: loads.map(([requisiteId, activeDeals, day, daySum]) => ({ requisiteId, activeDeals, day, daySum })),
    occupants: pairs.map(([requisiteId, amount, dealId, restsUntil]) => ({ requisiteId, amount, dealId, restsUntil })),
    balances: balances.map(([accountId, balance]) => ({ accountId, balance })),
    ...forPeople,
  };
}

/**
 * Look-ups by a list of keys are written `cross join lateral (… limit 1)`: so the planner can only walk the keys and use the
 * index for each. As plain joins it may turn them round and walk the table, when it believes the table to be small.
 */
const selectCatalogueVersion: Statement = {
  name: 'select-catalogue-version',
  text: 'select version from catalogue_version',
};

const selectAnswers: Statement = {
  name: 'select-answers',
  text: `select k.store_id, k.key, a.request_hash, a.status, a.body, a.created_at
    from unnest($1::int4[], $2::text[]) k(store_id, key)
    cross join lateral (
      select request_hash, status, body, created_at from idempotency_keys where store_id = k.store_id and key = k.key limit 1
    ) a`,
};

const selectEarlierPayins: Statement = {
  name: 'select-earlier-payins',
  text: `select k.store_id, k.internal_id, k.amount, k.currency, i.id
    from unnest($1::int4[], $2::text[], $3::int8[], $4::text[]) k(store_id, internal_id, amount, currency)
    cross join lateral (
      select id from invoices where store_id = k.store_id and internal_id = k.internal_id
        and amount = k.amount and currency = k.currency
        and type = 'in' and status = 'new' and internal_id is not null and internal_id <> '' limit 1
    ) i`,
};

const selectEarlierPayouts: Statement = {
  name: 'select-earlier-payouts',
  text: `select k.store_id, k.internal_id, i.id
    from unnest($1::int4[], $2::text[]) k(store_id, internal_id)
    cross join lateral (
      select id from invoices where store_id = k.store_id and internal_id = k.internal_id
        and type = 'out' and internal_id is not null and internal_id <> '' limit 1
    ) i`,
};

const lockInvoices: Statement = {
  name: 'lock-invoices',
  text: `select ${invoicesTable.selectList('i')} from invoices i
    where i.id = any($1::uuid[]) order by i.id for no key update`,
};

const selectDeals: Statement = {
  name: 'select-deals',
  text: `select ${dealsTable.selectList('d')} from deals d where d.invoice_id = any($1::uuid[]) order by d.invoice_id, d.ordinal`,
};

const lockArrivals: Statement = {
  name: 'lock-arrivals',
  text: `select ${arrivalsTable.selectList('a')} from arrivals a
    where a.id = any($1::uuid[]) order by a.id for no key update`,
};

const selectEarlierArrivals: Statement = {
  name: 'select-earlier-arrivals',
  text: `select ${arrivalsTable.selectList('a')} from unnest($1::int4[], $2::text[]) k(requisite_id, reference)
    cross join lateral (
      select * from arrivals where requisite_id = k.requisite_id and reference = k.reference limit 1
    ) a`,
};

/** One arrival at most has paid a deal. Of those that are held, the oldest are enough to see that somebody has to decide. */
const heldArrivalsPerDealMax = 10;

const selectArrivalsOfDeals: Statement = {
  name: 'select-arrivals-of-deals',
  text: `select ${arrivalsTable.selectList('a')} from unnest($1::uuid[]) k(deal_id)
    cross join lateral (
      (select * from arrivals where deal_id = k.deal_id and status = 'matched' limit 1)
      union all
      (select * from arrivals where deal_id = k.deal_id and status = 'held' order by id limit ${heldArrivalsPerDealMax})
    ) a`,
};

/** Three running deals are enough to see that there is not just one. */
const selectDealsOnRequisites: Statement = {
  name: 'select-deals-on-requisites',
  text: `select k.requisite_id, k.amount, d.id, d.invoice_id, i.store_id, d.amount, d.status, d.started_at
    from unnest($1::int4[], $2::int8[]) k(requisite_id, amount)
    cross join lateral (
      (select id, invoice_id, amount, status, started_at from deals
        where requisite_id = k.requisite_id and amount = k.amount and occupies limit 1)
      union
      (select id, invoice_id, amount, status, started_at from deals
        where requisite_id = k.requisite_id and occupies and status in ('transfer_waiting', 'transfer_confirmed') limit 3)
    ) d
    cross join lateral (select store_id from invoices where id = d.invoice_id limit 1) i`,
};

const selectPosted: Statement = {
  name: 'select-posted',
  text: `select subject_id, kind from transfers where subject_id = any($1::uuid[])`,
};

const lockSecondFactors: Statement = {
  name: 'lock-second-factors',
  text: `select merchant_id, last_used_step, failures, locked_until from second_factors
    where merchant_id = any($1::int4[]) order by merchant_id for no key update`,
};

const lockWithdrawals: Statement = {
  name: 'lock-withdrawals',
  text: `select ${withdrawalsTable.selectList('w')} from withdrawals w
    where w.id = any($1::uuid[]) order by w.id for no key update`,
};

/**
 * The keys of this lock and of the accounts' are gathered into one array before the scan. As `in (select …)` they would be joined
 * to it, and a row that another batch has changed while this one waited is checked against that join anew: PostgreSQL then
 * drops rows that belong here.
 */
const lockRequisiteLoads: Statement = {
  name: 'lock-requisite-loads',
  text: `select l.requisite_id, l.active_deals, l.day, l.day_sum from requisite_loads l
    where l.requisite_id = any($1::int4[] || array(
      select d.requisite_id from deals d where d.invoice_id = any($2::uuid[]) and d.requisite_id is not null
    )) order by l.requisite_id for no key update`,
};

const selectOccupants: Statement = {
  name: 'select-occupants',
  text: `select k.requisite_id, k.amount, d.id, d.rests_until
    from unnest($1::int4[], $2::int8[]) k(requisite_id, amount)
    cross join lateral (
      select id, rests_until from deals where requisite_id = k.requisite_id and amount = k.amount and occupies limit 1
    ) d`,
};

const lockAccounts: Statement = {
  name: 'lock-accounts',
  text: `select a.id, a.balance from accounts a
    where a.id = any($1::int4[] || array(
      select unnest(array[m.available_id, m.held_id])
      from deals d join makers m on m.id = d.maker_id where d.invoice_id = any($2::uuid[])
    )) order by a.id for no key update`,
};

function idempotencyValues(keys: BatchKeys): string[] {
  return [
    plainArray(keys.idempotency.map(({ storeId }) => storeId)),
    textArray(keys.idempotency.map(({ key }) => key)),
  ];
}

function earlierPayinValues({ earlierPayins }: BatchKeys): string[] {
  return [
    plainArray(earlierPayins.map(({ storeId }) => storeId)),
    textArray(earlierPayins.map(({ internalId }) => internalId)),
    plainArray(earlierPayins.map(({ amount }) => amount)),
    textArray(earlierPayins.map(({ currency }) => currency)),
  ];
}

function earlierPayoutValues({ earlierPayouts }: BatchKeys): string[] {
  return [
    plainArray(earlierPayouts.map(({ storeId }) => storeId)),
    textArray(earlierPayouts.map(({ internalId }) => internalId)),
  ];
}

function pairValues({ pairs }: BatchKeys): string[] {
  return [plainArray(pairs.map(({ requisiteId }) => requisiteId)), plainArray(pairs.map(({ amount }) => amount))];
}

function decodeAnswer([storeId, key, requestHash, status, body, createdAt]: Cells): StoredAnswer {
  return { storeId, key, requestHash, status, body, createdAt };
}

function decodeSecondFactor([merchantId, lastUsedStep, failures, lockedUntilMs]: Cells): {
  merchantId: number;
  state: SecondFactorState;
} {
  return {
    merchantId,
    state: { lastUsedStep: lastUsedStep === null ? null : Number(lastUsedStep), failures, lockedUntilMs },
  };
}
