import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { en } from '../../web/console/text/en/dictionary.ts';
import { ru } from '../../web/console/text/ru/dictionary.ts';
import { withBalances } from '../domain/ledger/books.ts';
import { groupedAmount } from '../domain/money/money.ts';
import { loadFont, runsOf } from './font.ts';
import { type StatementFacts, type StatementLine, statementPdf } from './statement-pdf.ts';
import { statementWords } from './statement-words.ts';

const facts: StatementFacts = {
  language: 'en',
  month: '2026-11',
  zone: 'Europe/Moscow',
  period: { fromMs: Date.parse('2026-10-31T21:00:00Z'), toMs: Date.parse('2026-11-30T21:00:00Z') },
  madeAt: Date.parse('2026-12-03T09:00:00Z'),
  account: { kind: 'store_available', currency: 'USDT', subunit: 8 },
  owner: { kind: 'store', name: 'Demo Shop' },
};

function movements(count: number): StatementLine[] {
  const lines = Array.from({ length: count }, (_, index) => ({
    id: BigInt(index + 1),
    at: facts.period.fromMs + index * 60_000,
    kind: index % 3 === 2 ? ('withdrawal_freeze' as const) : ('payin_settle' as const),
    subjectId: '01a1d9ed-c200-7b52-9d0f-3a8e5c71b2d4',
    amount: index % 3 === 2 ? -500_000_000n : 1_020_942_407n,
    counterparty: { accountId: 12, kind: 'maker_held', ownerId: 1 },
  }));
  return withBalances(100_000_000_000n, lines).map((line) => ({ ...line, internalId: `order-${line.id}` }));
}

async function* inPages(lines: readonly StatementLine[]) {
  for (let at = 0; at < lines.length; at += 50) yield lines.slice(at, at + 50);
}

const made = (change: Partial<StatementFacts>, lines: readonly StatementLine[]) =>
  statementPdf({ ...facts, ...change }, 100_000_000_000n, inPages(lines));

describe('a statement on paper', () => {
  it('says opening balance, every movement and closing balance, over as many pages as that takes', async () => {
    const lines = movements(200);
    const pages = textOfPages(await made({}, lines));
    expect(pages.length).toBe(5);
    const whole = pages.flat();
    expect(whole).toEqual(expect.arrayContaining(['Statement for November 2026', 'Demo Shop', 'Europe/Moscow']));
    expect(whole.filter((text) => /^order-\d+$/.test(text))).toEqual(lines.map(({ internalId }) => internalId));
    expect(whole.filter((text) => text === 'Opening balance')).toHaveLength(2);
    expect(whole).toContain('1,000.00000000');
    const closing = groupedAmount('2038.06282538', 'en');
    expect(lines.at(-1)?.balance).toBe(203_806_282_538n);
    expect(whole.filter((text) => text === closing)).toHaveLength(3);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of 5`);
      expect(page).toContain('Amount, USDT');
    }
  });

  it('is written in Russian, with letters that are embedded and can be searched', async () => {
    const owner = { kind: 'store', name: 'Қазақ дүкені «Ёлка»' } as const;
    const file = await made({ language: 'ru', owner }, movements(3));
    const texts = textOfPages(file).flat();
    expect(texts.join('\n')).toContain('Выписка за ноябрь 2026');
    expect(texts).toContain('Входящий остаток');
    expect(texts).toContain('Қазақ дүкені «Ёлка»');
    expect(texts).toContain('1\u00a0000,00000000');
    expect(file.toString('latin1')).toContain('/FontFile2');
  });

  it('says that nothing moved, and that a month is not over', async () => {
    const texts = textOfPages(await made({ madeAt: Date.parse('2026-11-16T10:00:00Z') }, [])).flat();
    expect(texts).toContain('No movements in this month.');
    expect(texts.join('\n')).toContain('2026-11-16 13:00:00 (the month is not over: movements up to now)');
  });

  it('refuses to write what does not add up', async () => {
    const [first, ...rest] = movements(3);
    const wrong = [{ ...(first as StatementLine), amount: 1n }, ...rest];
    await expect(made({}, wrong)).rejects.toThrow('does not add up');
  });

  it('draws what it has no letter for as a question mark, and cuts what is too long', async () => {
    expect(runsOf(loadFont(400), '中a').flatMap(({ glyphs }) => glyphs.map(({ codePoint }) => codePoint))).toEqual([
      '?'.charCodeAt(0),
      'a'.charCodeAt(0),
    ]);
    const [line] = movements(1);
    const long = [{ ...(line as StatementLine), internalId: 'x'.repeat(255) }];
    expect(textOfPages(await made({}, long)).flat()).toContainEqual(expect.stringMatching(/^x{15,40}…$/));
  });

  it('is the same file for the same facts, and one that begins and ends as PDF does', async () => {
    const [one, other] = [await made({}, movements(5)), await made({}, movements(5))];
    expect(one.equals(other)).toBe(true);
    expect(one.subarray(0, 8).toString()).toBe('%PDF-1.7');
    const [, at = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(one.toString('latin1')) ?? [];
    expect(one.subarray(Number(at), Number(at) + 4).toString()).toBe('xref');
  });

  it('calls movements what the console calls them', () => {
    expect(statementWords.en.transfers).toEqual(en.trade.transfers);
    expect(statementWords.ru.transfers).toEqual(ru.trade.transfers);
  });
});

/** What each page says, text by text, read back through the tables for searching: a reader does the same. */
function textOfPages(file: Buffer): string[][] {
  const source = file.toString('latin1');
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj\n/g)].map(([, id = '', body = '']) => [id, body]),
  );
  const unpacked = (id: string) => {
    const body = objects.get(id) ?? '';
    const [head = '', rest = ''] = body.split('\nstream\n');
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    return inflateSync(Buffer.from(rest, 'latin1').subarray(0, length)).toString('latin1');
  };
  const resources = [...objects.values()].find((body) => body.startsWith('<< /Font <<')) ?? '';
  const letters = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
      const map = unpacked(/\/ToUnicode (\d+)/.exec(objects.get(id) ?? '')?.[1] ?? '');
      const pairs = [...map.matchAll(/^<(\w{4})> <(\w{4})>$/gm)].filter(([, code]) => code !== '0000');
      return [
        name,
        new Map(pairs.map(([, glyph = '', code = '']) => [glyph, String.fromCharCode(Number.parseInt(code, 16))])),
      ];
    }),
  );
  const contents = [...objects.values()].flatMap((body) => /\/Type \/Page .*\/Contents (\d+)/.exec(body)?.[1] ?? []);
  return contents.map((id) =>
    [...unpacked(id).matchAll(/^BT (.*) ET$/gm)].map(([, block = '']) =>
      [...block.matchAll(/\/(F\d+) \S+ Tf <(\w*)> Tj/g)]
        .flatMap(([, name = '', codes = '']) =>
          (codes.match(/.{4}/g) ?? []).map((glyph) => letters.get(name)?.get(glyph)),
        )
        .join(''),
    ),
  );
}
