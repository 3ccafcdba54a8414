import { type Static, Type } from 'typebox';
import { recordArrival } from '../../commands/record-arrival.ts';
import { type ResolveArrival, resolveArrival } from '../../commands/resolve-arrival.ts';
import { type Arrival, arrivalExceptions, arrivalStatuses, clockDriftMaxMs } from '../../domain/arrival.ts';
import { currencyOf } from '../../domain/catalogue.ts';
import { moneyDTO } from '../../domain/money.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { AppError } from '../../errors.ts';
import { findArrival, listArrivals as listArrivalRows } from '../../storage/reads/arrival-reads.ts';
import type { HttpContext } from '../context.ts';
import { bodyUuid, pathUuid, performAct, ReasonBody } from './act.ts';
import { timestampOrNull } from './deal-dto.ts';
import type { OperatorCall, OperatorEndpoint } from './endpoint.ts';
import { Reason } from './fields.ts';
import { ListAnswer, ListQuery, pageDTO, pageQuery } from './list-query.ts';
import { findInvoiceOfDeal, requisitesWithinReach } from './reach.ts';

const EnterArrivalBody = Type.Object({
  requisiteId: Type.Integer({ minimum: 1, maximum: 2_147_483_647, 'x-error-code': 'not_found' }),
  amount: Type.String({
    minLength: 1,
    maxLength: 61,
    pattern: '^[0-9]{1,20}(\\.[0-9]{1,40})?$',
    'x-error-code': 'invalid_amount',
  }),
  reference: Type.String({ minLength: 1, maxLength: 255, pattern: '^(?=\\s*\\S)[^\\u0000]*$' }),
  arrivedAt: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 40 })),
  reason: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 1000 })),
});

export const enterArrival: OperatorEndpoint = {
  method: 'POST',
  path: '/arrivals',
  operationId: 'enterArrival',
  summary: 'Enter money that arrived',
  description:
    "Settles the one running deal over this sum, or holds the money for a person with the reason in `exception`. Safe to repeat by `reference`, the bank's own number of the transfer, which also stands in for a reason.",
  roles: ['operator', 'maker'],
  scope: 'arrivals',
  body: { kind: 'json', schema: EnterArrivalBody },
  response: Type.Object({}),
  async handle(call) {
    const { context, request, actor } = call;
    const { requisiteId, amount, reference, arrivedAt, reason } = request.body as Static<typeof EnterArrivalBody>;
    const command = recordArrival({
      actor,
      reason: reason?.trim() || `bank reference ${reference}`,
      id: context.newId(),
      requisiteId,
      amount,
      arrivedAt: readInstant(arrivedAt ?? null, context.clock()),
      reference,
    });
    return await performAct(call, { command, render: (arrival) => arrivalDTO(context, arrival) });
  },
};

/** Money cannot have come in the future, nor before banks kept time: such a value is a mistake in the program that sent it. */
function readInstant(text: string | null, now: number): number {
  if (text === null || text === '') return now;
  const instant = Date.parse(text);
  if (Number.isNaN(instant) || instant < 0 || instant > now + clockDriftMaxMs) {
    throw new AppError('wrong_type', { field: 'arrivedAt', type: 'date-time in the past' });
  }
  return instant;
}

