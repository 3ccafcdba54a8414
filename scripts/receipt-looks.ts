import type { Page } from 'playwright-core';
import {
  bandsOf,
  differingCells,
  differingCellsMax,
  probesOf,
  type ReceiptLook,
} from '../src/domain/receipts/receipt-look.ts';
import { lookOfFile } from '../src/pictures/look-of-file.ts';
import { openBrowser } from './chromium.ts';
import { changedPicture, changes, type Paper, papers, picture, type ReceiptFacts } from './receipt-papers.ts';

/**
 * Measures how far apart receipts look: the same picture saved anew, scaled and cut, against other receipts of the same bank.
 * `npm run measure:looks` prints the tables of docs/operating.md.
 */
const payeesPerPaper = 12;

async function main(): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 780 }, deviceScaleFactor: 3 });
    const same = new Map<string, Pair[]>();
    const different = new Map<string, Pair[]>();
    for (const paper of papers) {
      await measureSame(page, paper, same);
      await measureDifferent(page, paper, different);
    }
    print('The same picture', same);
    print('Other receipts of the same bank', different);
  } finally {
    await browser.close();
  }
}

interface Pair {
  readonly cells: number;
  readonly isFound: boolean;
}

async function measureSame(page: Page, paper: Paper, into: Map<string, Pair[]>): Promise<void> {
  for (let seed = 0; seed < 3; seed++) {
    const original = await picture(page, paper, factsOf(seed));
    const look = lookAt(original);
    for (const change of changes) note(into, change.name, look, lookAt(await changedPicture(page, original, change)));
  }
}

/** From all different to hardly: what a payer who pays the same maker twice would show. */
async function measureDifferent(page: Page, paper: Paper, into: Map<string, Pair[]>): Promise<void> {
  const looks: ReceiptLook[] = [];
  for (let seed = 0; seed < payeesPerPaper; seed++) looks.push(lookAt(await picture(page, paper, factsOf(seed))));
  for (const [index, one] of looks.entries()) {
    for (const other of looks.slice(index + 1)) note(into, 'another payee, sum, time and number', one, other);
  }
  for (let seed = 0; seed < payeesPerPaper; seed++) {
    const first = looks[seed] as ReceiptLook;
    const facts = factsOf(seed);
    const later = { clock: factsOf(seed + 50).clock, time: factsOf(seed + 50).time, number: factsOf(seed + 50).number };
    const sum = factsOf(seed + 80).sum;
    note(
      into,
      'the same payee; sum, time and number differ',
      first,
      lookAt(await picture(page, paper, { ...facts, ...later, sum })),
    );
    note(
      into,
      'the same payee and sum; time and number differ',
      first,
      lookAt(await picture(page, paper, { ...facts, ...later })),
    );
    note(
      into,
      'the sum alone differs, by one digit',
      first,
      lookAt(await picture(page, paper, { ...facts, sum: oneDigitOff(facts.sum) })),
    );
  }
}

function note(into: Map<string, Pair[]>, name: string, one: ReceiptLook, other: ReceiptLook): void {
  const bands = new Set(bandsOf(one));
  const isFound = probesOf(other).some((probe) => bands.has(probe));
  const pairs = into.get(name) ?? [];
  pairs.push({ cells: differingCells(one.cells, other.cells), isFound });
  into.set(name, pairs);
}

function lookAt(bytes: Uint8Array): ReceiptLook {
  const look = lookOfFile(bytes);
  if (look === null) throw new Error('a picture of a receipt was not read');
  return look;
}

function factsOf(seed: number): ReceiptFacts {
  const draw = (salt: number, below: number) => (Math.imul(seed * 31 + salt + 7, 2_654_435_761) >>> 8) % below;
  const hour = String(draw(1, 24)).padStart(2, '0');
  const minute = String(draw(2, 60)).padStart(2, '0');
  const day = String(draw(3, 28) + 1).padStart(2, '0');
  return {
    sum: `${draw(4, 9) + 1} ${String(draw(5, 1000)).padStart(3, '0')}`,
    name: `${names[draw(6, names.length)]} ${'АБВГДЕИКЛМНОПРСТ'[draw(7, 16)]}.`,
    card: String(1000 + draw(8, 9000)),
    from: String(1000 + draw(9, 9000)),
    number: String(1_000_000_000 + draw(10, 9_000_000) * 97),
    clock: `${hour}:${minute}`,
    time: `${day}.11.2026 ${hour}:${minute}`,
  };
}

const names = [
  'Олег',
  'Анна',
  'Игорь Петрович',
  'Вера',
  'Юрий',
  'Марк Ильич',
  'Нина',
  'Глеб',
  'Лия',
  'Екатерина',
  'Лев',
];

function oneDigitOff(sum: string): string {
  return sum.slice(0, -1) + ((Number(sum.at(-1)) + 1) % 10);
}

function print(title: string, groups: ReadonlyMap<string, readonly Pair[]>): void {
  const head = ['Pairs', 'Cells that differ: least', 'median', 'most', 'Found by a band', 'Said to be alike'];
  process.stdout.write(`\n| ${[title, ...head].join(' | ')} |\n|---|${head.map(() => '---:|').join('')}\n`);
  for (const [name, pairs] of groups) {
    const cells = pairs.map((pair) => pair.cells).sort((left, right) => left - right);
    const found = pairs.filter(({ isFound }) => isFound).length;
    const alike = pairs.filter((pair) => pair.isFound && pair.cells <= differingCellsMax).length;
    const middle = cells[Math.floor(cells.length / 2)];
    process.stdout.write(`| ${[name, pairs.length, cells[0], middle, cells.at(-1), found, alike].join(' | ')} |\n`);
  }
}

await main();
