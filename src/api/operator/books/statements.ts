import { Type } from 'typebox';
import { type BalancedLine, withBalances } from '../../../domain/ledger/books.ts';
import { transferKinds } from '../../../domain/ledger/ledger.ts';
import { currencyOf, type MoneyDTO, moneyDTO } from '../../../domain/money/money.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { readLines } from '../../../storage/reads/book/book-reads.ts';
import { csvFile } from '../../answers.ts';
import { at, exampleIds, received, tethers } from '../../examples.ts';
import { cursorQuery, zoneQuery } from '../../parameters.ts';
import { meaning, money, oneOf, type ShapeOf } from '../../schemas.ts';
import { everybody, readsOf } from '../endpoint.ts';
import { figure, words } from '../fields.ts';
import { limitQuery, Next } from '../paging.ts';
import {
  accountInPath,
  findAccountWithinReach,
  periodQuery,
  refuseLargeExport,
  statementPeriod,
} from './book-reach.ts';
import { AccountShape, accountDTO, exampleAccount } from './ledger-accounts.ts';
import { exampleStatementLines, openingBalance, statementLines } from './statement-lines.ts';

const read = readsOf({ tag: 'Books', roles: everybody });

const StatementLine = Type.Object({
  id: words('ID'),
  at: words('When it was booked'),
  kind: oneOf(transferKinds, 'What for'),
  subjectId: words('What it was for: a deal, a withdrawal, a decision, a movement'),
  counterparty: Type.Object(
    {
      kind: words('What kind it is'),
      accountId: Type.Optional(figure('For operators only')),
      ownerId: Type.Optional(figure('For operators only')),
    },
    { description: 'The account on the other side' },
  ),
  amount: money('How much, as seen from the account'),
  balance: money('After it'),
});

export const readStatement = read({
  path: '/accounts/:id/statement',
  operationId: 'readStatement',
  summary: 'Statement of an account',
  description:
    'Every transfer of the period in order, signed as seen from the account, with the balance after it. `opening` and the ' +
    'amounts of a page add up to its `closing`, which is the `opening` of the next page. Of `external` and `fees` the last 30 ' +
    'seconds are not shown yet.',
  mayBeBehind: true,
  params: { id: accountInPath },
  query: { ...periodQuery, after: cursorQuery('cursor', readCursor), limit: limitQuery },
  response: Type.Object({
    account: meaning(AccountShape, 'The account the statement is of'),
    opening: money('Balance at the beginning'),
    items: Type.Array(StatementLine, { description: 'The rows' }),
    closing: money('Balance at the end'),
    next: Next,
  }),
  example: {
    answer: {
      account: exampleAccount,
      opening: tethers('9887.79057593'),
      items: [
        {
          id: '518',
          at: at('12:06:30'),
          kind: 'payin_settle',
          subjectId: exampleIds.invoice,
          counterparty: { kind: 'maker_held', accountId: 12, ownerId: 1 },
          amount: received.payoutSum,
          balance: tethers('9898.00000000'),
        },
      ],
      closing: tethers('9898.00000000'),
      next: null,
    },
  },
  async handle(call) {
    const { context, query, actor } = call;
    const account = await findAccountWithinReach(call, call.params.id);
    const period = statementPeriod(context, account, query);
    const start = query.after ?? { afterId: 0n, balance: await openingBalance(context, account, period) };
    const page = { afterId: start.afterId, limit: query.limit + 1 };
    const found = await readLines(context.pool, account.id, period, page);
    const lines = withBalances(start.balance, found.slice(0, query.limit));
    const last = lines.at(-1);
    const inCurrency = (minor: bigint) => moneyDTO(minor, currencyOf(context.catalogue(), account.currency));
    return {
      account: accountDTO(context, account),
      opening: inCurrency(start.balance),
      items: lines.map((line) => lineDTO(line, inCurrency, actor.role === 'operator')),
      closing: inCurrency(last?.balance ?? start.balance),
      next: found.length > query.limit && last !== undefined ? `${last.id}_${last.balance}` : null,
    };
  },
});

/** The cursor carries the balance along: to add up all earlier transfers for each page would cost more with every page. */
function readCursor(text: string): { afterId: bigint; balance: bigint } | null {
  const [, id, balance] = /^(\d{1,18})_(-?\d{1,19})$/.exec(text) ?? [];
  return id === undefined || balance === undefined ? null : { afterId: BigInt(id), balance: BigInt(balance) };
}

/** Who the other side is belongs to operators: a merchant does not learn which maker it was. */
function lineDTO(
  line: BalancedLine,
  inCurrency: (minor: bigint) => MoneyDTO,
  showsOwner: boolean,
): ShapeOf<typeof StatementLine> {
  const { accountId, kind, ownerId } = line.counterparty;
  return {
    id: String(line.id),
    at: formatTimestamp(line.at),
    kind: line.kind,
    subjectId: line.subjectId,
    counterparty: showsOwner ? { kind, accountId, ownerId } : { kind },
    amount: inCurrency(line.amount),
    balance: inCurrency(line.balance),
  };
}

export const exportStatement = read({
  path: '/accounts/:id/statement.csv',
  operationId: 'exportStatement',
  summary: 'Statement of an account as CSV',
  description:
    'The sum of the column `amount` is the change of the balance over the period. Times are those of `zone`, which the last ' +
    'column names.',
  mayBeBehind: true,
  params: { id: accountInPath },
  query: { ...periodQuery, zone: zoneQuery },
  response: csvFile,
  refusals: ['export_too_large'],
  example: { answer: exampleStatementLines },
  async handle(call) {
    const { context, query } = call;
    const account = await findAccountWithinReach(call, call.params.id);
    const period = statementPeriod(context, account, query);
    await refuseLargeExport(context, [account.id], period);
    return { name: `statement-${account.id}`, lines: statementLines(context, account, period, query.zone) };
  },
});
