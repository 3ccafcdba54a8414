import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../../../../src/config/config.ts';
import { cliActor } from '../../../../src/domain/people/audit.ts';
import { totpCode, totpStep } from '../../../../src/domain/people/totp.ts';
import { startService } from '../../../../src/service.ts';
import { createEnrolmentCode } from '../../../../src/settings/people/enrolment-codes.ts';
import type { Settings } from '../../../../src/settings/settings.ts';
import { merchantSecretContext } from '../../../../src/storage/secrets/sealed-columns.ts';
import { SecretBox } from '../../../../src/storage/secrets/secret-box.ts';
import { hashCheaply } from '../../../support/cheap-password.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { MerchantClient } from '../../../support/merchant-client.ts';
import { OperatorClient } from '../../../support/operator-client.ts';
import { testSettings } from '../../../support/settings.ts';

const masterKeyHex = '5a'.repeat(32);
const publicUrl = 'https://pay.example.com';
const key = 'production-store-key';
const secret = 'production-merchant-secret';
/** Of the user `operator`, who has no second factor yet. */
export const operatorPassword = 'production-operator-password';

export interface ProductionService {
  readonly url: string;
  readonly db: TestDatabase;
  readonly now: () => number;
  advance(ms: number): void;
  /** Signs the public URL, as a client does that calls it through a proxy. */
  readonly shop: MerchantClient;
  /** As the command line changes settings beside it. */
  readonly settings: Settings;
  stop(): Promise<void>;
}

/** Makers have a million each, which is not the demo world's. */
async function payBackDemoMoney(pool: TestDatabase['pool']): Promise<void> {
  const move = (kind: string, debit: string, credit: string, amount: string) =>
    pool.query(
      `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
       select ${debit}, ${credit}, ${amount}, 'USDT', '${kind}', gen_random_uuid(), now()
       from makers m join accounts a on a.id = m.available_id`,
    );
  await move('pay_back', 'a.id', '1', 'a.balance');
  await move('top_up', '1', 'a.id', '100000000000000');
}

/** The service in production mode: the demo world with its demo secrets and its money replaced, or it would not start. */
export async function startProductionService(env: Record<string, string> = {}): Promise<ProductionService> {
  const db = await createTestDatabase();
  await replaceDemoWorld(db);
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-data-'));
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const service = await startService(productionConfig(db, dataDir, env), { clock: now });
  return {
    url: service.url,
    db,
    now,
    advance(ms) {
      aheadMs += ms;
    },
    shop: new MerchantClient(service.url, key, secret, publicUrl),
    settings: testSettings(db.pool, { secrets: ownSecrets(), mode: 'production' }),
    async stop() {
      await service.stop();
      await db.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Somebody with an authenticator app, as production asks it of operators. */
export class CarefulPerson {
  readonly client: OperatorClient;
  readonly #service: ProductionService;
  readonly #login: readonly [string, string];
  readonly #seed: string;

  private constructor(
    service: ProductionService,
    client: OperatorClient,
    login: readonly [string, string],
    seed: string,
  ) {
    this.#service = service;
    this.client = client;
    this.#login = login;
    this.#seed = seed;
  }

  static async signedIn(service: ProductionService, login: string, password: string): Promise<CarefulPerson> {
    const client = await OperatorClient.signedIn(service.url, login, password);
    const me = (await client.get('/me')).body;
    const by = { actor: cliActor, reason: 'a test', at: service.now() };
    const { secret: enrolmentCode } = await service.settings.run(createEnrolmentCode, { userId: me.id }, by);
    const { seed, ticket } = (await client.post('/me/second-factor/begin', { enrolmentCode })).body;
    const code = totpCode(seed, totpStep(service.now()));
    const { status, body } = await client.post('/me/second-factor/confirm', { ticket, code });
    if (status !== 200) throw new Error(`${login} has no second factor: ${JSON.stringify(body)}`);
    return new CarefulPerson(service, client, [login, password], seed);
  }

  /** Time goes by, and the person signs in again. */
  async wait(ms: number): Promise<void> {
    this.#service.advance(Math.max(ms, 31_000));
    const { status, body } = await this.client.signIn(
      ...this.#login,
      totpCode(this.#seed, totpStep(this.#service.now())),
    );
    if (status !== 200) throw new Error(`${this.#login[0]} cannot sign in: ${JSON.stringify(body)}`);
  }
}

function ownSecrets(): SecretBox {
  return new SecretBox(Buffer.from(masterKeyHex, 'hex'));
}

/** A database of the demo world becomes what production takes, and no start has told it its mode. */
export async function replaceDemoWorld(db: TestDatabase): Promise<void> {
  await db.owner.query('delete from api_key_uses; delete from api_keys');
  await db.pool.query('insert into api_keys (key, store_id) values ($1, 1)', [key]);
  await db.pool.query('update merchants set secret = $1, totp_seed = null', [
    ownSecrets().seal(secret, merchantSecretContext(1)),
  ]);
  const passwordHash = await hashCheaply(operatorPassword);
  await db.pool.query('update users set password_hash = $1, disabled = role <> $2', [passwordHash, 'operator']);
  await payBackDemoMoney(db.pool);
}

export function productionSettings(db: TestDatabase) {
  return {
    QUITTANCE_MODE: 'production',
    MASTER_KEY: masterKeyHex,
    PUBLIC_URL: publicUrl,
    PORT: '0',
    DATABASE_URL: db.url,
    LOG_LEVEL: 'fatal',
  };
}

export function productionConfig(db: TestDatabase, dataDir: string, env: Record<string, string> = {}): Config {
  return readConfig({ ...productionSettings(db), DATA_DIR: dataDir, ...env });
}
