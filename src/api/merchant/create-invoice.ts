import { createPayin, type InvoiceRequest } from '../../commands/create-payin.ts';
import { createPayout } from '../../commands/create-payout.ts';
import { AppError } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import { invoiceDTO } from '../invoice-dto.ts';
import { callerOf, perform } from '../perform.ts';
import { CreatedInvoice, CreateInvoiceBody } from '../schemas.ts';

export const createInvoice: Endpoint = {
  method: 'POST',
  path: '/invoices',
  operationId: 'createInvoice',
  summary: 'Create invoice',
  description:
    'Creates a payin (`in`) or payout (`out`) invoice. With `startDeal` a payin gets requisites at once, if any are free. ' +
    'A repeat with the same `internalId` and values gives the same invoice: a payin while it is `new`, in `dispute` or ' +
    '`paid` within the last 24 hours, a payout for ever.',
  body: { kind: 'json', schema: CreateInvoiceBody },
  response: CreatedInvoice,
  async handle(context, request, reply) {
    const body = request.body as CreateInvoiceBody;
    const invoice = readInvoiceRequest(body, context.newId(), callerOf(request).store.id);
    if (body.type === 'out') context.moneyOut();
    const command =
      body.type === 'in'
        ? createPayin({ ...invoice, startDeal: body.startDeal ?? false })
        : createPayout({ ...invoice, requisites: readRequisites(body) });
    return await perform(context, request, reply, {
      command,
      render: (state) => invoiceDTO(context, state, 'created'),
      // A payout with an internal ID is told from others by that, for ever; a payin sends no money away.
      isSignedOnce: body.type === 'out' && (invoice.internalId ?? '') === '',
    });
  },
};

function readInvoiceRequest(body: CreateInvoiceBody, id: string, storeId: number): InvoiceRequest {
  return {
    id,
    storeId,
    internalId: body.internalId ?? null,
    userId: body.userId ?? null,
    amount: body.amount,
    currency: body.currency,
    variant: { option: body.paymentOption || null, method: body.paymentMethod || null },
    notificationUrl: body.notificationUrl,
    notificationToken: body.notificationToken,
    successUrl: body.successUrl || null,
    cancelUrl: body.cancelUrl || null,
  };
}

function readRequisites({ paymentRequisites }: CreateInvoiceBody): { requisites: string; holder: string | null } {
  if (paymentRequisites === null || paymentRequisites === undefined) {
    throw new AppError('blank', { field: 'paymentRequisites' });
  }
  return { requisites: paymentRequisites.requisites, holder: paymentRequisites.holder ?? null };
}
