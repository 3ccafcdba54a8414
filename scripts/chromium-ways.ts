import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { LaunchOptions } from 'playwright-core';
import { fetchingWays, type Log, type Way } from './chromium-fetch.ts';
import { windowFlags } from './chromium-flags.ts';

const args = [...windowFlags];

export function chromiumWays(
  log: Log,
  { env = process.env, mayFetch = true }: { readonly env?: NodeJS.ProcessEnv; readonly mayFetch?: boolean } = {},
): readonly Way[] {
  const named = env['CHROMIUM_PATH'];
  // Who names one wants that one: another in its place would hide that it does not work.
  if (named !== undefined && named !== '') return [installedWay('CHROMIUM_PATH', named)];
  return [
    ...installedWays(usualPlaces(process.platform, env, homedir())),
    { name: "playwright's headless shell, in its cache", prepare: async () => ({ args }) },
    { name: "playwright's Chromium, in its cache", prepare: async () => ({ args, channel: 'chromium' }) },
    ...packagedWays(),
    ...(mayFetch ? fetchingWays(log, { args }) : []),
  ];
}

function installedWays(places: readonly string[]): readonly Way[] {
  const found = places.filter((place) => existsSync(place));
  if (found.length > 0) return found.map((place) => installedWay('installed', place));
  const none = async () => {
    const names = new Set(places.map((place) => path.basename(place)));
    const folders = new Set(places.map((place) => path.dirname(place)));
    throw new Error(`none of ${[...names].join(', ')} in ${[...folders].join(', ')}`);
  };
  return [{ name: 'installed', prepare: none }];
}

function installedWay(name: string, place: string): Way {
  return { name: `${name}, ${place}`, prepare: async () => ({ executablePath: place, args }) };
}

/** The shell is the same browser without windows: a page in it takes two thirds of the processor's time. */
const linuxNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const macNames = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const windowsNames = [
  'Google/Chrome/Application/chrome',
  'Chromium/Application/chrome',
  'Microsoft/Edge/Application/msedge',
];

/** Where installers put a Chromium, or a browser made of one. */
export function usualPlaces(system: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): readonly string[] {
  if (system === 'darwin') {
    return ['/Applications', path.posix.join(home, 'Applications')].flatMap((folder) =>
      macNames.map((name) => path.posix.join(folder, `${name}.app/Contents/MacOS`, name)),
    );
  }
  if (system === 'win32') {
    const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((key) => env[key] ?? []);
    return folders.flatMap((folder) => windowsNames.map((name) => path.win32.join(folder, `${name}.exe`)));
  }
  const folders = (env['PATH'] ?? '').split(':').filter((folder) => path.posix.isAbsolute(folder));
  const all = new Set([...folders, '/usr/bin', '/usr/local/bin', '/snap/bin']);
  return [...all].flatMap((folder) => linuxNames.map((name) => path.posix.join(folder, name)));
}

/**
 * The Chromium of the npm package. It brings libraries and fonts for systems that have none, but unpacks them only where it
 * takes the machine for one of its vendor's; so it is told that it is on one.
 */
function packagedWays(): readonly Way[] {
  const withOwnLibraries = async () => {
    const { folder, options } = await unpacked();
    const libraries = [path.join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH'] ?? ''];
    const fontsFile = path.join(folder, 'fonts.conf');
    // Each time: a browser that finds no font does not draw, and the folder may have been moved since.
    await writeFile(fontsFile, fontSettings(folder));
    const ownFonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: fontsFile };
    const LD_LIBRARY_PATH = libraries.filter((one) => one !== '').join(':');
    return { ...options, env: { ...process.env, ...ownFonts, LD_LIBRARY_PATH } };
  };
  return [
    { name: "the packaged one, with this system's libraries", prepare: async () => (await unpacked()).options },
    { name: 'the packaged one, with its own libraries', prepare: withOwnLibraries },
  ];
}

/** Beside the packages, where it has its place only when it is whole: test runs may do this at the same time. */
async function unpacked(): Promise<{ readonly folder: string; readonly options: LaunchOptions }> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it is made for Linux on x64 only');
  const require = createRequire(import.meta.url);
  const packageDir = path.join(require.resolve('@sparticuz/chromium'), '../../..');
  const { version } = require(path.join(packageDir, 'package.json')) as { version: string };
  const folder = path.join(packageDir, '../../.cache', `chromium-${version}`);
  if (!existsSync(folder)) await unpack(packageDir, folder);
  // Not with the flags of the package: they are for one page in one process, which ends with it, and for pages of anybody's.
  return { folder, options: { executablePath: path.join(folder, 'chromium'), args } };
}

const unpackMaxMs = 120_000;

/** In a process of its own: the package unpacks into the folder for temporary files, and knows the machine by its environment. */
async function unpack(packageDir: string, folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  const script = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  try {
    await promisify(execFile)(process.execPath, ['-e', script], {
      cwd: packageDir,
      env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
      timeout: unpackMaxMs,
    });
    await rename(unfinished, folder);
  } catch (error) {
    // Another test run was faster: a folder that has something in it cannot be renamed to.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The package's own settings name a fixed place. */
function fontSettings(folder: string): string {
  const dir = path.join(folder, 'fonts');
  return `<?xml version="1.0"?>
<fontconfig><dir>${dir}</dir><cachedir>${dir}-cache</cachedir></fontconfig>
`;
}
