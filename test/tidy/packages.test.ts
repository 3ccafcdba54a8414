import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { codeFiles, importsOf, isTest, readText } from './repository.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly bundleDependencies: readonly string[];
}

const manifest: Manifest = JSON.parse(readText('package.json'));
const { dependencies } = manifest;
/** What is fetched when it is used, and no part of the product: the service that the benchmark compares with, and Stryker. */
const fetchedLater = ['bench/peers', 'scripts/mutation'];
const manifests = ['.', ...fetchedLater].map((folder): Manifest => JSON.parse(readText(`${folder}/package.json`)));

describe('the packages', () => {
  it('have exact versions', () => {
    const versions = manifests.flatMap((each) =>
      Object.entries({ ...each.dependencies, ...each.devDependencies, ...each.optionalDependencies }),
    );
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('are packed with the service, except those that differ by platform', () => {
    expect(manifest.bundleDependencies).toEqual(Object.keys(dependencies));
  });

  it('the packages that the program needs are the ones it imports', () => {
    const imported = new Set(
      codeFiles('src')
        .filter(({ path }) => !isTest(path))
        .flatMap(importsOf)
        .filter(({ to, isOurs }) => !isOurs && !to.startsWith('node:'))
        .map(({ to }) =>
          to
            .split('/')
            .slice(0, to.startsWith('@') ? 2 : 1)
            .join('/'),
        ),
    );
    // A package of data is not imported: its files are found and read.
    for (const { text } of codeFiles('src')) {
      for (const [, name = ''] of text.matchAll(/require\.resolve\('((?:@[\w-]+\/)?[\w-]+)\//g)) imported.add(name);
    }
    expect([...imported].sort()).toEqual(Object.keys(dependencies).sort());
  });

  it.skipIf(!existsSync(join(projectFolder(), 'CONTRIBUTING.md')))('have a line of reason in CONTRIBUTING.md', () => {
    const lines = readText('CONTRIBUTING.md').split('\n');
    const unexplained = Object.keys(dependencies).filter((name) => !lines.some((line) => line.includes(`\`${name}\``)));
    expect(unexplained).toEqual([]);
  });

  it('run nothing when they are installed, and no script of ours waits for a hook that npm then leaves out', () => {
    expect(readText('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    const scripts = Object.keys(JSON.parse(readText('package.json')).scripts);
    const hooks = scripts.filter((name) => /^(pre|post)/.test(name) || ['install', 'prepare'].includes(name));
    expect(hooks).toEqual([]);
  });

  it('are locked without a place that they come from: everybody has their own registry', () => {
    const placed = ['.', ...fetchedLater].flatMap((folder) => {
      const text = readText(`${folder}/package-lock.json`);
      const lock: { packages: Record<string, { resolved?: string }> } = JSON.parse(text);
      return Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined);
    });
    expect(placed.map(([path]) => path)).toEqual([]);
  });
});
