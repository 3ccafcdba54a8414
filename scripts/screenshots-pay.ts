import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from './chromium.ts';
import { pictureFile } from './picture-file.ts';
import { type Answer, openScreenshotWorld, type ScreenshotWorld } from './screenshot-world.ts';

/**
 * Pictures of every screen of the payer's page, and one of the API reference: `npm run screenshots`, or
 * `npm run screenshots -- paid` for those whose name begins so.
 */
const wanted = process.argv[2] ?? '';

interface Look {
  readonly suffix: string;
  readonly options: BrowserContextOptions & { readonly viewport: { width: number; height: number } };
}

const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.25, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1200, height: 800 } };

const looks = {
  phone: { suffix: 'phone', options: { ...phone, locale: 'en-GB' } },
  phoneDark: { suffix: 'phone-dark', options: { ...phone, locale: 'en-GB', colorScheme: 'dark' } },
  phoneRussian: { suffix: 'phone-ru', options: { ...phone, locale: 'ru-RU' } },
  desktop: { suffix: 'desktop', options: { ...desktop, locale: 'en-GB' } },
  desktopDark: { suffix: 'desktop-dark', options: { ...desktop, locale: 'en-GB', colorScheme: 'dark' } },
} as const satisfies Record<string, Look>;

interface Shot {
  readonly name: string;
  readonly looks: readonly Look[];
  /** The address to open, below the service's. */
  readonly path: string;
  readonly before?: (page: Page) => Promise<void>;
}

async function main(): Promise<void> {
  const world = await openScreenshotWorld();
  const browser = await openBrowser();
  try {
    const shots = await arrange(world);
    await takeAll(browser, world.url, shots);
    if ('hero'.startsWith(wanted)) await takeHero(browser, world.url, shots);
    if ('reference'.startsWith(wanted)) await takeReference(browser, world.url);
    await takeAll(browser, world.url, await arrangeStore(world, browser));
    await world.operator('PATCH', '/stores/1', { page: {}, reason: 'for a picture' });
    // Last: these invoices are let to expire, and time does not go back.
    await takeAll(browser, world.url, await arrangeLate(world));
  } finally {
    await browser.close();
    await world.stop();
  }
}

async function takeAll(browser: Browser, url: string, shots: readonly Shot[]): Promise<void> {
  for (const shot of shots.filter(({ name }) => name.startsWith(wanted))) {
    for (const look of shot.looks) await take(browser, url, shot, look);
  }
}

/** Three phones side by side: the way of a payment in one picture, for the first page of the project. */
async function takeHero(browser: Browser, url: string, shots: readonly Shot[]): Promise<void> {
  const context = await browser.newContext({ ...looks.phone.options, timezoneId: 'Europe/Moscow' });
  const phones: string[] = [];
  for (const name of ['choose', 'transfer', 'paid']) {
    const page = await context.newPage();
    await page.goto(url + (shots.find((shot) => shot.name === name)?.path ?? ''));
    await page.waitForTimeout(300);
    phones.push((await page.screenshot({ animations: 'disabled' })).toString('base64'));
  }
  await context.close();
  const page = await browser.newPage({ viewport: { width: 1000, height: 640 } });
  const images = phones.map((data) => `<img src="data:image/png;base64,${data}">`);
  await page.setContent(`<style>
    body { margin: 0; height: 640px; display: flex; justify-content: center; align-items: center; gap: 32px; background: #dfe6e3 }
    img { width: 290px; border-radius: 28px; border: 6px solid #1b2024; box-shadow: 0 12px 32px #0003 }
  </style>${images.join('')}`);
  await save(page, 'pay-hero');
  await page.close();
}

/** The operation that every shop begins with. */
async function takeReference(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 860 }, locale: 'en-GB' });
  await page.goto(`${url}/docs/createInvoice`);
  await page.locator('.try > summary').click();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('What was sent').waitFor();
  await save(page, 'reference');
  await page.close();
}

