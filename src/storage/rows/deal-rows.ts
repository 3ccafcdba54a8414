import { clockDriftMaxMs, olderMaxMs, reportReference } from '../../domain/arrivals/arrival.ts';
import { type Deal, type DealDispute, dealStatuses, type Taking } from '../../domain/invoices/deal.ts';
import { takingsMaxMost } from '../../domain/makers/maker.ts';
import { directions } from '../../domain/money/payment.ts';
import type { Attachment } from '../../domain/receipts/attachment.ts';
import type { CameKey } from '../../domain/state/needs.ts';
import { firstIdAt } from '../../domain/text/uuid.ts';
import { lookUp, ofInvoices } from '../batch/load-step.ts';
import { bool, fiat, instant, int4, int8, json, jsonList, oneOf, rate, settlement, text, uuid } from './codec.ts';
import { defineRow } from './row-kind.ts';
import { cameForDeal, dealRunMs, isSettledPayin, withExcess } from './settled-deals.ts';
import { select } from './shape.ts';

export const deals = defineRow<Deal>({
  table: 'deals',
  columns: {
    id: uuid,
    invoiceId: uuid.once,
    ordinal: int4.once,
    type: oneOf(directions).once,
    status: oneOf(dealStatuses),
    paymentOption: text.once,
    bank: text.once.from('payment_method'),
    requisiteId: int4.orNull.once,
    makerId: int4.orNull,
    number: text.once,
    holder: text.once,
    askedSum: fiat.once.from('amount'),
    currency: text.once,
    rate: rate.from('rate_e8'),
    receivedSum: fiat.orNull.from('received_amount'),
    makerSum: settlement,
    feeSum: settlement,
    feeBps: int4.orNull.once,
    feeFixed: settlement.orNull.once,
    rewardBps: int4,
    rewardSum: settlement,
    startedAt: instant.once,
    deadlineAt: instant.once,
    confirmedAt: instant.orNull,
    endedAt: instant.orNull,
    occupies: bool,
    restsUntil: instant.orNull,
    attachments: jsonList<Attachment>(),
    dispute: json<DealDispute>().orNull,
    takings: json<readonly Taking[]>().orNull,
  },
  key: ({ id }) => id,
  unique: {
    deals_pkey: ({ id }) => id,
    deals_of_invoice: ({ invoiceId, ordinal }) => `${invoiceId} ${ordinal}`,
    deals_one_per_pair: ({ occupies, requisiteId, askedSum }) =>
      occupies && requisiteId !== null ? pairKey(requisiteId, askedSum) : null,
  },
  checks: {
    deals_amount_check: ({ askedSum }) => askedSum > 0n,
    deals_check: ({ type, requisiteId, makerId }) => type === 'out' || (requisiteId !== null && makerId !== null),
    deals_fee_sum_check: ({ feeSum }) => feeSum >= 0n,
    deals_maker_sum_check: ({ makerSum }) => makerSum >= 0n,
    deals_reward_sum_check: ({ rewardSum, feeSum }) => rewardSum >= 0n && rewardSum <= feeSum,
    deals_rate_e8_check: (deal) => deal.rate > 0n,
    deals_received_amount_check: ({ receivedSum }) => receivedSum === null || receivedSum > 0n,
  },
});

export function pairKey(requisiteId: number, amount: bigint): string {
  return `${requisiteId} ${amount}`;
}

/** Deals have no locks of their own: their invoice's covers them. */
export const lookAtDeals = ofInvoices(
  'deals',
  deals.as('d'),
  (list, invoices) =>
    `select ${list} from only deals d where d.invoice_id = any(${invoices}) order by d.invoice_id, d.ordinal`,
);

/**
 * What makers have taken and shown no proof of, under the lock of their accounts: who takes two at once is counted twice. One more than
 * any limit is enough.
 */
export const lookAtTakings = lookUp({
  name: 'takings',
  coveredBy: ['balances'],
  key: { makerId: int4 },
  keys: ({ takingsOf }) => takingsOf?.map((makerId) => ({ makerId })),
  selection: select('k', {
    makerId: int4.from('k.maker_id'),
    dealId: uuid.from('d.id'),
    makerSum: settlement.from('d.maker_sum'),
  }),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select id, maker_sum from only deals
      where coalesce(maker_id, 0) = k.maker_id and type = 'out' and status = 'transfer_waiting' limit ${takingsMaxMost}
    ) d`,
});

const pair = { requisiteId: int4, amount: fiat };

export const lookAtOccupants = lookUp({
  name: 'occupants',
  coveredBy: ['requisiteLoads'],
  key: pair,
  keys: ({ candidates }) => {
    if (candidates === undefined) return undefined;
    const { requisites, amount, nudges } = candidates;
    if (nudges === undefined) return requisites.map(({ id }) => ({ requisiteId: id, amount }));
    return requisites.flatMap(({ id }) => [amount, ...nudges].map((sum) => ({ requisiteId: id, amount: sum })));
  },
  selection: select('k', { ...pair, dealId: uuid.from('d.id'), restsUntil: instant.from('d.rests_until').orNull }),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select id, rests_until from only deals where requisite_id = k.requisite_id and amount = k.amount and occupies limit 1
    ) d`,
});

/** A deal that money may be meant for. */
const soughtDeal = {
  dealId: uuid.from('d.id'),
  invoiceId: uuid,
  storeId: int4.from('i.store_id'),
  amount: fiat,
  status: oneOf(dealStatuses),
  startedAt: instant,
};
const withStore = 'cross join lateral (select store_id from only invoices where id = d.invoice_id limit 1) i';

