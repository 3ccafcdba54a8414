import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { demoAccounts } from '../../src/storage/settings/sandbox/demo-world.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { MerchantClient } from '../support/merchant-client.ts';
import { newDataDir, type Program, removeDataDir, start, stop } from '../support/program.ts';

/** Not checked: the test server trusts every connection to its socket. */
const databasePassword = `password-${randomBytes(6).toString('hex')}`;
const card = '2200000000000004';
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

let db: TestDatabase;
let dataDir: string;
let program: Program;
let shop: MerchantClient;

beforeAll(async () => {
  db = await createTestDatabase();
  dataDir = await newDataDir();
  const url = db.url.replace('quittance_work@', `quittance_work:${databasePassword}@`);
  program = await start({ dataDir, env: { DATABASE_URL: url, LOG_LEVEL: 'debug' } });
  shop = new MerchantClient(program.url, demoSecrets.apiKeys[0], demoSecrets.merchantSecret);
});
afterAll(async () => {
  await removeDataDir(dataDir);
  await db.drop();
});

it('writes no secret and no full requisites to its log, whatever goes wrong', async () => {
  const requisites = await actAndErr();
  await breakAndErr();
  await stop(program);
  const lines = program
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const levels = lines.map((line) => JSON.parse(line).level);
  // Something did go wrong, on our side too; otherwise the silence proves nothing.
  expect(levels).toEqual(expect.arrayContaining([40, 50]));
  const masterKey = Buffer.from(demoSecrets.masterKeyHex, 'hex');
  const secrets = [
    ...[demoSecrets.merchantSecret, demoSecrets.totpSeed, databasePassword, card, requisites],
    ...[masterKey.toString('hex'), masterKey.toString('base64'), masterKey.toString('utf8')],
  ];
  for (const secret of secrets) {
    const shown = lines.find((line) => line.includes(secret));
    expect(shown, secret).toBe(undefined);
  }
});

/** The merchant's own mistakes. Returns the requisites that a payer was given. */
async function actAndErr(): Promise<string> {
  const created = await shop.createPayin({ startDeal: true, paymentOption: 'TO_CARD' });
  const given: string = created.body.deals[0].requisites.requisites;
  expect(given).toMatch(/^\d{16}$/);
  expect((await shop.createPayout()).status).toBe(200);
  expect((await shop.createPayout({ paymentRequisites: { requisites: card, holder: 7 } })).status).toBe(400);
  const stranger = new MerchantClient(program.url, demoSecrets.apiKeys[0], 'not the secret');
  expect((await stranger.createPayout()).status).toBe(401);
  expect((await sendMalformed()).status).toBe(400);
  expect((await withdraw()).body[0].code).toBe('two_factor_wrong');
  return given;
}

/** Ours, made with violence: lost connections, and tables that are not as the service believes. */
async function breakAndErr(): Promise<void> {
  const others = 'where datname = current_database() and pid <> pg_backend_pid()';
  await db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity ${others}`);
  await Promise.all(Array.from({ length: 8 }, () => shop.createPayout().catch(() => null)));
  // What follows is about the tables, not about connections that are still away.
  await expect.poll(async () => (await shop.createPayout()).status).toBe(200);
  // About a row that breaks a constraint the server says all that is in it.
  await db.owner.query('alter table deals add constraint broken check (ordinal < 0) not valid');
  expect((await shop.createPayout()).status).toBe(503);
  await db.owner.query('alter table deals drop constraint broken, add column broken integer not null default 0');
  await db.owner.query('alter table deals alter column broken drop default');
  expect((await shop.createPayout()).status).toBe(500);
  await db.owner.query('alter table withdrawals rename to elsewhere');
  expect((await shop.get('/api/merchant/withdrawals/0193f000-0000-7000-8000-000000000001')).status).toBe(500);
}

function withdraw() {
  const body = { accountId: demoAccounts.store1, amount: '10', address, code2FA: 'abcdef' };
  return shop.post('/api/merchant/withdrawals', body);
}

/** The message about broken JSON quotes it. */
async function sendMalformed(): Promise<Response> {
  const url = `${program.url}/api/merchant/invoices`;
  const body = `{"type":"out","paymentRequisites":{"requisites":"${card}",}}`;
  const signature = createHmac('sha1', demoSecrets.merchantSecret).update(`POST${url}${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'x-identity': demoSecrets.apiKeys[0],
    'x-signature': signature,
  };
  return await fetch(url, { method: 'POST', body, headers });
}
