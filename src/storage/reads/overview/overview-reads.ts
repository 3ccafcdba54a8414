import type pg from 'pg';
import type { FeePart } from '../../../domain/ledger/books.ts';
import { transferKinds } from '../../../domain/ledger/ledger.ts';
import { directions } from '../../../domain/money/payment.ts';
import { type OverviewLine, overviewDimensions } from '../../../domain/overview/overview.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { firstIdAt } from '../../../domain/text/uuid.ts';
import { byDimension, countedInvoices, feeParts, halfHour, seenDeals, seenInvoices } from '../../rollups/roll-trade.ts';
import { bool, instant, int4, int8, oneOf, text as textCell } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import { type Query, readQuery } from '../listing.ts';

/**
 * The figures of the overview: half hours that a worker has counted, and what is younger, which is a minute or two of trade. One
 * statement, so that nothing is counted twice when the worker moves on.
 */
interface OverviewPeriod {
  readonly fromMs: Instant;
  readonly step: 'hour' | 'day';
  /** Where days and hours begin. */
  readonly zone: string;
}

/** Invoices that are not counted yet and are looked at, the newest first. A service that has more has been off, or has just begun. */
export const uncountedMax = 50_000;

const line = select('f', {
  dimension: oneOf(overviewDimensions),
  key: textCell,
  at: instant.orNull,
  type: oneOf(directions),
  currency: textCell,
  created: int4,
  paid: int4,
  ended: int4,
  paidSum: int8,
  makerSum: int8,
});

const sums = `sum(r.created)::int4 as created, sum(r.paid)::int4 as paid, sum(r.ended)::int4 as ended,
  sum(r.paid_sum)::int8 as paid_sum, sum(r.maker_sum)::int8 as maker_sum`;
const figures = 'r.type, r.currency, r.created, r.paid, r.ended, r.paid_sum, r.maker_sum';
/** Before the worker has begun, nothing is counted. */
const countedTo = (column: string, nothing: string) => `coalesce((select ${column} from rollup_state), ${nothing})`;
const firstUncounted = `greatest($1::uuid, ${countedTo('trade_to', `'00000000-0000-0000-0000-000000000000'::uuid`)})`;

export function overviewQuery({ fromMs, step, zone }: OverviewPeriod): Query<OverviewLine> {
  const text = `with
    seen as materialized (${seenInvoices} where i.id >= ${firstUncounted} order by i.id desc limit $5),
    dealt as materialized (${seenDeals} where d.invoice_id >= ${firstUncounted} order by d.invoice_id desc limit $5),
    timed as materialized (
      select r.at, ${figures} from trade_rollups r where r.dimension = 'all' and r.at >= $2
      union all select ${halfHour('r.created_at')}, r.type, r.currency, ${countedInvoices} from seen r group by 1, 2, 3
    ),
    told_apart as (
      select r.dimension, r.key, ${figures} from trade_rollups r
        where r.dimension in ('store', 'maker', 'bank', 'wait', 'miss') and r.at >= $2
      union all select r.dimension, r.key, ${figures} from (${byDimension}) r where r.dimension <> 'all'
      union all select 'miss', m.reason, 'in', m.currency, 1, 0, 0, 0, 0 from allocation_misses m
        where m.id > ${countedTo('misses_to', '0')} and m.at >= $2
    )
    select ${line.list} from (
      select 'step' as dimension, '' as key, date_trunc($3, r.at, $4) as at, r.type, r.currency, ${sums}
        from timed r group by 3, 4, 5
      union all select 'hour', extract(hour from r.at at time zone $4)::int4::text, null, r.type, r.currency, ${sums}
        from timed r group by 2, 4, 5
      union all select r.dimension, r.key, null, r.type, r.currency, ${sums} from told_apart r group by 1, 2, 4, 5
      union all select 'uncounted', '', null, 'in', '', count(*)::int4, 0, 0, 0, 0 from seen
    ) f`;
  return { text, values: [firstIdAt(fromMs), new Date(fromMs), step, zone, uncountedMax], selection: line };
}

export async function readOverviewLines(pool: pg.Pool, period: OverviewPeriod): Promise<OverviewLine[]> {
  return await readQuery(pool, overviewQuery(period));
}

const feePart = select('f', {
  kind: oneOf(transferKinds),
  currency: textCell,
  isToService: bool.from('to_service'),
  amount: int8,
});

export function feesQuery(fromMs: Instant): Query<FeePart> {
  const text = `select ${feePart.list} from (
      select s.kind, s.currency, s.to_service, sum(s.amount)::int8 as amount from (
        select r.kind, r.currency, r.to_service, r.amount from fee_rollups r where r.at >= $1
        union all select p.kind, p.currency, p.to_service, p.amount
          from (${feeParts(`t.id > ${countedTo('transfers_to', '0')}`)}) p where p.created_at >= $1
      ) s group by 1, 2, 3
    ) f`;
  return { text, values: [new Date(fromMs)], selection: feePart };
}

export async function readFeeParts(pool: pg.Pool, fromMs: Instant): Promise<FeePart[]> {
  return await readQuery(pool, feesQuery(fromMs));
}

const paceLine = select('r', { makerId: textCell.from('key'), sum: int8.from('sum(r.maker_sum)::int8') });

/** What payins took of each maker's balance since an instant, as far as it is counted. */
export function paceQuery(sinceMs: Instant): Query<{ readonly makerId: string; readonly sum: bigint }> {
  const text = `select ${paceLine.list} from trade_rollups r
    where r.dimension = 'maker' and r.at >= $1 and r.type = 'in' group by r.key`;
  return { text, values: [new Date(sinceMs)], selection: paceLine };
}

export async function readPace(pool: pg.Pool, sinceMs: Instant): Promise<ReadonlyMap<number, bigint>> {
  const rows = await readQuery(pool, paceQuery(sinceMs));
  return new Map(rows.map(({ makerId, sum }) => [Number(makerId), sum]));
}
