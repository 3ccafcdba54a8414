import { json } from '../../endpoint.ts';
import { endpoint } from '../endpoint.ts';
import { ReasonBody } from '../fields.ts';
import { ArrivalShape, arrivalInPath, exampleHeldArrival, resolveAct } from './arrival-shape.ts';

export const returnArrival = endpoint({
  method: 'POST',
  path: '/arrivals/:id/return',
  operationId: 'returnArrival',
  summary: 'Say that an arrival went back to its sender',
  tag: 'Arrivals',
  roles: ['operator'],
  scope: 'money',
  params: { id: arrivalInPath },
  body: json(ReasonBody),
  response: ArrivalShape,
  refusals: ['arrival_resolved'],
  takesKey: true,
  example: {
    body: { reason: 'Sent back by the bank' },
    answer: { ...exampleHeldArrival, status: 'returned', resolvedAt: '2026-11-14T12:30:00+00:00' },
  },
  async handle(call) {
    return resolveAct(call, { id: call.params.id, reason: call.body.reason }, { kind: 'return' });
  },
});
