import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { cliActor } from '../../src/domain/people/audit.ts';
import { type Service, startService } from '../../src/service.ts';
import { Settings } from '../../src/settings/settings.ts';
import { writeBackup } from '../../src/storage/backup/backup.ts';
import { restoreBackup } from '../../src/storage/backup/restore.ts';
import { createPool } from '../../src/storage/database/connection.ts';
import { openFileReceiptStore } from '../../src/storage/receipts/receipts-files.ts';
import {
  byKey,
  countBoxes,
  countFormerBoxes,
  noteProcess,
  readKeysInUse,
} from '../../src/storage/secrets/master-keys.ts';
import { merchantSecretContext, sealedColumns } from '../../src/storage/secrets/sealed-columns.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { type KeyTools, resealAll, takeKeyStep } from '../../src/workers/installation/master-keys.ts';
import { createTestDatabase, demoMasterKey, ownDatabase, type TestDatabase } from '../support/database.ts';
import { MerchantClient } from '../support/merchant-client.ts';
import { patiently } from '../support/patience.ts';

const oldKey = demoMasterKey;
const newKey = Buffer.alloc(32, 7);
const strangeKey = Buffer.alloc(32, 9);
const oldBox = new SecretBox(oldKey);
const [oldId, newId] = [oldBox.configuredKeyId, new SecretBox(newKey).configuredKeyId];
const by = { actor: cliActor, reason: 'a test', at: Date.now() };
const merchantCount = 450;

let db: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quittance-keys-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

/** A process of the service as far as keys go. */
function toolsWith(pool: pg.Pool, masterKey: Buffer, ...others: Buffer[]): KeyTools {
  const secrets = new SecretBox(masterKey, others);
  const secondPerson = { isOn: false, delayMs: 0, largeTopUpAbove: '10000' };
  const settings = new Settings({ pool, secrets, mode: 'sandbox', secondPerson, rateJumpMaxBps: 500 });
  return { pool, secrets, settings, clock: Date.now };
}

const asked = { processId: null, isAsked: true, by };
const byItself = { processId: null, isAsked: false, by };

/** Many more merchants, each with a secret under the old key. */
async function addMerchants(): Promise<void> {
  const ids = Array.from({ length: merchantCount }, (_, index) => index + 100);
  await db.pool.query(
    `insert into merchants (id, name, secret, old_secret, old_secret_until)
     select i, 'merchant ' || i, s, s, now() from unnest($1::int4[], $2::bytea[]) m (i, s)`,
    [ids, ids.map((id) => oldBox.seal(`secret ${id}`, merchantSecretContext(id)))],
  );
}

async function expectAllOpenWith(...keys: Buffer[]): Promise<void> {
  const box = new SecretBox(keys[0] ?? oldKey, keys.slice(1));
  for (const { table, column, key, contextOf } of sealedColumns) {
    const { rows } = await db.pool.query(
      `select ${key} as key, ${column} as sealed from ${table} where ${column} is not null`,
    );
    for (const row of rows) expect(box.open(row.sealed, contextOf(row.key)).length).toBeGreaterThan(0);
  }
}

