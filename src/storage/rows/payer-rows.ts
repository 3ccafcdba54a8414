import { invoiceStatuses } from '../../domain/invoices/invoice.ts';
import { type BegunPayin, type Payer, payerKinds, payinsSeenMax } from '../../domain/payins/payer-rules.ts';
import { lockByKey, lookUp } from '../batch/load-step.ts';
import { bool, instant, int4, jsonList, oneOf, text, uuid } from './codec.ts';
import { defineRow } from './row-kind.ts';
import { select } from './shape.ts';

export const payers = defineRow<Payer>({
  table: 'payers',
  columns: {
    key: text,
    storeId: int4.once,
    kind: oneOf(payerKinds).once,
    name: text.once,
    begun: jsonList<BegunPayin>(),
    seenAt: instant,
    failures: int4,
    blockedAt: instant.orNull,
    blockedUntil: instant.orNull,
    liftedAt: instant.orNull,
  },
  key: ({ key }) => key,
  order: ({ key }) => key,
  // The database numbers them by itself: no two get the same.
  unique: { payers_pkey: ({ key }) => key, payers_id_key: () => null },
  checks: {
    payers_failures_check: ({ failures }) => failures >= 0,
    payers_block_check: ({ blockedAt, blockedUntil }) => (blockedAt === null) === (blockedUntil === null),
  },
});

/** Locked, so that fifty payins of one payer at once are counted one after the other. */
export const lockPayers = lockByKey('payers', payers, {
  codec: text,
  keys: ({ payers: asked }) => asked?.map(({ key }) => key),
});

const payerKey = { key: text, storeId: int4, kind: oneOf(payerKinds), name: text };

const columns = 'i.id, i.status, i.created_at, i.expire_at, i.updated_at, i.deal_count, i.part_sum';

/** The newest payins of each payer: under the lock of its row, so none is missing that was counted before. */
export const lookAtPayinsOfPayers = lookUp({
  name: 'payinsOfPayers',
  coveredBy: ['payers'],
  key: payerKey,
  keys: ({ payers: asked }) => asked,
  selection: select('k', {
    key: text,
    id: uuid.from('i.id'),
    status: oneOf(invoiceStatuses).from('i.status'),
    createdAt: instant.from('i.created_at'),
    expireAt: instant.from('i.expire_at'),
    updatedAt: instant.from('i.updated_at'),
    dealCount: int4.from('i.deal_count'),
    hasPart: bool.from('i.part_sum is not null'),
    isConfirmed: bool.from(
      "exists (select from deals d where d.invoice_id = i.id and d.status = 'transfer_confirmed')",
    ),
  }),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      (select ${columns} from invoices i
        where k.kind = 'user' and i.store_id = k.store_id and i.user_id = k.name and i.user_id is not null
          and i.user_id <> '' and i.type = 'in'
        order by i.id desc nulls last limit ${payinsSeenMax})
      union all
      (select ${columns} from payers p cross join lateral jsonb_to_recordset(p.begun) b(id uuid)
        join invoices i on i.id = b.id
        where k.kind = 'address' and p.key = k.key limit ${payinsSeenMax})
    ) i`,
});
