import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../src/domain/people/audit.ts';
import { freshCode, withdraw } from '../../http/conformance/support/authenticator.ts';
import { openBrowser } from '../../support/browser.ts';
import { expectLawsHold } from '../../support/database.ts';
import { pngReceipt } from '../../support/merchant-client.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { expectHeading, openPayer } from '../../support/payer.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type ConsoleWindow, expectTold, openAs } from '../support/console.ts';
import { Hands } from './hands.ts';
import { type Way, ways } from './ways.ts';

/**
 * The jobs that people come for, from the page they start at to the answer of the service. `steps` is what each costs: a step
 * is a press, a text, a choice or a file. A change that makes a job longer has to change the number here.
 */
let service: TestService;
let browser: Browser;
let client: OperatorClient;

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  client = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
  await client.post('/stores/1/top-ups', { id: randomUUID(), amount: '10000', reason: 'Enough for all jobs' });
});
afterAll(async () => {
  await browser?.close();
  await expectLawsHold(service.db.pool);
  await service?.stop();
});

const receipt = { name: 'receipt.png', mimeType: 'image/png', buffer: Buffer.from(pngReceipt) };
let lastRubles = 5_000;
/** No two deals with one sum. */
const nextSum = () => {
  lastRubles += 7;
  return `${lastRubles}.00`;
};

interface Job extends Way {
  readonly hands: Hands;
  readonly window: ConsoleWindow;
}

