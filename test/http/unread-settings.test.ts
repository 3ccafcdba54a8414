import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { startService } from '../../src/service.ts';
import { createTestDatabase } from '../support/database.ts';
import { MerchantClient } from '../support/merchant-client.ts';
import { eventually } from '../support/receiver.ts';

it('refuses a revoked key although the change could not be read when it was told of, and says so in words', async () => {
  const db = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-data-'));
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const config = {
    PORT: '0',
    QUITTANCE_MODE: 'sandbox',
    DATABASE_URL: db.url,
    DATA_DIR: dataDir,
    SANDBOX_FATES: 'off',
  };
  const service = await startService(readConfig(config), { log });
  try {
    const shop = new MerchantClient(service.url, 'demo-store-key', 'demo-merchant-secret');
    const status = async () => (await shop.get('/api/merchant/currency-rates/current')).status;
    expect(await status()).toBe(200);
    // A table of the catalogue that nothing else here asks for.
    await db.owner.query('alter table dispute_rules rename to rules_elsewhere');
    await db.pool.query(`update api_keys set revoked_at = now() where key = 'demo-store-key'`);
    const isSaid = () => lines.some((line) => line.includes('a change of settings could not be read'));
    await eventually(isSaid, 'a warning');
    expect(await status()).toBe(200);
    await db.owner.query('alter table rules_elsewhere rename to dispute_rules');
    await eventually(async () => (await status()) === 401, 'a refusal');
  } finally {
    await service.stop();
    await db.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
