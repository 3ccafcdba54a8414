import type pg from 'pg';
import { type Role, serviceActor } from '../../src/domain/people/audit.ts';
import { createUser } from '../../src/settings/people/create-user.ts';
import { OperatorClient } from './operator-client.ts';
import { testSettings } from './settings.ts';

const password = 'a long enough password';

/** Makes a user with the role and signs in. A maker's or merchant's user belongs to the owner with that ID. */
export async function signInAs(
  { url, pool }: { readonly url: string; readonly pool: pg.Pool },
  role: Role,
  ownerId = 1,
): Promise<OperatorClient> {
  const login = `${role}-${ownerId}-${Math.floor(performance.now())}`;
  await testSettings(pool).run(
    createUser,
    {
      login,
      name: login,
      role,
      password,
      makerId: role === 'maker' ? ownerId : null,
      merchantId: role === 'merchant' ? ownerId : null,
    },
    { actor: serviceActor, reason: 'a test', at: Date.now() },
  );
  return await OperatorClient.signedIn(url, login, password);
}
