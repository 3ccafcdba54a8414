import { Type } from 'typebox';
import { recordArrival } from '../../../commands/arrivals/record-arrival.ts';
import { type Arrival, arrivalExceptions, arrivalStatuses, olderMaxMs } from '../../../domain/arrivals/arrival.ts';
import { isUuid } from '../../../domain/text/uuid.ts';
import { AppError } from '../../../errors/app-error.ts';
import { findDoubt } from '../../../storage/reads/arrivals/arrival-doubt.ts';
import {
  findArrival,
  isSecondLine,
  listArrivals as listArrivalRows,
} from '../../../storage/reads/arrivals/arrival-reads.ts';
import { findMessagesOfArrivals } from '../../../storage/reads/messages/message-reads.ts';
import { act } from '../../act.ts';
import { authorsShownTo } from '../../authors.ts';
import { json } from '../../endpoint.ts';
import { exampleIds } from '../../examples.ts';
import { choiceQuery, integerQuery, uuidQuery } from '../../parameters.ts';
import { optionalFlag } from '../../schemas.ts';
import { settlementRefusals } from '../deals/deals.ts';
import { OptionalRate, rateRefusals } from '../deals/overdue-shape.ts';
import { actsOf, endpoint, readsOf } from '../endpoint.ts';
import { amount, foundRowId, hasText, note, Reason } from '../fields.ts';
import { page, pageQuery } from '../paging.ts';
import { findInvoiceOfDeal, requisitesWithinReach } from '../reach.ts';
import {
  ArrivalShape,
  arrivalDTO,
  arrivalInPath,
  exampleArrival,
  exampleHeldArrival,
  resolveAct,
} from './arrival-shape.ts';

const read = readsOf({ tag: 'Arrivals', roles: ['operator', 'maker'] });
const arrivals = actsOf({ tag: 'Arrivals', roles: ['operator'], scope: 'money' });

const EnterArrivalBody = Type.Object({
  requisiteId: foundRowId('Where the money came to'),
  amount: amount('A decimal sum as a string'),
  reference: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: hasText,
    description: "The bank's own number of the transfer: entered twice, it is one arrival",
  }),
  arrivedAt: note(
    40,
    'When it came, ISO 8601, with the offset of its time zone; now when absent. What came more than two minutes before the deal over its sum began is held: as `before_deal` up to a day, else as `nobody`',
  ),
  reason: note(1000, 'Why; it is kept in the audit log'),
});

export const enterArrival = endpoint({
  method: 'POST',
  path: '/arrivals',
  operationId: 'enterArrival',
  summary: 'Enter money that arrived',
  description:
    "Settles the one running deal over this sum, or holds the money for a person with the reason in `exception`. Another sum is thought to be a deal’s only where no other deal ran on the requisite when it came. A sum without a deal of its own, with which a person has settled a deal of the requisite since a day before, and of whose money no bank has told, is held as `twice` for that deal, or as `late` while it is in dispute. Safe to repeat by `reference`, the bank's own number of the transfer, which also stands in for a reason.",
  tag: 'Arrivals',
  roles: ['operator', 'maker'],
  scope: 'arrivals',
  body: json(EnterArrivalBody),
  response: ArrivalShape,
  refusals: ['arrival_reference_reused', 'invalid_amount', 'not_found'],
  takesKey: true,
  example: {
    body: { requisiteId: 1, amount: '1000.00', reference: exampleArrival.reference },
    answer: exampleArrival,
  },
  async handle({ context, body, actor }) {
    const { requisiteId, amount: sum, reference, arrivedAt, reason } = body;
    const command = recordArrival({
      actor,
      reason: reason?.trim() || `bank reference ${reference}`,
      id: context.newId(),
      requisiteId,
      amount: sum,
      arrivedAt: readInstant(arrivedAt ?? null, context.clock()),
      reference,
    });
    return act(command, (arrival) => arrivalDTO(context, arrival));
  },
});

/** Money cannot have come in the future, nor before banks kept time: such a value is a mistake in the program that sent it. */
function readInstant(text: string | null, now: number): number {
  if (text === null || text === '') return now;
  const instant = Date.parse(text);
  if (Number.isNaN(instant) || instant < 0 || instant > now + olderMaxMs) {
    throw new AppError('wrong_type', { field: 'arrivedAt', type: 'date-time in the past' });
  }
  return instant;
}

export const listArrivals = read({
  path: '/arrivals',
  operationId: 'listArrivals',
  summary: 'List arrivals',
  description: 'Newest first. `status=held` are the exceptions that wait for a person.',
  mayBeBehind: true,
  query: {
    status: choiceQuery(arrivalStatuses),
    exception: choiceQuery(arrivalExceptions),
    requisiteId: integerQuery('Of one requisite'),
    id: uuidQuery('This one alone'),
    ...pageQuery,
  },
  response: page(ArrivalShape),
  example: { answer: { items: [exampleHeldArrival], next: null } },
  async handle({ context, query, actor }) {
    const reach = requisitesWithinReach(context.catalogue(), actor);
    const { id, requisiteId, status, exception } = query;
    const shown = async (arrivals: readonly Arrival[]) => {
      const ids = arrivals.map((arrival) => arrival.id);
      const names = arrivals.map(({ enteredBy }) => enteredBy);
      const [messages, authors] = await Promise.all([
        findMessagesOfArrivals(context.pool, ids),
        authorsShownTo(actor.role, context, names),
      ]);
      return arrivals.map((arrival) => {
        const seen = { ...arrival, enteredBy: authors(arrival.enteredBy) };
        return arrivalDTO(context, seen, messages.get(arrival.id));
      });
    };
    if (id !== null) {
      const arrival = await findArrival(context.pool, id);
      const isReached = arrival !== null && (reach === null || reach.includes(arrival.requisiteId));
      return { items: isReached ? await shown([arrival]) : [], next: null };
    }
    const requisiteIds =
      requisiteId === null ? reach : reach === null || reach.includes(requisiteId) ? [requisiteId] : [];
    const found = await listArrivalRows(context.pool, { requisiteIds, status, exception }, query);
    return { items: await shown(found.items), next: found.next };
  },
});

