import { Type } from 'typebox';
import { fiat } from '../../../domain/money/money.ts';
import { fiatDTO } from '../../../domain/money/money-dto.ts';
import { nextDay } from '../../../domain/statements/closed-days.ts';
import { wallDate } from '../../../domain/text/time-zone.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { isUuid } from '../../../domain/text/uuid.ts';
import { AppError } from '../../../errors/app-error.ts';
import {
  explainLine as explainLineAct,
  explainUnbacked as explainUnbackedAct,
  linkLine as linkLineAct,
} from '../../../settings/statements/bank-lines.ts';
import {
  findLines,
  lineLists,
  listLines,
  listUnbacked as listUnbackedRows,
} from '../../../storage/reads/statements/bank-statement-reads.ts';
import { listCandidates } from '../../../storage/reads/statements/line-candidates.ts';
import { at, exampleIds, rubles } from '../../examples.ts';
import { bigIdInPath, choiceQuery, cursorQuery } from '../../parameters.ts';
import { money, oneOf } from '../../schemas.ts';
import { readsOf } from '../endpoint.ts';
import { done, figure, flag, nullable, text, words } from '../fields.ts';
import { all, limitQuery, page, pageDTO } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { accountInPath, accountWithinReach, dayQuery } from './account-shape.ts';
import { BankLineShape, exampleLine, lineDTO } from './line-shape.ts';

const lines = settingsOf({ tag: 'Bank statements', scope: 'arrivals' });
const read = readsOf({ tag: 'Bank statements', roles: ['operator', 'maker'] });

export const listBankLines = read({
  path: '/bank-accounts/:id/lines',
  operationId: 'listBankLines',
  summary: "List lines of the bank's statements",
  description:
    '`list=matched`: money that we know. `list=bank`: only the bank knows it, and somebody has to say what it is. `list=explained`: somebody has. `list=out`: it went out. Newest day first.',
  params: { id: accountInPath },
  query: {
    list: choiceQuery(lineLists),
    from: dayQuery('First day'),
    to: dayQuery('Last day'),
    after: cursorQuery('cursor', (text) => {
      const [, day, id] = /^(\d{4}-\d\d-\d\d)\.(\d{1,18})$/.exec(text) ?? [];
      return day === undefined || id === undefined || Number.isNaN(Date.parse(day)) ? null : { day, id };
    }),
    limit: limitQuery,
  },
  response: page(BankLineShape),
  example: { answer: { items: [exampleLine], next: null } },
  async handle(call) {
    const { context, params, query } = call;
    const account = await accountWithinReach(call, params.id);
    const found = await listLines(context.pool, { accountId: account.id, ...query }, query);
    return pageDTO(found, (line) => lineDTO(context, account, line));
  },
});

const lineInPath = bigIdInPath('Line ID', '101');

const SubjectId = text(36, 'ID of the arrival, the settled deal or the payout that it is');

function subjectOf(given: string): string {
  if (!isUuid(given)) throw new AppError('not_found', { field: 'subjectId' });
  return given.toLowerCase();
}

export const linkLine = lines(linkLineAct, {
  method: 'POST',
  path: '/bank-lines/:id/link',
  operationId: 'linkBankLine',
  summary: 'Link a bank line with a deal, an arrival or a payout',
  description:
    'It moves no money: a deal that waits for it is settled first, as always, and linked then. Both have the same sum, on the same bank account.',
  params: { id: lineInPath },
  body: { subjectId: SubjectId },
  refusals: ['line_settled', 'link_differs', 'link_taken'],
  example: { body: { subjectId: exampleIds.invoice, reason: 'The payer called' }, answer: { status: 'linked' } },
  ...done('linked'),
  input: ({ params, body }) => ({ lineId: params.id, subjectId: subjectOf(body.subjectId) }),
});

export const explainLine = lines(explainLineAct, {
  method: 'POST',
  path: '/bank-lines/:id/explain',
  operationId: 'explainBankLine',
  summary: 'Explain a bank line that belongs to no deal',
  description: 'Takes it from the list of what only the bank knows. A held arrival stays in the list of arrivals.',
  params: { id: lineInPath },
  refusals: ['line_settled'],
  example: { body: { reason: 'Interest of the bank' }, answer: { status: 'explained' } },
  ...done('explained'),
  input: ({ params }) => ({ lineId: params.id }),
});

export const explainUnbacked = lines(explainUnbackedAct, {
  method: 'POST',
  path: '/bank-accounts/:id/unbacked/explain',
  operationId: 'explainUnbacked',
  summary: 'Explain money that has no bank line',
  params: { id: accountInPath },
  body: { subjectId: SubjectId },
  refusals: ['link_taken'],
  example: { body: { subjectId: exampleIds.invoice, reason: 'Paid in cash' }, answer: { status: 'explained' } },
  ...done('explained'),
  input: ({ params, body }) => ({ accountId: params.id, subjectId: subjectOf(body.subjectId) }),
});

const kinds = { arrival: 'arrival', deal: 'deal', payout: 'payout' } as const;

const CandidateShape = Type.Object(
  {
    id: words('ID to link the line with'),
    kind: oneOf(kinds, 'An arrival, a deal that a person settled, or a payout'),
    invoiceId: nullable(Type.String(), 'Invoice of the deal'),
    requisite: words('Where the money came to; empty for a payout'),
    sum: money('How much'),
    at: words('When it came, was settled, or began'),
    status: words('What became of it'),
    isSettled: flag('False: the deal waits for this money. Settle it first, then link it.'),
  },
  { $id: 'LineCandidate' },
);

export const listLineCandidates = read({
  path: '/bank-lines/:id/candidates',
  operationId: 'listLineCandidates',
  summary: 'List money of ours that a line may be',
  description:
    'Over the same sum, on the same bank account, from eight days before the booking to three days after it, that no line of an operator’s file is yet. The nearest in time first, at most 20.',
  roles: ['operator'],
  params: { id: lineInPath },
  response: all(CandidateShape),
  example: {
    answer: {
      items: [
        {
          id: exampleIds.invoice,
          kind: 'deal',
          invoiceId: exampleIds.invoice,
          requisite: '2200000000000012',
          sum: rubles('1000.00'),
          at: at('12:06:30'),
          status: 'completed',
          isSettled: true,
        },
      ],
    },
  },
  async handle({ context, params }) {
    const found = (await findLines(context.pool, [params.id])).get(params.id);
    if (found === undefined) throw new AppError('not_found');
    const { requisiteById } = context.catalogue();
    const items = (await listCandidates(context.pool, found)).map(
      ({ amount, currency, at: instant, requisiteId, ...row }) => ({
        ...row,
        requisite: requisiteById.get(requisiteId ?? 0)?.number ?? '',
        sum: fiatDTO(context.catalogue(), fiat(amount), { currency }),
        at: formatTimestamp(instant),
      }),
    );
    return { items };
  },
});

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

export const listUnbacked = read({
  path: '/bank-accounts/:id/unbacked',
  operationId: 'listUnbacked',
  summary: 'List money that we know and the bank does not',
  description:
    "What was settled, or entered as an arrival, on days that an operator's file has told of, and that is no line of the bank. Oldest first, at most 500; the last 31 days when no day is given.",
  params: { id: accountInPath },
  query: { from: dayQuery('First day'), to: dayQuery('Last day') },
  response: all(UnbackedShape),
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