describe('a rotation', () => {
  it('seals everything anew, writes it down, and leaves nothing that needs the former key', async () => {
    await addMerchants();
    await takeKeyStep(toolsWith(db.pool, oldKey), byItself);
    const before = byKey(await countBoxes(db.pool));
    expect([...before.keys()]).toEqual([oldId]);
    expect(await countFormerBoxes(db.pool)).toBe(0);

    const tools = toolsWith(db.pool, newKey, oldKey);
    expect(await takeKeyStep(tools, byItself)).toEqual({ kind: 'adopt', from: oldId });
    expect(await countFormerBoxes(db.pool)).toBe(before.get(oldId));
    expect(await resealAll(tools)).toEqual({ resealed: before.get(oldId), unreadable: [], left: 0 });
    expect(byKey(await countBoxes(db.pool))).toEqual(new Map([[newId, before.get(oldId)]]));
    expect(await countFormerBoxes(db.pool)).toBe(0);
    await expectAllOpenWith(newKey);
    const { rows } = await db.pool.query(
      `select action, subject_id, details from audit_log where subject_kind = 'master-key' order by id`,
    );
    expect(rows).toEqual([
      { action: 'rotate-master-key', subject_id: newId, details: { from: oldId } },
      { action: 'finish-rotation', subject_id: newId, details: null },
    ]);
    const { current, retired } = await readKeysInUse(db.pool, null);
    expect([current, retired.map(({ id, resealedAt }) => [id, resealedAt !== null])]).toEqual([newId, [[oldId, true]]]);
  });

  it('goes on where it was stopped, and both keys open everything until it ends', async () => {
    await addMerchants();
    const tools = toolsWith(db.pool, newKey, oldKey);
    await takeKeyStep(tools, asked);
    const stop = new AbortController();
    const first = await resealAll(tools, { signal: stop.signal, progress: () => stop.abort() });
    expect(first.resealed).toBe(200);
    expect(byKey(await countBoxes(db.pool)).get(oldId)).toBeGreaterThan(merchantCount);
    expect(await countFormerBoxes(db.pool)).toBe(byKey(await countBoxes(db.pool)).get(oldId));
    await expectAllOpenWith(newKey, oldKey);

    const again = await resealAll(toolsWith(db.pool, newKey, oldKey));
    expect(again.left).toBe(0);
    await expectAllOpenWith(newKey);
  });

  it('seals each box once, also when two processes do it at once', async () => {
    await addMerchants();
    const total = byKey(await countBoxes(db.pool)).get(oldId) ?? 0;
    const [one, two] = [toolsWith(db.pool, newKey, oldKey), toolsWith(db.pool, newKey, oldKey)];
    await Promise.all([takeKeyStep(one, asked), takeKeyStep(two, asked)]);
    const reports = await Promise.all([resealAll(one), resealAll(two)]);
    expect(reports.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(total);
    expect(reports.map(({ unreadable }) => unreadable)).toEqual([[], []]);
    await expectAllOpenWith(newKey);
  });

  it('leaves a box that does not open as it is, says which, and is not finished', async () => {
    await db.pool.query(
      `insert into merchants (id, name, secret) values (50, 'spoilt', $1)`,
      [oldBox.seal('moved', merchantSecretContext(51))], // Sealed for another row.
    );
    const tools = toolsWith(db.pool, newKey, oldKey);
    await takeKeyStep(tools, asked);
    const report = await resealAll(tools);
    expect([report.unreadable, report.left]).toEqual([['merchants.secret of 50'], 1]);
    expect((await readKeysInUse(db.pool, null)).retired[0]?.resealedAt).toBeNull();
  });

  it('is refused with keys that do not open what is there, and changes nothing', async () => {
    await takeKeyStep(toolsWith(db.pool, oldKey), byItself);
    await expect(takeKeyStep(toolsWith(db.pool, newKey, strangeKey), asked)).rejects.toThrow(
      /does not fit this database/,
    );
    expect((await readKeysInUse(db.pool, null)).current).toBe(oldId);
  });

  it('waits for processes that lack the new key, and changes nothing before that', async () => {
    await takeKeyStep(toolsWith(db.pool, oldKey), byItself);
    const late = { id: '0193f000-0000-7000-8000-00000000000a', host: 'late.example' };
    await noteProcess(db.pool, late, oldBox);
    const tools = toolsWith(db.pool, newKey, oldKey);
    expect(await takeKeyStep(tools, asked)).toMatchObject({ kind: 'wait', lacking: [{ host: 'late.example' }] });
    expect(tools.secrets.sealingKeyId).toBe(oldId);

    await noteProcess(db.pool, late, new SecretBox(oldKey, [newKey]));
    expect((await takeKeyStep(tools, asked)).kind).toBe('adopt');
    expect(tools.secrets.sealingKeyId).toBe(newId);
  });

  it('is followed by a process that still has the former key as its own', async () => {
    const late = toolsWith(db.pool, oldKey, newKey);
    await takeKeyStep(late, byItself);
    await takeKeyStep(toolsWith(db.pool, newKey, oldKey), asked);
    await expect(
      db.pool.query('update merchants set secret = $1 where id = 1', [
        late.secrets.seal('late', merchantSecretContext(1)),
      ]),
    ).rejects.toMatchObject({ code: 'QK001' });
    expect(await takeKeyStep(late, byItself)).toEqual({ kind: 'follow' });
    await db.pool.query('update merchants set secret = $1 where id = 1', [
      late.secrets.seal('in time', merchantSecretContext(1)),
    ]);
  });

  it('lets a secret move from one column of its row to another before it is sealed anew', async () => {
    await takeKeyStep(toolsWith(db.pool, newKey, oldKey), asked);
    await db.pool.query('update merchants set old_secret = secret, old_secret_until = now() where id = 1');
    expect((await resealAll(toolsWith(db.pool, newKey, oldKey))).left).toBe(0);
    await expectAllOpenWith(newKey);
  });
});

describe('the service', () => {
  let service: Service | null = null;
  afterEach(async () => {
    await service?.stop();
    service = null;
  });
  const startWith = async (url: string, keys: Record<string, string>) => {
    const env = {
      PORT: '0',
      QUITTANCE_MODE: 'sandbox',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      SANDBOX_FATES: 'off',
    };
    service = await startService(readConfig({ ...env, ...keys }));
    return service;
  };
  const hex = (key: Buffer) => key.toString('hex');

  it('refuses to start with keys that do not open what is stored, and says what to do', async () => {
    const message = /MASTER_KEY does not fit this database: .*MASTER_KEY_PREVIOUS.*docs\/operating\.md/;
    await expect(startWith(db.url, { MASTER_KEY: hex(newKey) })).rejects.toThrow(message);
    const wrong = { MASTER_KEY: hex(newKey), MASTER_KEY_PREVIOUS: hex(strangeKey) };
    await expect(startWith(db.url, wrong)).rejects.toThrow(message);
    expect([...byKey(await countBoxes(db.pool)).keys()]).toEqual([oldId]);
    expect((await readKeysInUse(db.pool, null)).current).toBeNull();
  });

  it('refuses to start when only a second factor of a person is under a strange key', async () => {
    const seed = new SecretBox(strangeKey).seal('ABCDEFGH', 'user:1:totp_seed');
    await db.pool.query('update users set totp_seed = $1 where id = 1', [seed]);
    await expect(startWith(db.url, { MASTER_KEY: hex(oldKey) })).rejects.toThrow(/1 sealed with key/);
  });

  it('seals everything anew in the background, while shops go on signing with their secrets', async () => {
    await addMerchants();
    const { url } = await startWith(db.url, { MASTER_KEY: hex(newKey), MASTER_KEY_PREVIOUS: hex(oldKey) });
    const shop = new MerchantClient(url, 'demo-store-key', 'demo-merchant-secret');
    expect((await shop.createPayin()).status).toBe(200);
    await patiently(async () => expect([...byKey(await countBoxes(db.pool)).keys()]).toEqual([newId]));
    expect((await shop.createPayin()).status).toBe(200);
    await service?.stop();

    const alone = await startWith(db.url, { MASTER_KEY: hex(newKey) });
    const same = new MerchantClient(alone.url, 'demo-store-key', 'demo-merchant-secret');
    expect((await same.createPayin()).status).toBe(200);
  });

  it('opens a backup that was made under the former key, and seals it anew', async () => {
    await startWith(db.url, { MASTER_KEY: hex(oldKey) });
    const folder = join(dataDir, 'backup');
    const receipts = await openFileReceiptStore({ dataDir, now: Date.now });
    const progress = () => undefined;
    await writeBackup({ connectionString: db.url, receipts, folder, recipients: [], progress, now: Date.now });
    await service?.stop();
    const target = ownDatabase();
    await target.create();
    const pool = createPool(target.url, 2);
    try {
      const { laws } = await restoreBackup({ addresses: target, receipts, folder, identities: [], progress });
      expect(laws.violations).toEqual([]);
      await expect(startWith(target.url, { MASTER_KEY: hex(newKey) })).rejects.toThrow(/does not fit this database/);
      const { url } = await startWith(target.url, { MASTER_KEY: hex(newKey), MASTER_KEY_PREVIOUS: hex(oldKey) });
      const shop = new MerchantClient(url, 'demo-store-key', 'demo-merchant-secret');
      expect((await shop.createPayin()).status).toBe(200);
      await patiently(async () => expect([...byKey(await countBoxes(pool)).keys()]).toEqual([newId]));
    } finally {
      await service?.stop();
      service = null;
      await pool.end();
      await target.drop();
    }
  });
});