const MatchArrivalBody = Type.Object({
  dealId: note(
    36,
    'Which deal; when absent, the one it was most likely meant for, unless that began after the money came',
  ),
  rate: OptionalRate,
  isPart: optionalFlag(
    'It is a part of the sum: the invoice stays open, and the payer may send the rest. `false`: the invoice is paid with it; when absent, as the payment rules of its store have it',
  ),
  reason: Reason,
});

export const matchArrival = arrivals({
  path: '/arrivals/:id/match',
  operationId: 'matchArrival',
  summary: 'Match an arrival with a deal',
  description:
    'The deal is settled with the sum that came, also when it had ended. If the payer has fresh requisites by then and no receipt for them, that newer deal is canceled and the invoice is paid by this one. Without `dealId`, it is the deal the arrival was most likely meant for; where that began after the money came (`before_deal`), the deal has to be named. A deal that a person has settled already takes the arrival as its money, unless the bank’s list has another line for it.',
  params: { id: arrivalInPath },
  body: json(MatchArrivalBody),
  response: ArrivalShape,
  refusals: [
    ...settlementRefusals,
    ...rateRefusals,
    'arrival_of_another_maker',
    'arrival_resolved',
    'arrival_without_deal',
    'deal_settled',
    'deal_taken_back',
    'not_a_part',
    'too_many_parts',
    'other_deal_paid',
    'other_deal_undecided',
    'part_refunded',
  ],
  takesKey: true,
  example: {
    body: { dealId: exampleIds.invoice, reason: 'The payer sent a screenshot' },
    answer: { ...exampleHeldArrival, status: 'matched', resolvedAt: '2026-11-14T12:30:00+00:00' },
  },
  async handle(call) {
    const { context, params, body } = call;
    const arrival = await findArrival(context.pool, params.id);
    if (arrival === null) throw new AppError('not_found');
    // A deal that began after the money came is not its deal unless somebody says so.
    const likelyId = arrival.exception === 'before_deal' ? null : arrival.dealId;
    const dealId = body.dealId ? uuidOf(body.dealId) : likelyId;
    if (dealId === null) throw new AppError('arrival_without_deal', { field: 'dealId' });
    const invoice = await findInvoiceOfDeal(context, call.actor, dealId, 'dealId');
    const { rate = null, isPart = null } = body;
    const ids = { dealId, invoiceId: invoice.id, storeId: invoice.storeId };
    const isSecond = await isSecondLine(context.pool, params.id, dealId);
    const answer = { kind: 'match', ...ids, rate, isPart: isPart ?? undefined, isSecond } as const;
    return resolveAct(call, { id: params.id, reason: body.reason }, answer);
  },
});

function uuidOf(text: string): string {
  if (!isUuid(text)) throw new AppError('not_found', { field: 'dealId' });
  return text.toLowerCase();
}

const ReturnArrivalBody = Type.Object({
  isSecond: optionalFlag('It is a second transfer: the deal it was meant for has money of its own'),
  isCertain: optionalFlag(
    'A person has compared it with the bank’s file, which has no line left for it: `doubt` of its case',
  ),
  reason: Reason,
});

export const returnArrival = arrivals({
  path: '/arrivals/:id/return',
  operationId: 'returnArrival',
  summary: 'Say that an arrival went back to its sender',
  description:
    'Refused where the deal it was most likely meant for was settled with this very sum and no other money is linked with it: then this may be its money. `isSecond` says that it is not. Refused also where only a maker has told of it, and the bank’s file of its day has no line left for it, or its line may be the money of a deal that has run out (`doubt` of its case): `isCertain` says that it goes back all the same.',
  params: { id: arrivalInPath },
  body: json(ReturnArrivalBody),
  response: ArrivalShape,
  refusals: ['arrival_in_doubt', 'arrival_pays_deal', 'arrival_resolved'],
  takesKey: true,
  example: {
    body: { reason: 'Sent back by the bank' },
    answer: { ...exampleHeldArrival, status: 'returned', resolvedAt: '2026-11-14T12:30:00+00:00' },
  },
  async handle(call) {
    const { context, params, body } = call;
    const arrival = await findArrival(context.pool, params.id);
    if (arrival === null) throw new AppError('not_found');
    const { dealId } = arrival;
    const invoice = dealId === null ? null : await findInvoiceOfDeal(context, call.actor, dealId);
    const likely =
      dealId === null || invoice === null ? null : { dealId, invoiceId: invoice.id, storeId: invoice.storeId };
    const isSecond =
      body.isSecond === true || (dealId !== null && (await isSecondLine(context.pool, params.id, dealId)));
    const isDoubted = (await findDoubt(context.pool, params.id)) !== null;
    const answer = { kind: 'return', likely, isSecond, isDoubted, isCertain: body.isCertain === true } as const;
    return resolveAct(call, { id: params.id, reason: body.reason }, answer);
  },
});
