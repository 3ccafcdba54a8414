import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { repositoryPaths } from '../tidy/repository.ts';
import { buildOnce, buildsDir, removeOldBuilds, sourcesHash } from './build-once.ts';

const buildSettings = 'tsconfig.build.json';

/**
 * A clone of the sources without builds and data, for what builds: other tests are using our own `dist`. Its packages are
 * ours: `npm ci` is what CI begins with. Its builds do not check types, which `npm run lint` does, and which takes four fifths
 * of their time.
 */
export async function copyClone(clone: string): Promise<string> {
  const paths = clonedPaths();
  for (const folder of new Set(paths.map(dirname))) await mkdir(join(clone, folder), { recursive: true });
  await Promise.all(paths.map((path) => copyFile(join(projectFolder(), path), join(clone, path))));
  await symlink(join(projectFolder(), 'node_modules'), join(clone, 'node_modules'));
  const settings = JSON.parse(await readFile(join(clone, buildSettings), 'utf8'));
  settings.compilerOptions.noCheck = true;
  await writeFile(join(clone, buildSettings), JSON.stringify(settings));
  return clone;
}

function clonedPaths(): readonly string[] {
  return repositoryPaths().filter((path) => !/^(test|docs\/images)\//.test(path));
}

/** What `npm run dist` makes of a clone, once for each state of the sources. */
export async function buildDist(): Promise<string> {
  const folder = join(buildsDir, `${await sourcesHash(clonedPaths(), [])}-dist`);
  await mkdir(buildsDir, { recursive: true });
  const build = async () => {
    await removeOldBuilds();
    const clone = `${folder}-clone`;
    await rm(clone, { recursive: true, force: true });
    await promisify(execFile)('npm', ['run', 'dist'], { cwd: await copyClone(clone), env: plainEnvironment() });
    await rename(join(clone, 'dist'), folder);
    await rm(clone, { recursive: true });
  };
  await buildOnce(`${folder}.lock`, () => existsSync(folder), build);
  return folder;
}

/** From here on `npm run build` in this clone brings what was built already: that it builds is seen by what `npm run dist` made. */
export async function takeBuild(clone: string): Promise<void> {
  const file = join(clone, 'package.json');
  const content = JSON.parse(await readFile(file, 'utf8'));
  content.scripts.build = `mkdir -p dist && cp -R '${await buildDist()}/.' dist`;
  await writeFile(file, JSON.stringify(content));
}

/** Without what the npm that runs the tests, and vitest, have put into it. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(npm_|NODE_ENV$|VITEST)/i.test(key)));
}
