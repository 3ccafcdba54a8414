import type pg from 'pg';
import { makerOf } from '../../../domain/makers/maker.ts';
import type { Requisite } from '../../../domain/makers/requisite.ts';
import type { FiatMinor } from '../../../domain/money/money.ts';
import { type AllocationView, type RequisiteLoad, unusedLoad } from '../../../domain/payins/allocation.ts';
import type { Catalogue } from '../../../domain/state/catalogue.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { run, type Statement } from '../../database/connection.ts';
import { orUnavailable } from '../../database/database-errors.ts';
import { plainArray } from '../../rows/table.ts';
import { findBalances } from '../ledger/account-reads.ts';

/** The load of each requisite, and who has its pair with this amount. Keys first: see batch-load.ts. */
export const availabilityOfRequisites: Statement = {
  name: 'availability-of-requisites',
  text: `select l.requisite_id, l.active_deals, l.day, l.day_sum, l.day_deals, l.month, l.month_sum, l.last_started_at,
      d.id, d.rests_until
    from unnest($1::int4[]) k(requisite_id)
    cross join lateral (
      select requisite_id, active_deals, day, day_sum, day_deals, month, month_sum, last_started_at
      from requisite_loads where requisite_id = k.requisite_id limit 1
    ) l
    left join lateral (
      select id, rests_until from only deals where requisite_id = k.requisite_id and amount = $2 and occupies limit 1
    ) d on true`,
};

/** What allocation looks at, read without a lock: it says what is so now, and promises nothing. */
export async function readAvailability(
  pool: pg.Pool,
  catalogue: Catalogue,
  { requisites, amount }: { readonly requisites: readonly Requisite[]; readonly amount: FiatMinor },
): Promise<AllocationView> {
  const ids = requisites.map(({ id }) => id);
  const accountIds = [...new Set(requisites.map(({ makerId }) => makerOf(catalogue, makerId).availableId))];
  const [rows, balances] = await orUnavailable(
    Promise.all([run(pool, availabilityOfRequisites, [plainArray(ids), amount]), findBalances(pool, accountIds)]),
  );
  const loads = new Map<number, RequisiteLoad>();
  const occupants = new Map<number, { dealId: string; restsUntil: Instant | null }>();
  for (const row of rows) {
    const [requisiteId, activeDeals, day, daySum, dayDeals, month, monthSum, lastStartedAt, dealId, restsUntil] = row;
    loads.set(requisiteId, { requisiteId, activeDeals, day, daySum, dayDeals, month, monthSum, lastStartedAt });
    if (dealId !== null) occupants.set(requisiteId, { dealId, restsUntil });
  }
  return {
    requisiteLoad: (id) => loads.get(id) ?? unusedLoad(id),
    occupant: (id, asked) => (asked === amount ? occupants.get(id) : undefined),
    balance: (id) => balances.get(id) ?? 0n,
  };
}
