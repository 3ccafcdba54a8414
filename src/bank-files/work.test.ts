import { afterEach, describe, expect, it } from 'vitest';
import { type writers, writtenMapping, writtenText } from '../../bench/statement-files.ts';
import { FileReading, type ReadingAnswer } from './file-reading.ts';
import { LinesOfText } from './lines-of-text.ts';

/**
 * What a reader does, counted instead of timed: characters that expressions look at, and elements of arrays that are looked through.
 * A file twice as long may cost twice as much, and no more.
 */
let work = 0;
const restores: (() => void)[] = [];
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
});

function replaced<Kind extends object>(owner: Kind, name: keyof Kind, made: (own: never) => unknown): void {
  const own = owner[name];
  Object.defineProperty(owner, name, { value: made(own as never), writable: true, configurable: true });
  restores.push(() => Object.defineProperty(owner, name, { value: own, writable: true, configurable: true }));
}

function countWork(): void {
  replaced(
    RegExp.prototype,
    'exec',
    (own: RegExp['exec']) =>
      function exec(this: RegExp, text: string) {
        const from = this.global || this.sticky ? this.lastIndex : 0;
        const found = own.call(this, text);
        work += (found === null ? text.length : found.index + found[0].length) - from;
        return found;
      },
  );
  for (const name of [
    'find',
    'findIndex',
    'filter',
    'some',
    'every',
    'includes',
    'indexOf',
    'flatMap',
    'map',
  ] as const) {
    replaced(
      Array.prototype,
      name,
      (own: (...given: unknown[]) => unknown) =>
        function counted(this: unknown[], ...given: unknown[]) {
          work += this.length;
          return own.apply(this, given);
        },
    );
  }
}

const account = { id: 1, makerId: 1, currency: 'RUB', number: null, zone: 'Europe/Moscow', requisiteIds: [1] };
const partBytes = 64 * 1024;

/** Checks a file in parts, and says how much work that was. */
function workOn(text: string, bytesMax = partBytes, mapping: object | null = null): number {
  const reading = new FileReading();
  const bytes = Buffer.from(text);
  const given = mapping as typeof writtenMapping | null;
  countWork();
  work = 0;
  let answer: ReadingAnswer = reading.answer({ kind: 'open', mapping: given, account, subunit: 2, lines: null });
  for (let at = 0; at < bytes.byteLength && answer.kind !== 'refused'; at += bytesMax) {
    answer = reading.answer({ kind: 'part', bytes: bytes.subarray(at, at + bytesMax) });
  }
  if (answer.kind !== 'refused') reading.answer({ kind: 'end' });
  for (const restore of restores.splice(0)) restore();
  return work;
}

const day = '2026-11-16';
const ledger = { account: '40817810000000004821', currency: 'RUB', number: '1', from: day, to: day, opening: 0n };
const lineOf = (index: number) =>
  ({ direction: 'in', amount: 100n, day, reference: `B${index}`, party: 'Анна', purpose: 'Перевод' }) as const;
const written = (format: keyof typeof writers) => (count: number) =>
  writtenText(
    format,
    { ...ledger, closing: 100n * BigInt(count) },
    Array.from({ length: count }, (_, at) => lineOf(at)),
  );

const many = (count: number, made: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => made(at)).join('');
const oneC = (inner: string) => `1CClientBankExchange\n${inner}КонецФайла\n`;
const section = (index: number) =>
  `СекцияРасчСчет\nДатаНачала=01.01.2020\nДатаКонца=01.01.2020\nРасчСчет=${40_817_810_000 + index}\nКонецРасчСчет\n`;
const order = (index: number) =>
  `СекцияДокумент\nДата=01.01.2020\nСумма=1\nПолучательСчет=${40_817_810_000 + index}\nКонецДокумента\n`;
const camt = (inner: string) => `<Document><BkToCstmrStmt>${inner}</BkToCstmrStmt></Document>`;
const entry = (inner = '') =>
  `<Ntry><Amt Ccy="RUB">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><ValDt><Dt>${day}</Dt></ValDt>${inner}</Ntry>`;
const statement = (index: number) => `<Stmt><LglSeqNb>${index}</LglSeqNb>${entry()}</Stmt>`;
const message = (fields: string) => `:20:X\n:25:4\n:60F:C260101RUB1,\n${fields}:62F:C260101RUB1,\n-\n`;
const columns = (count: number) => `Дата${many(count, (at) => `;c${at}`)}\n`;

const files: [name: string, made: (count: number) => string, count: number, mapping: object | null][] = [
  ['camt', written('camt.053'), 500, null],
  ['camt with many statements', (count) => camt(many(count, statement)), 1_000, null],
  [
    'camt with many transfers in one booking',
    (count) => camt(`<Stmt>${entry(many(count, () => '<TxDtls><Amt Ccy="RUB">1</Amt></TxDtls>'))}</Stmt>`),
    2_000,
    null,
  ],
  ['camt with many empty elements', (count) => camt(`<Stmt>${'<a/>'.repeat(count)}</Stmt>`), 10_000, null],
  ['MT940', written('mt940'), 500, null],
  ['MT940 with many messages', (count) => many(count, () => message(':61:260101C1,NTRFX\n:86:a\n')), 1_000, null],
  [
    'MT940 with long fields',
    (count) => message(many(4, () => `:61:260101C1,NTRFX\n:86:${many(count, () => '/NAME/x')}\n`)),
    2_000,
    null,
  ],
  ['1C', written('1c'), 500, null],
  ['1C with as many accounts as orders', (count) => oneC(many(count, section) + many(count, order)), 1_500, null],
  ['1C with many empty lines', (count) => oneC('\n'.repeat(count)), 20_000, null],
  ['CSV', written('csv'), 500, writtenMapping],
  ['CSV with many empty rows', (count) => written('csv')(1) + ';;;;;;\n'.repeat(count), 2_000, writtenMapping],
  ['CSV with many columns', columns, 200, { ...writtenMapping, columns: { day: 'Дата', amount: 'c1' } }],
];

describe('the work of reading a file', () => {
  it.each(files)('grows with its length alone: %s', (_name, made, count, mapping) => {
    const [once, twice] = [workOn(made(count), partBytes, mapping), workOn(made(2 * count), partBytes, mapping)];
    expect(once).toBeGreaterThan(0);
    expect(twice / once).toBeLessThan(2.2);
  });

  it('does not grow when a long line comes in small pieces', () => {
    const lines = new LinesOfText();
    countWork();
    work = 0;
    for (let count = 0; count < 2_000; count++) expect([...lines.write('x'.repeat(10))]).toEqual([]);
    expect([...lines.end()]).toEqual(['x'.repeat(20_000)]);
    expect(work).toBeLessThan(1_000_000);
  });
});
