import type pg from 'pg';
import { demoSecrets } from '../../../domain/installation/demo-secrets.ts';
import type { Role } from '../../../domain/people/audit.ts';
import { hashPassword, passwordMatches } from './password-hash.ts';

/** The people of the demo world: one of each role, with passwords that everybody knows. */
export async function createDemoPeople(client: pg.Client): Promise<void> {
  for (const { login, name, role, password, makerId, merchantId } of demoPeople) {
    await client.query(
      `insert into users (login, name, role, maker_id, merchant_id, password_hash, trusted_since)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [login, name, role, makerId, merchantId, await hashPassword(password), longAgo],
    );
  }
}

/** Those whose demo password still opens the door. A user of the same name with another password is nobody's business. */
export async function findDemoPeople(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query('select login, password_hash from users where login = any($1) order by login', [
    demoPeople.map(({ login }) => login),
  ]);
  const traces: string[] = [];
  for (const { login, password_hash: hash } of rows) {
    const password = demoPeople.find((person) => person.login === login)?.password ?? '';
    if (await passwordMatches(password, hash)) traces.push(`the password of user ${login}`);
  }
  return traces;
}

/** Whatever time a sandbox's clock says: they were there before. */
const longAgo = new Date(0);

interface DemoPerson {
  readonly login: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string;
  readonly makerId: number | null;
  readonly merchantId: number | null;
}

const { operator, maker, merchant } = demoSecrets.people;

const demoPeople: readonly DemoPerson[] = [
  { ...operator, name: 'Demo Operator', role: 'operator', makerId: null, merchantId: null },
  { ...maker, name: 'Demo Maker', role: 'maker', makerId: 1, merchantId: null },
  { ...merchant, name: 'Demo Merchant', role: 'merchant', makerId: null, merchantId: 1 },
];
