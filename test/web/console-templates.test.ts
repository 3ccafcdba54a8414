import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';
import { type ConsoleWindow, expectAccessible, expectShown, openAs, pressBoth } from './support/console.ts';

/** From a message that nobody could read to a template that reads it, as an operator does it. */
let service: TestService;
let browser: Browser;
let operator: ConsoleWindow;
let client: OperatorClient;

const message = 'Привет! На счёт упало 1 250,50 ₽ от Кира В. Осталось 3 000 ₽';

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  client = await signInDemo(service, 'operator');
  await storeMessages();
  operator = await openAs(browser, service, 'operator', '/templates');
});
afterAll(async () => {
  await operator?.close();
  await browser?.close();
  await service?.stop();
});

async function storeMessages(): Promise<void> {
  const { pool } = service.db;
  await pool.query(`insert into phones (id, maker_id, name, created_at) values (1, 1, 'Phone', now())`);
  for (const text of [message.replace('1 250,50', '40').replace('Кира В', 'Ян И'), message]) {
    await pool.query(
      `with m as (insert into phone_messages (phone_id, sender, text, came_at, digest)
         values (1, 'NEW-BANK', $1, now(), sha256(convert_to($1::text, 'UTF8'))) returning id)
       insert into message_outcomes (message_id, phone_id, maker_id, outcome, read_at)
       select id, 1, 1, 'unread', now() from m`,
      [text],
    );
  }
}

const dialog = (): Locator => operator.page.getByRole('dialog');
const area = (): Locator => operator.page.getByLabel('Message', { exact: true });

async function submit(name: string): Promise<void> {
  await dialog().getByRole('button', { name, exact: true }).click();
}

/** As a person does it with the keyboard: to the place, then Shift with arrows over the piece. */
async function mark(piece: string, part: string): Promise<void> {
  const { page } = operator;
  await area().focus();
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < message.indexOf(piece); step++) await page.keyboard.press('ArrowRight');
  for (let step = 0; step < piece.length; step++) await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: part, exact: true }).click();
}

describe('message templates', () => {
  it('are reached by their key, loaded, and switched on together', async () => {
    const { page } = operator;
    await page.getByText('No templates').waitFor();
    await page.getByRole('button', { name: 'Load templates' }).click();
    await submit('Load templates');
    await page
      .getByRole('row')
      .filter({ hasText: 'Сбер: перевод по' })
      .or(page.getByText('Сбер: зачисление'))
      .first()
      .waitFor();
    await page.getByRole('button', { name: /Switch on all/ }).click();
    await submit('Switch on');
    await page.locator('.dialog').waitFor({ state: 'detached' });
    await page.getByText('On, version 1').first().waitFor();
    expect(
      (await client.get('/message-templates')).body.items.every((one: { versionOn: number }) => one.versionOn === 1),
    ).toBe(true);
    await expectAccessible(page);
  });

  it('are taught by a message that nobody could read, with the keyboard alone', async () => {
    const { page } = operator;
    await pressBoth(operator, 'g', 'z');
    await page.getByRole('link', { name: 'Teach by example' }).click();
    await page.getByRole('row').filter({ hasText: 'Ян И' }).getByRole('button', { name: 'Learn from it' }).click();
    await expect.poll(() => area().inputValue()).toContain('Ян И');
    // The same from the list of messages.
    await operator.go('/messages?outcome=unread');
    await page.getByRole('row').filter({ hasText: 'Кира В' }).getByRole('link', { name: 'Learn from it' }).click();
    await expect.poll(() => area().inputValue()).toBe(message);
    await page.getByLabel('Bank', { exact: true }).selectOption('vtb');
    await mark('1 250,50', 'Amount');
    await mark('Кира В.', 'Sender’s name');
    await mark('3 000', 'Balance after');
    const pattern = 'Привет! На счёт упало {amount}{currency} от {name} Осталось {balance}{currency}';
    await expect.poll(() => page.getByLabel('Pattern', { exact: true }).inputValue()).toBe(pattern);
    await page.getByText('2 newly read').waitFor();
    await page.getByText('1,250.50').or(page.getByText('1250.50')).first().waitFor();
    await expectAccessible(page);
  });

  it('are tried on what is stored, saved with a test set, and switched on', async () => {
    const { page } = operator;
    await page.getByLabel('Name', { exact: true }).fill('Новый банк');
    await page.getByRole('button', { name: 'Add: read as shown' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await submit('Save');
    await dialog().getByText('Новый банк · Version 1').waitFor();
    await submit('Switch on');
    await page.getByRole('heading', { name: 'Новый банк' }).waitFor();
    await page.getByText('On, version 1').first().waitFor();
    const { items } = (await client.get('/message-templates')).body;
    expect(items.at(-1)).toMatchObject({
      versionOn: 1,
      latest: {
        name: 'Новый банк',
        bank: 'vtb',
        senders: ['NEW-BANK'],
        tests: [{ text: message, expect: { amount: '1250.50' } }],
      },
    });
    expect(items.at(-1).latest.stopWords).toContain('возврат*');
  });

  it('say what is wrong with a pattern, and what a change would break, before anything is saved', async () => {
    const { page } = operator;
    await page.getByLabel('Pattern', { exact: true }).fill('Привет! На счёт упало {amount}{currency} от {any}');
    await page.getByText('would not be read').waitFor();
    await page.getByText('2 no longer read').waitFor();
    await page.getByLabel('Pattern', { exact: true }).fill('Привет {sum}');
    await expectShown(page.getByText('There is no part of that name.'));
  });

  it('are taught on a phone too, in the dark, in Russian, with a tap on a word', async () => {
    const phone = await openAs(browser, service, 'operator', '/templates/new', {
      isPhone: true,
      isDark: true,
      locale: 'ru-RU',
    });
    const { page } = phone;
    await page.getByLabel('Отправители', { exact: true }).fill('900');
    await page.getByLabel('Банк', { exact: true }).selectOption('sberbank');
    const field = page.getByLabel('Сообщение', { exact: true });
    await field.fill('Вам пришло 700р от Ян');
    // A tap puts the caret into the word, and selects nothing.
    await page.keyboard.press('Control+Home');
    for (let step = 0; step < 13; step++) await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Сумма', exact: true }).click();
    await page.getByText('700,00').first().waitFor();
    await expectAccessible(page);
    const overhang = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(overhang).toBe(0);
    await phone.go('/templates');
    await phone.close();
  });
});
