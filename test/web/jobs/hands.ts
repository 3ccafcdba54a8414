import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousFindings } from '../../support/axe.ts';

/** More than any page has controls. */
const tabsMax = 250;

/**
 * Somebody's hands: at a keyboard, which reaches everything by Tab and keys alone, or a thumb on a phone. They count what
 * they do, because what a job costs is the number of its steps.
 */
export class Hands {
  readonly page: Page;
  readonly isKeyboard: boolean;
  steps = 0;

  constructor(page: Page, isKeyboard: boolean) {
    this.page = page;
    this.isKeyboard = isKeyboard;
  }

  /** A button, a link, a choice. */
  async press(what: Locator): Promise<void> {
    this.steps += 1;
    if (!this.isKeyboard) return await what.click();
    await this.#reach(what);
    const isChoice = await what.evaluate((element) => (element as unknown as { type?: string }).type === 'radio');
    await this.page.keyboard.press(isChoice ? 'Space' : 'Enter');
  }

  async write(what: Locator, text: string): Promise<void> {
    this.steps += 1;
    if (!this.isKeyboard) return await what.fill(text);
    await this.#reach(what);
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(text);
  }

  async choose(what: Locator, label: string): Promise<void> {
    this.steps += 1;
    if (this.isKeyboard) await this.#reach(what);
    await what.selectOption({ label });
  }

  /** The system's own dialog for files is no page of ours. */
  async attach(what: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.steps += 1;
    await what.setInputFiles(file);
  }

  /** By the key that the page has for it, or by the thumb on what it stands for. */
  async keyOr(key: string, what: Locator): Promise<void> {
    if (!this.isKeyboard) return await this.press(what);
    this.steps += 1;
    await this.page.keyboard.press(key);
  }

  async expectAccessible(): Promise<void> {
    expect(await seriousFindings(this.page)).toEqual([]);
  }

  async #reach(what: Locator): Promise<void> {
    await what.waitFor();
    for (let tabs = 0; tabs < tabsMax; tabs++) {
      if (await what.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${what}`);
  }
}
