import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { newDataFolder } from '../../scripts/data-folder.ts';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { readText } from '../tidy/repository.ts';
import { buildDist, copyClone, plainEnvironment } from './clone.ts';
import { blockRunBy } from './document-blocks.ts';

/** A machine of somebody who has installed the packed service, and has nothing of this repository but that. */
export interface PackedProgram {
  /** Where it was installed; the service works here. */
  readonly folder: string;
  /** The files in the package. */
  readonly packed: readonly string[];
  remove(): Promise<void>;
}

const execute = promisify(execFile);

export async function installPackedProgram(): Promise<PackedProgram> {
  const root = await newDataFolder('quittance-package-');
  const folder = join(root, 'server');
  await mkdir(folder);
  // What is in npm's cache since `npm ci` is not fetched again; the settings of the npm that runs the tests are not ours.
  const quietly = { npm_config_update_notifier: 'false', npm_config_audit: 'false', npm_config_fund: 'false' };
  const env = { ...plainEnvironment(), npm_config_prefer_offline: 'true', ...quietly };
  const { files } = await pack(await copyClone(join(root, 'clone')), folder, env);
  // A home is empty and npm stays in it; a folder below the temporary one might be taken for a part of something above.
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'server', private: true }));
  const install = blockRunBy('test/support/packed-program.ts', 'docs/production.md', readText('docs/production.md'));
  await execute('sh', ['-e', '-c', install], { cwd: folder, env });
  await rm(join(root, 'clone'), { recursive: true });
  return {
    folder,
    packed: files.map(({ path }) => path),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/**
 * Built with our own packages; packed with a copy of them, because npm takes what is behind a link for a file outside. Without
 * those that only developers need: they are most of the files, and none of them is packed.
 */
async function pack(clone: string, destination: string, env: NodeJS.ProcessEnv) {
  await cp(await buildDist(), join(clone, 'dist'), { recursive: true });
  const packages = join(clone, 'node_modules');
  await rm(packages);
  const ours = join(projectFolder(), 'node_modules');
  const forDevelopers = await packagesForDevelopers();
  const filter = (path: string) => path === ours || !forDevelopers.has(relative(projectFolder(), path));
  await cp(ours, packages, { recursive: true, verbatimSymlinks: true, filter });
  const options = ['pack', '--ignore-scripts', '--json', '--pack-destination', destination];
  const { stdout } = await execute('npm', options, { cwd: clone, env, maxBuffer: 64 * 1024 * 1024 });
  const [answer] = JSON.parse(stdout);
  return answer as { readonly files: readonly { readonly path: string }[] };
}

/** Their folders below the project, as the lock file names them; with what tools keep beside the packages. */
async function packagesForDevelopers(): Promise<ReadonlySet<string>> {
  const lock = JSON.parse(await readFile(join(projectFolder(), 'package-lock.json'), 'utf8'));
  const packages = Object.entries<{ readonly dev?: boolean }>(lock.packages);
  const folders = packages.filter(([, { dev }]) => dev === true).map(([folder]) => folder);
  const ours = join(projectFolder(), 'node_modules');
  const hidden = (await readdir(ours)).filter((name) => name.startsWith('.')).map((name) => `node_modules/${name}`);
  return new Set([...folders, ...hidden]);
}