export const listArrivals: OperatorEndpoint = {
  method: 'GET',
  path: '/arrivals',
  operationId: 'listArrivals',
  summary: 'List arrivals',
  description: 'Newest first. `status=held` are the exceptions that wait for a person.',
  roles: ['operator', 'maker'],
  scope: 'read',
  query: {
    status: Object.keys(arrivalStatuses).join(', '),
    exception: Object.keys(arrivalExceptions).join(', '),
    requisiteId: 'Of one requisite',
    id: 'This one alone',
    ...pageQuery,
  },
  response: ListAnswer,
  async handle({ context, request, actor }) {
    const query = new ListQuery(request);
    const reach = requisitesWithinReach(context.catalogue(), actor);
    const requisiteId = query.number('requisiteId');
    const filter = {
      requisiteIds: requisiteId === null ? reach : reach === null || reach.includes(requisiteId) ? [requisiteId] : [],
      status: query.choice('status', arrivalStatuses),
      exception: query.choice('exception', arrivalExceptions),
    };
    const id = query.uuid('id');
    if (id !== null) {
      const arrival = await findArrival(context.pool, id);
      const isReached = arrival !== null && (reach === null || reach.includes(arrival.requisiteId));
      return { items: isReached ? [arrivalDTO(context, arrival)] : [], next: null };
    }
    const page = await listArrivalRows(context.pool, filter, query.page());
    return pageDTO(page, (arrival) => arrivalDTO(context, arrival));
  },
};

const MatchArrivalBody = Type.Object({
  dealId: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 36 })),
  reason: Reason,
});

export const matchArrival: OperatorEndpoint = {
  method: 'POST',
  path: '/arrivals/:id/match',
  operationId: 'matchArrival',
  summary: 'Let an arrival pay a deal',
  description:
    'The deal is settled with the sum that came, also when it had ended; without `dealId`, the deal the arrival was most likely meant for. A deal that a person has settled already takes the arrival as its money.',
  roles: ['operator'],
  scope: 'money',
  body: { kind: 'json', schema: MatchArrivalBody },
  response: Type.Object({}),
  async handle(call) {
    const { context, request } = call;
    const body = request.body as Static<typeof MatchArrivalBody>;
    const arrival = await findArrival(context.pool, pathUuid(request));
    if (arrival === null) throw new AppError('not_found');
    const dealId = body.dealId ? bodyUuid(body.dealId, 'dealId') : arrival.dealId;
    if (dealId === null) throw new AppError('arrival_without_deal', { field: 'dealId' });
    const invoice = await findInvoiceOfDeal(context, dealId, 'dealId');
    return await resolve(call, { kind: 'match', dealId, invoiceId: invoice.id, storeId: invoice.storeId });
  },
};

export const returnArrival: OperatorEndpoint = {
  method: 'POST',
  path: '/arrivals/:id/return',
  operationId: 'returnArrival',
  summary: 'Say that an arrival went back to its sender',
  roles: ['operator'],
  scope: 'money',
  body: { kind: 'json', schema: ReasonBody },
  response: Type.Object({}),
  async handle(call) {
    return await resolve(call, { kind: 'return' });
  },
};

async function resolve(call: OperatorCall, answer: ResolveArrival['answer']): Promise<unknown> {
  const { context, request, actor } = call;
  const { reason } = request.body as Static<typeof ReasonBody>;
  const command = resolveArrival({ actor, reason, arrivalId: pathUuid(request), answer });
  return await performAct(call, { command, render: (arrival) => arrivalDTO(context, arrival) });
}

export function arrivalDTO(context: HttpContext, arrival: Arrival): object {
  const { id, requisiteId, reference, status, exception, dealId, enteredBy } = arrival;
  return {
    id,
    requisiteId,
    requisite: requisiteOf(context, requisiteId),
    sum: moneyDTO(arrival.amount, currencyOf(context.catalogue(), arrival.currency)),
    arrivedAt: formatTimestamp(arrival.arrivedAt),
    reference,
    status,
    exception,
    dealId,
    enteredBy,
    createdAt: formatTimestamp(arrival.createdAt),
    resolvedAt: timestampOrNull(arrival.resolvedAt),
  };
}

/** Where it came to, in words: whoever decides compares it with what the payer shows. */
function requisiteOf(context: HttpContext, requisiteId: number): object | null {
  const { requisiteById, makers } = context.catalogue();
  const requisite = requisiteById.get(requisiteId);
  if (requisite === undefined) return null;
  const { number, holder, bank, option, makerId } = requisite;
  return { number, holder, bank, option, makerId, makerName: makers.get(makerId)?.name ?? '' };
}
