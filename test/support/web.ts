import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { buildOnce, projectDir, sourcesHash } from './build-once.ts';

const folder = join(projectDir, 'dist/web');
/** Says from which sources the folder was built. */
const stampName = 'built-by-tests-from';

/**
 * The pages' scripts and styles, built before the tests that open a browser. Not built again from the same sources: another
 * test run may be reading them.
 */
export default async function setup(): Promise<void> {
  const hash = await sourcesHash(['package-lock.json'], ['web', 'verifier', 'src/errors']);
  const isBuilt = async () => (await readFile(join(folder, stampName), 'utf8').catch(() => '')) === hash;
  await mkdir(join(projectDir, 'dist'), { recursive: true });
  await buildOnce(`${folder}.lock`, isBuilt, () => buildPages(hash));
}

/** Beside its place first, which it takes only when it is whole. */
async function buildPages(hash: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  // As it is shipped: vitest's own NODE_ENV would build the libraries with their checks for developers.
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ configFile: join(projectDir, 'web/vite.config.ts'), build: { outDir: unfinished } });
  } finally {
    process.env['NODE_ENV'] = before;
  }
  await writeFile(join(unfinished, stampName), hash);
  const old = `${folder}.old`;
  await rm(old, { recursive: true, force: true });
  await rename(folder, old).catch(() => undefined);
  await rename(unfinished, folder);
  await rm(old, { recursive: true, force: true });
}
