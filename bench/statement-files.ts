/** Writes made-up ledgers as banks write them, a line at a time: what the readers of banks' files are tested and measured with. */

export interface WrittenLine {
  readonly direction: 'in' | 'out';
  /** Minor units of a currency with two digits. */
  readonly amount: bigint;
  /** `2026-11-16` */
  readonly day: string;
  readonly reference: string | null;
  readonly party: string;
  readonly purpose: string;
}

export interface WrittenStatement {
  readonly account: string;
  readonly currency: string;
  readonly number: string;
  readonly from: string;
  readonly to: string;
  readonly opening: bigint;
  readonly closing: bigint;
}

/** What a statement closes with. */
export function closingOf(opening: bigint, lines: Iterable<Pick<WrittenLine, 'direction' | 'amount'>>): bigint {
  let balance = opening;
  for (const { direction, amount } of lines) balance += direction === 'in' ? amount : -amount;
  return balance;
}

type Writer = (statement: WrittenStatement, lines: Iterable<WrittenLine>) => Generator<string>;

function decimal(minor: bigint, mark = '.'): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
  return `${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}

function xml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** 16.11.2026 */
function russianDay(day: string): string {
  return day.split('-').reverse().join('.');
}

function camtOf(kind: '052' | '053'): Writer {
  const [message, part] = kind === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrAcctRpt', 'Rpt'];
  const balance = (code: string, minor: bigint, day: string, currency: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${decimal(minor)}</Amt><CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>\n`;
  return function* camt(statement, lines) {
    const { account, currency, number, from, to, opening, closing } = statement;
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.08"><${message}><GrpHdr><MsgId>M${number}</MsgId></GrpHdr>\n`;
    yield `<${part}><Id>S${number}</Id><ElctrncSeqNb>${number}</ElctrncSeqNb><FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>\n`;
    yield balance('OPBD', opening, from, currency) + balance('CLBD', closing, to, currency);
    for (const { direction, amount, day, reference, party, purpose } of lines) {
      const isIn = direction === 'in';
      const side = isIn ? 'Dbtr' : 'Cdtr';
      yield `<Ntry><Amt Ccy="${currency}">${decimal(amount)}</Amt><CdtDbtInd>${isIn ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>${
        reference === null ? '' : `<AcctSvcrRef>${xml(reference)}</AcctSvcrRef>`
      }<NtryDtls><TxDtls><RltdPties><${side}><Pty><Nm>${xml(party)}</Nm></Pty></${side}></RltdPties><RmtInf><Ustrd>${xml(purpose)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`;
    }
    yield `</${part}></${message}></Document>\n`;
  };
}

const mt940: Writer = function* (statement, lines) {
  const { account, currency, number, from, to, opening, closing } = statement;
  const day = (text: string) => text.slice(2).replaceAll('-', '');
  const balance = (minor: bigint, on: string) => `${minor < 0n ? 'D' : 'C'}${day(on)}${currency}${decimal(minor, ',')}`;
  yield `:20:STARTUMS\r\n:25:${account}\r\n:28C:${number}/1\r\n:60F:${balance(opening, from)}\r\n`;
  for (const line of lines) {
    const { direction, amount, day: on, reference, party, purpose } = line;
    const side = direction === 'in' ? 'C' : 'D';
    yield `:61:${day(on)}${day(on).slice(2)}${side}${decimal(amount, ',')}NTRFNONREF${reference === null ? '' : `//${reference}`}\r\n`;
    yield `:86:166?20${purpose}?32${party}\r\n`;
  }
  yield `:62F:${balance(closing, to)}\r\n-\r\n`;
};

const oneC: Writer = function* (statement, lines) {
  const { account, from, to, opening, closing } = statement;
  const balance = (minor: bigint) => `${minor < 0n ? '-' : ''}${decimal(minor)}`;
  yield `1CClientBankExchange\r\nВерсияФормата=1.03\r\nКодировка=Windows\r\nРасчСчет=${account}\r\n`;
  yield `СекцияРасчСчет\r\nДатаНачала=${russianDay(from)}\r\nДатаКонца=${russianDay(to)}\r\nРасчСчет=${account}\r\nНачальныйОстаток=${balance(opening)}\r\nКонечныйОстаток=${balance(closing)}\r\nКонецРасчСчет\r\n`;
  for (const { direction, amount, day, reference, party, purpose } of lines) {
    const isIn = direction === 'in';
    const other = '40702810000000000001';
    yield `СекцияДокумент=Платежное поручение\r\nНомер=${reference ?? ''}\r\nДата=${russianDay(day)}\r\nСумма=${decimal(amount)}\r\n`;
    yield `ПлательщикСчет=${isIn ? other : account}\r\nПлательщик1=${isIn ? party : 'Наш'}\r\nПолучательСчет=${isIn ? account : other}\r\nПолучатель1=${isIn ? 'Наш' : party}\r\n`;
    yield `${isIn ? 'ДатаПоступило' : 'ДатаСписано'}=${russianDay(day)}\r\nНазначениеПлатежа=${purpose}\r\nКонецДокумента\r\n`;
  }
  yield 'КонецФайла\r\n';
};

/** With headings, semicolons, and the balance after each line. */
const csv: Writer = function* (statement, lines) {
  const cell = (text: string) => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  yield 'Дата;Сумма;Валюта;Номер операции;Контрагент;Назначение;Остаток\n';
  let balance = statement.opening;
  for (const { direction, amount, day, reference, party, purpose } of lines) {
    balance += direction === 'in' ? amount : -amount;
    const sum = `${direction === 'in' ? '' : '-'}${decimal(amount, ',')}`;
    const after = `${balance < 0n ? '-' : ''}${decimal(balance, ',')}`;
    const cells = [russianDay(day), sum, statement.currency, reference ?? '', party, purpose, after];
    yield `${cells.map(cell).join(';')}\n`;
  }
};

export const writers = { 'camt.053': camtOf('053'), 'camt.052': camtOf('052'), mt940, '1c': oneC, csv } as const;
export type WrittenFormat = keyof typeof writers;

/** What the columns of the CSV above mean. */
export const writtenMapping = {
  separator: 'semicolon',
  headingLine: 1,
  dayOrder: 'dmy',
  decimalMark: ',',
  columns: {
    day: 'Дата',
    amount: 'Сумма',
    currency: 'Валюта',
    reference: 'Номер операции',
    party: 'Контрагент',
    purpose: 'Назначение',
    balance: 'Остаток',
  },
  inWord: null,
} as const;

export function writtenText(format: WrittenFormat, statement: WrittenStatement, lines: Iterable<WrittenLine>): string {
  return [...writers[format](statement, lines)].join('');
}

/** Russian letters as Windows wrote them; for what 1C and many banks export. */
export function windowsBytes(text: string): Uint8Array {
  return Uint8Array.from([...text], (sign) => {
    const code = sign.codePointAt(0) ?? 0x3f;
    if (code < 0x80) return code;
    if (code >= 0x410 && code <= 0x44f) return code - 0x350;
    return { Ё: 0xa8, ё: 0xb8, '№': 0xb9, ' ': 0xa0 }[sign] ?? 0x3f;
  });
}
