import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { Mode } from '../../src/domain/installation/mode.ts';
import { startService } from '../../src/service.ts';
import { createPool } from '../../src/storage/database/connection.ts';
import { migrate } from '../../src/storage/installation/migrate.ts';
import { keepMode } from '../../src/storage/installation/mode.ts';
import {
  productionConfig,
  productionSettings,
  replaceDemoWorld,
} from '../http/conformance/support/production-service.ts';
import { runCommandHere } from '../support/command-here.ts';
import { createTestDatabase, expectLawsHold, ownDatabase, type TestDatabase } from '../support/database.ts';
import { MerchantClient } from '../support/merchant-client.ts';
import { untilBooksAreOpen } from '../support/open-books.ts';
import { type Ended, newDataDir, removeDataDir, runToEnd, start, stop } from '../support/program.ts';
import { eventually } from '../support/receiver.ts';

/** One letter is missing in a setting, and production data run as a sandbox: its invoices are paid by fates, without money. */
let dataDir: string;
let db: TestDatabase;

beforeAll(async () => {
  dataDir = await newDataDir();
  db = await createTestDatabase();
  await replaceDemoWorld(db);
});
afterAll(async () => {
  await expectLawsHold(db.pool);
  await removeDataDir(dataDir);
  await db.drop();
});

const asProduction = () => productionSettings(db);
const asSandbox = () => ({ ...asProduction(), QUITTANCE_MODE: 'sandbox', SANDBOX_FATES: 'on' });

function expectRefused({ exitCode, output }: Ended, words: readonly string[]): void {
  expect(exitCode, output).toBe(1);
  for (const word of words) expect(output).toContain(word);
}

const modeOf = async (pool: TestDatabase['pool']) => (await pool.query('select mode from cell')).rows[0]?.mode ?? null;

describe('a production database', () => {
  let invoiceId: string;

  it('does not start as a sandbox when no start has told its mode, as after an upgrade', async () => {
    expect(await modeOf(db.pool)).toBe(null);
    await expect(startService(readConfig({ ...asSandbox(), DATA_DIR: dataDir }))).rejects.toThrow(
      'The database is a production one',
    );
    expect(await modeOf(db.pool)).toBe(null);
  });

  it('keeps its mode from its first start in production', async () => {
    const program = await start({ dataDir, env: asProduction() });
    const { PUBLIC_URL } = asProduction();
    const shop = new MerchantClient(program.url, 'production-store-key', 'production-merchant-secret', PUBLIC_URL);
    const { status, body } = await shop.createPayin({ amount: '1000.01', startDeal: true });
    expect(status).toBe(200);
    invoiceId = body.id;
    await stop(program);
    expect(await modeOf(db.pool)).toBe('production');
  });

  it('does not start when the mode is misspelt, and is told which setting may be meant', async () => {
    const { QUITTANCE_MODE, ...rest } = asSandbox();
    const refused = await runToEnd({ dataDir, env: { ...rest, QUITTANCE_MODE: '', QUITANCE_MODE: 'production' } });
    expectRefused(refused, ['did you mean QUITTANCE_MODE?', 'QUITTANCE_MODE is missing; with DATABASE_URL']);
  });

  it('does not start as a sandbox, is told what to do, and nothing is paid by a fate', async () => {
    const refused = await runToEnd({ dataDir, env: asSandbox() });
    expectRefused(refused, ['The database is a production one', 'Set QUITTANCE_MODE=production']);
    const { rows } = await db.pool.query('select status from invoices where id = $1', [invoiceId]);
    expect(rows).toEqual([{ status: 'new' }]);
    expect((await db.pool.query('select from arrivals')).rowCount).toBe(0);
    expect((await db.pool.query('select from api_keys where key like $1', ['demo%'])).rowCount).toBe(0);
  });

  it('is refused to commands of the other mode as well, and cannot be told otherwise by hand', async () => {
    const listed = await runCommandHere(['user', 'list'], { dataDir, env: asSandbox() });
    expect([listed.exitCode, listed.stderr]).toEqual([1, expect.stringContaining('The database is a production one')]);
    expect((await runCommandHere(['user', 'list'], { dataDir, env: asProduction() })).exitCode).toBe(0);
    await expect(db.owner.query(`update cell set mode = 'sandbox'`)).rejects.toThrow('cell is append-only');
  });

  it('is a production one after its backup was restored', async () => {
    const folder = join(dataDir, '../backup');
    const target = ownDatabase();
    await target.create();
    const written = await runCommandHere(['backup', folder], { dataDir, env: asProduction() });
    expect(written.exitCode, written.stderr).toBe(0);
    const there = { DATABASE_URL: target.url, DATABASE_OWNER_URL: target.ownerUrl };
    const restored = await runCommandHere(['restore', folder], { dataDir, env: { ...asProduction(), ...there } });
    expect(restored.exitCode, restored.stderr).toBe(0);
    const sandbox = readConfig({ ...asSandbox(), ...there, DATA_DIR: dataDir });
    await expect(startService(sandbox)).rejects.toThrow('The database is a production one');
    await target.drop();
    await rm(folder, { recursive: true });
  });
});

