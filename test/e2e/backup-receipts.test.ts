import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandHere } from '../support/command-here.ts';
import { ownDatabase } from '../support/database.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Somebody runs the command beside the service, with another DATA_DIR than it has. */
describe('a backup without the receipts that the database names', () => {
  let service: TestService;
  let folder: string;
  const target = ownDatabase();
  beforeAll(async () => {
    service = await startTestService();
    folder = await mkdtemp(join(tmpdir(), 'quittance-no-receipts-'));
    await target.create();
    const { body } = await service.shop.createPayin({ startDeal: true });
    await service.shop.confirm(body.id, Buffer.concat([pngReceipt, Buffer.from('a receipt')]));
  });
  afterAll(async () => {
    await service.stop();
    await target.drop();
    await rm(folder, { recursive: true });
  });

  const backUp = (name: string, dataDir: string, ...options: string[]) =>
    runCommandHere(['backup', join(folder, name), '--json', ...options], {
      dataDir,
      env: { DATABASE_URL: service.db.url, DATABASE_OWNER_URL: service.db.ownerUrl },
    });
  const lastRecord = async () =>
    (
      await service.db.pool.query(
        `select action, details from audit_log where subject_kind = 'backup' order by id desc limit 1`,
      )
    ).rows[0];
  const elsewhere = () => join(folder, 'elsewhere');

  it('is kept, and is a failure that says where it has looked', async () => {
    const ended = await backUp('bad', elsewhere());
    expect(ended.exitCode).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({ receipts: 0, missingReceipts: [expect.any(String)] });
    const looked = `Receipts are missing: 1 of 1 that the database names are not in ${join(elsewhere(), 'receipts')}`;
    expect(await lastRecord()).toEqual({
      action: 'record-backup-failure',
      details: { fault: expect.stringContaining(looked) },
    });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/^quittance_backup_failed 1$/m);
  });

  it('is good where that many are known to be lost, and is recorded with the number', async () => {
    const ended = await backUp('known', elsewhere(), '--allow-missing', '1');
    expect(ended.exitCode, ended.stderr).toBe(0);
    expect(await lastRecord()).toEqual({
      action: 'record-backup',
      details: { rows: expect.any(Number), receipts: 0, missing: 1 },
    });
  });

  it('says that they are missing when it is restored', async () => {
    const dataDir = join(folder, 'restored');
    const env = { DATABASE_URL: target.url, DATABASE_OWNER_URL: target.ownerUrl };
    const ended = await runCommandHere(['restore', join(folder, 'bad')], { dataDir, env });
    expect(ended.exitCode, ended.stderr).toBe(0);
    expect(ended.stdout).toContain('Receipts are missing: 1 of 1');
  });

  it('is good without a word where they are all there', async () => {
    const ended = await backUp('good', service.dataDir);
    expect(ended.exitCode, ended.stderr).toBe(0);
    expect(await lastRecord()).toEqual({ action: 'record-backup', details: { rows: expect.any(Number), receipts: 1 } });
  });
});
