import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import { startService } from '../../src/service.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { startCellsProxy } from './haproxy.ts';

/** Whether every service of the tests stands as cell 1 behind an HAProxy, with another cell beside it: `npm run test:cells`. */
export const isBehindCells = (process.env['TEST_CELLS'] ?? '') !== '';

/** The address that both cells have is known before they start: signatures are made for it. */
export async function planCells() {
  const port = await freePort();
  const env = { CELL: '1', PUBLIC_URL: `http://127.0.0.1:${port}`, TRUSTED_PROXIES: '127.0.0.1' };
  return {
    env,
    async open(url: string) {
      const other = await startOtherCell(env.PUBLIC_URL);
      const keys = ['demo-store-key cell1', 'demo-store-key-2 cell1'];
      // People of the tests ask by this name.
      const hosts = ['127.0.0.1 cell1'];
      const servers = [new URL(other.url).host, new URL(url).host] as const;
      const proxy = await startCellsProxy({ port, servers, keys, hosts });
      return {
        url: proxy.url,
        async stop() {
          await proxy.stop();
          await other.stop();
        },
      };
    },
  };
}

async function startOtherCell(publicUrl: string) {
  const db = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-data-'));
  const env = {
    PORT: '0',
    QUITTANCE_MODE: 'sandbox',
    DATABASE_URL: db.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    PUBLIC_URL: publicUrl,
  };
  const service = await startService(readConfig({ ...env, CELL: '0', TRUSTED_PROXIES: '127.0.0.1' }));
  return {
    url: service.url,
    async stop() {
      await service.stop();
      await db.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
