import { createHash } from 'node:crypto';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const projectDir = resolve(import.meta.dirname, '../..');

/** What tests have built, by the state of the sources. */
export const buildsDir = join(projectDir, 'dist/test-builds');
const buildsKeptMs = 3_600_000;

/** Who builds says so every few seconds. A lock that is older than this was left by a test run that was killed. */
const lockMaxMs = 60_000;
const heldMs = 5_000;

/** Test files and test runs work at the same time: one builds, the others wait until it is there. */
export async function buildOnce(
  lock: string,
  isBuilt: () => Promise<boolean> | boolean,
  build: () => Promise<void>,
): Promise<void> {
  while (!(await isBuilt())) {
    const handle = await open(lock, 'wx').catch(() => null);
    if (handle === null) {
      const heldSinceMs = (await stat(lock).catch(() => null))?.mtimeMs ?? Date.now();
      if (Date.now() - heldSinceMs > lockMaxMs) await rm(lock, { force: true });
      await delay(100);
      continue;
    }
    // However long it takes on a busy machine: a second build beside it would meet it at its place.
    const holding = setInterval(() => void handle.utimes(new Date(), new Date()).catch(() => undefined), heldMs);
    try {
      if (!(await isBuilt())) await build();
    } finally {
      clearInterval(holding);
      await handle.close();
      await rm(lock, { force: true });
    }
  }
}

/** The state of the sources: of these files, and of all that the folders hold with such an ending. */
export async function sourcesHash(files: readonly string[], folders: readonly string[], ending = ''): Promise<string> {
  const all = [...files];
  for (const folder of folders) {
    const entries = await readdir(join(projectDir, folder), { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending));
    all.push(...names.map((entry) => join(entry.parentPath, entry.name).slice(projectDir.length + 1)));
  }
  const hash = createHash('sha256');
  for (const file of all.sort()) hash.update(`${file}\n`).update(await readFile(join(projectDir, file)));
  return hash.digest('hex').slice(0, 16);
}

export async function removeOldBuilds(): Promise<void> {
  for (const name of await readdir(buildsDir)) {
    const { mtimeMs } = await stat(join(buildsDir, name));
    if (Date.now() - mtimeMs > buildsKeptMs) await rm(join(buildsDir, name), { recursive: true });
  }
}
