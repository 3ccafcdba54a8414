import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, serviceActor } from '../../src/domain/people/audit.ts';
import { rate } from '../../src/domain/rates/rates.ts';
import { AppError } from '../../src/errors/app-error.ts';
import { changeRequisite } from '../../src/settings/makers/change-requisite.ts';
import { createMaker } from '../../src/settings/makers/create-maker.ts';
import { createRequisite } from '../../src/settings/makers/create-requisite.ts';
import { changeStore } from '../../src/settings/merchants/change-store.ts';
import { createMerchant } from '../../src/settings/merchants/create-merchant.ts';
import { createStore } from '../../src/settings/merchants/create-store.ts';
import { revokeApiKey } from '../../src/settings/merchants/revoke-api-key.ts';
import { countPassword } from '../../src/settings/people/count-attempt.ts';
import { createUser } from '../../src/settings/people/create-user.ts';
import { createRateFeed } from '../../src/settings/rates/create-rate-feed.ts';
import { setRate } from '../../src/settings/rates/set-rate.ts';
import { takeFeedRate } from '../../src/settings/rates/take-feed-rate.ts';
import { Settings, type SettingsOptions } from '../../src/settings/settings.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { createTestDatabase, demoMasterKey, expectLawsHold, type TestDatabase } from '../support/database.ts';

const at = Date.UTC(2026, 10, 14, 12);
const by = { actor: serviceActor, reason: 'a test', at };
const secondPerson = { isOn: false, delayMs: 0, largeTopUpAbove: '10000' };
/** Scrypt is slow on purpose, and not what is tested here. */
const chance = {
  text: (bytes: number) => 'x'.repeat(bytes),
  id: randomUUID,
  apiKey: () => `qk_${randomUUID()}`,
  hashPassword: async () => 'scrypt$1$1$1$x$x',
};

