import type pg from 'pg';

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * All tables but the lists of migrations and of running processes, in an order in which no table refers to a later one.
 * Numbers of transactions are left out: they mean nothing in another cluster, where rows get the one that loads them.
 */
export async function readTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('schema_migrations', 'service_processes')
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
     group by c.relname order by c.relname`,
  );
  const { rows: references } = await client.query(
    `select f.conrelid::regclass::text as child, f.confrelid::regclass::text as parent
     from pg_constraint f where f.contype = 'f' and f.connamespace = 'public'::regnamespace`,
  );
  return inOrder(rows, references);
}

function inOrder(
  tables: readonly TableShape[],
  references: readonly { readonly child: string; readonly parent: string }[],
): TableShape[] {
  const ordered: TableShape[] = [];
  const placed = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name }) =>
        !placed.has(name) &&
        references.every(({ child, parent }) => child !== name || parent === name || placed.has(parent)),
    );
    if (next.length === 0) throw new Error('the tables refer to each other in a circle; no order can load them');
    for (const table of next) placed.add(table.name);
    ordered.push(...next);
  }
  return ordered;
}
