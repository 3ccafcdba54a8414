import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { expectLawsHold } from '../support/database.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { desktop, expectHeading, openNewcomer, openPayer, type Payer, phone } from '../support/payer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** The page while things happen that its reader did not do. */
let service: TestService;
let browser: Browser;
let operator: OperatorClient;
const payers: Payer[] = [];

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  operator = await signInDemo(service, 'operator');
});
afterEach(async () => {
  for (const payer of payers.splice(0)) await payer.close();
});
afterAll(async () => {
  await browser?.close();
  if (service !== undefined) await expectLawsHold(service.db.pool);
  await service?.stop();
});

async function open(invoiceId: string, options: BrowserContextOptions = phone): Promise<Payer> {
  const payer = await openPayer(browser, service, invoiceId, options);
  payers.push(payer);
  return payer;
}

let invoiceNumber = 0;
async function startPayin(change: object = {}) {
  invoiceNumber++;
  const amount = `${2000 + invoiceNumber}.00`;
  const { body } = await service.shop.createPayin({ startDeal: true, amount, paymentOption: 'SBP', ...change });
  return body;
}

const settle = (dealId: string) => operator.post(`/deals/${dealId}/settle`, { reason: 'seen in the bank' });
const seconds = (text: string | null) => {
  const [minutes, rest] = (text ?? '').split(':').map(Number);
  return (minutes ?? Number.NaN) * 60 + (rest ?? Number.NaN);
};

