import type { RequisiteLoad } from '../../domain/payins/allocation.ts';
import { alongInvoices } from '../batch/load-step.ts';
import { instant, int4, int8 } from './codec.ts';
import { defineRow } from './row-kind.ts';

export const requisiteLoads = defineRow<RequisiteLoad>({
  table: 'requisite_loads',
  columns: {
    requisiteId: int4,
    activeDeals: int4,
    day: int4,
    daySum: int8,
    dayDeals: int4,
    month: int4,
    monthSum: int8,
    lastStartedAt: instant.orNull,
  },
  key: ({ requisiteId }) => requisiteId,
  isStanding: true,
  unique: { requisite_loads_pkey: ({ requisiteId }) => requisiteId },
  checks: {
    requisite_loads_active_deals_check: ({ activeDeals }) => activeDeals >= 0,
    requisite_loads_day_sum_check: ({ daySum }) => daySum >= 0n,
    requisite_loads_day_deals_check: ({ dayDeals }) => dayDeals >= 0,
    requisite_loads_month_sum_check: ({ monthSum }) => monthSum >= 0n,
  },
});

/**
 * The keys of this lock and of the accounts' are gathered into one array before the scan. As `in (select …)` they would be joined
 * to it, and a row that another batch has changed while this one waited is checked against that join anew: PostgreSQL then
 * drops rows that belong here.
 */
export const lockRequisiteLoads = alongInvoices({
  name: 'requisiteLoads',
  does: 'locks',
  codec: int4,
  keys: ({ candidates }) => candidates?.requisites.map(({ id }) => id),
  selection: requisiteLoads.as('l'),
  ofInvoices: (invoices) => `select d.requisite_id from only deals d
    where d.invoice_id = any(${invoices}) and d.requisite_id is not null`,
  text: (list, keys) => `select ${list} from requisite_loads l
    where l.requisite_id = any(${keys}) order by l.requisite_id for no key update`,
});
