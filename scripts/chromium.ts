import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * A real Chromium: the one `CHROMIUM_PATH` names, else one installed on this machine, else the packaged one, which is made
 * for Linux on x64 only. There is no test of a page without a browser: where none is found the tests fail and say so.
 */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch(await launchOptions());
}

async function launchOptions(): Promise<LaunchOptions> {
  // The sandbox of Chromium refuses to run as root, as which containers run their tests; the pages are our own.
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  const path = process.env['CHROMIUM_PATH'] ?? installed.find((one) => existsSync(one));
  if (path !== undefined) return { executablePath: path, args };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'No Chromium was found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH to it.',
    );
  }
  const { default: packaged } = await import('@sparticuz/chromium');
  return { executablePath: await packaged.executablePath(), args: [...packaged.args, ...args] };
}
