import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import type { Log, Way } from './chromium-fetch.ts';
import { chromiumWays } from './chromium-ways.ts';

/**
 * A real Chromium, on any machine. In this order: the one `CHROMIUM_PATH` names; one that is installed, or in playwright's
 * cache; the packaged one (Linux on x64); else one is fetched: playwright's own download, then Debian's package. What is
 * found is started before it is chosen: a file at the right place may be a stub (Ubuntu), or lack its libraries.
 */
export async function findChromium(log: Log, { mayFetch = true } = {}): Promise<LaunchOptions> {
  return await firstThatStarts(chromiumWays(log, { mayFetch }), tryOut);
}

export async function openBrowser(log: Log = tell): Promise<Browser> {
  return await chromium.launch(await findChromium(log));
}

/** The first way whose browser starts. When none does, an error that says why each failed. */
export async function firstThatStarts(
  ways: readonly Way[],
  start: (options: LaunchOptions) => Promise<void>,
): Promise<LaunchOptions> {
  const tried: string[] = [];
  for (const { name, prepare } of ways) {
    try {
      const options = await prepare();
      await start(options);
      return options;
    } catch (error) {
      tried.push(`- ${name}: ${firstLines(error)}`);
    }
  }
  throw new Error(
    `There is no Chromium for the pages. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH to it. Tried:\n${tried.join('\n')}`,
  );
}

/** Long for a browser, which takes a second; a machine that is short of everything still gets there. */
const startMaxMs = 60_000;

/** Two visitors, one after the other: a browser that ends with its first page is none for tests. */
async function tryOut(options: LaunchOptions): Promise<void> {
  const browser = await chromium.launch({ ...options, timeout: startMaxMs });
  try {
    for (let visitor = 0; visitor < 2; visitor++) {
      const context = await browser.newContext();
      await context.newPage();
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

const toldLinesMax = 6;

/** A browser that does not start says why in its first lines, and how it was started in fifty more; playwright adds advice in a box. */
function firstLines(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.split('\n').map((line) => line.trim());
  const said = lines.filter((line) => line !== '' && !/^[╔║╚]/.test(line));
  const reasons = said.filter((line) => /error while loading|cannot open shared/i.test(line));
  return [...new Set([...said.slice(0, toldLinesMax), ...reasons])].join('\n    ');
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
