import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { codeFiles, findings, importsOf, readText, repositoryPaths, stringOf } from './repository.ts';

/** The image against what its build reads: without a container engine nobody would notice a folder that is missing. */
const dockerfile = readText('deploy/Dockerfile');
const manifest = JSON.parse(readText('package.json'));

/** The patterns of .dockerignore in their order: the last one that fits decides. */
const patterns = readText('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ isKept: line.startsWith('!'), regex: regexOf(line.replace(/^!/, '')) }));

function regexOf(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => part.replaceAll('.', '\\.').replaceAll(/(?<!\*)\*(?!\*)/g, '[^/]*'));
  // A folder that fits takes along what is in it.
  return new RegExp(`^${parts.join('/').replaceAll('**/', '(?:.*/)?')}(?:/|$)`);
}

function isInImage(path: string): boolean {
  return patterns.findLast(({ regex }) => regex.test(path))?.isKept ?? true;
}

/** What a script of package.json runs, with the scripts that it calls. */
function commandsOf(script: string): string {
  const text: string = manifest.scripts[script] ?? '';
  const called = [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = '']) => name);
  return [text, ...called.map(commandsOf)].join(' && ');
}

const kept = repositoryPaths().filter(isInImage);

describe('what the image is built from', () => {
  const packaged = dockerfile.match(/npm run (\w+)/)?.[1] ?? '';
  const settings = [...commandsOf(packaged).matchAll(/(?:--config|-p) (\S+)/g)].map(([, path = '']) => path);

  it('has the settings of the build, and what they begin with', () => {
    expect(settings).toEqual(['tsconfig.build.json', 'web/vite.config.ts', 'vite.program.config.ts']);
    const extended = JSON.parse(readText('tsconfig.build.json')).extends;
    expect([...settings, join(extended)].filter((path) => !isInImage(path))).toEqual([]);
    const begins = codeFiles(...settings).flatMap((file) => {
      const named = findings(file, (node) => stringOf(node)?.match(/^[\w./-]+\.tsx?$/)?.[0] ?? null);
      return named.map((found) => [dirname(file.path), found.split(' ')[1] ?? ''] as const);
    });
    expect(begins.length).toBeGreaterThan(5);
    const isThere = (folder: string, name: string) => kept.includes(join(folder, name)) || kept.includes(`src/${name}`);
    expect(begins.filter(([folder, name]) => !isThere(folder, name))).toEqual([]);
  });

  it('has every file that a file of it imports', () => {
    const imports = codeFiles(...kept).flatMap(importsOf);
    const targets = imports.flatMap(({ from, to, isOurs }) => {
      if (to === '@quittance/sdk') return [[from, 'sdk/src/index.ts']];
      return isOurs ? [[from, to]] : [];
    });
    expect(targets.length).toBeGreaterThan(1_000);
    expect(targets.filter(([, to = '']) => !isInImage(to))).toEqual([]);
  });

  it('has what is copied before the packages are installed, and what is packed', () => {
    const [, copied = ''] = /^COPY (package\.json .*) \.\/$/m.exec(dockerfile) ?? [];
    const packed = manifest.files.filter((path: string) => !/^(?:dist|docs|!?deploy)\b/.test(path));
    expect(packed).toEqual(expect.arrayContaining(['catalogue', 'migrations', '.env.example']));
    const needed = [...copied.split(' '), ...packed, 'LICENSE', 'README.md'];
    expect(needed).toContain('package-lock.json');
    expect(needed.filter((path) => !isInImage(path))).toEqual([]);
  });

  it('has no secrets, data, tests or packages of the machine that builds it', () => {
    const strange = ['.env', '.git/config', 'data/postgres/PG_VERSION', 'deploy/secrets/master-key', 'dist/web/a.js'];
    const inside = ['src/config.test.ts', 'sdk/node_modules/a/index.js', 'sdk/dist/index.js', 'web/node_modules/a.js'];
    expect([...strange, ...inside].filter(isInImage)).toEqual([]);
  });
});

describe('the image that runs', () => {
  const last = dockerfile.split(/^FROM .*\n/m).at(-1) ?? '';
  const [beforeUser = '', afterUser = ''] = last.split(/^(?=USER )/m);

  it('does not run as root', () => {
    const users = [...last.matchAll(/^USER (\d+):(\d+)$/gm)];
    expect(users).toHaveLength(1);
    expect(users[0]?.slice(1).filter((number) => Number(number) === 0)).toEqual([]);
    expect(afterUser).toMatch(/^ENTRYPOINT /m);
  });

  it('asks itself whether it is ready, and ends when told to', () => {
    expect(last).toMatch(/^HEALTHCHECK .*\\\n.*\/readyz/m);
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m);
  });

  it('has no compiler and no npm', () => {
    // The slim base brings no compiler.
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:\d+-\w+-slim$/m);
    for (const place of ['lib/node_modules', 'bin/npm', 'bin/npx', 'bin/corepack', 'bin/yarn', 'bin/yarnpkg']) {
      expect(beforeUser).toMatch(new RegExp(`rm -rf [^&]*/usr/local/${place}(?=\\s)`));
    }
    expect(last).not.toMatch(/\b(?:apt|apt-get|apk|npm (?:ci|install)|curl|wget)\b/);
    const copied = [...last.matchAll(/^(?:COPY|ADD) (.*)$/gm)].map(([, what]) => what);
    expect(copied).toEqual(['--from=build /app/node_modules /app/node_modules']);
    expect(dockerfile).toMatch(/npm install [^\n]*--omit=dev[^\n]* \/tmp\/quittance-\*\.tgz/);
  });
});
