import { expect, it } from 'vitest';
import { newDataDir, openEmbedded, removeDataDir, start, stop } from '../support/program.ts';
it('tries', async () => {
  const dataDir = await newDataDir();
  const t0 = performance.now();
  const p = await start({ dataDir });
  process.stdout.write(`${performance.now() - t0} ${p.url} ${p.pid} ${p.postgresPid}\n${p.output()}`);
  const pool = openEmbedded(dataDir);
  process.stdout.write(JSON.stringify((await pool.query('select count(*)::int from requisites')).rows));
  await pool.end();
  const t1 = performance.now();
  process.stdout.write(JSON.stringify(await stop(p)) + (performance.now() - t1));
  expect(p.postgresPid).toBe(null);
  await removeDataDir(dataDir);
});