async function take(browser: Browser, url: string, shot: Shot, look: Look): Promise<void> {
  const context = await browser.newContext({ timezoneId: 'Europe/Moscow', ...look.options });
  const page = await context.newPage();
  await page.goto(url + shot.path);
  await shot.before?.(page);
  // Not "network idle": the page keeps a stream open.
  await page.waitForTimeout(300);
  // A screen as long as the page, rather than a picture longer than the screen: for that one the browser forgets the touch.
  const height = await page.evaluate('document.documentElement.scrollHeight');
  await page.setViewportSize({ ...look.options.viewport, height: Number(height) });
  await save(page, `pay-${shot.name}-${look.suffix}`);
  await context.close();
}

async function save(page: Page, name: string): Promise<void> {
  const path = pictureFile(name);
  await page.screenshot({ path, animations: 'disabled' });
  process.stdout.write(`${path}\n`);
}

async function arrange(world: ScreenshotWorld): Promise<readonly Shot[]> {
  const { phone, phoneDark, phoneRussian, desktop, desktopDark } = looks;
  const open = await payin(world, { startDeal: false });
  const named = await payin(world, { startDeal: false, paymentOption: 'SBP', paymentMethod: 'tinkoff' });
  const card = await payin(world, { paymentOption: 'TO_CARD', paymentMethod: 'alfabank' });
  const byPhone = await payin(world, { paymentOption: 'SBP', paymentMethod: 'sberbank' });
  const account = await payin(world, { paymentOption: 'TO_ACCOUNT', paymentMethod: 'vtb' });
  const byCode = await payin(world, { paymentOption: 'SBP_QR', paymentMethod: null });
  // Nobody has requisites for it.
  const ranOut = await payin(world, { startDeal: false, paymentOption: 'VIET_QR' });
  const sent = await confirmed(world);
  const settled = await confirmed(world);
  await world.operator('POST', `/deals/${settled.deals[0].id}/settle`, { reason: 'for a picture' });
  const canceled = await payin(world, {});
  await world.merchant(`/invoices/${canceled.id}/cancel`, {});
  const disputed = await confirmed(world);
  await world.dispute(disputed.id, disputed.deals[0].id);
  const rejected = await confirmed(world);
  await world.operator('POST', `/deals/${rejected.deals[0].id}/reject-transfer`, { reason: 'for a picture' });
  const short = await payin(world, { amount: '3210.03' });
  const less = { amount: '2889.03', reason: 'for a picture' };
  await world.operator('POST', `/deals/${short.deals[0].id}/settle`, less);
  const payout = await world.merchant('/invoices', payoutBody);
  const at = (invoice: Answer, step = '') => `/pay/${invoice.id}${step}`;
  return [
    { name: 'choose', path: at(open), looks: [phone, phoneRussian, desktop] },
    { name: 'ready', path: at(named), looks: [phone] },
    {
      name: 'transfer',
      path: at(byPhone),
      looks: [phone, phoneDark, phoneRussian, desktop, desktopDark],
    },
    { name: 'transfer-card', path: at(card), looks: [phone] },
    { name: 'transfer-account', path: at(account), looks: [phone] },
    { name: 'receipt', path: at(card, '?step=receipt'), looks: [phone, desktop] },
    { name: 'receipt-too-big', path: at(card, '?step=receipt&notice=tooBig'), looks: [phone] },
    { name: 'waiting', path: at(sent), looks: [phone, desktopDark] },
    { name: 'rejected', path: at(rejected), looks: [phone, phoneRussian] },
    { name: 'paid', path: at(settled), looks: [phone, phoneDark, phoneRussian, desktop] },
    { name: 'paid-short', path: at(short), looks: [phone, phoneRussian] },
    { name: 'cancel', path: at(card, '?step=cancel'), looks: [phone] },
    { name: 'canceled', path: at(canceled), looks: [phone] },
    { name: 'dispute', path: at(disputed), looks: [phone] },
    { name: 'none-free', path: at(named, '?step=none'), looks: [phone] },
    { name: 'ran-out', path: at(ranOut), looks: [phone, phoneRussian] },
    { name: 'transfer-qr', path: at(byCode), looks: [phone, phoneRussian, desktop, desktopDark] },
    { name: 'payout', path: at(payout), looks: [phone] },
    { name: 'unknown', path: '/pay/00000000-0000-7000-8000-000000000000', looks: [phone] },
  ];
}

