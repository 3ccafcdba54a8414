import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { openPayer, phone } from '../support/payer.ts';
import { PublicClient } from '../support/public-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type ConsoleWindow, expectAccessible, expectShown, openAs } from './support/console.ts';

/** What a store lets happen with other sums, with a sum that is busy, and with payers who play: from the form to what follows. */
let service: TestService;
let browser: Browser;
let merchant: ConsoleWindow;
let operator: OperatorClient;

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  operator = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
  merchant = await openAs(browser, service, 'merchant', '/rules');
});
afterAll(async () => {
  await merchant?.close();
  await browser?.close();
  await service?.stop();
});

/** A file that no other test has given for anything. */
const repeatedReceipt = Buffer.concat([pngReceipt, Buffer.from('given twice')]);
const panel = (title: string): Locator =>
  merchant.page.locator('.panel').filter({ has: merchant.page.getByRole('heading', { name: title, exact: true }) });
const dialog = (): Locator => merchant.page.locator('.dialog');
const rules = async () => (await operator.get('/stores/1')).body;

it('a merchant lets a little be missing and a busy sum be lowered, and payers see both sums', async () => {
  const others = panel('Other sums: Demo Shop');
  await others.getByRole('button', { name: 'Change' }).click();
  await dialog().getByLabel('May be missing, RUB').fill('5');
  await dialog().getByLabel('A busy sum may be lowered by').fill('101');
  await dialog().getByLabel('Reason').fill('a test');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expectShown(dialog().locator('[name=nudgeMinor][aria-invalid=true]'));
  await dialog().getByLabel('A busy sum may be lowered by').fill('30');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expectShown(others.getByText('by up to 30 kopecks'));
  await expectShown(others.getByText('5 RUB'));
  expect(await rules()).toMatchObject({ shortUnits: 5, nudgeMinor: 30, restBy: 'operator' });

  const wish = { amount: '1234.00', startDeal: true, paymentOption: 'SBP', paymentMethod: 'sberbank' };
  let lowered: { id: string; sum: { amount: string } } | null = null;
  for (let payer = 0; payer < 60 && lowered === null; payer++) {
    const { body } = await service.shop.createPayin(wish);
    if (body.sum.amount !== '1234.00') lowered = body;
  }
  expect(lowered?.sum.amount).toBe('1233.99');
  const payer = await openPayer(browser, service, lowered?.id ?? '', { ...phone, locale: 'ru-RU' });
  await expectShown(payer.page.getByText('Магазин выставил 1 234,00'));
  await expectShown(payer.page.getByText('на 0,01'));
  // At this width the label once touched the button.
  const gap = await payer.page.evaluate(`(() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('.exact .label'));
    const button = document.querySelector('.exact .copy button');
    return button.getBoundingClientRect().left - range.getBoundingClientRect().right;
  })()`);
  expect(gap).toBeGreaterThanOrEqual(8);
  expect(payer.complaints).toEqual([]);
  await payer.close();
});

it('a merchant has kept apart what is sent too much, and an operator alone lets the store keep it', async () => {
  const others = panel('Other sums: Demo Shop');
  await others.getByRole('button', { name: 'Change' }).click();
  await dialog().getByLabel('What is sent too much').selectOption('apart');
  await dialog().getByLabel('Reason').fill('a test');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expectShown(others.getByText('Is kept apart for the payer'));

  const { body } = await service.shop.createPayin({ amount: '2468.00', startDeal: true });
  await operator.post(`/deals/${body.deals[0].id}/settle`, { amount: '2500.00', reason: 'a test' });
  const path = `/invoices/${body.id}`;
  const [shop, decides] = [
    await openAs(browser, service, 'merchant', path),
    await openAs(browser, service, 'operator', path),
  ];
  for (const { page } of [shop, decides]) {
    await expectShown(page.getByText('Kept apart for the payer; nobody has decided'));
    await expectShown(page.getByText('32.00 RUB').first());
    await expectAccessible(page);
  }
  await expectShown(shop.page.getByRole('button', { name: 'Return it' }));
  expect(await shop.page.getByRole('button', { name: 'Let the store keep it' }).count()).toBe(0);
  await decides.page.getByRole('button', { name: 'Let the store keep it' }).click();
  await decides.page.locator('.dialog').getByLabel('Reason').fill('the payer writes that it is a tip');
  await decides.page.locator('.dialog').getByRole('button', { name: 'Let the store keep it' }).click();
  await expectShown(decides.page.getByText('Kept by the store; the invoice is paid with all that came'));
  await expectShown(shop.page.getByText('Kept by the store; the invoice is paid with all that came'));
  expect((await operator.get(path)).body).toMatchObject({ sum: { amount: '2500.00' }, excess: { status: 'kept' } });
  await shop.close();
  await decides.close();
});

