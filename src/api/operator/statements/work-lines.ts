import { Type } from 'typebox';
import { isUuid } from '../../../domain/uuid.ts';
import { AppError } from '../../../errors.ts';
import {
  explainLine as explainLineAct,
  explainUnbacked as explainUnbackedAct,
  linkLine as linkLineAct,
} from '../../../settings/bank-lines.ts';
import { json } from '../../endpoint.ts';
import { exampleIds } from '../../examples.ts';
import type { Parameter } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Done, Reason, ReasonBody, text } from '../fields.ts';
import { accountInPath } from './account-shape.ts';

/** Larger than a number of JSON can be. */
export const lineInPath: Parameter<bigint> = {
  description: 'Line ID',
  example: '101',
  schema: Type.String(),
  isRequired: true,
  refusals: ['not_found'],
  read(given) {
    if (typeof given !== 'string' || !/^[1-9]\d{0,17}$/.test(given)) throw new AppError('not_found');
    return BigInt(given);
  },
};

const shared = {
  method: 'POST',
  tag: 'Bank statements',
  roles: ['operator'],
  scope: 'arrivals',
  response: Done,
} as const;

const SubjectId = text(36, 'ID of the arrival, the settled deal or the payout that it is');

function subjectOf(given: string): string {
  if (!isUuid(given)) throw new AppError('not_found', { field: 'subjectId' });
  return given.toLowerCase();
}

export const linkLine = endpoint({
  ...shared,
  path: '/bank-lines/:id/link',
  operationId: 'linkBankLine',
  summary: 'Say which money of ours a line is',
  description:
    'It moves no money: a deal that waits for it is settled first, as always, and linked then. Both have the same sum, on the same bank account.',
  params: { id: lineInPath },
  body: json(Type.Object({ subjectId: SubjectId, reason: Reason })),
  refusals: ['line_settled', 'link_differs', 'link_taken'],
  example: { body: { subjectId: exampleIds.invoice, reason: 'The payer called' }, answer: { status: 'linked' } },
  async handle(call) {
    const { params, body } = call;
    const input = { lineId: params.id, subjectId: subjectOf(body.subjectId) };
    await call.context.settings.run(linkLineAct, input, byOf(call, body.reason));
    return { status: 'linked' };
  },
});

export const explainLine = endpoint({
  ...shared,
  path: '/bank-lines/:id/explain',
  operationId: 'explainBankLine',
  summary: 'Say why a line is nobody’s money',
  description:
    'Takes it from the list of what only the bank knows. An arrival that is held stays for whoever decides about arrivals.',
  params: { id: lineInPath },
  body: json(ReasonBody),
  refusals: ['line_settled'],
  example: { body: { reason: 'Interest of the bank' }, answer: { status: 'explained' } },
  async handle(call) {
    await call.context.settings.run(explainLineAct, { lineId: call.params.id }, byOf(call, call.body.reason));
    return { status: 'explained' };
  },
});

export const explainUnbacked = endpoint({
  ...shared,
  path: '/bank-accounts/:id/unbacked/explain',
  operationId: 'explainUnbacked',
  summary: 'Say why the bank does not know money that we know',
  params: { id: accountInPath },
  body: json(Type.Object({ subjectId: SubjectId, reason: Reason })),
  refusals: ['link_taken'],
  example: { body: { subjectId: exampleIds.invoice, reason: 'Paid in cash' }, answer: { status: 'explained' } },
  async handle(call) {
    const { params, body } = call;
    const input = { accountId: params.id, subjectId: subjectOf(body.subjectId) };
    await call.context.settings.run(explainUnbackedAct, input, byOf(call, body.reason));
    return { status: 'explained' };
  },
});
