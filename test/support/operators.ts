import type pg from 'pg';
import { type Role, serviceActor } from '../../src/domain/audit.ts';
import { SecretBox } from '../../src/storage/secret-box.ts';
import { People } from '../../src/storage/settings/people.ts';
import { demoMasterKey } from './database.ts';
import { OperatorClient } from './operator-client.ts';

const password = 'a long enough password';

/** Makes a user with the role and signs in. A maker's or merchant's user belongs to the owner with that ID. */
export async function signInAs(
  { url, pool }: { readonly url: string; readonly pool: pg.Pool },
  role: Role,
  ownerId = 1,
): Promise<OperatorClient> {
  const login = `${role}-${ownerId}-${Math.floor(performance.now())}`;
  await new People(pool, new SecretBox(demoMasterKey)).createUser(
    {
      login,
      name: login,
      role,
      password,
      makerId: role === 'maker' ? ownerId : null,
      merchantId: role === 'merchant' ? ownerId : null,
    },
    (userId) => ({
      at: Date.now(),
      actor: serviceActor,
      action: 'create-user',
      subjectKind: 'user',
      subjectId: String(userId),
      reason: 'a test',
      details: null,
    }),
  );
  return await OperatorClient.signedIn(url, login, password);
}
