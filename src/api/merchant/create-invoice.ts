import { type Static, Type } from 'typebox';
import { createPayin, type InvoiceRequest } from '../../commands/payins/create-payin.ts';
import { createPayout } from '../../commands/payouts/create-payout.ts';
import { AppError } from '../../errors/app-error.ts';
import { act } from '../act.ts';
import { json } from '../endpoint.ts';
import {
  createdPayin,
  createdPayout,
  createdUnpaid,
  exampleIds,
  exampleShop,
  payoutInternalId,
  payoutRequisites,
} from '../examples.ts';
import { createdInvoiceDTO } from '../invoice-dto.ts';
import { CreatedInvoice } from '../invoice-schemas.ts';
import {
  DirectionType,
  decimal,
  decimalCharactersMax,
  httpUrl,
  NotificationToken,
  NotificationUrl,
  optionalFlag,
  optionalText,
  orNull,
  PayoutRequisites,
  requiredText,
} from '../schemas.ts';
import { endpoint } from './endpoint.ts';

const CreateInvoiceBody = Type.Object(
  {
    type: DirectionType,
    amount: requiredText(decimalCharactersMax, {
      ...decimal,
      description: 'Decimal amount as a string',
      examples: ['1000.00'],
    }),
    currency: requiredText(10, { description: 'Currency code', examples: ['RUB'] }),
    notificationUrl: Type.String({
      ...NotificationUrl,
      description: 'Where changes of status are sent. May be empty: then nothing is sent',
    }),
    notificationToken: Type.String({
      ...NotificationToken,
      description: 'Sent with each notification, to tell it from others. May be empty',
    }),
    internalId: optionalText(255, { description: "ID in the merchant's system" }),
    userId: optionalText(255, { description: "Client ID in the merchant's system" }),
    paymentOption: optionalText(50, {
      description: 'Way to pay, a code of payment-methods; null or absent for any. Mandatory for type `out`',
      examples: ['SBP'],
    }),
    paymentMethod: optionalText(50, {
      description: 'Bank, a code of payment-options; null or absent for any. Mandatory for type `out`',
      examples: ['sberbank'],
    }),
    paymentRequisites: Type.Optional(orNull(PayoutRequisites, 'Where a payout goes. Mandatory for type `out`')),
    startDeal: optionalFlag('Only for type `in`: create a deal at once'),
    successUrl: optionalText(2048, { ...httpUrl, description: 'Where the payer is sent after paying' }),
    cancelUrl: optionalText(2048, { ...httpUrl, description: 'Where the payer is sent after giving up' }),
  },
  {
    $id: 'CreateInvoice',
    if: { properties: { type: { const: 'out' } }, required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: this is the keyword of JSON Schema.
    then: {
      required: ['paymentOption', 'paymentMethod', 'paymentRequisites'],
      properties: {
        paymentOption: { type: 'string', minLength: 1 },
        paymentMethod: { type: 'string', minLength: 1 },
        paymentRequisites: { type: 'object' },
      },
    },
  },
);
type CreateInvoiceBody = Static<typeof CreateInvoiceBody>;

const exampleBody = { amount: '1000.00', currency: 'RUB', ...exampleShop, userId: 'client-7' } as const;

export const createInvoice = endpoint({
  method: 'POST',
  path: '/invoices',
  operationId: 'createInvoice',
  summary: 'Create invoice',
  description:
    'Creates a payin (`in`) or payout (`out`) invoice. With `startDeal` a payin gets requisites at once, if any are free. ' +
    'A repeat with the same `internalId` and values gives the same invoice: a payin while it is `new`, in `dispute` or ' +
    '`paid` within the last 24 hours, a payout for ever. A payout needs `paymentOption`, `paymentMethod` and ' +
    '`paymentRequisites`; its sum and fee are frozen on the store account at once. When no requisites are free for a ' +
    'payin, `deals` is empty and the invoice is there all the same: start a deal later.',
  tag: 'Invoices and deals',
  scope: 'type of body',
  body: json(CreateInvoiceBody),
  response: CreatedInvoice,
  refusals: [
    'blank',
    'invalid_choice',
    'invalid_amount',
    'invalid_url',
    'amount_too_small',
    'amount_too_big',
    'currency_not_allowed',
    'payment_option_not_allowed',
    'payment_method_not_allowed',
    'rate_unavailable',
    'rate_outdated',
    'internal_id_needed',
    'internal_id_reused',
    'invoice_detached',
    'insufficient_funds',
    'pay_in_disabled',
    'pay_out_disabled',
    'money_out_stopped',
    'user_id_needed',
    'payer_pending',
    'payer_too_often',
    'payer_blocked',
  ],
  takesKey: true,
  examples: {
    payin: {
      asks: 'Payin, with a deal at once',
      body: {
        type: 'in',
        ...exampleBody,
        internalId: exampleIds.internalId,
        paymentOption: 'TO_CARD',
        paymentMethod: 'sberbank',
        startDeal: true,
      },
      shows: 'Payin, with a deal at once',
      answer: createdPayin,
    },
    open: {
      asks: 'Payin, for the payer to choose how',
      body: { type: 'in', ...exampleBody },
      shows: 'Payin, for the payer to choose how',
      answer: createdUnpaid,
    },
    payout: {
      asks: 'Payout',
      body: {
        type: 'out',
        ...exampleBody,
        internalId: payoutInternalId,
        paymentOption: 'TO_CARD',
        paymentMethod: 'sberbank',
        paymentRequisites: payoutRequisites,
      },
      shows: 'Payout',
      answer: createdPayout,
    },
  },
  async handle({ context, caller, body }) {
    const invoice = readInvoiceRequest(body, context.newId(), caller.store.id);
    const command =
      body.type === 'in'
        ? createPayin({ ...invoice, startDeal: body.startDeal ?? false })
        : createPayout({ ...invoice, requisites: readRequisites(body) });
    // A payout with an internal ID is told from others by that, for ever; a payin sends no money away.
    const isSignedOnce = body.type === 'out' && (invoice.internalId ?? '') === '';
    return act(command, (state) => createdInvoiceDTO(context, state), { isSignedOnce });
  },
});

function readInvoiceRequest(body: CreateInvoiceBody, id: string, storeId: number): InvoiceRequest {
  return {
    id,
    storeId,
    internalId: body.internalId ?? null,
    userId: body.userId ?? null,
    amount: body.amount,
    currency: body.currency,
    variant: { option: body.paymentOption || null, bank: body.paymentMethod || null },
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
