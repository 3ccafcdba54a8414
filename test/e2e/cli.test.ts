import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writtenText } from '../../bench/statement-files.ts';
import { runCli } from '../../src/cli/run.ts';
import { runCommandHere } from '../support/command-here.ts';
import { spoilBalance } from '../support/database.ts';
import { MerchantClient } from '../support/merchant-client.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { PasskeyPerson } from '../support/passkey-person.ts';
import {
  type CommandEnded,
  newDataDir,
  openEmbedded,
  type Program,
  postmaster,
  removeDataDir,
  runCommand,
  start,
  stop,
} from '../support/program.ts';

describe('quittance beside a running service', () => {
  let dataDir: string;
  let program: Program;

  beforeAll(async () => {
    dataDir = await newDataDir();
    program = await start({ dataDir });
  });
  afterAll(() => removeDataDir(dataDir));

  const quittance = (args: string, input?: string): Promise<CommandEnded> =>
    input === undefined
      ? runCommandHere(args.split(' '), { dataDir })
      : runCommand(args.split(' '), { dataDir, input });
  const json = async (args: string, input?: string) => {
    const ended = await quittance(`${args} --json`, input);
    expect(ended.exitCode, ended.stderr).toBe(0);
    return JSON.parse(ended.stdout);
  };

  it("brings in a bank's file, tells how far it is, and says of the same file that it was there", async () => {
    const day = new Date().toISOString().slice(0, 10);
    const line = { direction: 'in', amount: 123_457n, day, reference: 'CLI1', party: 'Anna', purpose: 'x' } as const;
    const statement = { account: '40817810000000004821', currency: 'RUB', number: '1', from: day, to: day };
    const file = join(dataDir, 'statement.sta');
    await writeFile(file, writtenText('mt940', { ...statement, opening: 0n, closing: line.amount }, [line]));
    const first = await json(`statement import ${file} --requisite 1`);
    expect(first).toMatchObject({ state: 'done', format: 'mt940', linesDone: 1, counts: { held: 1 }, sameAs: null });
    expect(await json(`statement import ${file} --requisite 1`)).toMatchObject({ sameAs: first.id });
    expect((await quittance(`statement continue ${first.id}`)).stdout).toContain('1 lines: known 0');
    await writeFile(file, 'Дата;Сумма\n16.11.2026;10,00\n');
    const csv = await quittance(`statement import ${file} --requisite 1`);
    expect(csv).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('day = "Дата", amount = "Сумма"') });
    await writeFile(file, '%PDF-1.7');
    expect(await quittance(`statement import ${file} --requisite 1`)).toMatchObject({ exitCode: 1 });
  });

  it('creates a user who can sign in, and is shown the password once', async () => {
    const user = await json('user create boss --name Boss');
    expect(user).toMatchObject({ login: 'boss', role: 'operator', isDisabled: false });
    const client = await OperatorClient.signedIn(program.url, 'boss', user.password);
    expect((await client.get('/me')).body).toMatchObject({ login: 'boss' });

    const again = await quittance('user create boss');
    expect(again.exitCode).toBe(1);
    expect(again.stderr).toContain('There is a user with this login already. Choose another login.');

    const made = { name: 'nightly', scopes: ['read'], reason: 'a test' };
    const tokens = [(await client.post('/tokens', made)).body, (await client.post('/tokens', made)).body];
    expect(await json(`token revoke ${tokens[0].id} --reason unused`)).toEqual({ id: tokens[0].id, status: 'revoked' });
    expect(await json('token list boss')).toMatchObject([{ name: 'nightly' }, { id: tokens[1].id, revokedAt: null }]);
    expect((await quittance('token list boss')).stdout).toMatch(/nightly +read +until \S+ +revoked\n/);

    expect((await json('user list')).map((one: { login: string }) => one.login)).toContain('boss');
    await json('user password boss --password-stdin', 'another long password\n');
    expect((await client.get('/me')).status).toBe(401);
    const boss = await PasskeyPerson.signedIn(program.url, 'boss', 'another long password');
    await boss.add('Key');
    expect((await new OperatorClient(program.url).signIn('boss', 'another long password')).status).toBe(401);
    expect(await json('user reset-factor boss --reason lost')).toMatchObject({ passkeys: 0, hasAuthenticator: false });
    expect((await boss.client.get('/me')).status).toBe(401);
    expect((await new OperatorClient(program.url).signIn('boss', 'another long password')).status).toBe(200);
    expect(await json('user disable boss --reason left')).toMatchObject({ isDisabled: true });
    expect((await new OperatorClient(program.url).signIn('boss', 'another long password')).status).toBe(401);
  });

  it('sets and removes what a maker earns, and stops its deals', async () => {
    // Makers of the demo earn something already.
    expect((await json('maker reward 1 out none')).rewards).toEqual(['in: 100 bps']);
    const both = await json('maker reward 1 in 150 --currency RUB --from 1000 --to 5000.5');
    expect(both.rewards).toEqual(['in: 100 bps', 'in RUB 1000.00-5000.50: 150 bps']);
    expect((await json('maker reward 1 in 120 --currency RUB --from 1000.00 --to 5000.5')).rewards).toEqual([
      'in: 100 bps',
      'in RUB 1000.00-5000.50: 120 bps',
    ]);
    expect((await quittance('maker reward 1 out 9000')).stderr).toContain('above the fee');
    await json('maker reward 1 in none --currency RUB --from 1000 --to 5000.5');
    expect((await json('maker reward 1 in none')).rewards).toEqual([]);
    await json('maker stop 1');
    expect((await json('maker list'))[0]).toMatchObject({ isStopped: true, isOn: true });
    await json('maker start 1');
  });

  it('tops a maker up through the engine, once for one ID', async () => {
    const before = (await json('maker list'))[0];
    const id = '01a1dd11-7cf4-7654-96b7-c0df5f0bd286';
    const first = await json(`maker top-up 1 12.5 --id ${id}`);
    const second = await json(`maker top-up 1 12.5 --id ${id}`);
    expect(second.balance).toBe(first.balance);
    expect(Number(first.balance) - Number(before.available)).toBeCloseTo(12.5, 4);
    expect((await quittance('maker top-up 1 -5')).exitCode).not.toBe(0);
    // Whose answer is lost can still be repeated as the same one.
    const { stdout, stderr } = await quittance('maker top-up 1 12.5 --json');
    expect(stderr).toContain(`repeat it with --id ${JSON.parse(stdout).id}.`);
    expect((await quittance('maker top-up 999 5')).stderr).toContain('Not found');
  });

  it('sets a rate that the running service uses', async () => {
    const far = await quittance('rate set USDT/RUB in 9.60');
    expect(far.stderr).toContain('in: The rate goes from 95.50 to 9.60: by 89.95 %, more than 5 %. 10000 RUB come to');
    expect(far.stderr).toContain('\nout: The payout rate 93.50 is above the payin rate 9.60');
    const { error } = JSON.parse((await quittance('rate set USDT/RUB in 9.60 --json')).stdout);
    expect(error).toMatchObject({
      code: 'rate_jump',
      faults: [
        { code: 'rate_jump', field: 'in' },
        { code: 'rates_crossed', field: 'out' },
      ],
    });
    await json('rate set USDT/RUB in 91.25 --confirm --reason market');
    const shop = new MerchantClient(program.url, 'demo-store-key', 'demo-merchant-secret');
    await expect.poll(async () => (await shop.createPayin({ startDeal: true })).body.deals[0]?.rate).toBe('91.25');
    expect(await json('rate list')).toContainEqual(
      expect.objectContaining({ pair: 'USDT/RUB', type: 'in', rate: '91.25' }),
    );
    expect((await quittance('rate set USDT/ABC in 5')).stderr).toContain('Currency not allowed');
  });

  it('lets a rate come from sources, which it tries first', async () => {
    const market = createServer((_, response) => void response.end('{"offers": [[1], [2], [91.1], [91.2], [91.6]]}'));
    await new Promise<void>((listening) => market.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(market.address() as AddressInfo).port}/`;
    const sources = [
      { url, path: 'price' },
      { url, path: 'offers', book: { from: 3, to: 5, price: '0' } },
    ];
    const file = join(dataDir, 'sources.json');
    await writeFile(file, JSON.stringify(sources));
    try {
      expect(await json(`rate-feed try --sources ${file}`)).toMatchObject([
        { rate: null, error: 'there is nothing at price' },
        { rate: '91.30', prices: ['91.10', '91.20', '91.60'] },
      ]);
      const { id } = await json(`rate-feed create USDT/RUB in --sources ${file} --margin 100 --age-max none`);
      await expect
        .poll(async () => (await json('rate-feed list'))[0], { interval: 200 })
        .toMatchObject({ id, usedPlace: 2, marginBps: 100, ageMaxMs: null });
      await json(`rate-feed change ${id} --off --margin=-50`);
      expect((await quittance('rate-feed list')).stdout).toMatch(/USDT\/RUB +in +off/);
    } finally {
      market.closeAllConnections();
      market.close();
    }
    await writeFile(file, '[{"url": "https://a.example", "book": {"from": 0}}]');
    const refused = await quittance(`rate-feed try --sources ${file}`);
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('places from 1 on')]);
  });

  it('creates a store with a key that works', async () => {
    const made = await json('store create Corner --currency RUB');
    expect(made).toMatchObject({ payinFeeBps: 250, payoutFeeBps: 150, limits: [{ type: 'in' }, { type: 'out' }] });
    expect((await json('store list')).map((store: { name: string }) => store.name)).toContain('Corner');
    const shop = new MerchantClient(program.url, made.apiKey, made.merchantSecret);
    await expect.poll(async () => (await shop.get('/api/merchant/accounts')).status).toBe(200);
    // With the usual limits it takes money at once.
    expect((await shop.createPayin()).status).toBe(200);
  });

  it('gives a new store the fees and limits that were said, else the usual ones, and says which', async () => {
    const usual = await quittance('store create Usual --currency RUB');
    expect(usual.stdout).toContain('Fees: 2.5 % of a payin, 1.5 % of a payout.\nSums: 500 to 300000 RUB.\n');
    const own = await quittance(
      'store create Own --currency RUB --payin-bps 0 --payout-bps 75 --min 100 --max 2000.50',
    );
    expect(own.stdout).toContain('Fees: 0 % of a payin, 0.75 % of a payout.\nSums: 100 to 2000.50 RUB.\n');
    const bare = await quittance('store create Bare --currency USDT');
    expect(bare.stdout).toContain('No sums are allowed until somebody sets limits.');
    const help = await quittance('store create --help');
    expect(help.stdout).toMatch(/RUB 500 to 300000, .*\n(.*\n)*.*250 \(2.5 %\) when absent/);
  });

  it('makes no merchant for a store whose fees, limits or network are wrong', async () => {
    const wrong = [
      '--network erc20',
      '--payin-bps 10001',
      '--min 9 --max 8',
      '--max 1.234',
      '--settlement RUB --currency USDT --min 1',
    ];
    for (const options of wrong) {
      const refused = await quittance(`store create Wrong --currency RUB ${options}`);
      expect([refused.exitCode, refused.stdout], options).toEqual([expect.any(Number), '']);
      expect(refused.exitCode, options).not.toBe(0);
    }
    const pool = openEmbedded(dataDir);
    const { rows } = await pool.query(`select from merchants where name = 'Wrong'`);
    await pool.end();
    expect(rows).toEqual([]);
  });

  it('makes, limits, replaces and revokes keys, and gives notifications a secret of their own', async () => {
    const made = await json('key create 1 --name Books --scopes read --addresses 127.0.0.1,2001:db8::/32');
    const books = new MerchantClient(program.url, made.key, made.secret);
    const reads = async () => (await books.get('/api/merchant/accounts')).status;
    await expect.poll(reads).toBe(200);
    expect((await books.createPayin()).body[0].code).toBe('key_scope_missing');
    const unset = await quittance(`key change 1 ${made.key} --addresses ,`);
    expect([unset.exitCode, unset.stderr]).toEqual([2, expect.stringContaining('give addresses, or any')]);
    await json(`key change 1 ${made.key} --scopes all --addresses any`);
    await expect.poll(async () => (await books.createPayin()).status).toBe(200);
    const next = await json(`key rotate 1 ${made.key} --overlap 0 --reason yearly`);
    await expect.poll(reads).toBe(401);
    await json(`key revoke 1 ${next.key}`);
    const shared = await json('key create 1 --name Till');
    const unbound = await quittance(`key change 1 ${shared.key} --scopes read`);
    expect([unbound.exitCode, unbound.stderr]).toEqual([
      1,
      expect.stringContaining("signs with the merchant's secret"),
    ]);
    expect((await quittance('key list 1')).stdout).toMatch(
      /qk_\S+ +Books +read,payin,payout,withdraw +any address .*revoked/,
    );
    expect((await json('webhook-secret rotate 1 --overlap 0')).secret).toMatch(/^[\w-]{40,}$/);
    const refused = await quittance('key create 1 --scopes everything');
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('--scopes has "everything"')]);
  });

  it('has written every change into the audit log, as done by the command line', async () => {
    const pool = openEmbedded(dataDir);
    const { rows } = await pool.query(`select action, reason from audit_log where actor = 'cli' order by id`);
    await pool.end();
    const actions = rows.map((row) => row.action);
    for (const action of ['create-user', 'change-user', 'top-up', 'set-rate', 'create-merchant', 'create-store']) {
      expect(actions).toContain(action);
    }
    expect(rows).toContainEqual({ action: 'set-rate', reason: 'market' });
  });

  it('verifies the books, with progress, and ends with 1 when they are wrong', async () => {
    const right = await quittance('verify');
    expect(right).toMatchObject({ exitCode: 0 });
    expect(right.stdout).toMatch(
      /^All \d+ laws hold\.\nThe book is as it was sealed: [1-9]\d* pages with [1-9]\d* transfers[^\n]*\.\nThe audit log is as it was written: [1-9]\d* links[^\n]*\.\n$/,
    );
    expect(right.stderr.split('\n').filter((line) => line.startsWith('holds')).length).toBeGreaterThan(8);
    const pool = openEmbedded(dataDir);
    await spoilBalance(pool, 11, 5);
    const wrong = await quittance('verify --json');
    const full = JSON.parse((await quittance('verify --full --json')).stdout);
    await spoilBalance(pool, 11, -5);
    await pool.end();
    expect(wrong.exitCode).toBe(1);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ isRight: false, violations: [{}, {}] });
    expect(full).toMatchObject({ isRight: false, violations: [{}, {}], book: { isFull: true, faults: [] } });
    expect(JSON.parse(wrong.stdout)).toMatchObject({ role: { role: 'quittance_work', faults: [] } });
  });

  it('verifies heads of the audit log that were told outside', async () => {
    const pool = openEmbedded(dataDir);
    const { rows } = await pool.query(
      `select sequence::text as sequence, row_id::text as "rowId", encode(hash, 'hex') as hash from audit_chain
       where sequence = 1`,
    );
    await pool.end();
    const head = { chain: 'audit', at: '2026-11-16T00:00:00.000Z', ...rows[0] };
    const file = join(dataDir, '../heads.jsonl');
    await writeFile(file, `${JSON.stringify(head)}\n`);
    expect(await quittance(`verify --head ${file}`)).toMatchObject({ exitCode: 0 });
    await writeFile(file, `${JSON.stringify(head)}\n${JSON.stringify({ ...head, sequence: '999999' })}\n`);
    const later = await quittance(`verify --head ${file}`);
    expect(later.exitCode).toBe(1);
    expect(later.stdout).toContain('link 999999, told outside at 2026-11-16T00:00:00.000Z, is not there');
    await writeFile(file, `${JSON.stringify({ ...head, hash: head.hash.replace(/./g, '0') })}\n`);
    expect(JSON.parse((await quittance(`verify --head ${file} --json`)).stdout).chain.faults).toMatchObject([
      { kind: 'rewritten', sequence: '1' },
    ]);
    await writeFile(file, 'no head\n');
    expect((await quittance(`verify --head ${file}`)).stderr).toContain('Line 1 of');
  });

  it('backs up, and restores into a new data directory that the service then runs on', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'quittance-cli-')), 'backup');
    const made = await json(`backup ${folder}`);
    expect(made.rows).toBeGreaterThan(200);
    const restored = await newDataDir();
    // Told outside after the backup was made: what came since is lost, and said.
    const heads = join(folder, '..', 'heads');
    const head = { chain: 'book', sequence: '999999', rowId: '999999', hash: '0'.repeat(64) };
    await writeFile(heads, `${JSON.stringify({ ...head, at: '2026-11-16T00:00:00.000Z' })}\n`);
    const ended = await runCommand(['restore', folder, '--json'], {
      dataDir: restored,
      env: { AUDIT_HEAD_FILE: heads },
    });
    expect(ended.exitCode, ended.stderr).toBe(0);
    const { bookPages, ...said } = JSON.parse(ended.stdout);
    expect(said).toMatchObject({ rows: made.rows, violations: [], chainFaults: [] });
    expect(bookPages).toBeGreaterThan(0);
    expect(said.bookFaults).toEqual([expect.stringContaining('page 999999 was told outside')]);
    expect(postmaster(restored)).toBeNull();
    const refused = await runCommandHere(['restore', folder], { dataDir: restored });
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.stderr).toContain('The database is not empty');
    const second = await start({ dataDir: restored });
    const shop = new MerchantClient(second.url, 'demo-store-key', 'demo-merchant-secret');
    expect((await shop.createPayin({ startDeal: true })).body.deals).toHaveLength(1);
    await stop(second);
    await removeDataDir(restored);
    await rm(join(folder, '..'), { recursive: true });
  });

  it('leaves the running service alone', async () => {
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  });

  it('works without the service too, on the same data, and leaves no server behind', async () => {
    await stop(program);
    expect((await runCommandHere(['user', 'list'], { dataDir })).stdout).toContain('boss');
    expect((await runCommand(['verify'], { dataDir })).exitCode).toBe(0);
    expect(postmaster(dataDir)).toBeNull();
  });
});

describe('quittance for people', () => {
  const commands =
    'serve,migrate,user create,user list,user disable,user password,user reset-factor,token list,token revoke,catalogue load,catalogue list,catalogue add,catalogue rename,catalogue switch,catalogue order,catalogue remove,store list,store create,store policy,dispute rules,key list,key create,key change,key rotate,key revoke,webhook-secret rotate,master-key status,master-key rotate,maker list,maker top-up,maker stop,maker start,maker reward,rate list,rate set,rate-feed list,rate-feed create,rate-feed change,rate-feed try,verify,backup,restore';

  async function type(...args: string[]): Promise<CommandEnded> {
    let [stdout, stderr] = ['', ''];
    const exitCode = await runCli(args, {
      out: (text) => {
        stdout += text;
      },
      error: (text) => {
        stderr += text;
      },
    });
    return { exitCode, stdout, stderr };
  }

  it.each(commands.split(','))('explains "%s"', async (name) => {
    const { exitCode, stdout } = await type(...name.split(' '), '--help');
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Usage: quittance ${name}`);
    expect(stdout).toContain('--json');
  });

  it('lists its commands, and says what is wrong with a mistyped one', async () => {
    const { stdout } = await type();
    for (const name of commands.split(',')) expect(stdout).toContain(`  ${name} `);
    expect(await type('usr', 'create')).toMatchObject({ exitCode: 2 });
    const wrong = await type('user', 'create');
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain('"user create" takes <login> after its name. See "quittance user create --help".');
    expect((await type('backup', '--fast', 'x')).stderr).toContain('--fast');
  });
});

it('makes no database by mistake: in a folder without one, commands say where to run them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-elsewhere-'));
  const dataDir = join(folder, 'data');
  const ended = await runCommandHere(['store', 'list'], { dataDir });
  expect(ended.exitCode).toBe(2);
  expect(ended.stderr).toContain(`There is no database in ${dataDir}, and DATABASE_URL is not set.`);
  expect(existsSync(dataDir)).toBe(false);
  await rm(folder, { recursive: true });
});
