import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryPaths } from '../tidy/repository.ts';
import { buildOnce, buildsDir, projectDir, sourcesHash } from './build-once.ts';

/** A project of somebody who has installed the SDK from its packed file: nothing of this repository but that. */
export interface SdkProject {
  readonly folder: string;
  /** The files in the package. */
  readonly packed: readonly string[];
  /** Compiles its TypeScript with the strictest settings; the compiler's complaints, or nothing. */
  compile(...files: readonly string[]): Promise<string>;
  /** Runs a file of it and gives what it prints. */
  run(file: string, env?: Readonly<Record<string, string>>): Promise<string>;
  write(file: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

const execute = promisify(execFile);

export async function installPackedSdk(): Promise<SdkProject> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-sdk-project-'));
  const env = { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false' };
  const packed = await pack(env);
  const [{ filename, files }] = JSON.parse(await readFile(join(packed, 'packed.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true }));
  await execute('npm', ['install', '--no-audit', '--no-fund', join(packed, filename)], { cwd: folder, env });
  return {
    folder,
    packed: files.map(({ path }: { path: string }) => path),
    compile: (...names) => compile(folder, names),
    run: async (file, given = {}) => {
      const settings = { PATH: process.env['PATH'] ?? '', ...given };
      return (await execute(process.execPath, [file], { cwd: folder, env: settings })).stdout;
    },
    write: (file, text) => writeFile(join(folder, file), text),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Once for each state of the sources: two test files want it, maybe at the same time. */
async function pack(env: NodeJS.ProcessEnv): Promise<string> {
  const cwd = join(projectDir, 'sdk');
  const sources = repositoryPaths().filter((path) => path.startsWith('sdk/'));
  const folder = join(buildsDir, `${await sourcesHash(sources, [])}-sdk`);
  await mkdir(buildsDir, { recursive: true });
  const build = async () => {
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished);
    await execute('npm', ['run', '--silent', 'build'], { cwd, env });
    const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', unfinished], { cwd, env });
    await writeFile(join(unfinished, 'packed.json'), stdout);
    await rename(unfinished, folder);
  };
  await buildOnce(`${folder}.lock`, () => existsSync(folder), build);
  return folder;
}

async function compile(folder: string, files: readonly string[]): Promise<string> {
  const modules = join(projectDir, 'node_modules');
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022'],
    types: ['node'],
    typeRoots: [join(modules, '@types')],
    skipLibCheck: false,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const compiler = join(modules, 'typescript/bin/tsc');
  return await execute(process.execPath, [compiler, '-p', folder]).then(
    () => '',
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}
