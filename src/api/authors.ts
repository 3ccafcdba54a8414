import type pg from 'pg';
import { authorFor, type Role } from '../domain/people/audit.ts';
import { findRoles } from '../storage/reads/people/people-reads.ts';

/** How the author of something is shown. */
export type AuthorsShown = (name: string) => string;

/** Operators see logins; merchants and makers see those of their own side, and of others what they are. */
export async function authorsShownTo(
  reader: Role,
  { pool }: { readonly pool: pg.Pool },
  names: readonly string[],
): Promise<AuthorsShown> {
  if (reader === 'operator') return (name) => name;
  const roles = await findRoles(pool, names);
  return (name) => authorFor(reader, name, roles.get(name));
}
