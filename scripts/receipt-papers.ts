import type { Page } from 'playwright-core';

/** Made-up receipts as apps of banks show them, and what happens to such a picture on its way to us. */
export interface ReceiptFacts {
  readonly sum: string;
  readonly name: string;
  readonly card: string;
  readonly from: string;
  readonly number: string;
  readonly clock: string;
  readonly time: string;
}

export interface Paper {
  readonly name: string;
  readonly html: (facts: ReceiptFacts) => string;
}

const statusBar = ({ clock }: ReceiptFacts, colour: string) =>
  `<div style="display:flex;justify-content:space-between;padding:8px 18px;font:600 13px sans-serif;color:${colour}">
    <span>${clock}</span><span>LTE ▮▮▮ 81%</span></div>`;

const rows = ({ name, card, from, number, time }: ReceiptFacts) => [
  ['Дата и время', time],
  ['Получатель', name],
  ['Карта получателя', `•••• ${card}`],
  ['Счёт списания', `•••• ${from}`],
  ['Комиссия', '0 ₽'],
  ['Номер документа', number],
];

const list = (facts: ReceiptFacts, labelColour: string, gap: number) =>
  rows(facts)
    .map(
      ([label, value]) =>
        `<div style="margin:${gap}px 0"><div style="font:13px sans-serif;color:${labelColour}">${label}</div>
        <div style="font:16px sans-serif">${value}</div></div>`,
    )
    .join('');

/** A coloured head from edge to edge; a card on grey; a dark one; a sheet as for a printer. */
export const papers: readonly Paper[] = [
  {
    name: 'head',
    html: (facts) => `<body style="margin:0;background:#fff">
      <div style="background:#21a038;color:#fff;padding-bottom:26px;text-align:center">${statusBar(facts, '#fff')}
        <div style="font:600 17px sans-serif;margin:34px 0 12px">Перевод доставлен</div>
        <div style="font:700 36px sans-serif">${facts.sum} ₽</div></div>
      <div style="padding:8px 22px">${list(facts, '#7d838a', 17)}</div></body>`,
  },
  {
    name: 'card',
    html: (facts) => `<body style="margin:0;background:#f1f2f4">${statusBar(facts, '#111')}
      <div style="margin:26px 14px;padding:20px;background:#fff;border-radius:18px">
        <div style="width:44px;height:44px;border-radius:22px;background:#ffdd2d"></div>
        <div style="font:700 30px sans-serif;margin:14px 0">−${facts.sum} ₽</div>${list(facts, '#8b929b', 12)}</div>
      <div style="margin:0 14px;padding:14px;background:#ffdd2d;border-radius:14px;text-align:center;font:16px sans-serif">
        Повторить</div></body>`,
  },
  {
    name: 'dark',
    html: (facts) => `<body style="margin:0;background:#14161a;color:#f0f2f5">${statusBar(facts, '#f0f2f5')}
      <div style="padding:30px 20px"><div style="font:700 34px sans-serif">${facts.sum},00 ₽</div>
      <div style="font:15px sans-serif;color:#4cd964;margin:8px 0 20px">Исполнено</div>${list(facts, '#878d96', 15)}</div></body>`,
  },
  {
    name: 'sheet',
    html: (facts) => `<body style="margin:0;background:#fff"><div style="padding:40px 34px;font:14px serif">
      <div style="font:700 20px serif;border-bottom:2px solid #222;padding-bottom:12px">Чек по операции</div>
      ${rows(facts)
        .map(
          ([label, value]) =>
            `<p style="display:flex;justify-content:space-between"><span>${label}</span><b>${value}</b></p>`,
        )
        .join('')}
      <p style="display:flex;justify-content:space-between"><span>Сумма перевода</span><b>${facts.sum},00 RUB</b></p>
      <div style="margin:46px 0 0 120px;width:150px;height:64px;border:3px solid #2b4fa8;border-radius:9px;color:#2b4fa8;
        text-align:center;font:700 17px/32px sans-serif">БАНК<br>ИСПОЛНЕНО</div></div></body>`,
  },
];

export async function picture(page: Page, paper: Paper, facts: ReceiptFacts): Promise<Buffer> {
  await page.setContent(paper.html(facts));
  return await page.screenshot({ type: 'png' });
}

interface Change {
  readonly name: string;
  readonly type: 'image/jpeg' | 'image/png';
  readonly quality?: number;
  readonly scale?: number;
  /** Pixels that are cut off: left, top, right, bottom. */
  readonly cut?: readonly [number, number, number, number];
}

export const changes: readonly Change[] = [
  { name: 'saved as JPEG, quality 90', type: 'image/jpeg', quality: 0.9 },
  { name: 'saved as JPEG, quality 60', type: 'image/jpeg', quality: 0.6 },
  { name: 'saved as JPEG, quality 35', type: 'image/jpeg', quality: 0.35 },
  { name: 'scaled to 75 %, PNG', type: 'image/png', scale: 0.75 },
  { name: 'scaled to 50 %, JPEG 80', type: 'image/jpeg', quality: 0.8, scale: 0.5 },
  { name: 'scaled to 33 %, JPEG 70', type: 'image/jpeg', quality: 0.7, scale: 1 / 3 },
  { name: 'cut by 3 pixels all round, PNG', type: 'image/png', cut: [3, 3, 3, 3] },
  { name: 'cut by 2, 9, 6 and 14 pixels, JPEG 80', type: 'image/jpeg', quality: 0.8, cut: [2, 9, 6, 14] },
  {
    name: 'cut by 8 pixels all round, scaled to 60 %, JPEG 75',
    type: 'image/jpeg',
    quality: 0.75,
    scale: 0.6,
    cut: [8, 8, 8, 8],
  },
];

/** The browser's own encoders, as the apps on the way have them. */
export async function changedPicture(page: Page, original: Buffer, change: Change): Promise<Buffer> {
  const { type, quality = 1, scale = 1, cut = [0, 0, 0, 0] } = change;
  const url = `data:image/png;base64,${original.toString('base64')}`;
  // As text: the compiler knows of no browser here.
  const changed = await page.evaluate<string>(`(${inBrowser})(${JSON.stringify({ url, type, quality, scale, cut })})`);
  return Buffer.from(changed.slice(changed.indexOf(',') + 1), 'base64');
}

const inBrowser = `async ({ url, type, quality, scale, cut: [left, top, right, bottom] }) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  const [width, height] = [image.width - left - right, image.height - top - bottom];
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL(type, quality);
}`;
