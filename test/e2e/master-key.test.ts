import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connect } from '../../src/storage/database/connection.ts';
import { byKey, countBoxes } from '../../src/storage/secrets/master-keys.ts';
import { merchantSecretContext, sealedColumns } from '../../src/storage/secrets/sealed-columns.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { createTestDatabase, demoMasterKey, type TestDatabase } from '../support/database.ts';
import { patiently } from '../support/patience.ts';
import { newDataDir, removeDataDir, runCommand, start } from '../support/program.ts';

vi.setConfig({ testTimeout: 300_000 });

const newKey = Buffer.alloc(32, 7);
const oldBox = new SecretBox(demoMasterKey);
const bothBoxes = new SecretBox(newKey, [demoMasterKey]);
const [newId, oldId] = bothBoxes.keyIds;
const merchantCount = 700;
let db: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  db = await createTestDatabase();
  dataDir = await newDataDir();
  const ids = Array.from({ length: merchantCount }, (_, index) => index + 1001);
  await db.pool.query(
    `insert into merchants (id, name, secret) select i, 'merchant ' || i, s from unnest($1::int4[], $2::bytea[]) m (i, s)`,
    [ids, ids.map((id) => oldBox.seal(`secret ${id}`, merchantSecretContext(id)))],
  );
});
afterAll(async () => {
  await removeDataDir(dataDir);
  await db.drop();
});

it('a service killed in the middle of a rotation leaves every secret readable, and a command finishes it', async () => {
  const env = {
    DATABASE_URL: db.url,
    MASTER_KEY: newKey.toString('hex'),
    MASTER_KEY_PREVIOUS: demoMasterKey.toString('hex'),
  };
  // Somebody holds a row in the middle, so that the service cannot get past it before it is killed.
  const holder = await connect(db.url, 'admin');
  await holder.query('begin');
  await holder.query('select from merchants where id = 1500 for update');
  const program = await start({ dataDir, env });
  const counts = async () => byKey(await countBoxes(db.pool));
  await patiently(async () => expect((await counts()).get(newId ?? '')).toBeGreaterThan(200));
  program.signal('SIGKILL');
  await program.exited;
  expect((await counts()).get(oldId ?? '')).toBeGreaterThan(200);
  await expectAllOpen(bothBoxes);
  await holder.query('rollback');
  await holder.end();

  const half = await runCommand(['master-key', 'status'], { dataDir, env });
  expect([half.exitCode, half.stdout]).toEqual([1, expect.stringMatching(/Keep the former keys: \d+ boxes are still/)]);
  const rotated = await runCommand(['master-key', 'rotate'], { dataDir, env });
  expect([rotated.exitCode, rotated.stdout]).toEqual([0, expect.stringContaining(`sealed with key ${newId}.`)]);
  expect([...(await counts()).keys()]).toEqual([newId]);
  await expectAllOpen(new SecretBox(newKey));
  const whole = await runCommand(['master-key', 'status', '--json'], { dataDir, env });
  expect(JSON.parse(whole.stdout)).toMatchObject({ configured: newId, current: newId });
});

async function expectAllOpen(box: SecretBox): Promise<void> {
  for (const { table, column, key, contextOf } of sealedColumns) {
    const { rows } = await db.pool.query(
      `select ${key} as key, ${column} as sealed from ${table} where ${column} is not null`,
    );
    for (const row of rows) expect(box.open(row.sealed, contextOf(row.key)).length).toBeGreaterThan(0);
  }
}
