import { describe, expect, it } from 'vitest';
import { type CsvMapping, guessMapping, guessSeparator } from '../domain/statements/csv-mapping.ts';
import type { ToldLine, ToldStatement } from '../domain/statements/told.ts';
import { camtReader } from './camt.ts';
import { csvReader } from './csv.ts';
import { decimalText } from './decimal-text.ts';
import { mt940Reader } from './mt940.ts';
import { oneCReader } from './one-c.ts';
import { openBankFile, sniffBankFile } from './open-bank-file.ts';
import { previewBankFile } from './preview.ts';

const read = (reader: ReturnType<typeof camtReader>, text: string) => {
  const told = [...reader.write(text), ...reader.end()];
  return {
    lines: told.filter((one): one is ToldLine => one.kind === 'line'),
    statements: told.filter((one): one is ToldStatement => one.kind === 'statement'),
  };
};

describe('sums', () => {
  it.each([
    ['1234.56', '1234.56'],
    ['1 234,56', '1234.56'],
    ['1\u00a0234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['-5', '-5'],
    ['\u22125,10', '-5.10'],
    ['(12.00)', '-12.00'],
    ['12.00-', '-12.00'],
    ['007', '7'],
    ['-0.00', '0.00'],
    // A thousand, or one and a bit: nobody knows.
    ['1,234', null],
    ['1.2.3,4', null],
    ['12a', null],
    ['', null],
  ])('%s is %s', (given, read) => {
    expect(decimalText(given)).toBe(read);
  });
});

describe('camt', () => {
  const document = (entries: string, head = '') =>
    `<?xml version="1.0"?><x:Document xmlns:x="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><x:BkToCstmrStmt><x:Stmt>
     <x:Acct><x:Id><x:IBAN>DE89 3704 0044 0532 0130 00</x:IBAN></x:Id></x:Acct>${head}${entries}</x:Stmt></x:BkToCstmrStmt></x:Document>`;
  const entry = (inner: string, status = '<x:Sts>BOOK</x:Sts>') =>
    `<x:Ntry><x:Amt Ccy="EUR">30.00</x:Amt><x:CdtDbtInd>CRDT</x:CdtDbtInd>${status}<x:BookgDt><x:DtTm>2026-11-16T14:07:00+03:00</x:DtTm></x:BookgDt>${inner}</x:Ntry>`;
  const transaction = (amount: string, name: string) =>
    `<x:TxDtls><x:Refs><x:AcctSvcrRef>R-${name}</x:AcctSvcrRef></x:Refs><x:Amt Ccy="EUR">${amount}</x:Amt><x:RltdPties><x:Dbtr><x:Nm>${name}</x:Nm></x:Dbtr></x:RltdPties></x:TxDtls>`;

  it('makes a line of each transfer of a booking that is told whole, and one of the booking otherwise', () => {
    const whole = entry(`<x:NtryDtls>${transaction('10.00', 'Anna')}${transaction('20.00', 'Boris')}</x:NtryDtls>`);
    expect(read(camtReader(), document(whole)).lines).toMatchObject([
      { amount: '10.00', party: 'Anna', reference: 'R-Anna', at: '2026-11-16T14:07:00+03:00' },
      { amount: '20.00', party: 'Boris', reference: 'R-Boris' },
    ]);
    const part = entry(`<x:NtryDtls>${transaction('10.00', 'Anna')}${transaction('19.00', 'Boris')}</x:NtryDtls>`);
    expect(read(camtReader(), document(part)).lines).toMatchObject([{ amount: '30.00', reference: null }]);
  });

  it('makes no line of a transfer of 0.00 in a booking', () => {
    const booking = entry(`<x:NtryDtls>${transaction('30.00', 'Anna')}${transaction('0.00', 'Boris')}</x:NtryDtls>`);
    expect(read(openBankFile('camt.053', null), document(booking)).lines).toMatchObject([
      { amount: '30.00', party: 'Anna' },
    ]);
  });

  const creditLine =
    '<x:CdtLine><x:Incl>true</x:Incl><x:Tp><x:Cd>PREA</x:Cd></x:Tp><x:Amt Ccy="EUR">900.00</x:Amt><x:Dt><x:Dt>2026-12-31</x:Dt></x:Dt></x:CdtLine>';
  const availability =
    '<x:Avlbty><x:Dt><x:NbOfDays>1</x:NbOfDays></x:Dt><x:Amt Ccy="EUR">7.00</x:Amt><x:CdtDbtInd>DBIT</x:CdtDbtInd></x:Avlbty>';

  it.each([
    ['a credit line', creditLine, ''],
    ['availability', '', availability],
    ['both', creditLine, availability],
  ])('takes of a balance its own kind, sum and day, with %s beside them', (_what, before, behind) => {
    const balance = (code: string, sum: string) =>
      `<x:Bal><x:Tp><x:CdOrPrtry><x:Cd>${code}</x:Cd></x:CdOrPrtry></x:Tp>${before}<x:Amt Ccy="EUR">${sum}</x:Amt><x:CdtDbtInd>CRDT</x:CdtDbtInd><x:Dt><x:Dt>2026-11-16</x:Dt></x:Dt>${behind}</x:Bal>`;
    const text = document(entry(''), balance('OPBD', '5.00') + balance('CLBD', '35.00'));
    expect(read(camtReader(), text).statements).toMatchObject([
      { opening: '5.00', closing: '35.00', from: '2026-11-16', to: '2026-11-16' },
    ]);
  });

  it.each(['0000-01-01', '2026-02-31', '2026-13-01', '1969-12-31'])('refuses %s, which is no day', (day) => {
    const text = document(entry('').replace('2026-11-16', day));
    expect(() => read(camtReader(), text)).toThrow(`has "${day}`);
  });

  it('leaves out what is not booked yet, and opens with what the day before closed with', () => {
    const balance = (code: string, sum: string) =>
      `<x:Bal><x:Tp><x:CdOrPrtry><x:Cd>${code}</x:Cd></x:CdOrPrtry></x:Tp><x:Amt Ccy="EUR">${sum}</x:Amt><x:CdtDbtInd>DBIT</x:CdtDbtInd><x:Dt><x:Dt>2026-11-16</x:Dt></x:Dt></x:Bal>`;
    const text = document(
      entry('', '<x:Sts><x:Cd>PDNG</x:Cd></x:Sts>'),
      balance('PRCD', '5.00') + balance('CLBD', '5.00'),
    );
    const { lines, statements } = read(camtReader(), text);
    expect(lines).toEqual([]);
    expect(statements).toMatchObject([{ opening: '-5.00', closing: '-5.00', currency: 'EUR', to: '2026-11-16' }]);
    expect(statements[0]?.account).toBe('DE89 3704 0044 0532 0130 00');
  });

  it('expands nothing, and refuses a document type, an unknown entity and a part without an end', () => {
    const bomb = `<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${document(entry(''))}`;
    expect(() => read(camtReader(), bomb)).toThrow('a document type is not allowed');
    expect(() => read(camtReader(), document(entry('<x:AddtlNtryInf>&b;</x:AddtlNtryInf>')))).toThrow(
      'undefined entity',
    );
    const endless = `<Document><BkToCstmrStmt><Stmt><Nm>${'a'.repeat(2_000_000)}`;
    expect(() => camtReader().write(endless)).toThrow('too long');
    expect(() => camtReader().write(`<a>${'<b>'.repeat(100)}`)).toThrow('nested too deep');
  });
});

describe('MT940', () => {
  const message = (fields: string) =>
    `:20:X\n:25:044525225/40817810000000004821RUB\n:28C:12/1\n:60F:C260101RUB10,\n${fields}\n-\n`;

  it('reads pages, what the bank takes back, and bookings around the New Year', () => {
    const fields = `:61:2512310101C5,00NTRFNONREF//B1\n:86:166?20Part one ?21part two?32Anna?33 S.\n:61:260102D3,5NTRF17//B2\nmore words\n:61:260102RC1,NTRFNONREF\n:62M:C260102RUB10,50`;
    const { lines, statements } = read(mt940Reader(), message(fields));
    expect(statements).toMatchObject([
      { account: '40817810000000004821', number: '12/1', opening: '10', closing: '10.50', to: '2026-01-02' },
    ]);
    expect(lines).toMatchObject([
      {
        direction: 'in',
        amount: '5.00',
        bookedOn: '2026-01-01',
        reference: 'B1',
        party: 'Anna S.',
        purpose: 'Part one part two',
      },
      { direction: 'out', amount: '3.5', number: '17', reference: 'B2', purpose: 'more words' },
      { direction: 'out', amount: '1', isReversal: true, reference: null },
    ]);
  });

  it('reads who paid and what for by the words of SWIFT, over the ends of lines', () => {
    const fields = `:61:260102C5,00NTRFNONREF\n:86:/EREF/E-1/NAME/Sasha Ivan\nov/REMI/Order 7, shop\n:62F:C260102RUB15,`;
    expect(read(mt940Reader(), message(fields)).lines).toMatchObject([
      { party: 'Sasha Ivanov', purpose: 'Order 7, shop' },
    ]);
  });

  it('is cut when a statement has no closing balance', () => {
    expect(() => read(mt940Reader(), message('').replace('-\n', ''))).toThrow(
      expect.objectContaining({ code: 'bank_file_cut' }),
    );
  });
});

describe('the exchange text of 1C', () => {
  it('knows its letters by what the file says of them', () => {
    const dos = Uint8Array.from([...'1CClientBankExchange\r\n'].map((sign) => sign.charCodeAt(0)));
    const word = [
      0x8a,
      0xae,
      0xa4,
      0xa8,
      0xe0,
      0xae,
      0xa2,
      0xaa,
      0xa0,
      ...[...'=DOS\r\n'].map((sign) => sign.charCodeAt(0)),
    ];
    expect(sniffBankFile(Uint8Array.from([...dos, ...word]))).toMatchObject({ format: '1c', encoding: 'ibm866' });
  });

  it('makes an order between two accounts of the file a line of both', () => {
    const account = (number: string) =>
      `СекцияРасчСчет\nДатаНачала=16.11.2026\nДатаКонца=16.11.2026\nРасчСчет=${number}\nКонецРасчСчет\n`;
    const order =
      'СекцияДокумент=Платежное поручение\nНомер=1\nДата=16.11.2026\nСумма=10\nПлательщикСчет=A\nПолучательСчет=B\nКонецДокумента\n';
    const text = `1CClientBankExchange\n${account('A')}${account('B')}${order}КонецФайла`;
    expect(read(oneCReader(), text).lines).toMatchObject([
      { direction: 'in', statement: 1 },
      { direction: 'out', statement: 0 },
    ]);
  });
});

describe('a CSV', () => {
  const mapping: CsvMapping = {
    separator: 'semicolon',
    headingLine: 1,
    dayOrder: 'dmy',
    decimalMark: ',',
    columns: { day: 'День', credit: 'Приход', debit: 'Расход', balance: 'Остаток' },
  };

  it('has a negative credit go out as one that the bank took back, and a negative debit like any other', () => {
    const text =
      'День;Приход;Расход;Остаток\n16.11.2026;100,00;;100,00\n16.11.2026;-100,00;;0,00\n16.11.2026;;-20,00;-20,00\n16.11.2026;;30,00;-50,00\n';
    const { lines, statements } = read(csvReader(mapping), text);
    expect(lines).toMatchObject([
      { direction: 'in', amount: '100', isReversal: false },
      { direction: 'out', amount: '100', isReversal: true },
      { direction: 'out', amount: '20', isReversal: false },
      { direction: 'out', amount: '30', isReversal: false },
    ]);
    expect(statements).toMatchObject([{ opening: '0', closing: '-50.00' }]);
  });

  it('has a negative sum that came in, by the column of directions, go out as one that was taken back', () => {
    const columns = { day: 'День', amount: 'Сумма', direction: 'Тип' };
    const text =
      'День;Тип;Сумма\n16.11.2026;Приход;100,00\n16.11.2026;Приход;-100,00\n16.11.2026;Расход;-20,00\n16.11.2026;Расход;30,00\n';
    expect(read(csvReader({ ...mapping, columns, inWord: 'Приход' }), text).lines).toMatchObject([
      { direction: 'in', amount: '100', isReversal: false },
      { direction: 'out', amount: '100', isReversal: true },
      { direction: 'out', amount: '20', isReversal: false },
      { direction: 'out', amount: '30', isReversal: false },
    ]);
  });

  it('tells by the sign alone which way a sum went, where it has one column for both', () => {
    const text = 'День;Сумма\n16.11.2026;100,00\n16.11.2026;-20,00\n';
    const columns = { day: 'День', amount: 'Сумма' };
    expect(read(csvReader({ ...mapping, columns }), text).lines).toMatchObject([
      { direction: 'in', isReversal: false },
      { direction: 'out', isReversal: false },
    ]);
  });
});

describe('the preview of a CSV', () => {
  const csv =
    'Выписка за день\nДата операции;Приход;Расход;Плательщик;Назначение платежа\n16.11.2026 14:07;1 000,50;;"Анна; С.";Перевод\n16.11.2026;;20,00;Банк;Комиссия\n';

  it('guesses separator, headings and meanings, and shows the lines as they would be read', () => {
    const preview = previewBankFile(Buffer.from(csv), true, null);
    expect(preview).toMatchObject({ format: 'csv', fault: null, isWhole: true });
    expect(preview.mapping).toMatchObject({
      separator: 'semicolon',
      headingLine: 2,
      dayOrder: 'dmy',
      decimalMark: ',',
    });
    expect(preview.lines).toMatchObject([
      { direction: 'in', amount: '1000.5', party: 'Анна; С.', at: '2026-11-16T14:07:00' },
      { direction: 'out', amount: '20', purpose: 'Комиссия' },
    ]);
  });

  it('shows the lines before a bad one, and what is wrong with that', () => {
    const preview = previewBankFile(Buffer.from(csv.replace('20,00', 'много')), true, null);
    expect(preview.lines).toHaveLength(1);
    expect(preview.fault).toMatchObject({ code: 'bank_file_amount', message: expect.stringContaining('Line 4') });
  });

  it('takes the sign that cuts the most lines alike for the separator', () => {
    expect(guessSeparator(['a,b', 'c,d'])).toBe('comma');
    expect(guessSeparator(['a\tb,c', 'd\te'])).toBe('tab');
    expect(guessMapping([['x'], ['Date', 'Amount', 'Balance']], 'comma')).toMatchObject({
      headingLine: 2,
      columns: { day: 'Date', amount: 'Amount', balance: 'Balance' },
    });
  });
});
