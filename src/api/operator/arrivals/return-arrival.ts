import { Type } from 'typebox';
import { AppError } from '../../../errors.ts';
import { findDoubt } from '../../../storage/reads/arrival-doubt.ts';
import { findArrival, isSecondLine } from '../../../storage/reads/arrival-reads.ts';
import { json } from '../../endpoint.ts';
import { optionalFlag } from '../../schemas.ts';
import { endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { findInvoiceOfDeal } from '../reach.ts';
import { ArrivalShape, arrivalInPath, exampleHeldArrival, resolveAct } from './arrival-shape.ts';

const ReturnArrivalBody = Type.Object({
  isSecond: optionalFlag('It is a second transfer: the deal it was meant for has money of its own'),
  isCertain: optionalFlag(
    'A person has compared it with the bank’s file, which has no line left for it: `doubt` of its case',
  ),
  reason: Reason,
});

export const returnArrival = endpoint({
  method: 'POST',
  path: '/arrivals/:id/return',
  operationId: 'returnArrival',
  summary: 'Say that an arrival went back to its sender',
  description:
    'Refused where the deal it was most likely meant for was settled with this very sum and no other money is linked with it: then this may be its money. `isSecond` says that it is not. Refused also where only a maker has told of it, and the bank’s file of its day has no line left for it, or its line may be the money of a deal that has run out (`doubt` of its case): `isCertain` says that it goes back all the same.',
  tag: 'Arrivals',
  roles: ['operator'],
  scope: 'money',
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