describe('an open page', () => {
  it('says that no money was found for a receipt, warns of paying twice, and gives fresh requisites when asked', async () => {
    const { id, deals } = await startPayin();
    await service.shop.confirm(id);
    const { page, complaints } = await open(id);
    await expectHeading(page, 'Checking your transfer');
    await operator.post(`/deals/${deals[0].id}/reject-transfer`, { reason: 'nothing in the bank' });
    await expectHeading(page, 'We could not find your transfer');
    await page.getByText('Then do not pay again.').waitFor();
    await page.getByRole('button', { name: 'I have not paid yet: get details' }).click();
    await page.getByRole('link', { name: 'I have paid' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows that the payment has come, says so, and stops listening', async () => {
    const { id, deals } = await startPayin();
    const { page, complaints } = await open(id);
    await settle(deals[0].id);
    await expectHeading(page, 'Payment received');
    await expect.poll(() => page.locator('#announcer').textContent()).toContain('Payment received');
    expect(await page.title()).toBe('Payment received · Demo Shop');
    expect(await page.locator('#main').getAttribute('data-events')).toBeNull();
    expect(complaints).toEqual([]);
  });

  it('says at once that another sum came and that nothing more should be sent, until somebody has decided', async () => {
    const { id, sum, deals } = await startPayin();
    const { page, complaints } = await open(id);
    await expectHeading(page, 'Transfer exactly');
    const { rows } = await service.db.pool.query('select requisite_id as id from deals where id = $1', [deals[0].id]);
    const came = { requisiteId: rows[0].id, amount: `${Number(sum.amount) - 100}.00`, reference: `short of ${id}` };
    const { body: arrival } = await operator.post('/arrivals', came);
    expect(arrival.status).toBe('held');
    await page
      .locator('#main')
      .getByText(/^₽[\d,.]+ of ₽[\d,.]+ arrived \(₽100\.00 less\)\.$/)
      .waitFor();
    await page.locator('#main').getByText('Please send nothing more for now').waitFor();
    const said = /^₽.+ arrived .+ Please send nothing more for now/;
    await expect.poll(() => page.locator('#announcer').textContent()).toMatch(said);
    await operator.post(`/arrivals/${arrival.id}/return`, { reason: 'sent back' });
    await expect.poll(() => page.locator('.arrived').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('counts down and follows the payment in a browser whose language is none', async () => {
    const { id, deals } = await startPayin();
    const payer = await openNewcomer(browser, service, id, phone);
    payers.push(payer);
    const { page, complaints } = payer;
    // As Chromium names it on a system without a language.
    await page.addInitScript(`Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix', 'en-US'] })`);
    await page.reload();
    await expect.poll(() => page.locator('.countdown .left').textContent()).toMatch(/^\d+:\d\d$/);
    await settle(deals[0].id);
    await expectHeading(page, 'Payment received');
    expect(complaints).toEqual([]);
  });

  it('moves with the other tab: through the choice, the receipt and the end', async () => {
    const { id } = await startPayin({ startDeal: false, paymentOption: null });
    const payer = await open(id, desktop);
    const [first, second] = [payer.page, await payer.openTab(id)];
    await first.getByRole('button', { name: 'VTB' }).first().click();
    await expectHeading(second, 'Transfer exactly');
    // The second tab is at another step of the same state: the first one's receipt ends that step.
    await second.getByRole('link', { name: 'I have paid' }).click();
    await expectHeading(second, 'Attach the receipt');
    await first.getByRole('link', { name: 'I have paid' }).click();
    await first.setInputFiles('input[name="attachment"]', { name: 'a.png', mimeType: 'image/png', buffer: pngReceipt });
    await first.getByRole('button', { name: 'Send the receipt' }).click();
    await expectHeading(second, 'Checking your transfer');
    expect(new URL(second.url()).search).toBe('');
    await settle(id);
    await expectHeading(first, 'Payment received');
    await expectHeading(second, 'Payment received');
  });

  it('keeps a chosen file and the focus when an event brings nothing new', async () => {
    const { id, deals } = await startPayin();
    const { page } = await open(id);
    await page.getByRole('link', { name: 'I have paid' }).click();
    await page.setInputFiles('input[name="attachment"]', {
      name: 'mine.png',
      mimeType: 'image/png',
      buffer: pngReceipt,
    });
    await page.getByRole('button', { name: 'Send the receipt' }).focus();
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await page.waitForTimeout(500);
    expect(await page.locator('.file-name').textContent()).toBe('mine.png');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Send the receipt');
    // Something new takes the focus along, because what had it is gone.
    await settle(deals[0].id);
    await expectHeading(page, 'Payment received');
    expect(await page.evaluate('document.activeElement.id')).toBe('heading');
  });
});

describe('time', () => {
  it("is counted by the service's clock, whatever the reader's says", async () => {
    const { id } = await startPayin();
    const payer = await open(id);
    const page = await payer.page.context().newPage();
    await page.addInitScript('const real = Date.now; Date.now = () => real() - 3600_000;');
    await page.goto(`${service.url}/pay/${id}`);
    const left = () => page.locator('.countdown .left').textContent();
    await expect.poll(async () => seconds(await left())).toBeLessThan(15 * 60);
    expect(seconds(await left())).toBeGreaterThan(11 * 60);
    service.advance(5 * 60_000);
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await expect.poll(async () => seconds(await left())).toBeLessThan(10 * 60);
    expect(seconds(await left())).toBeGreaterThan(6 * 60);
  });

  it('ends the requisites before the eyes of the payer, who gets fresh ones', async () => {
    const { id, deals } = await startPayin({ paymentMethod: 'sberbank' });
    const { page } = await open(id);
    await expectHeading(page, 'Transfer exactly');
    service.advance(15 * 60_000);
    await expectHeading(page, 'The time for these details is up');
    await expect.poll(() => page.locator('#announcer').textContent()).toContain('The time for these details is up');
    expect(await page.content()).not.toContain(deals[0].requisites.requisites);
    await page.getByRole('button', { name: 'Get new details' }).click();
    await expectHeading(page, 'Transfer exactly');
    expect(seconds(await page.locator('.countdown .left').textContent())).toBeGreaterThan(14 * 60);
    const { body } = await service.shop.read(id);
    expect(body.deals[0].id).not.toBe(deals[0].id);
    expect(body.deals[0].paymentMethod).toBe('sberbank');
  });

  it('is told to those who listen when little is left, and turns the countdown red', async () => {
    const { id } = await startPayin();
    const { page } = await open(id);
    const until = Number(await page.locator('.countdown').getAttribute('data-until'));
    const leave = async (leftMs: number) => {
      service.advance(until - leftMs - service.now());
      await page.evaluate("window.dispatchEvent(new Event('online'))");
    };
    await leave(5 * 60_000 - 1_000);
    await expect.poll(() => page.locator('#announcer').textContent()).toBe('5 minutes left to transfer');
    await leave(60_000 - 1_000);
    await expect.poll(() => page.locator('#announcer').textContent()).toBe('1 minute left to transfer');
    await expect.poll(() => page.locator('.countdown.soon').count()).toBe(1);
  });

  it('ends the invoice while the page is open', async () => {
    const { id } = await startPayin({ cancelUrl: 'https://shop.example/basket' });
    const { page } = await open(id);
    service.advance(61 * 60_000);
    await expectHeading(page, 'This invoice has expired');
    await page.getByText('Have you already sent the money?').waitFor();
    expect(await page.getByRole('link', { name: 'Return to Demo Shop' }).getAttribute('href')).toContain('/basket');
  });
});

describe('a bad connection', () => {
  it('is told, and changes are shown when it is back', async () => {
    const { id, deals } = await startPayin();
    const { page } = await open(id);
    await page.context().setOffline(true);
    await page.locator('#connection', { hasText: 'No connection' }).waitFor();
    await settle(deals[0].id);
    await page.context().setOffline(false);
    await expectHeading(page, 'Payment received');
    await expect.poll(() => page.locator('#connection').textContent()).toBe('');
  });

  it('a page asks by itself where no stream gets through', async () => {
    const { id, deals } = await startPayin();
    const payer = await open(id);
    const page = await payer.page.context().newPage();
    await page.route('**/events', (route) => route.abort());
    await page.goto(`${service.url}/pay/${id}`);
    await expectHeading(page, 'Transfer exactly');
    await settle(deals[0].id);
    await expectHeading(page, 'Payment received');
  });

  it('does not lose what an event told: the screen for it is asked for until it is there', async () => {
    const { id, deals } = await startPayin();
    const { page } = await open(id);
    let refused = 0;
    await page.route(/part=main/, (route) =>
      refused++ < 2 ? route.fulfill({ status: 503, body: 'busy' }) : route.continue(),
    );
    await settle(deals[0].id);
    await expectHeading(page, 'Payment received');
    expect(refused).toBe(3);
  });

  it('does not lose what an event told during an upload that failed', async () => {
    const { id, deals } = await startPayin();
    const { page } = await open(id);
    await page.getByRole('link', { name: 'I have paid' }).click();
    await expectHeading(page, 'Attach the receipt');
    await page.setInputFiles('input[name="attachment"]', { name: 'a.png', mimeType: 'image/png', buffer: pngReceipt });
    await page.route('**/confirm-transfer', async (route) => {
      await settle(deals[0].id);
      // By then the event is there.
      await page.waitForTimeout(1_000);
      await route.abort();
    });
    await page.getByRole('button', { name: 'Send the receipt' }).click();
    await expectHeading(page, 'Payment received');
  });

  it('is followed by a question, once the stream is back', async () => {
    const { id } = await startPayin();
    const payer = await open(id);
    const page = await payer.page.context().newPage();
    await page.clock.install();
    let [streams, questions] = [0, 0];
    page.on('request', (request) => request.url().includes('part=main') && questions++);
    // The first one ends at once, and the browser comes back.
    await page.route('**/events', (route) =>
      streams++ === 0 ? route.fulfill({ contentType: 'text/event-stream', body: 'retry: 100\n\n' }) : route.continue(),
    );
    await page.goto(`${service.url}/pay/${id}`);
    await expect.poll(() => streams).toBe(2);
    await page.waitForTimeout(500);
    await page.clock.runFor(16_000);
    await expect.poll(() => questions).toBe(1);
  });

  it('does not lose an act: the page stays, says so, and the act is done again', async () => {
    const { id } = await startPayin({ startDeal: false, paymentMethod: 'ozon' });
    const { page } = await open(id);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Show payment details' }).click();
    await page.locator('#connection', { hasText: 'No connection' }).waitFor();
    await expectHeading(page, 'Ready when you are');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Show payment details' }).click();
    await expectHeading(page, 'Transfer exactly');
  });
});
