import { Type } from 'typebox';
import { refundStates } from '../../domain/refunds/refund.ts';
import { formatTimestamp } from '../../domain/text/timestamp.ts';
import type { ApiContext } from '../context.ts';
import { json } from '../endpoint.ts';
import { at, exampleIds, rubles } from '../examples.ts';
import { textInPath } from '../parameters.ts';
import { money, oneOf, requiredText, type ShapeOf, timestamp } from '../schemas.ts';
import { endpoint } from './endpoint.ts';
import { fillPayersRefund, readRefundPage } from './payers-refund.ts';

const PublicRefund = Type.Object(
  {
    status: oneOf(refundStates, '`waiting` until the payer has said where the money goes'),
    sum: money('What goes back to the payer'),
    storeName: Type.String({ description: 'Who gives it back' }),
    expireAt: timestamp('Until when the payer may answer'),
    paymentOptions: Type.Array(Type.String(), { description: 'Ways the money can go; none once the answer is given' }),
    paymentMethods: Type.Array(Type.String(), { description: 'Codes of banks it can go to' }),
  },
  { $id: 'PublicRefund' },
);
type PublicRefund = ShapeOf<typeof PublicRefund>;

const FillRefundBody = Type.Object(
  {
    paymentOption: requiredText(50, { description: 'One of `paymentOptions`', examples: ['TO_CARD'] }),
    paymentMethod: requiredText(50, { description: 'One of `paymentMethods`', examples: ['sberbank'] }),
    requisites: requiredText(255, { description: 'Card, phone or account number; its check digits are looked at' }),
    holder: requiredText(100, { description: 'Whose it is' }),
  },
  { $id: 'FillRefund' },
);

const ticketInPath = textInPath(
  'The last part of `refundUrl`: who has it may answer',
  `${exampleIds.refund}.q3Zr0N1bYtHc2vKx8LpWdA`,
);

const exampleWaiting: PublicRefund = {
  status: 'waiting',
  sum: rubles('400.00'),
  storeName: 'Demo Shop',
  expireAt: at('14:00:00'),
  paymentOptions: ['SBP', 'TO_CARD'],
  paymentMethods: ['sberbank', 'tinkoff'],
};

export const getPublicRefund = endpoint({
  method: 'GET',
  path: '/refunds/:ticket',
  operationId: 'getPublicRefund',
  summary: 'How a refund stands, for its payer',
  description: 'What the page behind `refundUrl` shows.',
  tag: 'Payers',
  params: { ticket: ticketInPath },
  response: PublicRefund,
  refusals: [],
  example: { shows: 'Waits for the payer', answer: exampleWaiting },
  handle: async ({ context, params }) => await refundSeen(context, params.ticket),
});

export const fillPublicRefund = endpoint({
  method: 'POST',
  path: '/refunds/:ticket',
  operationId: 'fillPublicRefund',
  summary: 'Say where a refund shall go',
  description: 'Once. A payout is made for it, and its funds are frozen.',
  tag: 'Payers',
  params: { ticket: ticketInPath },
  body: json(FillRefundBody),
  response: PublicRefund,
  refusals: [
    'blank',
    'refund_link_used',
    'refund_link_lapsed',
    'refund_canceled',
    'refund_not_paid',
    'refunded_above',
    'invalid_requisite',
    'payment_option_not_allowed',
    'payment_method_not_allowed',
    'amount_too_small',
    'amount_too_big',
    'pay_out_disabled',
    'insufficient_funds',
    'internal_id_reused',
    'rate_unavailable',
    'rate_outdated',
    'money_out_stopped',
  ],
  example: {
    asks: 'To a card',
    body: { paymentOption: 'TO_CARD', paymentMethod: 'sberbank', requisites: '2200000000000004', holder: 'Anna P.' },
    shows: 'Being paid',
    answer: { ...exampleWaiting, status: 'paying', paymentOptions: [], paymentMethods: [] },
  },
  async handle({ context, params, body }) {
    await fillPayersRefund(context, params.ticket, {
      variant: { option: body.paymentOption, bank: body.paymentMethod },
      requisites: { requisites: body.requisites, holder: body.holder },
    });
    return await refundSeen(context, params.ticket);
  },
});

async function refundSeen(context: ApiContext, ticket: string): Promise<PublicRefund> {
  const { state, sum, store, lapsesAt, ways, banks } = await readRefundPage(context, ticket);
  return {
    status: state,
    sum,
    storeName: store.name,
    expireAt: formatTimestamp(lapsesAt),
    paymentOptions: ways.map(({ code }) => code),
    paymentMethods: banks.map(({ code }) => code),
  };
}
