import type { RoleReport } from '../../domain/installation/database-role.ts';
import type { Queryable } from '../database/connection.ts';
import { rightsOf, workRights } from './work-rights.ts';

/** Tables that nobody may change, whatever happens to the service. */
const booksTables = ['transfers', 'audit_log', 'audit_chain', 'book_pages', 'book_balances'];

export async function readRoleReport(client: Queryable): Promise<RoleReport> {
  const { rows } = await client.query({ name: 'role-faults', text: roleFacts, values: [booksTables] });
  const [facts] = rows;
  const owned: string[] = facts.owned;
  const changed: string[] = facts.changed;
  const faults = [
    ...(facts.is_superuser ? ['is a superuser'] : []),
    ...(facts.makes_roles ? ['may create roles, and so give itself the rights of others'] : []),
    ...(facts.runs_programs ? ['may write files or run programs on the server'] : []),
    // A superuser is a member of everything; that was said.
    ...(facts.is_superuser || owned.length === 0 ? [] : [`owns ${owned.join(', ')}, or may become the owner`]),
    ...(facts.is_superuser || owned.length > 0 ? [] : changed),
  ];
  return { role: facts.role, faults };
}

const roleFacts = `
  with books as (select c.oid, c.relname, c.relowner from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname = any($1))
  select current_user as role, r.rolsuper as is_superuser, r.rolcreaterole as makes_roles,
    pg_has_role('pg_write_server_files', 'member') or pg_has_role('pg_execute_server_program', 'member') as runs_programs,
    array(select relname::text from books where pg_has_role(relowner, 'member') order by relname) as owned,
    array(
      select 'may ' || act || ' ' || relname from books, unnest(array['update', 'delete', 'truncate', 'trigger']) act
      where case act when 'update' then has_any_column_privilege(oid, act) else has_table_privilege(oid, act) end
      union all select 'may change balances without a transfer'
        where has_column_privilege('public.accounts', 'balance', 'update')
      union all select 'may create functions and tables in the schema public'
        where has_schema_privilege('public', 'create')
      union all select 'may create temporary tables in this database'
        where has_database_privilege(current_database(), 'temporary')
    ) as changed
  from pg_roles r where r.rolname = current_user`;

/** Rights of the list that the role of this connection lacks, as `update on deals`. */
export async function readMissingRights(client: Queryable): Promise<string[]> {
  const wanted = rightsOf(workRights);
  const { rows } = await client.query(
    `select w.act || ' on ' || w.table_name as missing
     from unnest($1::text[], $2::text[], $3::text[]) w(table_name, act, column_name)
     where case when w.column_name is null then not has_table_privilege('public.' || w.table_name, w.act)
       else not has_column_privilege('public.' || w.table_name, w.column_name, w.act) end
     group by 1 order by 1`,
    [wanted.map(({ table }) => table), wanted.map(({ act }) => act), wanted.map(({ column }) => column)],
  );
  return rows.map(({ missing }) => missing);
}
