import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LeftOut } from './test/support/left-out.ts';
import { hangsAfterMs } from './test/support/limits.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * Four kinds of tests. `memory`: pure code, beside its file, and the tests that read the repository. `postgres-18`: all that
 * needs a database, on the embedded server. `postgres-installed`: what depends on the server once more, on one that is
 * installed on this machine: in the folder that `TEST_POSTGRES_BIN` names, else the oldest that is found. `web`: the pages,
 * in a real browser.
 */
const serverTests = [
  'test/storage/**/*.test.ts',
  'test/http/**/*.test.ts',
  'test/attacks/**/*.test.ts',
  'test/engine/**/*.test.ts',
  'test/e2e/**/*.test.ts',
];
/** What depends on the server: SQL, locks, plans, and what merchants read. One that is named runs all, as public CI does. */
const ofTheServer = [
  'test/storage/**/*.test.ts',
  'test/engine/*.test.ts',
  'test/http/conformance/{disputes,expiry,reading,retries,start-deal}.test.ts',
  'test/http/operator/{life-of-money,lists,makers,plans,races,settings}.test.ts',
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

export default defineConfig({
  test: {
    // Most tests wait for a database, a browser or a process; four files at a time keep two cores busy.
    maxWorkers: 4,
    // Compiled modules are kept in node_modules: the four projects compile most of the same, and the next run all of it.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    reporters: [
      'default',
      new LeftOut(installedServer === null ? ['PostgreSQL other than the embedded one: none is installed'] : []),
    ],
    projects: [
      project('memory', {
        include: [
          'src/**/*.test.ts',
          'sdk/src/**/*.test.ts',
          'simulator/**/*.test.ts',
          'drill/**/*.test.ts',
          'fuzz/**/*.test.ts',
          'scripts/**/*.test.ts',
          'verifier/**/*.test.ts',
          'web/**/*.test.ts',
          'test/tidy/**/*.test.ts',
        ],
      }),
      project('postgres-18', {
        include: [...serverTests, 'test/faults/**/*.test.ts'],
        globalSetup: ['test/support/server.ts'],
      }),
      project('web', {
        include: ['test/web/**/*.test.ts'],
        globalSetup: ['test/support/chromium.ts', 'test/support/web.ts', 'test/support/server.ts'],
      }),
      ...(installedServer === null
        ? []
        : [
            project('postgres-installed', {
              include: isServerNamed ? serverTests.filter((pattern) => !pattern.startsWith('test/e2e/')) : ofTheServer,
              // The launcher's own tests look after both servers; receipts do not depend on one.
              exclude: [
                'test/storage/embedded-postgres*.test.ts',
                'test/storage/receipts.test.ts',
                ...(isServerNamed ? [] : ofOurs),
              ],
              globalSetup: ['test/support/server.ts'],
              provide: { binDir: installedServer },
            }),
          ]),
    ],
  },
});

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
