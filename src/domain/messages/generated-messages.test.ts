import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../money/money.ts';
import { type PatternNode, parsePattern } from './pattern.ts';
import { compileTemplates, readMessage } from './reading.ts';
import { readTemplateFile } from './template-file.ts';
import { type ExpectedParts, partsText } from './template-tests.ts';

/** Seeds are printed by fast-check when a property fails. */
const templates = readTemplateFile(readFileSync('catalogue/message-templates.json', 'utf8')).map((one, index) => ({
  ...one,
  id: index + 1,
  version: 1,
}));
const all = compileTemplates(templates, () => 2);
const parsed = templates.map((template) => ({ template, nodes: parsePattern(template.pattern) }));

const spaces = [' ', '  ', '\u00a0', '\u202f', '\u2009', '\n', ' \u200b'] as const;
const names = ['Олег К', 'АННА В', 'ИГОРЬ ПЕТРОВИЧ Л', 'Мария-Анна О', "О'Нил П", 'Ёлка Щ', 'Ия Я'];
const others = ['ВТБ', 'Т\u2011Банк', 'Озон Банк', 'SHOP', 'Банк «Ромашка»'];

interface Written {
  readonly text: string;
  readonly parts: Partial<Record<keyof ExpectedParts, string>>;
}

type Draw = <Value>(values: readonly Value[]) => Value;

/** Writes a message of a template, as a bank might, and says what it put in. */
function write(nodes: readonly PatternNode[], draw: Draw, number: (max: number) => number): Written {
  const parts: Partial<Record<keyof ExpectedParts, string>> = {};
  const sum = (minor: bigint): string => {
    const [whole = '', fraction = ''] = formatAmount(minor, 2).split('.');
    const grouped = draw([whole, whole.replace(/\B(?=(\d{3})+$)/g, draw([' ', '\u00a0', '\u202f', "'"]))]);
    const short = fraction.endsWith('0') ? fraction.slice(0, 1) : fraction;
    const tail = fraction === '00' ? draw(['', '.00', ',00', '.0']) : `${draw(['.', ','])}${draw([fraction, short])}`;
    return `${grouped}${tail}`;
  };
  const two = (max: number) => String(number(max)).padStart(2, '0');
  const part = (name: string): string => {
    switch (name) {
      case 'amount':
      case 'balance': {
        const minor = BigInt(number(2_000_000_000)) + (name === 'amount' ? 1n : 0n);
        parts[name] = formatAmount(minor, 2);
        return sum(minor);
      }
      case 'currency':
        return draw(['р', 'p', 'р.', ' руб', ' RUB', ' RUR', '\u202f₽', ' rub.']);
      case 'name':
        parts.name = draw(names);
        return `${parts.name}${draw(['', '.'])}`;
      case 'digits':
        parts.digits = String(number(9999)).padStart(4, '0');
        return parts.digits;
      case 'time':
        parts.time = `${two(23)}:${two(59)}`;
        return parts.time;
      case 'date': {
        const [day, month] = [String(1 + number(27)).padStart(2, '0'), String(1 + number(11)).padStart(2, '0')];
        parts.date = `2026-${month}-${day}`;
        return draw([`${day}.${month}.26`, `${day}.${month}.2026`]);
      }
      default:
        return draw(others);
    }
  };
  const text = (list: readonly PatternNode[]): string =>
    list
      .map((node) => {
        if (node.kind === 'words') return node.text;
        if (node.kind === 'either') return draw(node.texts);
        if (node.kind === 'maybe') return draw([true, false]) ? text(node.nodes) : '';
        return part(node.name);
      })
      .join('');
  return { text: text(nodes), parts };
}

/** What happens to a text on its way: other spaces and dashes, another case, letters of the other alphabet. */
function noisy(text: string, draw: Draw): string {
  const twins = new Map(
    [...'аaеeоoрpсcхx'].map((unit, index, list) => [unit, list[index + (index % 2 === 0 ? 1 : -1)]]),
  );
  return [...text]
    .map((unit) => {
      if (unit === ' ') return draw([' ', ' ', ...spaces]);
      if (unit === '-') return draw(['-', '\u2011', '\u2013']);
      return unit;
    })
    .join('')
    .replace(/[а-яёa-z]+(?=[^.]*$)/g, (word) =>
      draw([false, false, true]) ? [...word].map((unit) => twins.get(unit) ?? unit).join('') : word,
    );
}

/** Names are told as they were written, so noise must leave them alone: they are put in behind it. */
const message = fc.record({
  index: fc.nat({ max: parsed.length - 1 }),
  choices: fc.infiniteStream(fc.nat({ max: 2 ** 30 })),
});

function drawn(choices: Iterator<number>): { readonly draw: Draw; readonly number: (max: number) => number } {
  const number = (max: number) => Number(choices.next().value) % (max + 1);
  return { number, draw: (values) => values[number(values.length - 1)] as (typeof values)[number] };
}

function writeNoisy(index: number, choices: Iterator<number>) {
  const { draw, number } = drawn(choices);
  const { template, nodes } = parsed[index] as (typeof parsed)[number];
  const { text, parts } = write(nodes, draw, number);
  const kept = parts.name ?? '\u0000';
  const pieces = text.split(kept).map((piece) => noisy(piece, draw));
  return { template, text: pieces.join(kept), parts, draw, number, sender: draw(template.senders) };
}

describe('generated messages', () => {
  it('are read back to the parts that were put in, whatever the noise', () => {
    fc.assert(
      fc.property(message, ({ index, choices }) => {
        const { template, text, parts, sender } = writeNoisy(index, choices);
        const reading = readMessage(all, { sender, title: '', text });
        expect(reading).toMatchObject({ kind: 'transfer', bank: template.bank });
        if (reading.kind === 'transfer') expect(partsText(reading.parts, 2)).toEqual(parts);
      }),
      { numRuns: 3000 },
    );
  });

  it('never tell another sum when letters, spaces or marks are put in anywhere', () => {
    const garbage = fc.string({ unit: fc.constantFrom(...'абрp ₽-+*:;()"«» от Баланс'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(message, garbage, fc.nat(), ({ index, choices }, chunk, place) => {
        const { text, parts, sender } = writeNoisy(index, choices);
        const at = place % (text.length + 1);
        const reading = readMessage(all, { sender, title: '', text: text.slice(0, at) + chunk + text.slice(at) });
        if (reading.kind === 'transfer') expect(partsText(reading.parts, 2).amount).toBe(parts.amount);
      }),
      { numRuns: 3000 },
    );
  });

  it('never tell the sum of another message that is put into them', () => {
    fc.assert(
      fc.property(message, message, fc.nat(), (first, second, place) => {
        const one = writeNoisy(first.index, first.choices);
        const other = writeNoisy(second.index, second.choices);
        const at = place % (one.text.length + 1);
        const text = `${one.text.slice(0, at)} ${other.text} ${one.text.slice(at)}`;
        const reading = readMessage(all, { sender: one.sender, title: '', text });
        expect(reading.kind === 'transfer' && partsText(reading.parts, 2).amount !== one.parts.amount).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('are no transfers when they are made of any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(), (text, which) => {
        const { template } = parsed[which % parsed.length] as (typeof parsed)[number];
        expect(readMessage(all, { sender: template.senders[0] ?? '', title: text, text }).kind).not.toBe('transfer');
      }),
      { numRuns: 2000 },
    );
  });
});
