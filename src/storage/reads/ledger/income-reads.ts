import type pg from 'pg';
import type { FeePart } from '../../../domain/ledger/books.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import type { Period } from '../book/book-reads.ts';
import { datedWithin } from '../statements/closed-days.ts';

/** Every part of a fee comes to the service or to a maker; what is taken back leaves one of the two. */
export const feeKindsGained = [
  'payin_fee',
  'payin_reward',
  'payout_fee',
  'payout_reward',
  'excess_fee',
  'excess_reward',
  'correction_fee',
  'correction_reward',
  'withdrawal_fee',
];
export const feeKindsTakenBack = ['payout_fee_reverse', 'payout_reward_reverse'];

/** What fees came to in a period, by kind: found through the accounts of the service and of all makers. */
export async function sumFeeParts(
  pool: pg.Pool,
  accounts: { readonly feeIds: readonly number[]; readonly makerIds: readonly number[] },
  period: Period,
): Promise<FeePart[]> {
  const side = (
    own: string,
    kinds: string,
  ) => `select t.kind, t.currency, t.credit_id = any($1::int4[]) as to_service, t.amount
    from transfers t where t.${own} = any($1::int4[] || $2::int4[]) and t.kind = any(${kinds}::text[])
      and ${datedWithin('$5', '$6')}`;
  const { rows } = await orUnavailable(
    pool.query({
      name: 'sum-fee-parts',
      text: `select s.kind, s.currency, s.to_service, sum(s.amount)::int8 as amount
        from (${side('credit_id', '$3')} union all ${side('debit_id', '$4')}) s group by 1, 2, 3 order by 2, 1, 3`,
      values: [
        accounts.feeIds,
        accounts.makerIds,
        feeKindsGained,
        feeKindsTakenBack,
        new Date(period.fromMs),
        new Date(period.toMs),
      ],
    }),
  );
  return rows.map((row) => ({
    kind: row.kind,
    currency: row.currency,
    isToService: row.to_service,
    amount: row.amount,
  }));
}
