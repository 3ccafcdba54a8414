import { type Static, Type } from 'typebox';
import { currencyOf, type Requisite } from '../../domain/catalogue.ts';
import { formatAmount } from '../../domain/money.ts';
import type { RequisiteLimits, RequisiteSettings } from '../../domain/requisite-settings.ts';
import { AppError } from '../../errors.ts';
import { changeRequisite as changeRequisiteAct } from '../../settings/change-requisite.ts';
import { createRequisite as createRequisiteAct } from '../../settings/create-requisite.ts';
import { findRequisiteUse, type RequisiteUse } from '../../storage/reads/load-reads.ts';
import type { OperatorCall, OperatorContext, OperatorEndpoint } from './endpoint.ts';
import {
  Amount,
  idOf,
  idQuery,
  integer,
  list,
  nullable,
  pageAnswer,
  pageFrom,
  pageOf,
  pageQuery,
  Reason,
  text,
} from './fields.ts';
import { byOf } from './users.ts';

const RequisiteShape = Type.Object({
  id: Type.Integer(),
  makerId: Type.Integer(),
  option: Type.String(),
  bank: Type.String(),
  currency: Type.String(),
  number: Type.String(),
  holder: Type.String(),
  isPaused: Type.Boolean(),
  dealMin: nullable(Type.String()),
  dealMax: nullable(Type.String()),
  dayMax: nullable(Type.String()),
  activeDealsMax: nullable(Type.Integer()),
  restMs: Type.Integer(),
  activeDeals: Type.Integer({ description: 'Deals that run on it now' }),
  dayTurnover: Type.String({ description: 'What it was given today' }),
});

const limitFields = {
  holder: Type.Optional(
    Type.String({ maxLength: 200, pattern: '^[^\\u0000]*$', 'x-error-code': 'invalid_characters' }),
  ),
  dealMin: Type.Optional(nullable(Amount)),
  dealMax: Type.Optional(nullable(Amount)),
  dayMax: Type.Optional(nullable(Amount)),
  activeDealsMax: Type.Optional(nullable(integer(1, 1_000_000))),
  restMs: Type.Optional(
    integer(0, 2_000_000_000, { description: 'How long an amount rests after a deal, in milliseconds' }),
  ),
};

const NewRequisite = Type.Object({
  makerId: integer(1, 2_147_483_647),
  option: text(50),
  bank: text(50),
  currency: text(10),
  number: text(255, { description: 'Card, phone or account; its check digits are checked' }),
  ...limitFields,
  reason: Reason,
});

const createRequisite: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'settings',
  method: 'POST',
  path: '/requisites',
  operationId: 'createRequisite',
  summary: 'Create a requisite',
  body: { kind: 'json', schema: NewRequisite },
  response: RequisiteShape,
  async handle(call) {
    const { makerId, reason, ...settings } = call.request.body as Static<typeof NewRequisite>;
    const { context } = call;
    const input = { makerId, settings: settings as RequisiteSettings };
    const id = await context.settings.run(createRequisiteAct, input, byOf(call, reason));
    return await oneDTO(context, requisiteOf(call, id));
  },
};

const requisites: OperatorEndpoint = {
  roles: ['operator', 'maker'],
  scope: 'read',
  method: 'GET',
  path: '/requisites',
  operationId: 'listRequisites',
  summary: 'List requisites',
  description: 'A maker sees only its own.',
  query: {
    ...pageQuery,
    makerId: 'Only of this maker',
    id: 'This one alone',
    number: 'Only whose number holds these digits',
  },
  response: list(RequisiteShape),
  async handle({ context, request, actor }) {
    const page = pageOf(request);
    const { number } = request.query as { readonly number?: unknown };
    const digits = typeof number === 'string' ? number.replace(/[\s()-]/g, '').toUpperCase() : '';
    const makerId = actor.role === 'operator' ? idQuery(request, 'makerId') : actor.makerId;
    const id = idQuery(request, 'id');
    const seen = [...context.catalogue().requisiteById.values()].filter(
      (one) =>
        (id === null || one.id === id) && (makerId === null || one.makerId === makerId) && one.number.includes(digits),
    );
    const shown = pageFrom(seen, page);
    const ids = shown.map(({ id }) => id);
    const use = await findRequisiteUse(context.pool, ids, context.clock());
    return pageAnswer(shown, page, (one) => requisiteDTO(context, one, use.get(one.id)));
  },
};

const RequisiteChange = Type.Object({ ...limitFields, isPaused: Type.Optional(Type.Boolean()), reason: Reason });

const changeRequisite: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'settings',
  method: 'PATCH',
  path: '/requisites/:id',
  operationId: 'changeRequisite',
  summary: 'Change the limits of a requisite',
  description: 'A limit that is null is taken away. The number stays: pause this one and create another.',
  body: { kind: 'json', schema: RequisiteChange },
  response: RequisiteShape,
  async handle(call) {
    const { reason, isPaused, ...settings } = call.request.body as Static<typeof RequisiteChange>;
    const { context } = call;
    const input = { id: idOf(call.request), isPaused, settings: settings as RequisiteLimits };
    await context.settings.run(changeRequisiteAct, input, byOf(call, reason));
    return await oneDTO(context, requisiteOf(call, input.id));
  },
};

const pause = { roles: ['operator', 'maker'], scope: 'settings', method: 'POST', response: RequisiteShape } as const;

const pauseRequisite: OperatorEndpoint = {
  ...pause,
  path: '/requisites/:id/pause',
  operationId: 'pauseRequisite',
  summary: 'Pause a requisite',
  description: 'No new deals; those that run go on. A maker pauses only its own.',
  handle: (call) => setPaused(call, true),
};

const resumeRequisite: OperatorEndpoint = {
  ...pause,
  path: '/requisites/:id/resume',
  operationId: 'resumeRequisite',
  summary: 'Let a requisite be used again',
  handle: (call) => setPaused(call, false),
};

async function setPaused(call: OperatorCall, isPaused: boolean): Promise<object> {
  const id = idOf(call.request);
  await call.context.settings.run(changeRequisiteAct, { id, isPaused }, byOf(call, isPaused ? 'paused' : 'resumed'));
  return await oneDTO(call.context, requisiteOf(call, id));
}

function requisiteOf({ context }: OperatorCall, id: number): Requisite {
  const requisite = context.catalogue().requisiteById.get(id);
  if (requisite === undefined) throw new AppError('not_found');
  return requisite;
}

async function oneDTO(context: OperatorContext, requisite: Requisite): Promise<object> {
  const use = await findRequisiteUse(context.pool, [requisite.id], context.clock());
  return requisiteDTO(context, requisite, use.get(requisite.id));
}

function requisiteDTO(context: OperatorContext, requisite: Requisite, use: RequisiteUse | undefined): object {
  const { subunit } = currencyOf(context.catalogue(), requisite.currency);
  const orNull = (sum: bigint | null) => (sum === null ? null : formatAmount(sum, subunit));
  const { dealMin, dealMax, dayMax, ...plain } = requisite;
  return {
    ...plain,
    dealMin: orNull(dealMin),
    dealMax: orNull(dealMax),
    dayMax: orNull(dayMax),
    activeDeals: use?.activeDeals ?? 0,
    dayTurnover: formatAmount(use?.daySum ?? 0n, subunit),
  };
}

export const requisiteEndpoints: readonly OperatorEndpoint[] = [
  createRequisite,
  requisites,
  changeRequisite,
  pauseRequisite,
  resumeRequisite,
];
