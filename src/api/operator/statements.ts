import { Type } from 'typebox';
import { type BalancedLine, type BookAccount, withBalances } from '../../domain/books.ts';
import { currencyOf } from '../../domain/catalogue.ts';
import { formatAmount, type MoneyDTO, moneyDTO } from '../../domain/money.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { AppError } from '../../errors.ts';
import { csvLine, sendCsv } from '../../http/csv.ts';
import {
  type AccountReach,
  balanceBefore,
  listBookAccounts,
  type Period,
  readLines,
} from '../../storage/reads/book-reads.ts';
import { Money } from '../schemas.ts';
import {
  accountsWithinReach,
  exportPageLines,
  findAccountWithinReach,
  periodQuery,
  refuseLargeExport,
  statementPeriod,
} from './book-reach.ts';
import type { OperatorContext, OperatorEndpoint } from './endpoint.ts';
import { list, pageAnswer, pageOf, pageQuery } from './fields.ts';
import { ListQuery } from './list-query.ts';

const access = { roles: ['operator', 'maker', 'merchant'], scope: 'read' } as const;

const AccountShape = Type.Object({
  id: Type.Integer(),
  kind: Type.String(),
  ownerId: Type.Integer({ description: 'Which store or maker; 0 for the service itself' }),
  currency: Type.String(),
  balance: Money,
});

const accountKinds = {
  external: 'external',
  fees: 'fees',
  store_available: 'store_available',
  store_frozen: 'store_frozen',
  maker_available: 'maker_available',
  maker_held: 'maker_held',
} as const;

export const listLedgerAccounts: OperatorEndpoint = {
  ...access,
  method: 'GET',
  path: '/accounts',
  operationId: 'listLedgerAccounts',
  summary: 'List accounts of the ledger with their balances',
  description: 'A maker sees the own two, a merchant those of the own stores.',
  query: { ...pageQuery, kind: Object.keys(accountKinds).join(', '), ownerId: 'Of this store or maker' },
  response: list(AccountShape),
  async handle({ context, request, actor }) {
    const page = pageOf(request);
    const query = new ListQuery(request);
    const reach = accountsWithinReach(context, actor);
    const wish = { kind: query.choice('kind', accountKinds), ownerId: query.number('ownerId') };
    const accounts = await listBookAccounts(context.pool, narrowed(reach, wish), page);
    return pageAnswer(accounts, page, (account) => accountDTO(context, account));
  },
};

/** What is asked for, of what is within reach. */
function narrowed(
  { kinds, ownerIds }: AccountReach,
  wish: { readonly kind: string | null; readonly ownerId: number | null },
): AccountReach {
  const within = <Value>(reach: readonly Value[] | null, value: Value | null) =>
    value === null ? reach : reach === null || reach.includes(value) ? [value] : [];
  return { kinds: within(kinds, wish.kind), ownerIds: within(ownerIds, wish.ownerId) };
}

const Statement = Type.Object({
  account: AccountShape,
  opening: Money,
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      at: Type.String(),
      kind: Type.String(),
      subjectId: Type.String({ description: 'What it was for: a deal, a withdrawal, a decision, a movement' }),
      counterparty: Type.Object(
        {
          kind: Type.String(),
          accountId: Type.Optional(Type.Integer({ description: 'For operators only' })),
          ownerId: Type.Optional(Type.Integer({ description: 'For operators only' })),
        },
        { description: 'The account on the other side' },
      ),
      amount: Money,
      balance: Money,
    }),
  ),
  closing: Money,
  next: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});

