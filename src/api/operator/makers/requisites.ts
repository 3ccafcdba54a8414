import { Type } from 'typebox';
import { findBank } from '../../../domain/catalogue/reference-entries.ts';
import { parseCsv } from '../../../domain/text/csv.ts';
import { AppError } from '../../../errors/app-error.ts';
import { acceptRequisites as acceptRequisitesAct } from '../../../settings/authority/accept-requisites.ts';
import { changeRequisite as changeRequisiteAct } from '../../../settings/makers/change-requisite.ts';
import { createRequisite as createRequisiteAct } from '../../../settings/makers/create-requisite.ts';
import { importRequisites as importRequisitesAct } from '../../../settings/makers/import-requisites.ts';
import { csv, type Input, json } from '../../endpoint.ts';
import { choiceQuery, integerQuery, required, textQuery } from '../../parameters.ts';
import { byOf, endpoint, type OperatorCall, readsOf } from '../endpoint.ts';
import { figure, flag, optionalText, rowId, text, words } from '../fields.ts';
import { numberedDTO, numberedPage, numberedQuery, pageFrom } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { makerInPath } from './maker-shape.ts';
import {
  exampleRequisite,
  RequisiteShape,
  requisiteDTO,
  requisiteInPath,
  requisiteOf,
  requisiteRefusals,
  requisitesDTO,
  requisiteWishes,
} from './requisite-shape.ts';

const requisites = settingsOf({ tag: 'Makers and requisites', scope: 'settings' });
const read = readsOf({ tag: 'Makers and requisites', roles: ['operator', 'maker'] });

export const createRequisite = requisites(createRequisiteAct, {
  method: 'POST',
  path: '/requisites',
  operationId: 'createRequisite',
  summary: 'Create a requisite',
  description: 'In production it waits until another operator, or its maker, has [accepted](#acceptRequisites) it.',
  body: {
    makerId: rowId('Which maker'),
    option: text(50, 'Way to pay'),
    bank: text(50, 'Bank code'),
    currency: text(10, 'Currency code'),
    number: text(255, 'Card, phone or account; its check digits are checked'),
    ...requisiteWishes,
  },
  response: RequisiteShape,
  refusals: [...requisiteRefusals, 'requisite_taken', 'not_found'],
  example: {
    body: {
      makerId: 1,
      option: 'TO_CARD',
      bank: 'sberbank',
      currency: 'RUB',
      number: exampleRequisite.number,
      holder: exampleRequisite.holder,
      dayMax: '300000.00',
      reason: 'New card',
    },
    answer: {
      ...exampleRequisite,
      monthMax: null,
      dayDealsMax: null,
      gapMs: null,
      hours: null,
      activeDeals: 0,
      dayTurnover: '0.00',
      dayDeals: 0,
      monthTurnover: '0.00',
    },
  },
  input: ({ body: { makerId, ...settings } }) => ({ makerId, settings }),
  answer: (id, call) => requisiteDTO(call.context, requisiteOf(call, id)),
});

/** As many as one file brings. */
const idsMax = 5_000;

const Accepted = Type.Object({
  ids: Type.Array(rowId('A new requisite'), { minItems: 1, maxItems: idsMax, description: 'Those, and no others' }),
  reason: optionalText(500, 'Why; kept in the audit log'),
});

export const acceptRequisites = endpoint({
  method: 'POST',
  path: '/requisites/accept',
  operationId: 'acceptRequisites',
  summary: 'Accept new requisites',
  description:
    'In production a requisite that an operator has added waits until another operator, or a person of its maker, says that it is right. An hour later it gets deals. Not who has added it, nor somebody who was let in after it; of the maker nobody whom the same operator has let in.',
  tag: 'Makers and requisites',
  roles: ['operator', 'maker'],
  scope: 'settings',
  isForPeople: true,
  needsFreshProof: true,
  body: json(Accepted),
  response: Type.Object({ accepted: figure('How many waited until now') }),
  refusals: ['approver_too_new', 'let_in_by_author', 'not_found', 'own_request'],
  example: { body: { ids: [1, 2] }, answer: { accepted: 2 } },
  async handle(call) {
    const { ids, reason = 'accepted' } = call.body;
    return { accepted: await call.context.settings.run(acceptRequisitesAct, { ids }, byOf(call, reason)) };
  },
});

