import pg from 'pg';
import { type Right, rightsOf, workRights } from './work-rights.ts';

/**
 * Gives the work role exactly the rights of the list: those that are missing are granted, any others taken away. Run by the
 * owner after migrations; where nothing differs it writes nothing, so that many processes may start at once.
 */
export async function grantWork(owner: pg.Client, role: string): Promise<void> {
  await owner.query('begin');
  await grantTables(owner, role);
  await grantSchema(owner, role);
  await owner.query('commit');
}

async function grantTables(owner: pg.Client, role: string): Promise<void> {
  const name = quoted(role);
  const held = await readRights(owner, role);
  for (const [table, text] of Object.entries(workRights)) {
    const wanted = rightsOf({ [table]: text });
    if (
      isSame(
        wanted,
        held.filter((right) => right.table === table),
      )
    )
      continue;
    await owner.query(`revoke all on ${quoted(table)} from ${name}`);
    await owner.query(
      `grant ${text.replaceAll(/ (?=select|insert|update|delete)/g, ', ')} on ${quoted(table)} to ${name}`,
    );
  }
  // Months of the archive are read through the living tables, and by themselves when a backup is written.
  const { rows: months } = await owner.query(
    `select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where c.relnamespace = 'public'::regnamespace and not has_table_privilege($1, c.oid, 'select')`,
    [role],
  );
  for (const { relname } of months) await owner.query(`grant select on ${quoted(relname)} to ${name}`);
  // IDs are drawn before rows are written, and a backup reads where the sequences stand. Setting them back is not included.
  const { rows } = await owner.query(
    `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
       and not (has_sequence_privilege($1, c.oid, 'usage') and has_sequence_privilege($1, c.oid, 'select'))`,
    [role],
  );
  for (const { relname } of rows) await owner.query(`grant usage, select on sequence ${quoted(relname)} to ${name}`);
}

const quoted = pg.escapeIdentifier;

/** A role that may create a table in the path of a trigger, temporary or not, can make the trigger see that one instead. */
async function grantSchema(owner: pg.Client, role: string): Promise<void> {
  const name = quoted(role);
  const { rows } = await owner.query(
    `select current_database() as database,
       has_schema_privilege($1, 'public', 'usage') as may_use,
       has_schema_privilege($1, 'public', 'create') as may_create,
       has_database_privilege($1, current_database(), 'temporary') as may_keep`,
    [role],
  );
  const { database, may_use: mayUse, may_create: mayCreate, may_keep: mayKeep } = rows[0];
  if (!mayUse) await owner.query(`grant usage on schema public to ${name}`);
  if (mayCreate) await owner.query(`revoke create on schema public from public, ${name}`);
  if (mayKeep) await owner.query(`revoke temporary on database ${quoted(database)} from public, ${name}`);
}

/** What was granted to this very role. */
async function readRights(owner: pg.Client, role: string): Promise<readonly Right[]> {
  const { rows } = await owner.query(
    `select c.relname as table, lower(g.privilege_type) as act, null as column
     from pg_class c, aclexplode(c.relacl) g
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and g.grantee = $1::regrole
     union all
     select c.relname, lower(g.privilege_type), a.attname
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0, aclexplode(a.attacl) g
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and g.grantee = $1::regrole`,
    [quoted(role)],
  );
  return rows;
}

function isSame(wanted: readonly Right[], held: readonly Right[]): boolean {
  const text = (rights: readonly Right[]) =>
    rights
      .map(({ act, column }) => `${act} ${column ?? ''}`)
      .sort()
      .join('\n');
  return text(wanted) === text(held);
}