export const readStatement: OperatorEndpoint = {
  ...access,
  method: 'GET',
  path: '/accounts/:id/statement',
  operationId: 'readStatement',
  summary: 'Statement of an account',
  description:
    'Every transfer of the period in order, signed as seen from the account, with the balance after it. `opening` and the ' +
    'amounts of a page add up to its `closing`, which is the `opening` of the next page. Of `external` and `fees` the last 30 ' +
    'seconds are not shown yet.',
  query: { ...periodQuery, ...pageQuery },
  response: Statement,
  async handle({ context, request, actor }) {
    const account = await findAccountWithinReach(context, actor, request);
    const query = new ListQuery(request);
    const limit = query.limit();
    const period = statementPeriod(context, account, request);
    const start = readCursor(query.text('after', 60)) ?? {
      afterId: 0n,
      balance: await openingBalance(context, account, period),
    };
    const found = await readLines(context.pool, account.id, period, { afterId: start.afterId, limit: limit + 1 });
    const lines = withBalances(start.balance, found.slice(0, limit));
    const last = lines.at(-1);
    const money = (minor: bigint) => moneyDTO(minor, currencyOf(context.catalogue(), account.currency));
    return {
      account: accountDTO(context, account),
      opening: money(start.balance),
      items: lines.map((line) => lineDTO(line, money, actor.role === 'operator')),
      closing: money(last?.balance ?? start.balance),
      next: found.length > limit && last !== undefined ? `${last.id}_${last.balance}` : null,
    };
  },
};

export const exportStatement: OperatorEndpoint = {
  ...access,
  method: 'GET',
  path: '/accounts/:id/statement.csv',
  operationId: 'exportStatement',
  summary: 'Statement of an account as CSV',
  description: 'The sum of the column `amount` is the change of the balance over the period.',
  query: periodQuery,
  response: Type.String(),
  async handle({ context, request, reply, actor }) {
    const account = await findAccountWithinReach(context, actor, request);
    const period = statementPeriod(context, account, request);
    await refuseLargeExport(context, [account.id], period);
    return sendCsv(reply, `statement-${account.id}`, statementLines(context, account, period));
  },
};

async function* statementLines(context: OperatorContext, account: BookAccount, period: Period) {
  yield csvLine(['transfer_id', 'at', 'kind', 'subject_id', 'counterparty', 'amount', 'balance', 'currency']);
  const { subunit } = currencyOf(context.catalogue(), account.currency);
  const figure = (minor: bigint) => ({ figure: formatAmount(minor, subunit) });
  let start = { afterId: 0n, balance: await openingBalance(context, account, period) };
  for (;;) {
    const page = { afterId: start.afterId, limit: exportPageLines };
    const lines = withBalances(start.balance, await readLines(context.pool, account.id, period, page));
    for (const { id, at, kind, subjectId, counterparty, amount, balance } of lines) {
      const facts = [String(id), formatTimestamp(at), kind, subjectId, counterparty.kind];
      yield csvLine([...facts, figure(amount), figure(balance), account.currency]);
    }
    const last = lines.at(-1);
    if (last === undefined || lines.length < exportPageLines) return;
    start = { afterId: last.id, balance: last.balance };
  }
}

async function openingBalance({ pool }: OperatorContext, account: BookAccount, { fromMs }: Period): Promise<bigint> {
  return fromMs === 0 ? 0n : await balanceBefore(pool, [account.id], fromMs);
}

/** The cursor carries the balance along: to add up all earlier transfers for each page would cost more with every page. */
function readCursor(text: string | null): { afterId: bigint; balance: bigint } | null {
  if (text === null) return null;
  const [, id, balance] = /^(\d{1,18})_(-?\d{1,19})$/.exec(text) ?? [];
  if (id === undefined || balance === undefined) throw new AppError('wrong_type', { field: 'after', type: 'cursor' });
  return { afterId: BigInt(id), balance: BigInt(balance) };
}

function accountDTO(context: OperatorContext, account: BookAccount): object {
  const currency = currencyOf(context.catalogue(), account.currency);
  return {
    id: account.id,
    kind: account.kind,
    ownerId: account.ownerId,
    currency: account.currency,
    balance: moneyDTO(account.balance, currency),
  };
}

/** Who the other side is belongs to operators: a merchant does not learn which maker it was. */
function lineDTO(line: BalancedLine, money: (minor: bigint) => MoneyDTO, showsOwner: boolean): object {
  const { accountId, kind, ownerId } = line.counterparty;
  return {
    id: String(line.id),
    at: formatTimestamp(line.at),
    kind: line.kind,
    subjectId: line.subjectId,
    counterparty: showsOwner ? { kind, accountId, ownerId } : { kind },
    amount: money(line.amount),
    balance: money(line.balance),
  };
}
