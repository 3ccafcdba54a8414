import type pg from 'pg';
import type { NewOption, ReferenceData } from '../../../domain/catalogue/reference-data.ts';
import { demoSecrets } from '../../../domain/installation/demo-secrets.ts';
import { unknownBank } from '../../../domain/money/payment.ts';
import { connect } from '../../database/connection.ts';
import { merchantSecretContext, merchantSeedContext } from '../../secrets/sealed-columns.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { createServiceAccounts, insertReferenceRows } from '../catalogue/reference-rows.ts';
import { readStarterCatalogue } from '../catalogue/starter-catalogue.ts';
import { createDemoPeople, findDemoPeople } from '../people/demo-people.ts';

/**
 * The demo world of sandbox mode: always the same, so that examples, tests and the start-up text can name its keys. It is
 * made once, in one transaction; a second start finds it there.
 */
export const demoAccounts = {
  store1: '0193f000-0000-7000-8000-000000000001',
  store2: '0193f000-0000-7000-8000-000000000002',
} as const;

const makerCount = 8;
const requisitesPerOption = 40;
const tengeRequisitesPerOption = 10;
/** So many of the first banks of the catalogue have requisites in plenty. */
const commonBanks = 14;
const commonTengeBanks = 4;
/** Who tries an integration asks for the same sum at the same bank again and again, and each deal keeps its sum for a while. */
const busiestBanks = 5;
const requisitesPerBusiestBank = 25;
/** Five billion USDT for each maker: not even a benchmark runs the demo dry. */
const makerBalance = 5_000_000_000n * 100_000_000n;
const storeBalance = 10_000n * 100_000_000n;
const withdrawalFee = 2n * 100_000_000n;
/** In the demo an amount may be used again soon after; a real requisite rests longer. */
const demoRestMs = 60_000;

/** What makers of the demo earn of the fees of its stores (250 and 150): enough to see how a fee splits. */
const demoRewards = { in: 100, out: 60 } as const;

interface DemoOptions {
  /** Tests and benchmarks that count every transfer do without. */
  readonly hasRewards: boolean;
}

export async function createDemoWorld(
  connectionString: string,
  secrets: SecretBox,
  { hasRewards }: DemoOptions,
): Promise<boolean> {
  const client = await connect(connectionString, 'admin');
  try {
    await client.query('begin');
    await client.query('lock table merchants in share row exclusive mode');
    const { rows } = await client.query('select 1 from merchants limit 1');
    if (rows.length > 0) {
      await client.query('rollback');
      return false;
    }
    const data = await readStarterCatalogue();
    await createReference(client, data);
    await createMerchant(client, secrets);
    await createMakers(client, data);
    if (hasRewards) await createRewards(client);
    await createServiceAccounts(
      client,
      data.currencies.map(({ code }) => code),
    );
    await createDemoPeople(client);
    // Its clock is moved on purpose, and everybody knows its passwords: nobody is signed out for doing nothing, or asked for a factor.
    await client.query(
      `update access_rules set operator_idle_minutes = 0, maker_idle_minutes = 0, merchant_idle_minutes = 0,
         makers_need_factor = false, merchants_need_factor = false`,
    );
    // Nobody answers for its makers, and its clock is moved: disputes stop nobody until somebody says so.
    await client.query('update dispute_rules set remind_minutes = 0, answer_minutes = 0, open_max = 0');
    await client.query('commit');
    return true;
  } finally {
    await client.end();
  }
}

/**
 * Production must not run on a database in which a demo key or password still opens something, or in which makers have the
 * billions of the demo world: nobody has paid them in, and they would be owed for real. Paid back they do no harm.
 */
export async function findDemoTraces(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query('select key from api_keys where key = any($1) order by key', [demoSecrets.apiKeys]);
  return [
    ...rows.map((row) => `the API key ${row.key}`),
    ...(await findDemoPeople(pool)),
    ...(await findDemoMoney(pool)),
  ];
}

/** Known by the top-ups that makers got, in accounts that only the demo world makes: they may have other names by now. */
async function findDemoMoney(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query(
    `select m.name from makers m
     where m.available_id = any($1::int[])
       and exists (select from transfers t where t.credit_id = m.available_id and t.kind = 'top_up' and t.amount = $2)
       and $2 > (select coalesce(sum(t.amount), 0) from transfers t
         where t.debit_id = m.available_id and t.kind = 'pay_back')
     order by m.id`,
    [Array.from({ length: makerCount }, (_, index) => makerAvailableId(index + 1)), makerBalance],
  );
  return rows.map(({ name }) => `the balance of maker "${name}"`);
}

