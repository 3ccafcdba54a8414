import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

const looksMax = 10;
const betweenLooksMs = 500;

/**
 * Files in the receipt store that no act needs, and uploads that nobody has settled. After all requests there is neither, but
 * the sandbox's own payers go on uploading: only what is found at every look belongs to nobody.
 */
export async function findOrphans(pool: pg.Pool, dataDir: string): Promise<string[]> {
  let found = await look(pool, dataDir);
  for (let looks = 1; looks < looksMax && found.length > 0; looks += 1) {
    await delay(betweenLooksMs);
    const again = new Set(await look(pool, dataDir));
    found = found.filter((orphan) => again.has(orphan));
  }
  return found;
}

async function look(pool: pg.Pool, dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'receipts'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const { rows: kept } = await pool.query('select distinct sha256 from kept_receipts');
  const { rows: open } = await pool.query('select sha256 from receipt_uploads');
  const needed = new Set(kept.map(({ sha256 }) => sha256));
  return [
    ...files.filter((name) => !needed.has(name)).map((name) => `nobody needs ${name}`),
    ...open.map(({ sha256 }) => `nobody has settled ${sha256}`),
    ...[...needed].filter((name) => !files.includes(name)).map((name) => `${name} is needed and gone`),
  ];
}
