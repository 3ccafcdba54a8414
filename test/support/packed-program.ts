import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../../src/storage/project-folder.ts';
import { copyClone } from './clone.ts';

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
  const root = await mkdtemp(join(tmpdir(), 'quittance-package-'));
  const folder = join(root, 'server');
  await mkdir(folder);
  // What is in npm's cache since `npm ci` is not fetched again; the settings of the npm that runs the tests are not ours.
  const env = { ...plainEnvironment(), npm_config_prefer_offline: 'true', npm_config_update_notifier: 'false' };
  const { filename, files } = await pack(await copyClone(join(root, 'clone')), root, env);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'server', private: true }));
  const quietly = ['--omit=dev', '--no-audit', '--no-fund'];
  await execute('npm', ['install', ...quietly, join(root, filename)], { cwd: folder, env });
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
  await execute('npm', ['run', 'dist'], { cwd: clone, env });
  const packages = join(clone, 'node_modules');
  await rm(packages);
  const ours = join(projectFolder(), 'node_modules');
  const forDevelopers = await packagesForDevelopers();
  const filter = (path: string) => path === ours || !forDevelopers.has(relative(projectFolder(), path));
  await cp(ours, packages, { recursive: true, verbatimSymlinks: true, filter });
  const options = ['pack', '--ignore-scripts', '--json', '--pack-destination', destination];
  const { stdout } = await execute('npm', options, { cwd: clone, env, maxBuffer: 64 * 1024 * 1024 });
  const [answer] = JSON.parse(stdout);
  return answer as { readonly filename: string; readonly files: readonly { readonly path: string }[] };
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

function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(npm_|NODE_ENV$|VITEST)/i.test(key)));
}