it('a merchant takes the suggested figures, and the third unfinished payin of a newcomer is refused', async () => {
  const payers = panel('Payers who play: Demo Shop');
  await expectShown(payers.getByText('Not limited').first());
  await payers.getByRole('button', { name: 'Change' }).click();
  await dialog().getByRole('button', { name: 'Fill in suggested figures' }).click();
  await dialog().getByLabel('Refuse payins without a userId').check();
  await dialog().getByLabel('Reason').fill('a test');
  await expectAccessible(merchant.page);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expectShown(payers.getByText('After 3 in a row, for 3 h'));
  await expectShown(payers.getByText('A userId is demanded'));
  expect(await rules()).toMatchObject({ payerRules: { fresh: { pendingMax: 2, failuresMax: 3 }, needsUserId: true } });

  const create = async (wish: object) => (await service.shop.createPayin(wish)).body[0]?.code ?? 'created';
  expect(await create({})).toBe('user_id_needed');
  const answers = [
    await create({ userId: 'anna' }),
    await create({ userId: 'anna' }),
    await create({ userId: 'anna' }),
  ];
  expect(answers).toEqual(['created', 'created', 'payer_pending']);
});

it('a payer on the page is told which rule it was and until when, in the own language', async () => {
  await operator.patch('/stores/1/payer-rules', { address: { pendingMax: 1 }, reason: 'a test' });
  const payers = new PublicClient(service.url);
  const [first, second] = [
    (await service.shop.createPayin({ userId: 'boris', amount: '2001.00' })).body,
    (await service.shop.createPayin({ userId: 'boris', amount: '2002.00' })).body,
  ];
  expect((await payers.startDeal(first.id)).status).toBe(200);
  const refused = await payers.startDeal(second.id);
  expect(refused.body).toMatchObject([{ code: 'payer_pending' }]);
  const payer = await openPayer(browser, service, second.id, { ...phone, locale: 'ru-RU' }, '?step=choose');
  await payer.page.locator('form button').first().click();
  await expectShown(payer.page.getByText('Из вашей сети начато несколько платежей'));
  await expectShown(payer.page.getByText('Попробовать снова можно после'));
  await payer.close();
});

it('an operator lifts a block, which the merchant sees until then', async () => {
  for (let left = 0; left < 3; left++) {
    const { body } = await service.shop.createPayin({ userId: 'clara', startDeal: true, amount: `${2100 + left}.00` });
    await service.shop.post(`/api/merchant/invoices/${body.id}/cancel`);
  }
  const refused = await service.shop.createPayin({ userId: 'clara' });
  expect(refused.body).toMatchObject([{ code: 'payer_blocked', field: 'userId' }]);
  await merchant.open('/rules');
  await expectShown(merchant.page.getByRole('cell', { name: 'clara' }));
  expect(await merchant.page.getByRole('button', { name: 'Lift the block' }).count()).toBe(0);

  const desk = await openAs(browser, service, 'operator', '/blocked-payers');
  await desk.page.getByRole('button', { name: 'Lift the block' }).click();
  await desk.page.locator('.dialog').getByLabel('Reason').fill('the bank was down');
  await desk.page.locator('.dialog').getByRole('button', { name: 'Lift the block' }).click();
  await expectShown(desk.page.getByText('Nobody is blocked'));
  await expectAccessible(desk.page);
  await desk.close();
  expect((await service.shop.createPayin({ userId: 'clara' })).status).toBe(200);
  const { body: log } = await operator.get('/audit-log');
  const line = log.items.find(({ action }: { action: string }) => action === 'lift-payer-block');
  expect(line).toMatchObject({ reason: 'the bank was down', subjectKind: 'store', subjectId: '1' });
});

it('an operator is told that a receipt was given for another invoice, and is left to decide', async () => {
  const ids: string[] = [];
  for (const userId of ['dora', 'emil']) {
    const amount = `${2200 + ids.length}.00`;
    const { body } = await service.shop.createPayin({ userId, startDeal: true, amount });
    expect((await service.shop.confirm(body.id, repeatedReceipt)).status).toBe(200);
    ids.push(body.id);
  }
  const { body: found } = await operator.get(`/invoices/${ids[1]}/repeated-receipts`);
  expect(found.items).toMatchObject([{ invoiceId: ids[0], storeName: 'Demo Shop', status: 'new' }]);
  const desk = await openAs(browser, service, 'operator', `/invoices/${ids[1]}`);
  await expectShown(desk.page.getByText('This receipt was also given for another invoice'));
  expect(await desk.page.locator(`a[href$="/invoices/${ids[0]}"]`).count()).toBe(1);
  await desk.close();
  expect((await service.shop.get(`/api/merchant/invoices/${ids[1]}`)).body.deals[0].status).toBe('transfer_confirmed');
});
