import type { Browser } from 'playwright-core';

/** A bank's receipt as payers send it, drawn by the browser that takes the screenshots. Nobody's money. */
export async function receiptPicture(browser: Browser): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width: 360, height: 460 } });
  await page.setContent(`<style>
    body { margin: 0; padding: 26px; background: #fff; color: #222; font: 15px/1.5 system-ui, sans-serif; }
    h1 { margin: 0 0 2px; font-size: 20px; } p { margin: 0 0 14px; color: #777; }
    b { display: block; margin: 12px 0 18px; font-size: 30px; }
    div { display: flex; justify-content: space-between; padding: 7px 0; border-top: 1px solid #eee; }
    span { color: #777; } em { color: #1a7f43; font-style: normal; font-weight: 600; }
  </style>
  <h1>Transfer receipt</h1><p>15 Nov 2026, 04:41</p><b>6 000,00 ₽</b>
  <div><span>Status</span><em>Done</em></div>
  <div><span>To</span>Ivan P.</div>
  <div><span>Card</span>2200 •••• •••• 0012</div>
  <div><span>From</span>•••• 7731</div>
  <div><span>Fee</span>0 ₽</div>
  <div><span>Document</span>88 120 417</div>`);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}
