import { Type } from 'typebox';
import { nextDay } from '../../../domain/bank-statements/closed-days.ts';
import { fiat } from '../../../domain/money.ts';
import { fiatDTO } from '../../../domain/money-dto.ts';
import { wallDate } from '../../../domain/time-zone.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { listUnbacked as listUnbackedRows } from '../../../storage/reads/bank-statement-reads.ts';
import { at, exampleIds, rubles } from '../../examples.ts';
import { money, oneOf } from '../../schemas.ts';
import { endpoint } from '../endpoint.ts';
import { figure, nullable, words } from '../fields.ts';
import { all } from '../paging.ts';
import { accountInPath, accountWithinReach, dayQuery } from './account-shape.ts';

const UnbackedShape = Type.Object(
  {
    id: words('ID of the deal or arrival'),
    kind: oneOf({ deal: 'deal', arrival: 'arrival' }, 'A deal that a person settled, or an arrival'),
    invoiceId: nullable(Type.String(), 'Invoice of the deal'),
    requisiteId: figure('Requisite it came to'),
    requisite: words('Its number'),
    sum: money('How much'),
    at: words('When it was settled, or came'),
    day: words("Day of the bank's clock"),
    status: words('What became of it'),
    by: words('Who entered the arrival'),
  },
  { $id: 'UnbackedMoney' },
);

/** A month, and the days around it. */
const daysUsual = 31;

export const listUnbacked = endpoint({
  method: 'GET',
  path: '/bank-accounts/:id/unbacked',
  operationId: 'listUnbacked',
  summary: 'List money that we know and the bank does not',
  description:
    "What was settled, or entered as an arrival, on days that an operator's file has told of, and that is no line of the bank. Oldest first, at most 500; the last 31 days when no day is given.",
  tag: 'Bank statements',
  roles: ['operator', 'maker'],
  scope: 'read',
  params: { id: accountInPath },
  query: { from: dayQuery('First day'), to: dayQuery('Last day') },
  response: all(UnbackedShape),
  refusals: [],
  example: {
    answer: {
      items: [
        {
          id: exampleIds.invoice,
          kind: 'deal',
          invoiceId: exampleIds.invoice,
          requisiteId: 1,
          requisite: '2200000000000012',
          sum: rubles('1000.00'),
          at: at('12:06:30'),
          day: '2026-11-14',
          status: 'completed',
          by: '',
        },
      ],
    },
  },
  async handle(call) {
    const { context, params, query } = call;
    const account = await accountWithinReach(call, params.id);
    const to = query.to ?? wallDate(context.clock(), account.zone);
    const from = query.from ?? nextDay(to, -daysUsual);
    const rows = await listUnbackedRows(context.pool, account, { from, to });
    const { requisiteById } = context.catalogue();
    const items = rows.map(({ amount, currency, at: instant, requisiteId, ...row }) => ({
      ...row,
      requisiteId,
      requisite: requisiteById.get(requisiteId)?.number ?? '',
      sum: fiatDTO(context.catalogue(), fiat(amount), { currency }),
      at: formatTimestamp(instant),
    }));
    return { items };
  },
});