async function drawnLogo(browser: Browser): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 72, height: 72 } });
  const drawing =
    '<circle cx="36" cy="36" r="36" fill="#6d28d9"/><path d="M20 28h28v12a14 14 0 0 1-28 0zM48 30h6a6 6 0 0 1 0 12h-6" fill="none" stroke="#fff" stroke-width="5"/>';
  await page.setContent(`<style>body{margin:0}</style><svg width="72" height="72">${drawing}</svg>`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png.toString('base64');
}

/** A store with a name and colours of its own. */
async function arrangeStore(world: ScreenshotWorld, browser: Browser): Promise<readonly Shot[]> {
  const page = {
    name: 'Coffee & Cake',
    colour: '#6d28d9',
    description: 'Fresh coffee and pastry, delivered',
    supportUrl: 'https://shop.example/help',
    logo: await drawnLogo(browser),
  };
  await world.operator('PATCH', '/stores/1', { page, reason: 'for a picture' });
  const invoice = await payin(world, { paymentOption: 'TO_CARD', paymentMethod: 'ozon' });
  return [{ name: 'store', path: `/pay/${invoice.id}`, looks: [looks.phone, looks.phoneDark] }];
}

async function arrangeLate(world: ScreenshotWorld): Promise<readonly Shot[]> {
  const lapsed = await payin(world, { paymentOption: 'SBP', paymentMethod: 'sberbank' });
  const expired = await payin(world, {});
  world.advance(16 * 60_000);
  // Two of them, so that the page has to ask to which the money went.
  await world.merchant(`/invoices/${lapsed.id}/start-deal`, { paymentOption: 'TO_CARD' });
  world.advance(16 * 60_000);
  const { phone } = looks;
  const expiredShot: Shot = {
    name: 'expired',
    path: `/pay/${expired.id}`,
    looks: [phone],
    before: async (page) => {
      world.advance(60 * 60_000);
      await page.reload();
    },
  };
  const { phoneDark, phoneRussian, desktop } = looks;
  const lapsedPath = `/pay/${lapsed.id}`;
  return [
    { name: 'lapsed', path: lapsedPath, looks: [phone, phoneRussian] },
    { name: 'claim', path: `${lapsedPath}?step=claim`, looks: [phone, phoneDark, desktop] },
    expiredShot,
  ];
}

const payinBody = {
  type: 'in',
  amount: '4590.00',
  currency: 'RUB',
  notificationUrl: '',
  notificationToken: '',
  startDeal: true,
  successUrl: 'https://shop.example/thanks',
  cancelUrl: 'https://shop.example/basket',
};

const payoutBody = {
  type: 'out',
  amount: '2500.00',
  currency: 'RUB',
  notificationUrl: '',
  notificationToken: '',
  paymentOption: 'TO_CARD',
  paymentMethod: 'sberbank',
  paymentRequisites: { requisites: '2200000000000004', holder: 'Ivan P.' },
};

function payin(world: ScreenshotWorld, change: object): Promise<Answer> {
  return world.merchant('/invoices', { ...payinBody, ...change });
}

async function confirmed(world: ScreenshotWorld): Promise<Answer> {
  const invoice = await payin(world, {});
  const form = new FormData();
  form.set('attachment', new Blob(['%PDF-1.7 a receipt']), 'receipt.pdf');
  const url = `${world.url}/api/public/invoices/${invoice.id}/confirm-transfer`;
  const answer = await fetch(url, { method: 'POST', body: form });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return invoice;
}

await main();
