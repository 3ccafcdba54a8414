import type { Browser, BrowserContextOptions, FileChooser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/axe.ts';
import { openBrowser } from '../support/browser.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import { desktop, expectHeading, openPayer, phone } from '../support/payer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** The page for people who do not see it, do not use a mouse, or see little. */
let service: TestService;
let browser: Browser;
/** One invoice for each screen: the address below /pay/, by the screen's name. */
const screens = new Map<string, string>();

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  await arrange();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

let invoiceNumber = 0;
async function startPayin(change: object = {}) {
  invoiceNumber++;
  const { body } = await service.shop.createPayin({ startDeal: true, amount: `${4000 + invoiceNumber}.00`, ...change });
  return body;
}

async function arrange(): Promise<void> {
  const operator = await signInDemo(service, 'operator');
  const shop = { successUrl: 'https://shop.example/', cancelUrl: 'https://shop.example/' };
  // Expired after sixty minutes, lapsed after fifteen, running at the end.
  const expired = await startPayin(shop);
  service.advance(40 * 60_000);
  const lapsed = await startPayin();
  service.advance(16 * 60_000);
  const running = await startPayin();
  const named = await startPayin({ startDeal: false, paymentOption: 'SBP', paymentMethod: 'vtb' });
  const [waiting, rejected, paid, disputed, canceled] = [
    await startPayin(),
    await startPayin(),
    await startPayin(shop),
    await startPayin(),
    await startPayin(shop),
  ];
  for (const { id } of [waiting, rejected, paid, disputed]) await service.shop.confirm(id);
  await operator.post(`/deals/${paid.id}/settle`, { reason: 'seen in the bank' });
  await operator.post(`/deals/${rejected.id}/reject-transfer`, { reason: 'nothing in the bank' });
  await service.shop.dispute(disputed.id, { dealId: disputed.deals[0].id, disputeReason: 'has_payment' });
  await service.shop.cancel(canceled.id);
  service.advance(5 * 60_000);
  const open = await startPayin({ startDeal: false });
  const { body: payout } = await service.shop.createPayout();
  const addresses = {
    choose: open.id,
    'choose one option': (await startPayin({ startDeal: false, paymentOption: 'TO_CARD' })).id,
    ready: named.id,
    transfer: running.id,
    receipt: `${running.id}?step=receipt`,
    'receipt refused': `${running.id}?step=receipt&notice=tooBig`,
    cancelAsk: `${running.id}?step=cancel`,
    lapsed: lapsed.id,
    rejected: rejected.id,
    noneFree: `${named.id}?step=none`,
    ranOut: (await startPayin({ startDeal: false, paymentOption: 'VIET_QR' })).id,
    'transfer by link': (await startPayin({ paymentOption: 'SBP_QR', paymentMethod: null })).id,
    waiting: waiting.id,
    'waiting, another receipt': `${waiting.id}?step=receipt`,
    paid: paid.id,
    canceled: canceled.id,
    expired: expired.id,
    dispute: disputed.id,
    payout: payout.id,
    unknown: 'no-such-invoice',
  };
  for (const [name, address] of Object.entries(addresses)) screens.set(name, address);
}

type Look = (page: Page) => Promise<readonly string[]>;

/** What each look found on which screen. */
const found = new Map<string, Record<string, readonly string[]>>();

/** Opens every screen once and looks at it in each of these ways, in this order. */
async function onEachScreen(options: BrowserContextOptions, looks: Readonly<Record<string, Look>>): Promise<void> {
  for (const name of Object.keys(looks)) found.set(name, {});
  const { page, close } = await openPayer(browser, service, 'none', options);
  for (const [screen, address] of screens) {
    await page.goto(`${service.url}/pay/${address}`);
    for (const [name, look] of Object.entries(looks)) {
      const faults = await look(page);
      if (faults.length > 0) found.set(name, { ...found.get(name), [screen]: faults });
    }
  }
  await close();
}

const smallTargets: Look = async (page) =>
  (await page.evaluate(`[...document.querySelectorAll('main a, main button, main summary, main label.file, nav a')]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && (width < 44 || height < 44))
    .map(([text, { width, height }]) => text + ' ' + width + 'x' + height)`)) as string[];

const moving: Look = async (page) => {
  const count = await page.evaluate('document.getAnimations().length');
  return count === 0 ? [] : [`${count} animations`];
};

const tooWideFromRightToLeft: Look = async (page) => {
  await page.evaluate("document.documentElement.dir = 'rtl'");
  const [wide, left] = (await page.evaluate(
    "[document.documentElement.scrollWidth, Math.min(...[...document.querySelectorAll('main *')].filter((one) => one.checkVisibility() && !one.closest('svg, label')).map((one) => one.getBoundingClientRect().left))]",
  )) as [number, number];
  return wide > 360 || left < 0 ? [`${wide} pixels, from ${left}`] : [];
};

const headingAndLanguage: Look = async (page) => {
  const headings = await page.locator('h1').count();
  const language = await page.locator('html').getAttribute('lang');
  return headings === 1 && language === 'ru' ? [] : [`${headings} headings in ${language}`];
};

const widths = [320, 360, 768, 1280];

const tooWide =
  (width: number): Look =>
  async (page) => {
    await page.setViewportSize({ width, height: 700 });
    const wide = Number(
      await page.evaluate(`new Promise((done) => {
        const look = () => innerWidth === ${width} ? done(document.documentElement.scrollWidth) : requestAnimationFrame(look);
        look();
      })`),
    );
    return wide > width ? [`${wide} pixels`] : [];
  };

describe('every screen', () => {
  beforeAll(async () => {
    await onEachScreen(
      { ...phone, reducedMotion: 'reduce' },
      { 'axe on a phone': seriousFindings, smallTargets, moving, tooWideFromRightToLeft },
    );
    await onEachScreen(
      { ...desktop, colorScheme: 'dark', locale: 'ru-RU' },
      {
        'axe on a dark desktop in Russian': seriousFindings,
        headingAndLanguage,
        ...Object.fromEntries(widths.map((width) => [`tooWide ${width}`, tooWide(width)])),
      },
    );
  });

  it.each(['on a phone', 'on a dark desktop in Russian'])('has nothing serious for axe-core to find %s', (where) => {
    expect(found.get(`axe ${where}`)).toEqual({});
  });

  it('has one heading of the first rank, and the language in its root', () => {
    expect(found.get('headingAndLanguage')).toEqual({});
  });

  it('has targets of at least 44 pixels', () => {
    expect(found.get('smallTargets')).toEqual({});
  });

  it.each(widths)('fits into %i pixels without scrolling sideways', (width) => {
    expect(found.get(`tooWide ${width}`)).toEqual({});
  });

  it('fits when the language runs from right to left', () => {
    expect(found.get('tooWideFromRightToLeft')).toEqual({});
  });

  it('stands still for people who want no motion', () => {
    expect(found.get('moving')).toEqual({});
  });
});

describe('with the keyboard alone', () => {
  it('a payment is made, and the focus is always to be seen', async () => {
    const { id } = await startPayin({ startDeal: false });
    const { page, close } = await openPayer(browser, service, id, desktop);
    // Asked for now: a browser that is told late opens its own window for files, which nobody sees.
    const chooser = new Promise<FileChooser>((resolve) => page.once('filechooser', resolve));
    const focused = () => page.evaluate("document.activeElement.textContent.trim().replace(/\\s+/g, ' ')");
    const tabTo = async (text: string) => {
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press('Tab');
        const ring = await page.evaluate(`(() => {
          const one = document.activeElement;
          const holder = one.closest('.file, .camera') ?? one;
          return getComputedStyle(holder).outlineStyle !== 'none';
        })()`);
        expect({ on: await focused(), ring }).toMatchObject({ ring: true });
        if (String(await focused()).includes(text)) return;
      }
      throw new Error(`Tab never came to ${text}`);
    };

    await tabTo('Skip to the payment');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('find');
    await page.keyboard.type('vtb');
    // Enter takes nobody's bank for them: it goes to the first one found.
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('VTBVTB');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Transfer exactly');
    // The focus is at the new screen's heading, so that Tab goes on from there.
    expect(await page.evaluate('document.activeElement.id')).toBe('heading');
    await tabTo('I have paid');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Attach the receipt');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.name')).toBe('attachment');
    await page.keyboard.press('Space');
    await (await chooser).setFiles({ name: 'r.png', mimeType: 'image/png', buffer: pngReceipt });
    await tabTo('Send the receipt');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Checking your transfer');
    await close();
  });

  it('a section of banks is opened, and a payment given up', async () => {
    const { id } = await startPayin({ startDeal: false });
    const { page, close } = await openPayer(browser, service, id, desktop);
    await page.locator('summary', { hasText: 'To a card' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('details[open] strong').textContent()).toBe('To a card');
    await page.getByRole('link', { name: 'Cancel the payment' }).focus();
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Cancel this payment?');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Payment canceled');
    await close();
  });
});
