import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** Files in the receipt store that no act needs, and uploads that nobody has settled. After all requests there is neither. */
export async function findOrphans(pool: pg.Pool, dataDir: string): Promise<string[]> {
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
