import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LeftOut } from './test/support/left-out.ts';
import { hangsAfterMs } from './test/support/limits.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { RunReport } from './test/support/run-report.ts';
import { filesOfTheRest, type Mode, mainWays, modeOf } from './test/support/test-plan.ts';

/**
 * Four kinds of tests. `memory`: pure code, beside its file, and the tests that read the repository. `postgres-18`: all that
 * needs a database, on the embedded server. `postgres-installed`: what depends on the server once more, on one that is
 * installed on this machine: in the folder that `TEST_POSTGRES_BIN` names, else the oldest that is found. `web`: the pages,
 * in a real browser.
 *
 * A run has everything. With `--mode short` it leaves out what is slow (`test/support/test-plan.ts`), and with `--mode rest` it has
 * just that: both together are everything once.
 */
const serverTests = [
  'test/storage/**/*.test.ts',
  'test/http/**/*.test.ts',
  'test/attacks/**/*.test.ts',
  'test/engine/**/*.test.ts',
  'test/e2e/**/*.test.ts',
];
/**
 * What depends on the server: SQL, locks, plans, times and lists as they are read, and one deal's whole life. One that is named runs
 * all, as public CI does on each push.
 */
const ofTheServer = [
  'test/storage/**/*.test.ts',
  'test/engine/*.test.ts',
  'test/http/conformance/{expiry,reading}.test.ts',
  'test/http/operator/{life-of-money,lists,plans,races}.test.ts',
  'test/http/public/at-once.test.ts',
];
/**
 * Not of the server either: who may open what, who hears of a setting, who earns, who is paid by which policy. And what draws
 * at random from statements that other files here send as well.
 */
const ofOurs = [
  'test/storage/master-keys.test.ts',
  'test/engine/{catalogue-storm,dispute-clocks,payment-policy,rewards,settlement}.test.ts',
  'test/engine/{archive,model,simulated-store,time-machine}.test.ts',
];
const isServerNamed = (process.env['TEST_POSTGRES_BIN'] ?? '') !== '';
const installedServer = findInstalledServer();

const memoryTests = [
  'src/**/*.test.ts',
  'sdk/src/**/*.test.ts',
  'simulator/**/*.test.ts',
  'drill/**/*.test.ts',
  'fuzz/**/*.test.ts',
  'scripts/**/*.test.ts',
  'verifier/**/*.test.ts',
  'web/**/*.test.ts',
  'test/tidy/**/*.test.ts',
];
const server = 'test/support/server.ts';
const rest = filesOfTheRest(import.meta.dirname);

export default defineConfig(async ({ mode: name }) => {
  const mode = modeOf(name);
  const pages = await pagesOf(mode);
  const withInstalled = mode !== 'short' && installedServer !== null;
  const notInstalled =
    mode === 'short' || withInstalled ? [] : ['PostgreSQL other than the embedded one: none is installed'];
  const noBrowser = pages === null ? ['the page of a payer: no browser is at hand'] : [];
  return {
    test: {
      // Most tests wait for a database, a browser or a process; four files at a time keep two cores busy.
      maxWorkers: 4,
      // Compiled modules are kept in node_modules: the four projects compile most of the same, and the next run all of it.
      experimental: { fsModuleCache: true },
      sequence: { sequencer: LongestFirst },
      reporters: ['default', new LeftOut([...notInstalled, ...noBrowser]), new RunReport(leftOutBy(mode))],
      projects: [
        project('memory', ofMode(mode, memoryTests)),
        project('postgres-18', {
          ...ofMode(mode, [...serverTests, 'test/faults/**/*.test.ts']),
          globalSetup: [server],
        }),
        ...(pages === null ? [] : [project('web', pages)]),
        ...(withInstalled
          ? [
              project('postgres-installed', {
                include: isServerNamed
                  ? serverTests.filter((pattern) => !pattern.startsWith('test/e2e/'))
                  : ofTheServer,
                // The launcher's own tests look after both servers; receipts do not depend on one.
                exclude: [
                  'test/storage/embedded-postgres*.test.ts',
                  'test/storage/receipts.test.ts',
                  ...(isServerNamed ? [] : ofOurs),
                ],
                globalSetup: [server],
                provide: { binDir: installedServer },
              }),
            ]
          : []),
      ],
    },
  };
});

/** The files of a project that a run has. */
function ofMode(mode: Mode, patterns: readonly string[]) {
  if (mode === 'all') return { include: [...patterns] };
  if (mode === 'short') return { include: [...patterns], exclude: [...rest] };
  const folders = patterns.map((pattern) => pattern.slice(0, pattern.indexOf('*')));
  return { include: rest.filter((path) => folders.some((folder) => path.startsWith(folder))) };
}

/** The short run has one file of the pages, in a browser that is there already; null: there is none. */
async function pagesOf(mode: Mode) {
  const built = ['test/support/web.ts', server];
  const all = ['test/web/**/*.test.ts'];
  if (mode !== 'short') return { ...ofMode(mode, all), globalSetup: ['test/support/chromium.ts', ...built] };
  const { findChromium } = await import('./scripts/chromium.ts');
  const options = await findChromium(() => undefined, { mayFetch: false }).catch(() => null);
  if (options === null) return null;
  const include = mainWays.filter((path) => path.startsWith('test/web/'));
  return { include, globalSetup: built, provide: { chromium: { options } } };
}

function leftOutBy(mode: Mode): string | null {
  if (mode !== 'short') return null;
  return `Left to npm run test:all: ${rest.length} slow files (pages, programs, faults, many at once) and other servers.`;
}

function project(name: string, test: object) {
  // Files of one project share their modules: loading them anew for each file took most of the time, and they keep no state.
  // A test that asserts nothing cannot fail, so it fails.
  const expect = { requireAssertions: true, poll: { interval: 50 } };
  const setupFiles = ['test/support/before-each-file.ts'];
  return {
    test: { name, testTimeout: hangsAfterMs, hookTimeout: hangsAfterMs, isolate: false, expect, setupFiles, ...test },
  };
}

function findInstalledServer(): string | null {
  const named = process.env['TEST_POSTGRES_BIN'] ?? '';
  if (named !== '') {
    if (existsSync(join(named, 'postgres'))) return named;
    throw new Error(`TEST_POSTGRES_BIN is ${named}, where there is no program postgres`);
  }
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).filter((version) => Number(version) >= 15) : [];
  const [oldest] = versions.sort((left, right) => Number(left) - Number(right));
  const binDir = oldest === undefined ? null : join(folder, oldest, 'bin');
  return binDir !== null && existsSync(join(binDir, 'postgres')) ? binDir : null;
}
