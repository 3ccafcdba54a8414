import type pg from 'pg';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { firstIdAt } from '../../../domain/text/uuid.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { cameForDeal, dealRunMs, isSettledPayin, withExcess } from '../../rows/settled-deals.ts';
import type { LineOfAccount } from './bank-statement-reads.ts';

/** Money of ours that a line of the bank may be. */
interface Candidate {
  readonly kind: 'arrival' | 'deal' | 'payout';
  readonly id: string;
  readonly invoiceId: string | null;
  readonly requisiteId: number | null;
  readonly amount: bigint;
  readonly currency: string;
  /** When it came, was settled, or began. */
  readonly at: Instant;
  readonly status: string;
  /** False: a deal that waits for this money. It is settled first. */
  readonly isSettled: boolean;
}

const dayMs = 86_400_000;
const candidatesMax = 20;

const isFree = (column: 'arrival_id' | 'deal_id', id: string) =>
  `not exists (select 1 from bank_lines l where l.${column} = ${id} and l.is_trusted)`;

/** Over the same sum, on the same account, within some days of the booking; the nearest first. */
export async function listCandidates(pool: pg.Pool, { line, account }: LineOfAccount): Promise<Candidate[]> {
  const at = line.at ?? Date.parse(line.bookedOn) + dayMs / 2;
  const span = { from: at - 8 * dayMs, to: at + 3 * dayMs };
  const text = line.direction === 'in' ? creditsText : debitsText;
  const of = line.direction === 'in' ? account.requisiteIds : account.makerId;
  const { rows } = await orUnavailable(
    pool.query(
      `select * from (${text}) c where at between $3 and $4
       order by abs(extract(epoch from at - $5::timestamptz)), id limit ${candidatesMax}`,
      [
        of,
        line.amount,
        new Date(span.from),
        new Date(span.to),
        new Date(at),
        account.currency,
        firstIdAt(Math.max(span.from - dealRunMs, 0)),
        ...(line.direction === 'in' ? [firstIdAt(Math.max(span.from, 0))] : []),
      ],
    ),
  );
  return rows;
}

const creditsText = `select 'arrival' as kind, a.id, null::uuid as "invoiceId", a.requisite_id as "requisiteId", a.amount,
    a.currency, a.arrived_at as at, a.status, true as "isSettled"
  from unnest($1::int4[]) r (id) join arrivals a on a.requisite_id = r.id and a.amount = $2::int8 and a.id >= $8::uuid
  where a.currency = $6 and ${isFree('arrival_id', 'a.id')}
  union all
  select 'deal', d.id, d.invoice_id, d.requisite_id, ${cameForDeal}, d.currency,
    coalesce(d.ended_at, d.started_at), d.status, ${isSettledPayin}
  from unnest($1::int4[]) r (id) join deals d on d.requisite_id = r.id and d.invoice_id >= $7::uuid
    ${withExcess}
  where d.type = 'in' and (d.status in ('transfer_waiting', 'transfer_confirmed') or ${isSettledPayin})
    and ${cameForDeal} = $2::int8 and ${isFree('deal_id', 'd.id')}
    and not exists (select 1 from arrivals a where a.deal_id = d.id and a.status = 'matched')`;

const debitsText = `select 'payout' as kind, d.id, d.invoice_id as "invoiceId", null::int4 as "requisiteId", d.amount, d.currency,
    coalesce(d.ended_at, d.confirmed_at) as at, d.status, true as "isSettled"
  from unnest(array['completed', 'transfer_confirmed']) s (status)
  join deals d on coalesce(d.maker_id, 0) = $1::int4 and d.type = 'out' and d.status = s.status and d.id >= $7::uuid
  where d.currency = $6 and d.amount = $2::int8 and d.confirmed_at is not null and ${isFree('deal_id', 'd.id')}`;
