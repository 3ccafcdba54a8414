import { Type } from 'typebox';
import { type Currency, currencyOf, moneyDTO } from '../../../domain/money/money.ts';
import { accountDays, dayStates, nextDay } from '../../../domain/statements/closed-days.ts';
import { wallDate } from '../../../domain/text/time-zone.ts';
import { AppError } from '../../../errors/app-error.ts';
import {
  groupRequisites as groupAct,
  ungroupRequisites as ungroupAct,
} from '../../../settings/statements/bank-lines.ts';
import {
  listBankAccounts as listAccountRows,
  readDays,
} from '../../../storage/reads/statements/bank-statement-reads.ts';
import { rubles } from '../../examples.ts';
import { money, oneOf } from '../../schemas.ts';
import { readsOf } from '../endpoint.ts';
import { figure, note, nullable, rowId, words } from '../fields.ts';
import { all, numberedDTO, numberedPage, numberedQuery } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import {
  accountDTO,
  accountInPath,
  accountWithinReach,
  BankAccountShape,
  dayQuery,
  exampleBankAccount,
} from './account-shape.ts';

const accounts = settingsOf({ tag: 'Bank statements', scope: 'settings' });
const read = readsOf({ tag: 'Bank statements', roles: ['operator', 'maker'] });

export const listBankAccounts = read({
  path: '/bank-accounts',
  operationId: 'listBankAccounts',
  summary: 'List bank accounts',
  description: 'Those whose statements are read. A maker sees own ones.',
  query: numberedQuery,
  response: numberedPage(BankAccountShape),
  example: { answer: { items: [exampleBankAccount], next: null } },
  async handle({ context, query, actor }) {
    const makerId = actor.role === 'maker' ? (actor.makerId ?? 0) : null;
    const rows = await listAccountRows(context.pool, { makerId, ...query });
    return numberedDTO(rows, query, (account) => accountDTO(context, account));
  },
});

const requisitesMax = 100;

function requisiteIds(description: string) {
  return Type.Array(rowId('Requisite ID'), { minItems: 1, maxItems: requisitesMax, description });
}

export const groupRequisites = accounts(groupAct, {
  method: 'POST',
  path: '/bank-accounts',
  operationId: 'groupRequisites',
  summary: 'Say which requisites share a bank account',
  description:
    'One file then tells of all of them. A requisite that has an account keeps it: others are added. Sets the number and the time zone, too.',
  body: {
    requisiteIds: requisiteIds('Requisites whose money comes to one bank account'),
    number: note(64, "The account's number as its files write it; when absent, it stays"),
    zone: note(64, "Time zone of the bank's days, as in the IANA database; when absent, it stays"),
  },
  response: BankAccountShape,
  refusals: ['not_found', 'accounts_differ', 'invalid_time_zone'],
  example: { body: { requisiteIds: [1], zone: 'Europe/Moscow', reason: 'One account' }, answer: exampleBankAccount },
  input: ({ body }) => body,
  answer: (account, { context }) => accountDTO(context, account),
});

export const ungroupRequisites = accounts(ungroupAct, {
  method: 'POST',
  path: '/bank-accounts/:id/ungroup',
  operationId: 'ungroupRequisites',
  summary: 'Take requisites off a bank account',
  description:
    'For those that do not share it after all. What its files have told stays with the account. A requisite that was taken off has no account until its next file, or until it is grouped with others. One of them stays.',
  params: { id: accountInPath },
  body: { requisiteIds: requisiteIds('Requisites to take off') },
  response: BankAccountShape,
  refusals: ['account_in_use', 'account_last_requisite', 'not_found'],
  example: { body: { requisiteIds: [2], reason: 'Another account' }, answer: exampleBankAccount },
  input: ({ params, body }) => ({ accountId: params.id, requisiteIds: body.requisiteIds }),
  answer: (account, { context }) => accountDTO(context, account),
});

const DayShape = Type.Object(
  {
    day: words("Day of the bank's clock"),
    state: oneOf(dayStates, 'Whether it is closed'),
    opening: nullable(money('Balance at its beginning'), 'Null where nobody has told it'),
    closing: nullable(money('Balance at its end'), 'The opening balance and the lines'),
    lines: figure('How many lines'),
    sumIn: money('What came in'),
    sumOut: money('What went out'),
    onlyBank: figure('Lines that only the bank knows and nobody has explained'),
    onlyOurs: figure('Money that only we know and nobody has explained'),
  },
  { $id: 'BankAccountDay' },
);

const daysMax = 366;
const daysUsual = 31;

export const readAccountDays = read({
  path: '/bank-accounts/:id/days',
  operationId: 'readAccountDays',
  summary: 'See which days of a bank account are closed',
  description:
    "A day is `closed` when an operator's file tells its balances, the opening balance and the lines are the closing balance, and both lists are empty. Newest first; the last 31 days when no day is given.",
  params: { id: accountInPath },
  query: { from: dayQuery('First day'), to: dayQuery('Last day') },
  response: all(DayShape),
  refusals: ['out_of_range'],
  example: {
    answer: {
      items: [
        {
          day: '2026-11-14',
          state: 'closed',
          opening: rubles('4200.00'),
          closing: rubles('5200.00'),
          lines: 1,
          sumIn: rubles('1000.00'),
          sumOut: rubles('0.00'),
          onlyBank: 0,
          onlyOurs: 0,
        },
      ],
    },
  },
  async handle(call) {
    const { context, params, query } = call;
    const account = await accountWithinReach(call, params.id);
    const to = query.to ?? wallDate(context.clock(), account.zone);
    const from = query.from ?? nextDay(to, 1 - daysUsual);
    const count = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
    if (count < 1 || count > daysMax)
      throw new AppError('out_of_range', { field: 'from', minimum: 1, maximum: daysMax });
    const days = Array.from({ length: count }, (_, index) => nextDay(to, -index));
    const told = await readDays(context.pool, account, { from, to });
    const currency = currencyOf(context.catalogue(), account.currency);
    const items = accountDays(days, told).map(({ opening, closing, sumIn, sumOut, ...day }) => ({
      ...day,
      opening: sumOrNull(opening, currency),
      closing: sumOrNull(closing, currency),
      sumIn: moneyDTO(sumIn, currency),
      sumOut: moneyDTO(sumOut, currency),
    }));
    return { items };
  },
});

function sumOrNull(minor: bigint | null, currency: Currency) {
  return minor === null ? null : moneyDTO(minor, currency);
}
