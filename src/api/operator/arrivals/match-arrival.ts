import { Type } from 'typebox';
import { isUuid } from '../../../domain/uuid.ts';
import { AppError } from '../../../errors.ts';
import { findArrival, isSecondLine } from '../../../storage/reads/arrival-reads.ts';
import { json } from '../../endpoint.ts';
import { exampleIds } from '../../examples.ts';
import { optionalFlag } from '../../schemas.ts';
import { OptionalRate, rateRefusals } from '../deals/overdue-shape.ts';
import { endpoint } from '../endpoint.ts';
import { note, Reason } from '../fields.ts';
import { findInvoiceOfDeal } from '../reach.ts';
import { settlementRefusals } from '../settlement-refusals.ts';
import { ArrivalShape, arrivalInPath, exampleHeldArrival, resolveAct } from './arrival-shape.ts';

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

export const matchArrival = endpoint({
  method: 'POST',
  path: '/arrivals/:id/match',
  operationId: 'matchArrival',
  summary: 'Let an arrival pay a deal',
  description:
    'The deal is settled with the sum that came, also when it had ended. If the payer has fresh requisites by then and no receipt for them, that newer deal is canceled and the invoice is paid by this one. Without `dealId`, it is the deal the arrival was most likely meant for; where that began after the money came (`before_deal`), the deal has to be named. A deal that a person has settled already takes the arrival as its money, unless the bank’s list has another line for it.',
  tag: 'Arrivals',
  roles: ['operator'],
  scope: 'money',
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
