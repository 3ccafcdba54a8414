import type pg from 'pg';
import { demoSecrets } from '../src/domain/installation/demo-secrets.ts';
import { phoneSecretHash } from '../src/domain/phones/phone.ts';
import { SeededRandom } from '../src/world/seeded-random.ts';
import { csrfToken, type FuzzClient, phoneToken, sessionHash } from './client.ts';
import type { KnownThings } from './known-things.ts';
import { goodRequest } from './make-request.ts';
import { operations } from './operations.ts';
import type { FuzzBody, FuzzRequest } from './request.ts';

/** What keeps a fuzz going: it may disable its own users, revoke its own keys and switch off what it needs. */
export class FuzzWorld {
  readonly #pool: pg.Pool;
  readonly #merchants: readonly SealedMerchant[];

  private constructor(pool: pg.Pool, merchants: readonly SealedMerchant[]) {
    this.#pool = pool;
    this.#merchants = merchants;
  }

  static async open(pool: pg.Pool): Promise<FuzzWorld> {
    const { rows } = await pool.query('select id, secret, totp_seed from merchants');
    const world = new FuzzWorld(pool, rows);
    await world.repair();
    return world;
  }

  /** Puts back what the next requests need. It writes only where something is amiss, so that nothing is read anew for nothing. */
  async repair(): Promise<void> {
    const logins = Object.keys(demoSecrets.people);
    await this.#pool.query(
      `update users set disabled = false, disabled_at = null, totp_seed = null, locked_until = null, failures = 0
       where login = any($1) and (disabled or totp_seed is not null or failures > 0)`,
      [logins],
    );
    for (const login of logins) {
      await this.#pool.query(
        `insert into sessions (token_hash, user_id, csrf_token, created_at, last_seen_at, expires_at, code_at)
         select $2, id, $3, now(), now(), '9000-01-01', '9000-01-01' from users where login = $1 on conflict do nothing`,
        [login, sessionHash(login), csrfToken],
      );
    }
    for (const { id, secret, totp_seed: seed } of this.#merchants) {
      await this.#pool.query(
        `update merchants set secret = $2, totp_seed = $3, access_changed_at = null
         where id = $1 and (secret <> $2 or totp_seed is distinct from $3 or access_changed_at is not null)`,
        [id, secret, seed],
      );
    }
    await this.#pool.query('update api_keys set revoked_at = null where key = any($1) and revoked_at is not null', [
      demoSecrets.apiKeys,
    ]);
    await this.#pool.query(
      `update stores set in_enabled = true, out_enabled = true, needs_sha256 = false, needs_timestamp = false
       where not in_enabled or not out_enabled or needs_sha256 or needs_timestamp`,
    );
    // One that was revoked stays revoked: another one gets the token.
    await this.#pool.query(
      `insert into phones (maker_id, name, token_hash, created_at, paired_at)
       select 1, 'Fuzz', $1, now(), now() where not exists (select from phones where token_hash = $1)`,
      [phoneSecretHash(phoneToken)],
    );
    await this.#pool.query('update makers set is_on = true, stopped = false where not is_on or stopped');
  }
}

interface SealedMerchant {
  readonly id: number;
  readonly secret: Buffer;
  readonly totp_seed: Buffer | null;
}

/** A few of each thing, so that the first requests find something: invoices with deals, payouts, a dispute, lists of the rest. */
export async function furnish(client: FuzzClient, known: KnownThings): Promise<void> {
  const random = new SeededRandom(1);
  const act = async (operationId: string, body: FuzzBody | null = null) => {
    const operation = operations.find((one) => one.operationId === operationId);
    if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
    const good = goodRequest(random, operation, known);
    const query = good.query.filter(([name]) => operation.query?.[name]?.isRequired === true);
    const request: FuzzRequest = { ...good, query, ...(body === null ? {} : { body }) };
    const answer = await client.send(request);
    if (answer.status === 200) known.learn(operation, answer.json);
    // Some lists want to know of which store; what is created has to be there.
    else if (body !== null) throw new Error(`${operationId} answered ${answer.status}: ${answer.text}`);
  };
  const payin = { type: 'in', currency: 'RUB', notificationUrl: '', notificationToken: '', startDeal: true };
  const requisites = { requisites: '2200000000000004', holder: 'Ivan P.' };
  const way = { paymentOption: 'TO_CARD', paymentMethod: 'sberbank', paymentRequisites: requisites };
  for (const amount of ['1000.00', '1100.00', '1200.00', '1300.00']) {
    await act('createInvoice', { kind: 'json', value: { ...payin, amount } });
    await act('createInvoice', { kind: 'json', value: { ...payin, ...way, type: 'out', startDeal: false, amount } });
  }
  for (const { operationId, face, method, params, isStream } of operations) {
    if (face === 'operator' && method === 'GET' && params === undefined && !isStream) await act(operationId);
  }
}