describe('acts on settings', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const settings = (options: Partial<SettingsOptions> = {}) =>
    new Settings({
      rateJumpMaxBps: 500,
      pool: database.pool,
      secrets: new SecretBox(demoMasterKey),
      mode: 'sandbox',
      secondPerson,
      chance,
      ...options,
    });
  const count = async (table: string) =>
    (await database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number;
  const codeOf = async (act: Promise<unknown>) =>
    await act.then(
      () => 'done',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );

  /** Ten in each of four processes, as far as the database can tell. */
  const atOnce = async (act: (one: Settings, turn: number) => Promise<string>) => {
    const processes = Array.from({ length: 4 }, () => settings());
    return await Promise.all(processes.flatMap((one) => Array.from({ length: 10 }, (_, turn) => act(one, turn))));
  };

  it('are stored with their line of the audit log, or not at all', async () => {
    const before = await count('audit_log');
    const { id } = await settings().run(createMerchant, { name: 'Corner' }, by);
    const { rows } = await database.pool.query(
      `select action, actor, reason, subject_kind, subject_id, at from audit_log order by id desc limit 1`,
    );
    expect(rows).toEqual([
      {
        action: 'create-merchant',
        actor: 'service',
        reason: 'a test',
        subject_kind: 'merchant',
        subject_id: `${id}`,
        at,
      },
    ]);
    // A reason that the database cannot store: the act goes with its line.
    const merchants = await count('merchants');
    await expect(settings().run(createMerchant, { name: 'X' }, { ...by, reason: '\0' })).rejects.toThrow();
    expect([await count('merchants'), await count('audit_log')]).toEqual([merchants, before + 1]);
  });

  it('refuse a role that is not theirs before anything is drawn or loaded', async () => {
    const maker: Actor = { userId: 2, name: 'mark', role: 'maker', makerId: 1, merchantId: null };
    const nothing = {
      text: () => expect.unreachable(),
      id: () => expect.unreachable(),
      apiKey: () => expect.unreachable(),
      hashPassword: async () => expect.unreachable(),
    };
    const refused = settings({ chance: nothing }).run(createMerchant, { name: 'X' }, { ...by, actor: maker });
    expect(await codeOf(refused)).toBe('forbidden');
  });

  it('acts on settings that change nothing are not logged', async () => {
    const { rows } = await database.pool.query('select key, store_id from api_keys order by key limit 1');
    const input = { storeId: rows[0].store_id, key: rows[0].key };
    await settings().run(revokeApiKey, input, by);
    const logged = await count('audit_log');
    await settings().run(revokeApiKey, input, { ...by, at: at + 1 });
    expect(await count('audit_log')).toBe(logged);
    const revoked = await database.pool.query('select revoked_at from api_keys where key = $1', [input.key]);
    expect(revoked.rows).toEqual([{ revoked_at: at }]);
  });

  it('keep what a refusal leaves behind: a wrong password counts', async () => {
    const login = 'counted';
    const user = { login, name: '', role: 'operator', makerId: null, merchantId: null, password: 'x' } as const;
    const { id } = await settings().run(createUser, user, by);
    const wrong = settings().routine(countPassword, { userId: id, isPassword: false }, at);
    expect(await codeOf(wrong)).toBe('password_wrong');
    const { rows } = await database.pool.query('select failures from users where id = $1', [id]);
    expect(rows).toEqual([{ failures: 1 }]);
  });

  it('tell the process of a changed catalogue before they answer, and of nothing else', async () => {
    let refreshes = 0;
    const told = settings({ catalogueChanged: async () => void refreshes++ });
    await told.run(changeStore, { id: 1, settings: { payinFeeBps: 10 } }, by);
    expect(refreshes).toBe(1);
    const user = {
      login: 'quiet',
      name: '',
      role: 'operator',
      makerId: null,
      merchantId: null,
      password: 'x',
    } as const;
    await told.run(createUser, user, by);
    expect(refreshes).toBe(1);
  });

  it('say that the outcome is unknown when the database goes away after the commit', async () => {
    const away = settings({
      catalogueChanged: async () => {
        throw new AppError('database_unavailable');
      },
    });
    expect(await codeOf(away.run(changeStore, { id: 1, settings: { payinFeeBps: 11 } }, by))).toBe('outcome_unknown');
    const { rows } = await database.pool.query('select in_fee_bps from stores where id = 1');
    expect(rows).toEqual([{ in_fee_bps: 11 }]);
  });

  it('acts on settings at once in four processes make one user of one login, and refuse the others for what it is', async () => {
    const user = { login: 'once', name: '', role: 'operator', makerId: null, merchantId: null, password: 'x' } as const;
    const outcomes = await atOnce((one) => codeOf(one.run(createUser, user, by)));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'login_taken')).toHaveLength(39);
  });

  it('acts on settings at once in four processes make one requisite of one number', async () => {
    const wish = { option: 'SBP', bank: 'vtb', currency: 'RUB', number: '+79991234567' };
    const outcomes = await atOnce((one) => codeOf(one.run(createRequisite, { makerId: 1, settings: wish }, by)));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'requisite_taken')).toHaveLength(39);
  });

  it('acts on settings of all kinds at once do not wait for each other in a circle', async () => {
    const source = { url: 'https://rates.example', path: 'x', book: null, time: null };
    const currencies = { settlementCurrency: 'USDT', fiatCurrency: 'RUB', type: 'in' } as const;
    const asking = { sources: [source], marginBps: 0, intervalMs: 60_000, isEnabled: true };
    const feed = await settings().run(createRateFeed, { ...currencies, ...asking }, by);
    const said = rate(9_550_000_001n);
    const answers = [{ rate: said, prices: [said] }];
    const pair = { settlementCurrency: 'USDT', fiatCurrency: 'RUB', ageMaxMs: null };
    const rates = { in: rate(9_550_000_000n), out: rate(9_350_000_000n) };
    const outcomes = await atOnce(async (one, turn) => {
      switch (turn % 4) {
        case 0:
          return await codeOf(one.run(setRate, { ...pair, ...rates }, by));
        case 1:
          return await codeOf(one.routine(takeFeedRate, { feed, askedAt: at, answers }, at));
        case 2:
          return await codeOf(one.run(changeStore, { id: (turn % 2) + 1, settings: { withdrawalFee: '1' } }, by));
        default:
          return await codeOf(one.run(changeRequisite, { id: 1, isPaused: turn % 8 === 3 }, by));
      }
    });
    expect(new Set(outcomes)).toEqual(new Set(['done']));
  });

  it('open empty accounts for a store and a maker, also in a currency that is new to the books', async () => {
    await database.pool.query(`insert into currencies (code, name, subunit) values ('USDC', 'USD Coin', 6)`);
    const store = { merchantId: 1, name: 'S', currency: 'RUB', settlementCurrency: 'USDC', network: 'ERC20' } as const;
    const accountId = '0193f000-0000-7000-8000-0000000000aa';
    const storeId = await settings().run(createStore, { ...store, accountId, settings: {} }, by);
    const makerId = await settings().run(createMaker, { name: 'M', settlementCurrency: 'USDC' }, by);
    const { rows } = await database.pool.query(
      `select a.kind, a.owner_id, a.balance, s.id is not null or m.id is not null as is_named from accounts a
       left join store_accounts s on a.id in (s.available_id, s.frozen_id, s.excess_id)
       left join makers m on a.id in (m.available_id, m.held_id)
       where a.currency = 'USDC' order by a.kind`,
    );
    expect(rows).toEqual([
      { kind: 'external', owner_id: 0, balance: 0n, is_named: false },
      { kind: 'fees', owner_id: 0, balance: 0n, is_named: false },
      { kind: 'maker_available', owner_id: makerId, balance: 0n, is_named: true },
      { kind: 'maker_held', owner_id: makerId, balance: 0n, is_named: true },
      { kind: 'store_available', owner_id: storeId, balance: 0n, is_named: true },
      { kind: 'store_excess', owner_id: storeId, balance: 0n, is_named: true },
      { kind: 'store_frozen', owner_id: storeId, balance: 0n, is_named: true },
    ]);
    await expectLawsHold(database.pool);
  });
});
