import { type Static, Type } from 'typebox';
import { addEvidence as addEvidenceCommand } from '../../commands/add-evidence.ts';
import { type DecideDispute, decideDispute } from '../../commands/decide-dispute.ts';
import { openDispute as openDisputeCommand } from '../../commands/open-dispute.ts';
import { disputeReasons, disputeResults, parseDisputeReason } from '../../domain/dispute.ts';
import { AppError } from '../../errors.ts';
import { readUpload, uploadFingerprint } from '../../http/upload.ts';
import { readClaim } from '../dispute-form.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { Invoice } from '../invoice-schemas.ts';
import { OptionalAmount, pathUuid, performAct, requiredField } from './act.ts';
import { dealOf } from './deal-dto.ts';
import type { OperatorCall, OperatorEndpoint } from './endpoint.ts';
import { Reason } from './fields.ts';
import { findInvoiceWithinReach } from './reach.ts';

const reasonCharactersMax = 1000;

export const openDisputeByPerson: OperatorEndpoint = {
  method: 'POST',
  path: '/invoices/:id/dispute',
  operationId: 'openDisputeByPerson',
  summary: 'Open a dispute',
  roles: ['operator', 'merchant'],
  scope: 'money',
  body: {
    kind: 'multipart',
    schema: Type.Object({
      dealId: Type.Optional(Type.String({ description: 'Which deal; the one that matters now when absent' })),
      disputeReason: Type.Enum(Object.keys(disputeReasons)),
      'disputeReasonData[amount]': Type.Optional(Type.String({ description: 'Needed for `invalid_sum`' })),
      reason: Reason,
      attachment: Type.Optional(Type.String({ format: 'binary' })),
    }),
  },
  response: Invoice,
  async handle(call) {
    const { context, request, actor } = call;
    const { invoice } = await findInvoiceWithinReach(context, actor, pathUuid(request));
    const form = await readUpload(context, request);
    const claim = readClaim(context, claimFields(form.fields), invoice);
    const by = { actor, reason: requiredField(form.fields, 'reason', reasonCharactersMax) };
    const command = openDisputeCommand({
      invoiceId: invoice.id,
      storeId: invoice.storeId,
      dealId: claim.dealId,
      reason: claim.reason,
      amount: claim.amount,
      attachment: form.file,
      by,
    });
    const fingerprint = uploadFingerprint(form);
    return await performAct(call, { command, render: (state) => invoiceDTO(context, state), fingerprint });
  },
};

function claimFields(fields: ReadonlyMap<string, string>): Parameters<typeof readClaim>[1] {
  const disputeReason = fields.get('disputeReason') ?? '';
  if (disputeReason === '') throw new AppError('blank', { field: 'disputeReason' });
  if (parseDisputeReason(disputeReason) === null) {
    const choices = Object.keys(disputeReasons).join(', ');
    throw new AppError('invalid_choice', { field: 'disputeReason', choices });
  }
  return Object.fromEntries(fields) as Parameters<typeof readClaim>[1];
}

export const addEvidence: OperatorEndpoint = {
  method: 'POST',
  path: '/invoices/:id/evidence',
  operationId: 'addEvidence',
  summary: 'Add evidence to a dispute',
  description: 'From either side: words in `text`, and a file as `attachment` where there is one.',
  roles: ['operator', 'maker', 'merchant'],
  scope: 'money',
  body: {
    kind: 'multipart',
    schema: Type.Object({ text: Reason, attachment: Type.Optional(Type.String({ format: 'binary' })) }),
  },
  response: Type.Object({}),
  async handle(call) {
    const { context, request, actor } = call;
    const { invoice, deals } = await findInvoiceWithinReach(context, actor, pathUuid(request));
    const dealId = deals.find(({ status }) => status === 'dispute')?.id;
    if (dealId === undefined) throw new AppError('not_in_dispute', { status: invoice.status });
    const form = await readUpload(context, request);
    const text = requiredField(form.fields, 'text', reasonCharactersMax);
    const command = addEvidenceCommand({ actor, reason: text, invoiceId: invoice.id, text, attachment: form.file });
    const sees = actor.role === 'merchant' ? 'payment' : 'maker';
    return await performAct(call, {
      command,
      render: (state) => dealOf(context, state, dealId, sees),
      fingerprint: uploadFingerprint(form),
    });
  },
};

const AcceptDisputeBody = Type.Object({ amount: OptionalAmount, reason: Reason });

export const acceptDispute: OperatorEndpoint = {
  method: 'POST',
  path: '/invoices/:id/dispute/accept',
  operationId: 'acceptDispute',
  summary: 'Accept a dispute',
  description: 'The deal is paid, with the sum asked for or with `amount`; the books are corrected by new transfers.',
  roles: ['operator'],
  scope: 'money',
  body: { kind: 'json', schema: AcceptDisputeBody },
  response: Invoice,
  async handle(call) {
    const { amount } = call.request.body as Static<typeof AcceptDisputeBody>;
    return await decide(call, { kind: 'accept', amount: amount ?? null });
  },
};

const { ACCEPTED: _accepted, AMOUNT_CHANGED: _changed, ...rejections } = disputeResults;

const RejectDisputeBody = Type.Object({
  result: Type.Enum(Object.keys(rejections) as (keyof typeof rejections)[]),
  reason: Reason,
});

export const rejectDispute: OperatorEndpoint = {
  method: 'POST',
  path: '/invoices/:id/dispute/reject',
  operationId: 'rejectDispute',
  summary: 'Reject a dispute',
  description: 'Everything goes back to where it was; `result` tells the merchant why.',
  roles: ['operator'],
  scope: 'money',
  body: { kind: 'json', schema: RejectDisputeBody },
  response: Invoice,
  async handle(call) {
    const { result } = call.request.body as Static<typeof RejectDisputeBody>;
    return await decide(call, { kind: 'reject', result });
  },
};

async function decide(call: OperatorCall, decision: DecideDispute['decision']): Promise<unknown> {
  const { context, request, actor } = call;
  const { reason } = request.body as { readonly reason: string };
  const { invoice } = await findInvoiceWithinReach(context, actor, pathUuid(request));
  const command = decideDispute({
    actor,
    reason,
    decisionId: context.newId(),
    invoiceId: invoice.id,
    seenStoreId: invoice.storeId,
    decision,
  });
  return await performAct(call, { command, render: (state) => invoiceDTO(context, state) });
}