function makerAvailableId(maker: number): number {
  return 100 + maker * 2;
}

/** The service's own accounts carry fixed IDs here; those of the other currencies come when the rest has its place. */
async function createReference(client: pg.Client, data: ReferenceData): Promise<void> {
  await insertReferenceRows(client, data);
  await client.query(`insert into rates (settlement_currency, fiat_currency, type, rate_e8) values
    ('USDT', 'RUB', 'in', 9550000000), ('USDT', 'RUB', 'out', 9350000000),
    ('USDT', 'KZT', 'in', 52500000000), ('USDT', 'KZT', 'out', 51500000000)`);
  await client.query(`insert into accounts (id, kind, currency) values (1, 'external', 'USDT'), (2, 'fees', 'USDT')`);
}

async function createMerchant(client: pg.Client, secrets: SecretBox): Promise<void> {
  await client.query('insert into merchants (id, name, secret, totp_seed) values (1, $1, $2, $3)', [
    'Demo Merchant',
    secrets.seal(demoSecrets.merchantSecret, merchantSecretContext(1)),
    secrets.seal(demoSecrets.totpSeed, merchantSeedContext(1)),
  ]);
  await client.query(`insert into stores
    (id, merchant_id, name, currency, settlement_currency, in_fee_bps, out_fee_bps)
    values (1, 1, 'Demo Shop', 'RUB', 'USDT', 250, 150), (2, 1, 'Demo Shop 2', 'RUB', 'USDT', 250, 150)`);
  await client.query(`insert into store_limits (store_id, currency, type, amount_min, amount_max)
    select store_id, currency, type, amount_min, amount_max
    from unnest(array[1, 2]) s(store_id), unnest(array['in', 'out']) d(type),
      (values ('RUB', 10000, 100000000), ('KZT', 50000, 500000000)) l(currency, amount_min, amount_max)`);
  const [key1, key2] = demoSecrets.apiKeys;
  await client.query('insert into api_keys (key, store_id) values ($1, 1), ($2, 2)', [key1, key2]);
  await client.query(`insert into accounts (id, kind, owner_id, currency) values
    (11, 'store_available', 1, 'USDT'), (12, 'store_frozen', 1, 'USDT'),
    (13, 'store_available', 2, 'USDT'), (14, 'store_frozen', 2, 'USDT'),
    (15, 'store_excess', 1, 'USDT'), (16, 'store_excess', 2, 'USDT')`);
  await client.query(
    `insert into store_accounts (id, store_id, currency, network, available_id, frozen_id, excess_id, withdrawal_fee)
     values ($1, 1, 'USDT', 'TRC20', 11, 12, 15, $3), ($2, 2, 'USDT', 'TRC20', 13, 14, 16, $3)`,
    [demoAccounts.store1, demoAccounts.store2, withdrawalFee],
  );
  await topUp(client, 11, storeBalance);
  await skipIds(client, ['merchants', 'stores']);
}

