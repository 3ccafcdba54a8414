import { setImmediate } from 'node:timers/promises';
import type { BalancedLine } from '../domain/ledger/books.ts';
import { formatAmount, groupedAmount } from '../domain/money/money.ts';
import { zonedTimestamps } from '../domain/text/time-zone.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import { type Font, fitted, loadFont, textWidth } from './font.ts';
import { type Drawn, Pdf, paper } from './pdf.ts';
import { type PaperLanguage, statementWords } from './statement-words.ts';

/** What a statement is about. */
export interface StatementFacts {
  readonly language: PaperLanguage;
  /** `2026-11` */
  readonly month: string;
  readonly zone: string;
  readonly period: { readonly fromMs: Instant; readonly toMs: Instant };
  readonly madeAt: Instant;
  readonly account: { readonly kind: string; readonly currency: string; readonly subunit: number };
  /** Null for the service's own accounts. */
  readonly owner: { readonly kind: 'store' | 'maker'; readonly name: string } | null;
}

/** A movement, and how the merchant knows it. */
export interface StatementLine extends BalancedLine {
  readonly internalId: string | null;
}

/** A few milliseconds of work; then others have their turn. */
const rowsAtOnce = 100;

const edge = 42;
const right = paper.width - edge;
const columns = { at: edge, what: edge + 96, reference: edge + 232, amount: right - 92, balance: right };
const rowHeight = 15;
const size = 8.5;
/** Below this only the number of the page is written. */
const lastY = paper.height - 60;

/**
 * A month's statement on paper: opening balance, every movement, closing balance. Lines are taken page by page as they are read,
 * so that a long month does not hold up others.
 */
export async function statementPdf(
  facts: StatementFacts,
  opening: bigint,
  pages: AsyncIterable<readonly StatementLine[]>,
): Promise<Buffer> {
  const sheet = new Sheet(facts);
  const totals = { in: 0n, out: 0n, closing: opening, count: 0 };
  const rows: StatementLine[] = [];
  for await (const lines of pages) {
    for (const line of lines) {
      if (line.amount >= 0n) totals.in += line.amount;
      else totals.out += line.amount;
      totals.closing = line.balance;
      totals.count += 1;
      rows.push(line);
    }
  }
  if (opening + totals.in + totals.out !== totals.closing) throw new Error('a statement that does not add up');
  sheet.head(opening, totals);
  sheet.edgeRow(statementWords[facts.language].opening, facts.period.fromMs, opening);
  for (const [index, row] of rows.entries()) {
    sheet.row(row);
    if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
  }
  if (rows.length === 0) sheet.note(statementWords[facts.language].none);
  const endMs = Math.min(facts.period.toMs, facts.madeAt);
  sheet.edgeRow(statementWords[facts.language].closing, endMs, totals.closing);
  return sheet.write();
}

interface Totals {
  readonly in: bigint;
  readonly out: bigint;
  readonly closing: bigint;
  readonly count: number;
}

/** The paper: where the next line goes, and a new page when there is no more room. */
class Sheet {
  readonly #facts: StatementFacts;
  readonly #pdf = new Pdf();
  readonly #regular = loadFont(400);
  readonly #bold = loadFont(700);
  readonly #timestamp: (instant: Instant) => string;
  #y = edge;

  constructor(facts: StatementFacts) {
    this.#facts = facts;
    this.#timestamp = zonedTimestamps(facts.zone);
    this.#pdf.addPage();
  }

