import type pg from 'pg';
import { authorForMerchant, type Role } from '../domain/audit.ts';
import { findRoles } from '../storage/reads/people-reads.ts';

/** How the author of something is shown. */
export type AuthorsShown = (name: string) => string;

/** Operators see logins; a merchant sees those of its own people, and of others what they are. */
export async function authorsShownTo(
  reader: Role,
  { pool }: { readonly pool: pg.Pool },
  names: readonly string[],
): Promise<AuthorsShown> {
  if (reader === 'operator') return (name) => name;
  const roles = await findRoles(pool, names);
  return (name) => authorForMerchant(name, roles.get(name));
}
