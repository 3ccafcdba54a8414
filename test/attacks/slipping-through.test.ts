import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { isPrivate, requireAllowed } from '../../src/notify/address-guard.ts';
import { startService } from '../../src/service.ts';
import { merchantSecretContext } from '../../src/storage/secrets/sealed-columns.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { hashCheaply } from '../support/cheap-password.ts';
import { createTestDatabase, expectLawsHold } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/**
 * Small things that got past a guard. As it was run: a port in `X-Forwarded-For` made each connection another caller; `x;=cmd` was
 * a formula where spreadsheets part cells at semicolons; `::ffff:0:127.0.0.1` was no private address; a sandbox's
 * database without its keys was good enough for production, with makers who have billions.
 */
let service: TestService;
beforeAll(async () => {
  service = await startTestService(
    { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_GUESSES_PER_MINUTE: '5', PUBLIC_READS_PER_MINUTE: '1000' },
    // Nothing is given back while the test counts.
    () => Date.parse('2026-11-14T12:00:00Z'),
  );
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

describe('limits per address', () => {
  const guess = async (forwardedFor: string) =>
    (
      await fetch(`${service.url}/api/public/invoices/0193f000-0000-7000-8000-00000000abcd`, {
        headers: { 'x-forwarded-for': forwardedFor },
      })
    ).status;

  it.each([
    ['a port that changes', (time: number) => `203.0.113.7:${40_000 + time}`],
    ['a port behind brackets', (time: number) => `[2001:db8::${time}]:${40_000 + time}`],
    ['text that is no address', (time: number) => `nobody-${time}`],
    [
      'an address that a trusted proxy has passed on with its port',
      (time: number) => `203.0.113.8:1, 127.0.0.1:${time}`,
    ],
  ])('are not evaded by %s', async (_, forwardedFor) => {
    const statuses = [];
    for (let time = 0; time < 20; time++) statuses.push(await guess(forwardedFor(time)));
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(5);
  });

  it('tell two callers apart, whatever their ports', async () => {
    expect(await guess('203.0.113.20:1')).toBe(404);
    expect(await guess('203.0.113.21:1')).toBe(404);
  });

  it('write down an address without its port at a sign-in', async () => {
    const { login, password } = demoSecrets.people.operator;
    const response = await fetch(`${service.url}/api/operator/session`, {
      method: 'POST',
      body: JSON.stringify({ login, password }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.30:51000' },
    });
    expect(response.status).toBe(200);
    const { rows } = await service.db.pool.query('select address from sessions order by created_at desc limit 1');
    expect(rows).toEqual([{ address: '203.0.113.30' }]);
  });
});

it('a formula in the middle of a cell is no cell of its own in an export', async () => {
  const operator = await signInDemo(service, 'operator');
  for (const internalId of ['x;=cmd|calc', 'x\t=cmd|calc', '=cmd|calc']) {
    expect((await service.shop.createPayin({ internalId, amount: `${4_000 + internalId.length}.00` })).status).toBe(
      200,
    );
  }
  const { body } = await operator.get('/invoices.csv');
  expect(body).toContain('"x;=cmd|calc"');
  expect(body).toContain('"x\t=cmd|calc"');
  expect(body).toContain("'=cmd|calc");
  // Wherever a reader parts cells, none begins with a formula.
  const outsideQuotes = body.replaceAll(/"(?:[^"]|"")*"/g, '""');
  expect(outsideQuotes.split(/[,;\t\r\n]/).filter((cell: string) => /^[=+@]/.test(cell))).toEqual([]);
});

describe('a translated address', () => {
  it.each(['::ffff:0:127.0.0.1', '::ffff:0:7f00:1', '::ffff:0:a9fe:a9fe', '::ffff:0:10.0.0.1'])(
    '%s is a private one',
    (address) => {
      expect(isPrivate(address)).toBe(true);
      expect(() => requireAllowed(new URL(`http://[${address}]/`), { allowsPrivate: false })).toThrow('private');
    },
  );
});

it('production does not start on a sandbox database that has lost its keys but not its makers with billions', async () => {
  const db = await createTestDatabase();
  const masterKeyHex = '5b'.repeat(32);
  const secrets = new SecretBox(Buffer.from(masterKeyHex, 'hex'));
  await db.owner.query('delete from api_keys');
  await db.pool.query('update merchants set secret = $1, totp_seed = null', [
    secrets.seal('a secret of its own', merchantSecretContext(1)),
  ]);
  await db.pool.query('update users set password_hash = $1', [await hashCheaply('a password of their own')]);
  await db.pool.query("update makers set name = 'A trusted desk ' || id");
  const config = readConfig({
    QUITTANCE_MODE: 'production',
    MASTER_KEY: masterKeyHex,
    PUBLIC_URL: 'https://pay.example.com',
    PORT: '0',
    DATABASE_URL: db.url,
    DATA_DIR: service.dataDir,
    LOG_LEVEL: 'fatal',
  });
  try {
    await expect(startService(config)).rejects.toThrow(
      /balance of maker "A trusted desk 1".*Production needs a database of its own/,
    );
  } finally {
    await db.drop();
  }
});