describe('a sandbox', () => {
  it('never becomes production, also without its demo secrets', async () => {
    const sandbox = await createTestDatabase();
    await keepMode(sandbox.pool, 'sandbox');
    await replaceDemoWorld(sandbox);
    const refused = startService(productionConfig(sandbox, dataDir));
    await expect(refused).rejects.toThrow("The database is a sandbox's, and QUITTANCE_MODE says production.");
    await sandbox.drop();
  });

  it('does not share an empty database with production: of fifty starts at once those of one mode have it', async () => {
    const empty = ownDatabase();
    await empty.create();
    await migrate(empty.ownerUrl);
    const pool = createPool(empty.ownerUrl, 20);
    const modes = Array.from({ length: 50 }, (_, index): Mode => (index % 2 === 0 ? 'sandbox' : 'production'));
    const ended = await Promise.allSettled(modes.map((mode) => keepMode(pool, mode)));
    const kept = await modeOf(pool);
    expect(ended.map(({ status }) => status === 'fulfilled')).toEqual(modes.map((mode) => mode === kept));
    await pool.end();
    await empty.drop();
  });
});

describe('production data that a sandbox has acted on, as releases that knew no mode let it', () => {
  let spoilt: TestDatabase;
  let paid: string;
  const startInProduction = () => startService(productionConfig(spoilt, dataDir, { LOG_LEVEL: 'silent' }));
  const sayMode = (mode: string) =>
    spoilt.owner.query(`alter table cell disable trigger user; insert into cell (number) values (0) on conflict do nothing;
      update cell set mode = ${mode}; alter table cell enable trigger user`);

  beforeAll(async () => {
    spoilt = await createTestDatabase();
    await replaceDemoWorld(spoilt);
    await sayMode("'sandbox'");
    const service = await startService(productionConfig(spoilt, dataDir, { QUITTANCE_MODE: 'sandbox' }));
    const { publicUrl } = service;
    const shop = new MerchantClient(service.url, 'production-store-key', 'production-merchant-secret', publicUrl);
    paid = (await shop.createPayin({ amount: '1000.01', startDeal: true })).body.id;
    await eventually(async () => (await shop.get(`/api/merchant/invoices/${paid}`)).body.status === 'paid', 'the fate');
    await service.stop();
    await sayMode('null');
  });
  afterAll(() => spoilt.drop());

  const showStop = async () => {
    const env = productionSettings(spoilt);
    const { stdout, exitCode } = await runCommandHere(['money-stop', 'show'], { dataDir, env });
    return { exitCode, text: stdout };
  };

  it('start in production with money going out stopped, and every invoice named', async () => {
    const service = await startInProduction();
    const readMetrics = async () => (await fetch(`${service.url}/metrics`)).text();
    await eventually(
      async () => (await readMetrics()).includes('\nquittance_audit_violations 0'),
      'a check of the books',
    );
    const metrics = await readMetrics();
    expect(metrics).toMatch(/^quittance_fate_traces 1$/m);
    expect(metrics).toMatch(/^quittance_money_out_stopped 1$/m);
    expect(metrics).not.toMatch(/^quittance_lost_commits\{/m);
    await service.stop();
    const { exitCode, text } = await showStop();
    expect(exitCode).toBe(1);
    expect(text).toContain('a sandbox has acted on 1 of these invoices and arrivals');
    expect(text).toContain(paid);
    expect(text).toContain('"When a sandbox has acted"');
  });

  it('let money out again when an operator has lifted the stop, also after the next start', async () => {
    const again = await startInProduction();
    await again.stop();
    const env = productionSettings(spoilt);
    const lift = ['money-stop', 'lift', '1', '--lost', '1', '--reason', 'compared with the bank'];
    expect(await runCommandHere(lift, { dataDir, env })).toMatchObject({ exitCode: 0 });
    const service = await startInProduction();
    await untilBooksAreOpen(service.url);
    await service.stop();
    expect(await showStop()).toMatchObject({ exitCode: 0 });
  });

  it('are found again when an older release has played another fate since', async () => {
    await spoilt.pool.query(
      `insert into audit_log (at, actor, action, subject_kind, subject_id) values (now(), 'sandbox', 'settle', 'invoice', $1)`,
      [paid],
    );
    await (await startInProduction()).stop();
    expect(await showStop()).toMatchObject({ exitCode: 1 });
  });
});
