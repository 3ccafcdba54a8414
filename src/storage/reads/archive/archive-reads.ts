import type pg from 'pg';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { orUnavailable } from '../../database/database-errors.ts';

export interface ArchiveFigures {
  /** From the newest. */
  readonly months: readonly MonthFigures[];
  /** When the mover had last looked at everything; null: never. */
  readonly roundEndedAt: Instant | null;
}

interface MonthFigures {
  /** As in `2026-05`. */
  readonly month: string;
  /** As the statistics of the database know it while the month is here: to count would read all of it. */
  readonly invoices: number;
  /** Of its tables, with indexes; 0 when it lies in a file. */
  readonly bytes: number;
  readonly detached: { readonly at: Instant; readonly fileName: string; readonly sha256: string } | null;
}

/** Twenty years. */
const monthsMax = 240;

/** Cheap enough for a page that is looked at all day. */
export async function readArchiveFigures(pool: pg.Pool): Promise<ArchiveFigures> {
  const [{ rows: months }, { rows: states }] = await orUnavailable(
    Promise.all([
      pool.query(
        `select to_char(m.month, 'YYYY-MM') as month, m.detached_at, m.file_name, m.file_sha256,
           coalesce((m.counts->>'invoices')::float8, greatest(c.reltuples, 0), 0)::float8 as invoices,
           coalesce((
             select sum(pg_total_relation_size(to_regclass('public.' || archive_table(t.name, m.month))))
             from unnest(array['invoices', 'deals', 'notifications', 'delivery_attempts']) t(name)
           ), 0)::float8 as bytes
         from archive_months m left join pg_class c on c.oid = to_regclass('public.' || archive_table('invoices', m.month))
         order by m.month desc limit $1`,
        [monthsMax],
      ),
      pool.query('select round_ended_at from archive_state'),
    ]),
  );
  return {
    months: months.map(({ month, invoices, bytes, detached_at: at, file_name: fileName, file_sha256: sha256 }) => ({
      month,
      invoices,
      bytes,
      detached: at === null ? null : { at, fileName, sha256 },
    })),
    roundEndedAt: states[0]?.round_ended_at ?? null,
  };
}
