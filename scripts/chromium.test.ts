import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { LaunchOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { firstThatStarts } from './chromium.ts';
import type { Way } from './chromium-fetch.ts';
import { offByPlaywright } from './chromium-flags.ts';
import { chromiumWays, usualPlaces } from './chromium-ways.ts';

const browserAt = (executablePath: string): Way => ({
  name: executablePath,
  prepare: async () => ({ executablePath }),
});

const missing = (name: string): Way => ({
  name,
  prepare: async () => {
    throw new Error(`no ${name} here`);
  },
});

/** Starts only what is named so. */
const startsOnly = (path: string) => async (options: LaunchOptions) => {
  if (options.executablePath !== path) throw new Error(`${options.executablePath} is a stub`);
};

describe('firstThatStarts', () => {
  it('takes the first that starts, not the first that is there, and asks no further', async () => {
    const asked: string[] = [];
    const watched = (way: Way): Way => ({
      ...way,
      prepare: () => {
        asked.push(way.name);
        return way.prepare();
      },
    });
    const ways = [missing('download'), browserAt('/stub'), browserAt('/good'), browserAt('/late')].map(watched);
    expect(await firstThatStarts(ways, startsOnly('/good'))).toEqual({ executablePath: '/good' });
    expect(asked).toEqual(['download', '/stub', '/good']);
  });

  it('lists what each way failed with when none leads to a browser', async () => {
    const found = firstThatStarts([missing('download'), browserAt('/stub')], startsOnly('/good'));
    await expect(found).rejects.toThrow(/CHROMIUM_PATH.*- download: no download here\n- \/stub: \/stub is a stub/s);
  });
});

describe('chromiumWays', () => {
  const names = (env: NodeJS.ProcessEnv) => chromiumWays(() => undefined, { env }).map(({ name }) => name);

  it('is the named one alone where one is named', async () => {
    expect(names({ CHROMIUM_PATH: '/opt/mine' })).toEqual(['CHROMIUM_PATH, /opt/mine']);
  });

  it('looks on the machine before it fetches anything', () => {
    const all = names({ CHROMIUM_PATH: '', PATH: '' });
    const fetching = [
      "playwright's download",
      "playwright's download, with libraries by apt-get",
      "Debian's package of the shell",
      "Debian's package",
    ];
    expect(all.at(0)).toMatch(/^installed/);
    expect(all.slice(-4)).toEqual(fetching);
    expect(all.findIndex((name) => name.includes('in its cache'))).toBeLessThan(
      all.findIndex((name) => name.includes('the packaged one')),
    );
  });
});

describe('usualPlaces', () => {
  it('are those of each system', () => {
    const linux = usualPlaces('linux', { PATH: '/home/me/bin:relative:/usr/bin' }, '/home/me');
    expect(linux.slice(0, 2)).toEqual(['/home/me/bin/chromium-headless-shell', '/home/me/bin/chromium']);
    expect(linux).toContain('/usr/bin/google-chrome');
    expect(linux).toContain('/snap/bin/chromium');
    expect(linux.filter((place) => !place.startsWith('/'))).toEqual([]);
    expect(usualPlaces('darwin', {}, '/Users/me')).toContain(
      '/Users/me/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    );
    const windows = usualPlaces('win32', { PROGRAMFILES: 'C:\\Program Files' }, 'C:\\Users\\me');
    expect(windows).toContain('C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe');
    expect(windows).toHaveLength(3);
  });
});

describe('windowFlags', () => {
  it('switches off at least what the installed playwright does', () => {
    const packageFile = createRequire(import.meta.url).resolve('playwright-core/package.json');
    const bundle = readFileSync(join(dirname(packageFile), 'lib/coreBundle.js'), 'utf8');
    const list = /disabledFeatures = \[(.*?)\]\.filter/s.exec(bundle)?.[1] ?? '';
    expect([...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)).toEqual([...offByPlaywright]);
  });
});
