import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import { desktop, expectHeading, openPayer, phone, seriousFindings } from '../support/payer.ts';
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

const looks: readonly (readonly [string, BrowserContextOptions])[] = [
  ['on a phone', phone],
  ['on a dark desktop in Russian', { ...desktop, colorScheme: 'dark', locale: 'ru-RU' }],
];

async function onEachScreen(
  options: BrowserContextOptions,
  look: (page: Page) => Promise<readonly string[]>,
): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  const { page, close } = await openPayer(browser, service, 'none', options);
  for (const [name, address] of screens) {
    await page.goto(`${service.url}/pay/${address}`);
    const faults = await look(page);
    if (faults.length > 0) found[name] = faults;
  }
  await close();
  return found;
}

describe('axe-core', () => {
  it.each(looks)('finds nothing serious on any screen %s', { timeout: 180_000 }, async (_, options) => {
    expect(await onEachScreen(options, seriousFindings)).toEqual({});
  });
});

describe('every screen', () => {
  it('has one heading of the first rank, and the language in its root', async () => {
    const faults = await onEachScreen({ ...phone, locale: 'ru-RU' }, async (page) => {
      const headings = await page.locator('h1').count();
      const language = await page.locator('html').getAttribute('lang');
      return headings === 1 && language === 'ru' ? [] : [`${headings} headings in ${language}`];
    });
    expect(faults).toEqual({});
  });

  it('has targets of at least 44 pixels', async () => {
    const faults = await onEachScreen(phone, async (page) => {
      const small = `[...document.querySelectorAll('main a, main button, main summary, main label.file, nav a')]
        .filter((one) => one.checkVisibility())
        .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
        .filter(([, { width, height }]) => width > 0 && (width < 44 || height < 44))
        .map(([text, { width, height }]) => text + ' ' + width + 'x' + height)`;
      return (await page.evaluate(small)) as string[];
    });
    expect(faults).toEqual({});
  });

  it.each([320, 360, 768, 1280])('fits into %i pixels without scrolling sideways', async (width) => {
    const faults = await onEachScreen({ viewport: { width, height: 700 }, locale: 'ru-RU' }, async (page) => {
      const wide = Number(await page.evaluate('document.documentElement.scrollWidth'));
      return wide > width ? [`${wide} pixels`] : [];
    });
    expect(faults).toEqual({});
  });

  it('fits when the language runs from right to left', async () => {
    const faults = await onEachScreen(phone, async (page) => {
      await page.evaluate("document.documentElement.dir = 'rtl'");
      const [wide, left] = (await page.evaluate(
        "[document.documentElement.scrollWidth, Math.min(...[...document.querySelectorAll('main *')].filter((one) => one.checkVisibility() && !one.closest('svg, label')).map((one) => one.getBoundingClientRect().left))]",
      )) as [number, number];
      return wide > 360 || left < 0 ? [`${wide} pixels, from ${left}`] : [];
    });
    expect(faults).toEqual({});
  });

  it('stands still for people who want no motion', async () => {
    const faults = await onEachScreen({ ...phone, reducedMotion: 'reduce' }, async (page) => {
      const moving = await page.evaluate('document.getAnimations().length');
      return moving === 0 ? [] : [`${moving} animations`];
    });
    expect(faults).toEqual({});
  });
});

describe('with the keyboard alone', () => {
  it('a payment is made, and the focus is always to be seen', async () => {
    const { id } = await startPayin({ startDeal: false });
    const { page, close } = await openPayer(browser, service, id, desktop);
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
    const chooser = page.waitForEvent('filechooser');
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
