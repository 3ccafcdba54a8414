import type pg from 'pg';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { hashPassword } from '../../src/storage/settings/people/password-hash.ts';

/**
 * The hash of a password is slow on purpose: a tenth of a second of a whole core, and hundreds of tests sign in. The cost
 * stands in the hash, so signing in works as ever with a cheap one.
 */
export const hashCheaply = (password: string): Promise<string> => hashPassword(password, { N: 16, r: 1, p: 1 });

/** The same passwords for the people of the demo world. */
export async function hashDemoPasswordsCheaply(client: pg.Client): Promise<void> {
  for (const { login, password } of Object.values(demoSecrets.people)) {
    const { rowCount } = await client.query('update users set password_hash = $1 where login = $2', [
      await hashCheaply(password),
      login,
    ]);
    if (rowCount !== 1) throw new Error(`the demo world has no user ${login}`);
  }
}
