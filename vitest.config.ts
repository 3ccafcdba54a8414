import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LeftOut } from './test/support/left-out.ts';
import { patienceMs } from './test/support/limits.ts';

/**
 * Four kinds of tests. `memory`: pure code, beside its file, and the tests that read the repository. `postgres-18`: all that
 * needs a database, on the embedded server. `postgres-installed`: the same once more on a server that is installed on this
 * machine: the one in the folder that `TEST_POSTGRES_BIN` names, else the oldest that is found. `web`: the pages, in a real browser.
 */
const serverTests = [
  'test/storage/**/*.test.ts',
  'test/http/**/*.test.ts',
  'test/attacks/**/*.test.ts',
  'test/engine/**/*.test.ts',
  'test/e2e/**/*.test.ts',
];
const installedServer = findInstalledServer();

export default defineConfig({
  test: {
    // Most tests wait for a database, a browser or a process; three files at a time keep two cores busy.
    maxWorkers: 3,
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
          'scripts/**/*.test.ts',
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
              // Left out: the launcher's own tests, which look after both servers, and what does not depend on the server.
              include: serverTests.filter((pattern) => !pattern.startsWith('test/e2e/')),
              exclude: [
                'test/storage/embedded-postgres*.test.ts',
                'test/storage/receipts.test.ts',
                'test/http/multipart.test.ts',
                'test/http/files.test.ts',
                'test/http/sdk*.test.ts',
                'test/http/examples.test.ts',
                'test/http/postman.test.ts',
                'test/http/world.test.ts',
                'test/http/receivers.test.ts',
                'test/http/pay-page.test.ts',
                'test/http/reference.test.ts',
                'test/http/sandbox-fates.test.ts',
                'test/http/conformance/conventions.test.ts',
                'test/http/conformance/errors.test.ts',
                'test/http/conformance/rate-limit.test.ts',
                'test/http/conformance/signature.test.ts',
                'test/http/conformance/signed-url.test.ts',
                'test/http/malformed-http.test.ts',
                'test/http/operator/authorization.test.ts',
                'test/http/operator/dispute-verdicts.test.ts',
                'test/http/operator/events.test.ts',
                'test/http/operator/people.test.ts',
                'test/http/operator/sandbox-clock.test.ts',
                'test/http/operator/sign-in-limit.test.ts',
                'test/http/public/hostile.test.ts',
                'test/http/public/limits.test.ts',
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
  const expect = { requireAssertions: true, poll: { timeout: patienceMs, interval: 20 } };
  return { test: { name, testTimeout: 180_000, hookTimeout: 300_000, isolate: false, expect, ...test } };
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
