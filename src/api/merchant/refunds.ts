import { Type } from 'typebox';
import { askRefund } from '../../commands/refunds/ask-refund.ts';
import { hasAllScopes } from '../../domain/merchants/api-key.ts';
import { AppError } from '../../errors/app-error.ts';
import { findRefund } from '../../storage/reads/refunds/refund-reads.ts';
import { act } from '../act.ts';
import { authorsShownTo } from '../authors.ts';
import { json } from '../endpoint.ts';
import { exampleIds } from '../examples.ts';
import { uuidInPath } from '../parameters.ts';
import { exampleRefund, Refund, readRefundDTO, refundDTO, refundFor } from '../refund-shape.ts';
import { decimal, decimalCharactersMax, optionalText, orNull } from '../schemas.ts';
import { endpoint } from './endpoint.ts';
import { invoiceInPath, ownInvoice } from './invoices.ts';

const CreateRefundBody = Type.Object(
  {
    amount: optionalText(decimalCharactersMax, {
      ...decimal,
      description: 'Decimal amount as a string; null or absent for all that was not refunded yet',
      examples: ['400.00'],
    }),
    isExcess: Type.Optional(
      orNull(
        Type.Boolean(),
        'True: return what the payer has sent too much, where the store keeps that apart. Its account pays, and all of it goes back',
      ),
    ),
    reason: optionalText(500, { description: 'Why, for your people; the payer does not see it' }),
  },
  { $id: 'CreateRefund' },
);

export const createRefund = endpoint({
  method: 'POST',
  path: '/invoices/:id/refunds',
  operationId: 'createRefund',
  summary: 'Refund a payin',
  description:
    'Promises the payer of a paid payin a part of what came, or all of it. Send the payer `refundUrl`: there they say where the ' +
    'money shall go, and a payout is made for it, with the hold, the fee and the notifications of any payout. The funds are ' +
    'frozen then, not before. All refunds of an invoice together never exceed what came. With `isExcess` it returns what was ' +
    'sent too much, which is no part of what the invoice was paid with.',
  tag: 'Invoices and deals',
  scope: 'payout',
  params: { id: invoiceInPath },
  body: json(CreateRefundBody),
  response: Refund,
  refusals: [
    'invalid_amount',
    'refund_not_paid',
    'refund_too_much',
    'refunds_too_many',
    'no_excess',
    'excess_not_held',
    'excess_not_paid',
    'excess_returned_whole',
    'insufficient_funds',
    'amount_too_small',
    'amount_too_big',
    'currency_not_allowed',
    'pay_out_disabled',
    'rate_unavailable',
    'rate_outdated',
  ],
  takesKey: true,
  example: {
    asks: 'A part of it',
    body: { amount: '400.00', reason: 'One of two items came back' },
    shows: 'Waits for the payer',
    answer: exampleRefund,
  },
  async handle(call) {
    const { context, body } = call;
    const { invoice } = await ownInvoice(call, call.params.id);
    const command = askRefund({
      id: context.newId(),
      invoiceId: invoice.id,
      storeId: invoice.storeId,
      amount: body.amount || null,
      isExcess: body.isExcess === true,
      reason: body.reason ?? '',
    });
    return act(command, (refund) => refundDTO(context, refund, undefined), { isSignedOnce: true });
  },
});

export const getRefund = endpoint({
  method: 'GET',
  path: '/refunds/:id',
  operationId: 'getRefund',
  summary: 'Get refund by ID',
  description:
    'Once the payer has said where the money goes, `payoutId` names the payout, whose `internalId` is `refund:` and this ID.',
  tag: 'Invoices and deals',
  scope: 'read',
  params: { id: uuidInPath('Refund ID', exampleIds.refund) },
  response: Refund,
  refusals: [],
  example: {
    shows: 'Being paid',
    answer: { ...exampleRefund, status: 'paying', refundUrl: null, payoutId: exampleIds.payout },
  },
  async handle({ context, caller, params }) {
    const refund = await findRefund(context.pool, params.id);
    if (refund === null || refund.storeId !== caller.store.id) throw new AppError('not_found');
    const authors = await authorsShownTo('merchant', context, [refund.askedBy]);
    return refundFor(
      { seesLink: hasAllScopes(caller.apiKey, ['payout']) },
      await readRefundDTO(context, refund),
      authors,
    );
  },
});
