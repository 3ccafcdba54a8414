import { Type } from 'typebox';
import { AppError } from '../../../errors.ts';
import { findArrival, isSecondLine } from '../../../storage/reads/arrival-reads.ts';
import { json } from '../../endpoint.ts';
import { optionalFlag } from '../../schemas.ts';
import { endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { findInvoiceOfDeal } from '../reach.ts';
import { ArrivalShape, arrivalInPath, exampleHeldArrival, resolveAct } from './arrival-shape.ts';

const ReturnArrivalBody = Type.Object({
  isSecond: optionalFlag('It is a second transfer: the deal it was meant for has money of its own'),
  reason: Reason,
});

export const returnArrival = endpoint({
  method: 'POST',
  path: '/arrivals/:id/return',
  operationId: 'returnArrival',
  summary: 'Say that an arrival went back to its sender',
  description:
    'Refused where the deal it was most likely meant for was settled with this very sum and no other money is linked with it: then this may be its money. `isSecond` says that it is not.',
  tag: 'Arrivals',
  roles: ['operator'],
  scope: 'money',
  params: { id: arrivalInPath },
  body: json(ReturnArrivalBody),
  response: ArrivalShape,
  refusals: ['arrival_pays_deal', 'arrival_resolved'],
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
    const answer = { kind: 'return', likely, isSecond } as const;
    return resolveAct(call, { id: params.id, reason: body.reason }, answer);
  },
});
