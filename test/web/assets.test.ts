import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

describe('assets', () => {
  it('answers not found for what was not built', async () => {
    const answers = await Promise.all(
      ['manifest.json', '..%2Fpackage.json', 'pay.ts', ''].map((name) => fetch(`${service.url}/assets/${name}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('has a browser to be looked at with', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/docs`);
    expect(await page.title()).toContain('Quittance');
    await page.close();
  });
});