export const listRequisites = read({
  path: '/requisites',
  operationId: 'listRequisites',
  summary: 'List requisites',
  description: 'A maker sees only its own.',
  query: {
    ...numberedQuery,
    makerId: integerQuery('Only of this maker', { minimum: 1 }),
    id: integerQuery('This one alone', { minimum: 1 }),
    bank: textQuery('Only of this bank, by its code or another code that requests may name it by'),
    waiting: choiceQuery(
      { true: 'true', false: 'false' },
      '`true`: only those that have yet to be accepted; `false`: the others',
    ),
    number: textQuery('Only whose number holds these digits'),
  },
  response: numberedPage(RequisiteShape),
  example: { answer: { items: [exampleRequisite], next: null } },
  async handle({ context, query, actor }) {
    const digits = query.number?.replace(/[\s()-]/g, '').toUpperCase() ?? '';
    const makerId = actor.role === 'operator' ? query.makerId : actor.makerId;
    const catalogue = context.catalogue();
    const bankOf = (named: string, currency: string) => findBank(catalogue, currency, named)?.code ?? named;
    const seen = [...catalogue.requisiteById.values()].filter(
      (one) =>
        (query.id === null || one.id === query.id) &&
        (makerId === null || one.makerId === makerId) &&
        (query.waiting === null || (one.usableFrom === null) === (query.waiting === 'true')) &&
        (query.bank === null || one.bank === bankOf(query.bank, one.currency)) &&
        one.number.includes(digits),
    );
    const shown = pageFrom(seen, query);
    return numberedDTO(shown, query, await requisitesDTO(context, shown));
  },
});

export const changeRequisite = requisites(changeRequisiteAct, {
  method: 'PATCH',
  path: '/requisites/:id',
  operationId: 'changeRequisite',
  summary: 'Change the limits of a requisite',
  description: 'A limit that is null is taken away. The number stays: pause this one and create another.',
  roles: ['operator'],
  params: { id: requisiteInPath },
  body: {
    ...requisiteWishes,
    isPaused: Type.Optional(flag('True: gets no new deals')),
  },
  response: RequisiteShape,
  refusals: requisiteRefusals,
  example: {
    body: {
      dealMax: '50000.00',
      dayDealsMax: 40,
      gapMs: 120_000,
      hours: { zone: 'Europe/Moscow', spans: [{ day: 1, from: '09:00', to: '21:00' }] },
      reason: 'Limit of the bank',
    },
    answer: { ...exampleRequisite, dealMax: '50000.00' },
  },
  input: ({ params, body: { isPaused, ...settings } }) => ({ id: params.id, isPaused, settings }),
  answer: shownRequisite,
});

export const pauseRequisite = requisites(changeRequisiteAct, {
  method: 'POST',
  path: '/requisites/:id/pause',
  operationId: 'pauseRequisite',
  summary: 'Pause a requisite',
  description: 'No new deals; those that run go on. A maker pauses only its own.',
  params: { id: requisiteInPath },
  response: RequisiteShape,
  refusals: [],
  example: { answer: { ...exampleRequisite, isPaused: true } },
  reason: 'paused',
  input: ({ params }) => ({ id: params.id, isPaused: true }),
  answer: shownRequisite,
});

export const resumeRequisite = requisites(changeRequisiteAct, {
  method: 'POST',
  path: '/requisites/:id/resume',
  operationId: 'resumeRequisite',
  summary: 'Resume a requisite',
  description:
    'An operator lifts the pause of operators, and that of the maker when there is no other. A maker lifts its own, and is refused while an operator has paused it.',
  params: { id: requisiteInPath },
  response: RequisiteShape,
  refusals: ['paused_by_operator'],
  example: { answer: exampleRequisite },
  reason: 'resumed',
  input: ({ params }) => ({ id: params.id, isPaused: false }),
  answer: shownRequisite,
});

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

/** As it is after the act. */
function shownRequisite(_: unknown, call: OperatorCall & Input<{ readonly id: number }>) {
  return requisiteDTO(call.context, requisiteOf(call, call.params.id));
}