export const lookAtDealsOfPairs = lookUp({
  name: 'dealsOfPairs',
  coveredBy: [],
  key: pair,
  keys: ({ arrival }) => (arrival === undefined ? undefined : [arrival]),
  selection: select('d', { requisiteId: int4.from('k.requisite_id'), ...soughtDeal }),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select id, invoice_id, amount, status, started_at from only deals
      where requisite_id = k.requisite_id and amount = k.amount and occupies limit 1
    ) d ${withStore}`,
});

const came = { ...pair, arrivedAt: instant, cameBy: instant };
const keyOfCame = {
  requisiteId: int4.from('k.requisite_id'),
  soughtSum: fiat.from('k.amount'),
  arrivedAt: instant.from('k.arrived_at'),
  cameBy: instant.from('k.came_by'),
};
/** Nothing is told by a list that was cut: of the first one is said whether there are others. */
const foundForCame = { ...keyOfCame, ...soughtDeal, isOnly: bool.from('d.is_only') };

/** With a bound for the index: no deal of an invoice before it can have run or been settled since. */
function withOldest(key: CameKey | undefined, earlierMs: number) {
  if (key === undefined) return undefined;
  const { requisiteId, amount, arrivedAt, cameBy } = key;
  const oldest = firstIdAt(Math.max(arrivedAt - earlierMs - dealRunMs, 0));
  return [{ requisiteId, amount, arrivedAt, cameBy, oldest }];
}

/** Time ends a deal at its deadline, however much later that was written down; one with a receipt runs on. */
const ranThen = `type = 'in' and started_at <= k.came_by
  and coalesce(case when status in ('transfer_waiting', 'expired') then least(ended_at, deadline_at) else ended_at end,
    'infinity') >= k.arrived_at - interval '${clockDriftMaxMs} ms'`;

/**
 * Only where a sum has no deal of its own, which is seldom. Those that have their pair still are found at any age, others back to the
 * oldest that may have run so long.
 */
export const lookAtRan = lookUp({
  name: 'ran',
  coveredBy: [],
  key: { ...came, oldest: uuid },
  keys: ({ ran }) => withOldest(ran, clockDriftMaxMs),
  selection: select('d', foundForCame),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select a.*, count(*) over () = 1 as is_only from (
        (select id, invoice_id, amount, status, started_at from only deals
          where requisite_id = k.requisite_id and occupies and ${ranThen})
        union
        (select id, invoice_id, amount, status, started_at from only deals
          where requisite_id = k.requisite_id and invoice_id >= k.oldest and ${ranThen})
      ) a order by id limit 1
    ) d ${withStore}`,
});
/**
 * Only where a sum has no deal of its own: all deals of the requisite are looked through, back to the oldest that may have been settled
 * since. Two of them may have the same sum: first comes one that was settled when the money had come, and is the only one if no other
 * was. The report of another sum, which an operator has taken for true, is no word of a bank; where that has told of it as well, and a
 * person has looked, the deal has its money.
 */
/** What payouts have brought a maker and may have to go back: what was credited lately, and what is in dispute. */
export const lookAtOpenPayouts = lookUp({
  name: 'openPayouts',
  key: { makerId: int4, since: instant },
  keys: ({ openPayoutsOf }) => openPayoutsOf && [openPayoutsOf],
  coveredBy: ['balances'],
  selection: select('s', {
    makerId: int4.from('k.maker_id'),
    credited: int8,
    lastAt: instant.orNull,
    disputed: int8,
  }),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select coalesce(sum(d.sum) filter (where not is_disputed), 0)::int8 as credited,
        max(d.ended_at) filter (where not is_disputed) as last_at,
        coalesce(sum(d.sum) filter (where is_disputed), 0)::int8 as disputed
      from (
        select maker_sum + reward_sum as sum, ended_at, false as is_disputed from only deals
        where maker_id = k.maker_id and type = 'out' and status = 'completed' and ended_at > k.since
        union all select maker_sum + reward_sum, ended_at, true from only deals
        where coalesce(maker_id, 0) = k.maker_id and type = 'out' and status = 'dispute' and dispute->>'from' = 'completed'
      ) d
    ) s`,
});

export const lookAtHandSettled = lookUp({
  name: 'handSettled',
  coveredBy: [],
  key: { ...came, oldest: uuid },
  keys: ({ handSettled }) => withOldest(handSettled, olderMaxMs),
  selection: select('d', foundForCame),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select a.*, count(*) filter (where fits) over () <= 1 as is_only from (
        select d.id, d.invoice_id, d.amount, d.status, d.started_at,
          d.ended_at >= k.arrived_at - interval '${clockDriftMaxMs} ms' as fits from only deals d ${withExcess}
        where d.requisite_id = k.requisite_id and d.invoice_id >= k.oldest and ${isSettledPayin} and ${cameForDeal} = k.amount
          and d.ended_at >= k.arrived_at - interval '${olderMaxMs} ms' and d.started_at <= k.came_by
          and not exists (select from arrivals a where a.deal_id = d.id and a.reference <> '${reportReference('')}' || d.id
            and (a.status = 'matched' or a.status = 'returned' and a.amount = k.amount and exists (
              select from arrivals m where m.deal_id = d.id and m.status = 'matched')))
      ) a order by fits desc, invoice_id desc nulls last, id desc limit 1
    ) d ${withStore}`,
});
