#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { decimalText, explain } from './explain.ts';
import { readHead, readKept } from './kept.ts';
import { type Kept, type ShownTransfer, subjectOf } from './proof-file.ts';
import { type Verdict, verifyProof } from './verify.ts';
import { momentOf } from './words.ts';
import { english } from './words-en.ts';
import { russian } from './words-ru.ts';

const help = `quittance-verify <proof> [--kept <file or page:hash>]... [--list] [--json] [--lang en|ru]

Checks, offline, a proof of a balance that Quittance gave: that the balance is in the sealed book, that it follows from
its transfers, that all liabilities add up to what the page says and none is below zero, and, with what you kept, that
the book of today goes on from the one of then: nothing was rewritten.

  --kept   an older proof; a file with heads, as GET /api/public/book gives them or the service tells them outside (the
           last one counts); or a page by its number and hash, as in 812:5f2b…; may be given several times
  --list   print the transfers of the proof as CSV: compare them with your own books
  --json   print the verdict as JSON
  --lang   language of the sentences; that of the system when absent
  --help   this text

Exit codes: 0 proven (or no page has touched the accounts yet, which it then says), 1 not proven, 2 wrong use.
`;

/** Ends the process with what was found. */
function run(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      kept: { type: 'string', multiple: true, default: [] },
      list: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      lang: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const [path, ...more] = positionals;
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (path === undefined || more.length > 0) throw new Error(`Give one proof.\n\n${help}`);
  const kept = values.kept.map(keptOf);
  const lines: string[] = [];
  const onTransfer = (page: number, transfer: ShownTransfer) => void lines.push(lineOf(page, transfer));
  const verdict = verifyProof(readFileSync(path), { kept, ...(values.list ? { onTransfer } : {}) });
  if (values.json) process.stdout.write(`${JSON.stringify(dataOf(verdict), null, 2)}\n`);
  else process.stdout.write(textOf(verdict, wordsOf(values.lang)));
  if (values.list)
    process.stdout.write(`\npage,number,at,kind,subject,debit,credit,amount_minor,currency\n${lines.join('')}`);
  return verdict.isProven ? 0 : 1;
}

function keptOf(given: string): Kept {
  const kept = readHead(given) ?? readKept(readFileSync(given));
  if (kept === null) throw new Error(`${given} has no proof and no head of a book.`);
  return kept;
}

function wordsOf(language: string | undefined) {
  const wanted = language ?? Intl.DateTimeFormat().resolvedOptions().locale;
  return wanted.startsWith('ru') ? russian : english;
}

const marks = { holds: '✓', broken: '✗', 'not asked': '–' } as const;

function textOf(verdict: Verdict, words: typeof english): string {
  const { title, about, points, faults, notes } = explain(verdict, words);
  const lines = [
    ...about,
    '',
    ...points.map(({ state, text }) => `${marks[state]} ${text}`),
    ...(points.length === 0 ? [] : ['']),
    ...notes,
    title,
    ...faults.map((fault) => `  ${fault}`),
    ...(faults.length === 0 ? [] : [words.more]),
  ];
  return `${lines.join('\n')}\n`;
}

function lineOf(page: number, transfer: ShownTransfer): string {
  const { id, kind, debit, credit, amount, currency, atMicros } = transfer;
  const at = momentOf(Number(atMicros / 1000n));
  return `${[page, id, at, kind, subjectOf(transfer), debit, credit, amount, currency].join(',')}\n`;
}

function dataOf({ isProven, points, faults, facts }: Verdict): object {
  const plain = (value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  return {
    isProven,
    points,
    faults: faults.map(({ code, page, values }) => ({
      code,
      page,
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)])),
    })),
    facts:
      facts === null
        ? null
        : {
            ...facts,
            at: new Date(facts.at).toISOString(),
            balances: facts.balances.map(({ account, kind, owner, currency, decimals, leaf }) => ({
              account,
              kind,
              owner,
              currency,
              balance: decimalText(leaf?.balance ?? 0n, decimals).replaceAll('\u202f', ''),
              page: leaf?.page ?? null,
            })),
            owed: facts.owed.map(({ currency, stores, makers, fees, payers, debts }) => ({
              currency,
              stores: String(stores),
              makers: String(makers),
              fees: String(fees),
              payers: String(payers),
              debts: String(debts),
            })),
          },
  };
}

try {
  process.exitCode = run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
