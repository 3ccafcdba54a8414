import { Type } from 'typebox';
import { parseCsv } from '../../../domain/csv.ts';
import { AppError } from '../../../errors.ts';
import { importRequisites as importRequisitesAct } from '../../../settings/import-requisites.ts';
import { csv } from '../../endpoint.ts';
import { required, textQuery } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { figure, words } from '../fields.ts';
import { makerInPath } from './maker-shape.ts';

/** Five thousand lines of two hundred characters. */
const fileBytesMax = 1024 * 1024;
const reasonCharactersMax = 500;

const BadLine = Type.Object({
  line: figure('Line of the file'),
  code: words('Which refusal it is'),
  message: words('The fault in words'),
});

/** Requisites of a maker from a spreadsheet. */
export const importRequisites = endpoint({
  method: 'POST',
  path: '/makers/:id/requisites/import',
  operationId: 'importRequisites',
  summary: 'Import requisites from CSV',
  description:
    'The body is text/csv with the columns option, bank, currency, number and, where wanted, holder, dealMin, dealMax, dayMax, monthMax, dayDealsMax, activeDealsMax, gapMs, restMs and hours (`mon-fri 09:00-18:00, sat 10:00-14:00 Europe/Moscow`). One bad line refuses the whole file, unless `partial=true`; each is reported. In production they wait until another operator, or the maker, has [accepted](#acceptRequisites) them.',
  tag: 'Makers and requisites',
  roles: ['operator'],
  scope: 'settings',
  params: { id: makerInPath },
  query: {
    reason: required(textQuery('Why; kept in the audit log', reasonCharactersMax), 'new-cards-of-November'),
    partial: textQuery('`true` takes the good lines of a file that has bad ones'),
    trial: textQuery('`true` only looks: says how many would be created and which lines are bad'),
  },
  body: csv(Type.String({ description: 'A first line with the names of the columns' }), fileBytesMax),
  response: Type.Object({
    created: figure('How many were created; of a trial, how many lines are good'),
    errors: Type.Array(BadLine, { description: 'The bad lines' }),
  }),
  refusals: ['csv_columns', 'csv_malformed', 'csv_too_long'],
  example: {
    body: 'option,bank,currency,number,holder\nTO_CARD,sberbank,RUB,2200000000000012,Anna S.\n',
    answer: { created: 1, errors: [] },
  },
  async handle(call) {
    const { params, query, body } = call;
    if (query.reason.trim() === '') throw new AppError('blank', { field: 'reason' });
    const rows = parseCsv(body);
    if (rows === null) throw new AppError('csv_malformed');
    const input = { makerId: params.id, rows, isPartial: query.partial === 'true', isTrial: query.trial === 'true' };
    const { created, bad } = await call.context.settings.run(importRequisitesAct, input, byOf(call, query.reason));
    return { created, errors: bad.map(({ line, fault }) => ({ line, ...fault })) };
  },
});
