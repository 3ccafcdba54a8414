import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectFolder } from '../../src/storage/project-folder.ts';
import { repositoryPaths } from '../tidy/repository.ts';

const buildSettings = 'tsconfig.build.json';

/**
 * A clone of the sources without builds and data, for what builds: other tests are using our own `dist`. Its packages are
 * ours: `npm ci` is what CI begins with. Its builds do not check types, which `npm run lint` does, and which takes four fifths
 * of their time.
 */
export async function copyClone(clone: string): Promise<string> {
  const paths = repositoryPaths().filter((path) => !/^(test|docs\/images)\//.test(path));
  for (const folder of new Set(paths.map(dirname))) await mkdir(join(clone, folder), { recursive: true });
  await Promise.all(paths.map((path) => copyFile(join(projectFolder(), path), join(clone, path))));
  await symlink(join(projectFolder(), 'node_modules'), join(clone, 'node_modules'));
  const settings = JSON.parse(await readFile(join(clone, buildSettings), 'utf8'));
  settings.compilerOptions.noCheck = true;
  await writeFile(join(clone, buildSettings), JSON.stringify(settings));
  return clone;
}
