import { createHash, randomBytes } from 'node:crypto';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { type Role, serviceActor } from '../../src/domain/people/audit.ts';
import type { Scope } from '../../src/domain/people/people.ts';
import { createUser as createUserAct } from '../../src/settings/people/create-user.ts';
import { hashCheaply } from './cheap-password.ts';
import { OperatorClient } from './operator-client.ts';
import type { TestService } from './service.ts';
import { testSettings } from './settings.ts';

const password = 'a password of tests';

interface MadeUser {
  readonly login: string;
  readonly role: Role;
  readonly makerId?: number;
  readonly merchantId?: number;
  /** So long ago: somebody new at a merchant makes its withdrawals wait for a day. */
  readonly agoMs?: number;
}

/** A user beside those of the demo world. */
export async function createUser(
  service: Pick<TestService, 'db' | 'now'>,
  { agoMs = 0, ...user }: MadeUser,
  hashPassword = hashCheaply,
): Promise<number> {
  const { makerId = null, merchantId = null } = user;
  const by = { actor: serviceActor, reason: 'a test', at: service.now() - agoMs };
  const made = await testSettings(service.db.pool, { hashPassword }).run(
    createUserAct,
    { ...user, name: '', makerId, merchantId, password },
    by,
  );
  return made.id;
}

export async function createSignedIn(service: TestService, user: MadeUser): Promise<OperatorClient> {
  await createUser(service, user);
  return await OperatorClient.signedIn(service.url, user.login, password);
}

/** Somebody whom `createUser` has made, on another device. */
export async function signInWithPassword(service: TestService, login: string): Promise<OperatorClient> {
  return await OperatorClient.signedIn(service.url, login, password);
}

export async function signInDemo(service: TestService, role: Role): Promise<OperatorClient> {
  const { login, password: demoPassword } = demoSecrets.people[role];
  return await OperatorClient.signedIn(service.url, login, demoPassword);
}

/** A script's token with these scopes. */
export async function createToken(
  service: TestService,
  login: string,
  scopes: readonly Scope[],
): Promise<OperatorClient> {
  const token = randomBytes(32).toString('base64url');
  await service.db.pool.query(
    `insert into api_tokens (token_hash, user_id, name, scopes, created_at, expires_at)
     select $1, id, 'a test', $3, now(), now() + interval '90 days' from users where login = $2`,
    [createHash('sha256').update(token).digest('hex'), login, scopes],
  );
  return OperatorClient.withToken(service.url, token);
}