  head(opening: bigint, totals: Totals): void {
    const { language, month, account, owner, period, madeAt, zone } = this.#facts;
    const words = statementWords[language];
    this.#y += 18;
    this.#text(words.title(monthName(month, language)), { font: this.#bold, size: 18, x: edge });
    this.#y += 22;
    const about: [string, string][] = [
      ...(owner === null ? [] : ([[words[owner.kind], owner.name]] as [string, string][])),
      [words.account, `${words.accounts[account.kind] ?? account.kind}, ${account.currency}`],
      [words.period, `${this.#time(period.fromMs)} – ${this.#time(period.toMs)}`],
      [words.zone, zone],
      [words.madeAt, `${this.#time(madeAt)}${madeAt < period.toMs ? ` (${words.until})` : ''}`],
    ];
    for (const [label, value] of about) this.#pair(label, value);
    this.#y += 8;
    const sums: [string, string][] = [
      [words.opening, this.#money(opening)],
      [words.moneyIn, this.#money(totals.in)],
      [words.moneyOut, this.#money(totals.out)],
      [words.closing, this.#money(totals.closing)],
      [words.movements, String(totals.count)],
    ];
    for (const [label, value] of sums) this.#pair(label, value, this.#bold);
    this.#y += 16;
    this.#columnHeads();
  }

  row({ at, kind, subjectId, internalId, amount, balance }: StatementLine): void {
    this.#makeRoom();
    const what = statementWords[this.#facts.language].transfers[kind];
    const cell = (text: string, x: number, width: number) =>
      this.#text(fitted(this.#regular, text, size, width), { font: this.#regular, size, x });
    cell(this.#time(at), columns.at, 92);
    cell(what, columns.what, 132);
    cell(internalId ?? subjectId, columns.reference, 118);
    this.#rightText(this.#money(amount), columns.amount, this.#regular);
    this.#rightText(this.#money(balance), columns.balance, this.#regular);
    this.#end();
  }

  /** The first and the last line of the table. */
  edgeRow(label: string, at: Instant, balance: bigint): void {
    this.#makeRoom();
    this.#text(this.#time(at), { font: this.#bold, size, x: columns.at });
    this.#text(label, { font: this.#bold, size, x: columns.what });
    this.#rightText(this.#money(balance), columns.balance, this.#bold);
    this.#end();
  }

  note(text: string): void {
    this.#makeRoom();
    this.#text(text, { font: this.#regular, size, x: columns.what, grey: 0.35 });
    this.#end();
  }

  write(): Buffer {
    const { language, month, account, owner, zone, madeAt } = this.#facts;
    const words = statementWords[language];
    const title = words.title(monthName(month, language));
    const about = [owner?.name ?? null, account.currency, title, zone].filter((part) => part !== null).join(' · ');
    const place = { font: this.#regular, size: 8, y: paper.height - 32, grey: 0.35 };
    for (let page = 0; page < this.#pdf.pageCount; page++) {
      const number = words.page(page + 1, this.#pdf.pageCount);
      const width = textWidth(this.#regular, number, 8);
      this.#pdf.text(fitted(this.#regular, about, 8, right - edge - width - 20), { ...place, x: edge }, page);
      this.#pdf.text(number, { ...place, x: right - width }, page);
    }
    return this.#pdf.write({ title, language, madeAt: new Date(madeAt) });
  }

  #columnHeads(): void {
    const { columns: heads } = statementWords[this.#facts.language];
    const grey = 0.35;
    for (const name of ['at', 'what', 'reference'] as const) {
      this.#text(heads[name], { font: this.#regular, size: 8, x: columns[name], grey });
    }
    for (const name of ['amount', 'balance'] as const) {
      this.#rightText(`${heads[name]}, ${this.#facts.account.currency}`, columns[name], this.#regular, {
        size: 8,
        grey,
      });
    }
    this.#pdf.line(edge, right, this.#y + 5, 0.35);
    this.#y += rowHeight + 3;
  }

  #makeRoom(): void {
    if (this.#y <= lastY) return;
    this.#pdf.addPage();
    this.#y = edge + 10;
    this.#columnHeads();
  }

  #end(): void {
    this.#pdf.line(edge, right, this.#y + 4.5);
    this.#y += rowHeight;
  }

  #pair(label: string, value: string, font: Font = this.#regular): void {
    this.#text(label, { font: this.#regular, size: 10, x: edge, grey: 0.35 });
    this.#text(fitted(font, value, 10, right - edge - 130), { font, size: 10, x: edge + 130 });
    this.#y += 15;
  }

  #text(text: string, drawn: Omit<Drawn, 'y'>): void {
    this.#pdf.text(text, { ...drawn, y: this.#y });
  }

  #rightText(text: string, x: number, font: Font, more: Partial<Drawn> = {}): void {
    const drawn = { font, size, ...more };
    this.#text(text, { ...drawn, x: x - textWidth(font, text, drawn.size) });
  }

  /** Without the offset: the zone is named once for all. */
  #time(at: Instant): string {
    const [, year, month, day, time] = /^(\d+)-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)/.exec(this.#timestamp(at)) ?? [];
    return this.#facts.language === 'ru' ? `${day}.${month}.${year} ${time}` : `${year}-${month}-${day} ${time}`;
  }

  #money(minor: bigint): string {
    return groupedAmount(formatAmount(minor, this.#facts.account.subunit), this.#facts.language);
  }
}

function monthName(month: string, language: PaperLanguage): string {
  const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return name.format(new Date(`${month}-01T00:00:00Z`));
}