describe.each(ways)('at $name', (way) => {
  const windows = new Map<Role, ConsoleWindow>();
  afterAll(async () => {
    for (const window of windows.values()) await window.close();
  });

  /** One window per person, as people have it; hands that have done nothing yet. */
  async function at(role: Role, path: string): Promise<Job> {
    const known = windows.get(role);
    const options = { isPhone: way.isPhone, locale: way.locale, width: 1440 };
    const window = known ?? (await openAs(browser, service, role, path, options));
    windows.set(role, window);
    if (known !== undefined) await window.open(path);
    return { ...way, window, hands: new Hands(window.page, !way.isPhone) };
  }

  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name, exact: typeof name === 'string' });

  describe('an operator', () => {
    /** The only case of its kind, opened from the list. */
    async function openCase(kind: string): Promise<Job & { readonly pane: Locator }> {
      const job = await at('operator', `/work?kind=${kind}`);
      const { page } = job.window;
      const row = page.locator('tbody tr:not(.skeleton)').first();
      await row.waitFor();
      if (job.hands.isKeyboard) {
        await job.hands.keyOr('j', row);
        await job.hands.keyOr('Enter', row);
      } else {
        await job.hands.press(row.locator('td').nth(1));
      }
      const pane = page.locator('.review');
      await pane.locator('h2').first().waitFor();
      await job.hands.expectAccessible();
      return { ...job, pane };
    }

    /** Chooses one of the answers, says why and means it. */
    async function answer(job: Awaited<ReturnType<typeof openCase>>, name: string, submit = name): Promise<void> {
      const { hands, pane, text } = job;
      await hands.press(button(pane, new RegExp(`^${name}`)).first());
      const form = pane.locator('.inline-act');
      await form.waitFor();
      await hands.expectAccessible();
      const reason = form.getByLabel(text.fields.reason);
      if ((await reason.inputValue()) === '') await hands.write(reason, 'Seen in the bank');
      await hands.keyOr('Control+Enter', button(form, submit));
    }

    const waits = async (id: string) => (await client.get(`/work/${id}`)).body.kind;

    it('confirms an arrival', async () => {
      const { id } = (await service.shop.createPayin({ startDeal: true, amount: nextSum() })).body;
      await service.shop.confirm(id);
      const job = await openCase('confirmed');
      await answer(job, job.text.operator.acts.settle);
      await expect.poll(() => waits(id)).toBeNull();
      expect((await service.shop.read(id)).body.status).toBe('paid');
      expect(job.hands.steps).toBe(way.isPhone ? 3 : 4);
    });

    it('rejects a transfer', async () => {
      const { id } = (await service.shop.createPayin({ startDeal: true, amount: nextSum() })).body;
      await service.shop.confirm(id);
      const job = await openCase('confirmed');
      await answer(job, job.text.operator.acts.rejectTransfer.submit);
      await expect.poll(() => waits(id)).toBeNull();
      expect((await client.get(`/deals/${id}`)).body.status).toBe('canceled');
      expect(job.hands.steps).toBe(way.isPhone ? 4 : 5);
    });

    it('decides a dispute', async () => {
      const { id } = (await service.shop.createPayin({ startDeal: true, amount: nextSum() })).body;
      await service.shop.dispute(id, { disputeReason: 'has_payment' });
      const job = await openCase('dispute');
      await answer(job, job.text.operator.review.dispute.accept);
      await expect.poll(() => waits(id)).toBeNull();
      expect((await service.shop.read(id)).body.status).toBe('paid');
      expect(job.hands.steps).toBe(way.isPhone ? 4 : 5);
    });

    it('matches an arrival with its deal', async () => {
      const sum = nextSum();
      const { id, deals } = (await service.shop.createPayin({ startDeal: true, amount: sum })).body;
      const { requisiteId } = (await client.get(`/deals/${deals[0].id}`)).body;
      const short = sum.replace(/\d\.00$/, '0.00');
      await client.post('/arrivals', { requisiteId, amount: short === sum ? '4000.00' : short, reference: id });
      const job = await openCase('arrival');
      await answer(job, job.text.operator.acts.match);
      await expect.poll(async () => (await service.shop.read(id)).body.status).toBe('paid');
      expect(job.hands.steps).toBe(way.isPhone ? 4 : 5);
    });

    it('approves a withdrawal', async () => {
      const asked = await withdraw(service);
      expect(asked.status).toBe(200);
      const { id } = asked.body;
      const job = await openCase('withdrawal');
      await answer(job, job.text.operator.acts.approve.submit);
      await expect.poll(async () => (await client.get(`/withdrawals/${id}`)).body.approvals.length).toBe(1);
      expect(job.hands.steps).toBe(way.isPhone ? 4 : 5);
      await client.post(`/withdrawals/${id}/reject`, { reason: 'A test' });
    });

    it('sets up a store', async () => {
      const { hands, window, text } = await at('operator', '/stores');
      const { page } = window;
      const name = `Store of ${way.name}`;
      await hands.press(button(page, text.operator.stores.create).first());
      const dialog = page.locator('.dialog');
      await dialog.waitFor();
      await hands.expectAccessible();
      await hands.choose(dialog.getByLabel(text.fields.merchantId), 'Demo Merchant');
      await hands.write(dialog.getByLabel(text.fields.name, { exact: true }), name);
      await hands.write(dialog.getByLabel(text.fields.reason), 'A new shop');
      await hands.press(button(dialog, text.operator.stores.create));
      await expectTold(page, text.operator.stores.created);
      const stores = (await client.get('/stores')).body.items;
      expect(stores.find((store: { name: string }) => store.name === name)).toMatchObject({
        merchantId: 1,
        currency: 'RUB',
      });
      expect(hands.steps).toBe(5);
    });

    it('sets rates', async () => {
      const { hands, window, text } = await at('operator', '/rates');
      const { page } = window;
      await hands.press(button(page, text.operator.rates.set).first());
      const dialog = page.locator('.dialog');
      await dialog.waitFor();
      await hands.expectAccessible();
      await hands.write(dialog.getByLabel(text.trade.directions.in, { exact: true }), '95.60');
      await hands.write(dialog.getByLabel(text.fields.reason), 'Market');
      await hands.press(button(dialog, text.operator.rates.set));
      await expectTold(page, text.operator.rates.isSet);
      expect(hands.steps).toBe(4);
    });

    it('finds a payment by any of its numbers', async () => {
      const sum = nextSum();
      const internalId = `order ${way.name}`;
      const { id } = (await service.shop.createPayin({ startDeal: true, amount: sum, internalId })).body;
      for (const typed of [internalId, id, id.slice(0, 13), sum.replace('.00', '')]) {
        const { hands, window, text } = await at('operator', '/work');
        const { page } = window;
        await page.locator('h1').waitFor();
        await hands.keyOr('/', page.locator('.search-button'));
        const field = page.locator('.dialog input').first();
        await field.waitFor();
        hands.steps += 1;
        await page.keyboard.type(typed);
        const found = page.getByRole('option', { name: new RegExp(`^${text.trade.invoice}`) }).first();
        await found.waitFor();
        await hands.keyOr('Enter', found);
        await page.waitForURL(new RegExp(id));
        expect(hands.steps).toBe(3);
      }
    });
  });

  describe('a merchant', () => {
    it('asks for a withdrawal with the code of the moment', async () => {
      const { hands, window, text } = await at('merchant', '/withdrawals');
      const { page } = window;
      await hands.press(button(page, text.merchant.withdrawals.ask).first());
      const dialog = page.locator('.dialog');
      await dialog.waitFor();
      await hands.expectAccessible();
      await hands.write(dialog.getByLabel(new RegExp(`^${text.fields.amount}`)), '12.5');
      await hands.write(dialog.getByLabel(text.fields.address, { exact: true }), address);
      await hands.write(dialog.getByLabel(text.fields.code), nextCode());
      await hands.press(button(dialog, text.merchant.withdrawals.ask));
      await expectTold(page, text.merchant.withdrawals.asked);
      expect(hands.steps).toBe(5);
      const [made] = (await client.get('/withdrawals')).body.items;
      expect(made).toMatchObject({ status: 2, address });
      await client.post(`/withdrawals/${made.id}/reject`, { reason: 'A test' });
    });
  });

  describe('a merchant with money and people', () => {
    it('refunds a payment: the payer gets a link of their own', async () => {
      const { id } = (await service.shop.createPayin({ startDeal: true, amount: nextSum() })).body;
      await client.post(`/deals/${id}/settle`, { reason: 'Seen in the bank' });
      const { hands, window, text } = await at('merchant', `/invoices/${id}`);
      const { page } = window;
      const words = text.invoices.refunds;
      await hands.press(button(page, words.ask.submit).first());
      const dialog = page.locator('.dialog');
      await dialog.waitFor();
      await hands.expectAccessible();
      await hands.write(dialog.getByLabel(text.fields.reason), 'Sent back');
      await hands.write(dialog.getByLabel(text.fields.code), nextCode());
      await hands.press(button(dialog, words.ask.submit));
      await page.getByRole('heading', { name: words.link }).waitFor();
      await hands.expectAccessible();
      const [refund] = (await client.get(`/invoices/${id}`)).body.refunds;
      expect(refund).toMatchObject({ status: 'waiting', reason: 'Sent back' });
      // All of it goes back, so there is no button any more; the link stays.
      await page.locator('.refunds li').waitFor();
      expect(await page.getByRole('heading', { name: words.link }).isVisible()).toBe(true);
      expect(hands.steps).toBe(4);
    });

    it('invites a colleague with rights of their own', async () => {
      const { hands, window, text } = await at('merchant', '/team');
      const { page } = window;
      const words = text.merchant.team;
      await hands.press(button(page, words.invite).first());
      const dialog = page.locator('.dialog');
      await dialog.waitFor();
      await hands.expectAccessible();
      await hands.write(dialog.getByLabel(text.fields.name, { exact: true }), 'Vera');
      await hands.write(dialog.getByLabel(text.fields.code), nextCode());
      await hands.press(button(dialog, words.invite));
      await page.getByRole('heading', { name: words.linkTitle }).waitFor();
      await hands.expectAccessible();
      expect(await page.locator('.secret').innerText()).toContain(service.url);
      expect(hands.steps).toBe(4);
    });
  });

  describe('a maker', () => {
    it('takes a payout and proves it', async () => {
      const { id } = (await service.shop.createPayout({ amount: nextSum() })).body;
      const { hands, window, text } = await at('maker', '/payouts');
      const { page } = window;
      await hands.press(button(page, text.maker.payouts.take).first());
      await expectTold(page, text.maker.payouts.taken);
      await hands.expectAccessible();
      await hands.press(button(page, text.maker.payouts.prove).first());
      const dialog = page.locator('.dialog');
      await hands.attach(dialog.getByLabel(text.maker.payouts.proof), receipt);
      await hands.press(button(dialog, text.maker.payouts.prove));
      await dialog.waitFor({ state: 'detached' });
      expect((await service.shop.read(id)).body.deals[0].status).toBe('transfer_confirmed');
      expect(hands.steps).toBe(4);
      await client.post(`/deals/${id}/settle`, { reason: 'The proof is right' });
    });
  });

  describe('a payer', () => {
    const screen = {
      locale: way.locale,
      reducedMotion: 'reduce' as const,
      ...(way.isPhone
        ? { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
        : { viewport: { width: 1440, height: 900 } }),
    };

    async function payerOf(id: string, work: (hands: Hands, page: Page) => Promise<void>): Promise<number> {
      const payer = await openPayer(browser, service, id, screen);
      const hands = new Hands(payer.page, !way.isPhone);
      await work(hands, payer.page);
      await payer.close();
      expect(payer.complaints).toEqual([]);
      return hands.steps;
    }

    async function show(hands: Hands, page: Page): Promise<void> {
      await hands.attach(page.locator('input[type=file]').first(), receipt);
      await hands.press(button(page, way.payers.receipt.send));
    }

    it('chooses a bank, pays and shows the receipt', async () => {
      const { id } = (await service.shop.createPayin({ amount: nextSum() })).body;
      const steps = await payerOf(id, async (hands, page) => {
        await expectHeading(page, way.payers.choose.title);
        await hands.expectAccessible();
        const banks = page.locator('details', { has: page.locator('.banks') }).first();
        if ((await banks.getAttribute('open')) === null) await hands.press(banks.locator('summary'));
        await hands.press(banks.getByRole('button').first());
        await page.getByText(way.payers.transfer.exactly).first().waitFor();
        await hands.expectAccessible();
        await hands.press(page.getByRole('link', { name: way.payers.transfer.paid }));
        await expectHeading(page, way.payers.receipt.title);
        await hands.expectAccessible();
        await show(hands, page);
        await expectHeading(page, way.payers.waiting.title);
      });
      expect(steps).toBeLessThanOrEqual(5);
      expect((await service.shop.read(id)).body.deals[0].status).toBe('transfer_confirmed');
      await client.post(`/deals/${id}/settle`, { reason: 'Seen in the bank' });
    });

    it('sees how much came of a payment that was short, and that it is paid', async () => {
      const { id, deals } = (await service.shop.createPayin({ startDeal: true, amount: nextSum() })).body;
      const { requisiteId } = (await client.get(`/deals/${deals[0].id}`)).body;
      const { body } = await client.post('/arrivals', { requisiteId, amount: '4000.00', reference: id });
      await client.post(`/arrivals/${body.id}/match`, { dealId: deals[0].id, reason: 'The bank kept its fee' });
      const steps = await payerOf(id, async (hands, page) => {
        await expectHeading(page, way.payers.paid.title);
        await hands.expectAccessible();
        expect(await page.locator('main').innerText()).toMatch(/4[\s,.\u00a0\u202f]?000/);
      });
      expect(steps).toBe(0);
    });

    it('shows the receipt of money that was sent too late', async () => {
      const { id } = (await service.shop.createPayin({ startDeal: true, amount: nextSum() })).body;
      service.advance(16 * 60_000);
      const steps = await payerOf(id, async (hands, page) => {
        await hands.press(page.getByRole('link', { name: way.payers.alreadyPaid.show }));
        await expectHeading(page, way.payers.claim.title);
        await hands.expectAccessible();
        await show(hands, page);
        await expectHeading(page, way.payers.dispute.title);
      });
      expect(steps).toBe(3);
      const decided = await client.post(`/invoices/${id}/dispute/accept`, { reason: 'Found at the bank' });
      expect(decided.status).toBe(200);
    });
  });
});

const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** Far from where one code gives way to the next: between typing and sending it time passes. */
const nextCode = () => freshCode(service);
