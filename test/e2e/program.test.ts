import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { createTestDatabase, ownDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { MerchantClient } from '../support/merchant-client.ts';
import { needs } from '../support/needs.ts';
import {
  type Ended,
  isRunning,
  newDataDir,
  type Program,
  removeDataDir,
  runToEnd,
  start,
  stop,
} from '../support/program.ts';

/** Nobody's settings but these. */
const production = {
  QUITTANCE_MODE: 'production',
  PUBLIC_URL: 'https://pay.example.com',
  MASTER_KEY: randomBytes(32).toString('hex'),
};

describe('in the sandbox', () => {
  let dataDir: string;
  let program: Program;

  beforeAll(async () => {
    dataDir = await newDataDir();
    program = await start({ dataDir });
  });
  afterAll(() => removeDataDir(dataDir));

  it('shows its address, the keys and three commands', () => {
    expect(program.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const shown of [...demoSecrets.apiKeys, demoSecrets.merchantSecret, demoSecrets.totpSeed, program.url]) {
      expect(program.output()).toContain(shown);
    }
    expect(commandsOf(program)).toHaveLength(3);
  });

  it('gives an invoice with a deal, the invoice again and the accounts for its three commands', async (context) => {
    needs(context, ['bash', 'curl', 'openssl', 'base64']);
    const [create, read, list] = await runCommands(program);
    expect(create).toMatchObject({ internalId: 'first', status: 'new', sum: { amount: '1000.01', currency: 'RUB' } });
    expect(create.deals).toMatchObject([{ status: 'transfer_waiting', isActive: true }]);
    expect(create.deals[0].requisites.requisites).toMatch(/\d{4}/);
    expect(read).toMatchObject({ id: create.id, deals: [{ id: create.deals[0].id }] });
    expect(list).toMatchObject([{ currency: 'USDT', sum: { amount: '10000.00000000' } }]);
  });

  it('refuses a second start on its data directory, and goes on', async () => {
    const second = await runToEnd({ dataDir });
    expectRefusal(second, [`The data directory ${dataDir} is in use by process ${program.pid}.`, 'Stop that service']);
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  });

  it('says which port is in use', async () => {
    const other = await createTestDatabase();
    const { port } = new URL(program.url);
    const refused = await runToEnd({ dataDir, env: { PORT: port, DATABASE_URL: other.url } });
    expectRefusal(refused, [`Port ${port} of 127.0.0.1 is in use by another program.`, 'set PORT']);
    await other.drop();
  });

  it('keeps everything over a stop by Ctrl-C and a second start', async (context) => {
    needs(context, ['bash', 'curl', 'openssl', 'base64']);
    const [, before] = await runCommands(program);
    const { postgresPid } = program;
    program.signal('SIGINT');
    expect((await program.exited).exitCode).toBe(0);
    expect(isRunning(postgresPid ?? 0)).toBe(false);
    program = await start({ dataDir });
    const [repeated, after, accounts] = await runCommands(program);
    expect(repeated.id).toBe(before.id);
    expect(after).toMatchObject({ id: before.id, createdAt: before.createdAt, deals: [{ id: before.deals[0].id }] });
    expect(accounts[0].sum.amount).toBe('10000.00000000');
  });

  it('says that its secrets were sealed with another master key', async () => {
    await stop(program);
    const { MASTER_KEY } = production;
    const refused = await runToEnd({ dataDir, env: { MASTER_KEY } });
    expectRefusal(refused, ['MASTER_KEY does not fit', 'Start with the key that was used before']);
    expect(refused.output).not.toContain(MASTER_KEY);
  });

  it('does not serve production on the database that holds its demo keys', async () => {
    const refused = await runToEnd({ dataDir, env: { ...production, DATABASE: 'embedded' } });
    expectRefusal(refused, [...demoSecrets.apiKeys, 'Production needs a database of its own']);
  });
});

it('runs for an ordinary user', async (context) => {
  const user = { uid: 65_534, gid: 65_534 };
  context.skip(process.geteuid?.() !== 0, 'this is an ordinary user already, and all tests ran so');
  const probe = spawnSync(process.execPath, ['-e', `require('node:fs').readFileSync('${import.meta.filename}')`], user);
  context.skip(probe.status !== 0, `user ${user.uid} cannot read the project`);
  const dataDir = await newDataDir(user);
  const program = await start({ dataDir, user });
  expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  expect((await stop(program)).exitCode).toBe(0);
  await removeDataDir(dataDir);
});

describe('in production', () => {
  const empty = ownDatabase();
  let dataDir: string;

  beforeAll(async () => {
    await empty.create();
    dataDir = await newDataDir();
  });
  afterAll(async () => {
    await removeDataDir(dataDir);
    await empty.drop();
  });

  it('starts on an empty database, and knows no demo key', async () => {
    const program = await start({
      dataDir,
      env: { ...production, DATABASE_URL: empty.url, DATABASE_OWNER_URL: empty.ownerUrl },
    });
    expect(program.output()).toContain('production mode');
    expect(program.output()).not.toContain('could rewrite the books');
    expect(program.output()).toContain('\nnpx quittance setup\n');
    expect(program.output()).not.toContain(demoSecrets.merchantSecret);
    const shop = new MerchantClient(program.url, demoSecrets.apiKeys[0], demoSecrets.merchantSecret);
    expect((await shop.createPayin()).status).toBe(401);
    expect((await stop(program)).exitCode).toBe(0);
  });

  it('says that a role for everything could rewrite the books, and what to do', async () => {
    const program = await start({ dataDir, env: { ...production, DATABASE_URL: empty.ownerUrl } });
    expect(program.output()).toContain('WARNING: The database role "quittance" of the service could rewrite the books');
    expect(program.output()).toContain('docs/production.md, "Two database roles"');
    expect((await stop(program)).exitCode).toBe(0);
  });
});

describe('with faulty settings', () => {
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await newDataDir();
  });
  afterAll(() => removeDataDir(dataDir));

  it('names all faults at once, in plain words', async () => {
    const env = {
      QUITTANCE_MODE: 'production',
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://u:pass-word@h/d',
    };
    const refused = await runToEnd({ dataDir, env });
    expectRefusal(refused, [
      'MASTER_KEY is missing',
      'PUBLIC_URL',
      'PORT is "eighty"',
      'LOG_LEVEL',
      'DATABASE_URL is not',
    ]);
    expect(refused.output).not.toContain('pass-word');
  });

  it('says that the database cannot be reached, without its password', async () => {
    const port = await freePort();
    const refused = await runToEnd({ dataDir, env: { DATABASE_URL: `postgres://u:pass-word@127.0.0.1:${port}/d` } });
    expectRefusal(refused, ['The database of DATABASE_URL cannot be reached', `ECONNREFUSED 127.0.0.1:${port}`]);
    expect(refused.output).not.toContain('pass-word');
  });
});

function expectRefusal({ exitCode, output }: Ended, words: readonly string[]): void {
  expect(exitCode, output).toBe(1);
  expect(output).toContain('Quittance cannot start.');
  for (const word of words) expect(output).toContain(word);
  // A stack is for those who wrote the program, not for those who run it.
  expect(output).not.toMatch(/^\s+at .*:\d+:\d+/m);
}

/** What stands below each numbered heading of the start-up text. */
function commandsOf(program: Program): string[] {
  const [, ...parts] = program.output().split(/^\d\. .*:\n\n/m);
  return parts.map((part) => part.split('\n\n')[0] ?? '');
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
async function runCommands(program: Program): Promise<any[]> {
  const outputs: unknown[] = [];
  for (const command of commandsOf(program)) {
    // As pasted into a terminal: one shell, which stays.
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env: { PATH: process.env['PATH'] ?? '' } });
    outputs.push(JSON.parse(stdout));
  }
  return outputs;
}