async function createMakers(client: pg.Client, data: ReferenceData): Promise<void> {
  for (let maker = 1; maker <= makerCount; maker++) {
    const availableId = makerAvailableId(maker);
    const heldId = availableId + 1;
    await client.query(
      `insert into accounts (id, kind, owner_id, currency)
       values ($1, 'maker_available', $3, 'USDT'), ($2, 'maker_held', $3, 'USDT')`,
      [availableId, heldId, maker],
    );
    await client.query(
      `insert into makers (id, name, settlement_currency, available_id, held_id) values ($1, $2, 'USDT', $3, $4)`,
      [maker, `Demo Maker ${maker}`, availableId, heldId],
    );
    await topUp(client, availableId, makerBalance);
  }
  const requisites = demoRequisites(data);
  await client.query(
    `insert into requisites (maker_id, option, bank, currency, number, holder, rest_ms)
     select *, $7::int from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
    [
      requisites.map(({ makerId }) => makerId),
      requisites.map(({ option }) => option),
      requisites.map(({ bank }) => bank),
      requisites.map(({ currency }) => currency),
      requisites.map(({ number }) => number),
      requisites.map(({ holder }) => holder),
      demoRestMs,
    ],
  );
  await skipIds(client, ['makers', 'accounts']);
}

async function createRewards(client: pg.Client): Promise<void> {
  await client.query(
    `insert into maker_rewards (maker_id, direction, bps)
     select m.id, r.direction, r.bps from makers m, unnest($1::text[], $2::int4[]) r(direction, bps)`,
    [Object.keys(demoRewards), Object.values(demoRewards)],
  );
}

/**
 * Many for the banks that most people have, in the options that the interface began with; then one of each common kind for
 * every other bank, a few for ways to pay without a bank, and more for the banks that examples name. Some ways have none:
 * that is how it looks when nobody has.
 */
function demoRequisites({ banks, options }: ReferenceData) {
  const codesOf = (currency: string) =>
    banks.filter((bank) => bank.currency === currency && bank.code !== unknownBank).map(({ code }) => code);
  const rubleBanks = codesOf('RUB');
  const tengeBanks = codesOf('KZT').slice(0, commonTengeBanks);
  const [common, rare] = [rubleBanks.slice(0, commonBanks), rubleBanks.slice(commonBanks)];
  const of = (code: string) => {
    const option = options.find((one) => one.code === code);
    if (option === undefined) throw new Error(`the starter catalogue has no ${code}`);
    return option;
  };
  return [
    ...['SBP', 'TO_CARD', 'TO_ACCOUNT', 'CROSS_BORDER'].flatMap((code) =>
      requisitesOf({ currency: 'RUB', option: of(code), banks: common, first: 0, count: requisitesPerOption }),
    ),
    ...['TO_CARD', 'TO_ACCOUNT'].flatMap((code) =>
      requisitesOf({ currency: 'KZT', option: of(code), banks: tengeBanks, first: 0, count: tengeRequisitesPerOption }),
    ),
    ...['SBP', 'TO_CARD', 'TO_ACCOUNT'].flatMap((code) =>
      requisitesOf({ currency: 'RUB', option: of(code), banks: rare, first: requisitesPerOption, count: rare.length }),
    ),
    ...['SBP_QR', 'MOBILE_TOP_UP'].flatMap((code) =>
      requisitesOf({ currency: 'RUB', option: of(code), banks: [unknownBank], first: 500, count: makerCount }),
    ),
    ...['SBP', 'TO_CARD'].flatMap((code) => {
      const banks = common.slice(0, busiestBanks);
      const count = busiestBanks * requisitesPerBusiestBank;
      return requisitesOf({ currency: 'RUB', option: of(code), banks, first: 1_000, count });
    }),
  ];
}

function requisitesOf(wish: {
  readonly currency: string;
  readonly option: NewOption;
  readonly banks: readonly string[];
  readonly first: number;
  readonly count: number;
}) {
  return Array.from({ length: wish.count }, (_, index) => ({
    makerId: (index % makerCount) + 1,
    option: wish.option.code,
    bank: wish.banks[index % wish.banks.length] ?? '',
    currency: wish.currency,
    number: demoNumber(wish.option, wish.currency, wish.first + index),
    holder: holders[index % holders.length] ?? '',
  }));
}

/** Numbers that nobody owns: cards of the range set aside for tests, phones of an unused code, links of an example. */
function demoNumber({ numberKinds: [kind = 'text'], phonePrefix }: NewOption, currency: string, index: number): string {
  const serial = String(index + 1).padStart(4, '0');
  switch (kind) {
    case 'phone':
      return phonePrefix === '+7' ? `+7900000${serial}` : `+992900000${serial}`;
    case 'card':
      return withCheckDigit(`${currency === 'RUB' ? '22000000' : '44000000'}000${serial}`);
    case 'account':
      return currency === 'RUB' ? `4081781000000000${serial}` : `KZ00000000000000${serial}`;
    case 'link':
      return `https://qr.example.com/AD10000000000000000000000000${serial}?type=02`;
    case 'text':
      return `Details ${serial}`;
  }
}

/** Appends the digit that makes a card number pass the Luhn check. */
function withCheckDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits + String((10 - (sum % 10)) % 10);
}

async function topUp(client: pg.Client, accountId: number, amount: bigint): Promise<void> {
  await client.query(
    `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at)
     values (1, $1, $2, 'USDT', 'top_up', gen_random_uuid(), now())`,
    [accountId, amount],
  );
}

/** The rows above carry fixed IDs; what comes later must not collide with them. The work role may not set a sequence. */
async function skipIds(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await client.query(
      `select max(nextval(pg_get_serial_sequence('${table}', 'id'))) from generate_series(1, (select max(id) from ${table}))`,
    );
  }
}

const holders = ['Ivan P.', 'Anna S.', 'Dmitry K.', 'Maria V.', 'Sergey L.', 'Olga M.', 'Alexey N.', 'Elena R.'];
