import { type Transfer, transferKinds } from '../../domain/ledger/ledger.ts';
import { lookUp } from '../batch/load-step.ts';
import { int4, oneOf, settlement, text, uuid } from './codec.ts';
import { defineRow } from './row-kind.ts';

export const transfers = defineRow<Transfer>({
  table: 'transfers',
  columns: {
    subjectId: uuid,
    kind: oneOf(transferKinds),
    debitId: int4,
    creditId: int4,
    amount: settlement,
    currency: text,
  },
  stampedAt: 'created_at',
  unique: {
    transfers_pkey: postedKey,
    transfers_one_movement: ({ subjectId, kind }) => (isMovement(kind) ? subjectId : null),
  },
  checks: {
    transfers_amount_check: ({ amount }) => amount > 0n,
    transfers_check: ({ debitId, creditId }) => debitId !== creditId,
  },
});

/** From outside, or back out: under an ID that somebody has chosen. */
function isMovement(kind: Transfer['kind']): boolean {
  return kind === 'top_up' || kind === 'pay_back';
}

function postedKey({ subjectId, kind }: Pick<Transfer, 'subjectId' | 'kind'>): string {
  return `${subjectId} ${kind}`;
}

export const lookAtPosted = lookUp({
  name: 'posted',
  coveredBy: ['invoices', 'balances'],
  key: { subjectId: uuid },
  keys: ({ subjectIds }) => subjectIds?.map((subjectId) => ({ subjectId })),
  selection: transfers.as('t'),
  text: (list, keys) => `select ${list} from ${keys} cross join lateral (
      select * from transfers where subject_id = k.subject_id limit ${Object.keys(transferKinds).length}
    ) t`,
});
