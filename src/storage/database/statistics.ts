import type pg from 'pg';

/** Tables that grow with every invoice. */
const growingTables = ['invoices', 'deals', 'transfers', 'notifications', 'withdrawals', 'idempotency_keys'];
const rowsMin = 200;

/**
 * Analyzes tables that have doubled since the planner last looked at them; says which. Autovacuum does this too, a minute
 * later: too late for a fresh installation, whose first plans are made for empty tables.
 */
export async function analyzeGrownTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query({
    name: 'grown-tables',
    text: `select s.relname from pg_stat_user_tables s join pg_class c on c.oid = s.relid
      where s.relname = any($1) and s.n_mod_since_analyze > $2 and s.n_mod_since_analyze > c.reltuples`,
    values: [growingTables, rowsMin],
  });
  const grown: string[] = rows.map((row) => row.relname);
  for (const table of grown) await pool.query('select analyze_table($1)', [table]);
  return grown;
}
