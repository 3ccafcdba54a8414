import { claimsSeenMax } from '../../domain/disputes/claimants.ts';
import { type DealDispute, dealStatuses } from '../../domain/invoices/deal.ts';
import { lookUp } from '../batch/load-step.ts';
import { int4, int8, json, oneOf, text, uuid } from './codec.ts';
import { select } from './shape.ts';

export const disputeOpenedAt = "((d.dispute ->> 'openedAt')::int8)";

/** The newest claim over a deal, and whose invoice it is: see `claimOf`. */
export const dealClaims = (alias: string) =>
  select(alias, {
    id: uuid,
    status: oneOf(dealStatuses),
    dispute: json<DealDispute>(),
    storeId: int4,
    userId: text.orNull,
  });

const claimed = (where: string) => `select d.id, d.status, d.dispute, i.store_id, i.user_id
      from only deals d join only invoices i on i.id = d.invoice_id
      where i.store_id = k.store_id and ${where} order by ${disputeOpenedAt} desc limit ${claimsSeenMax}`;

/** What is open over invoices of a store, and what was decided lately: under the lock of the store's accounts, so none is missing. */
export const lookAtClaims = lookUp({
  name: 'claims',
  coveredBy: ['balances'],
  key: { storeId: int4, since: int8 },
  keys: ({ claimsOf }) => claimsOf?.map(({ storeId, since }) => ({ storeId, since: BigInt(since) })),
  selection: dealClaims('c'),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      (${claimed(`d.status = 'dispute'`)})
      union all
      (${claimed(`d.dispute is not null and d.status <> 'dispute' and ${disputeOpenedAt} > k.since`)})
    ) c`,
});
