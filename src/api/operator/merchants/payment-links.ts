import { Type } from 'typebox';
import { createPayin } from '../../../commands/payins/create-payin.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { at, exampleIds, exampleUrl } from '../../examples.ts';
import { payerPage } from '../../invoice-dto.ts';
import { endpoint } from '../endpoint.ts';
import { amount, optionalText, text, words } from '../fields.ts';
import { ownStore, storeInPath } from './own-store.ts';

export const createPaymentLink = endpoint({
  method: 'POST',
  path: '/stores/:id/payment-links',
  operationId: 'createPaymentLink',
  summary: 'Create a payin by hand',
  description:
    'The same invoice that a shop would create, for a customer who is sent the link, or for the first payment of a new ' +
    'service. The shop is sent no notification of it; it finds the invoice in its list.',
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'settings',
  params: { id: storeInPath },
  body: json(
    Type.Object({
      amount: amount('What is to be paid, a decimal sum as a string'),
      currency: text(10, 'The code of its currency'),
      internalId: optionalText(255, 'What the shop calls it'),
      userId: optionalText(255, 'The client, as the shop knows them'),
    }),
  ),
  response: Type.Object({
    id: words('Invoice ID'),
    url: words('The page to pay it on'),
    expireAt: words('Until when'),
  }),
  refusals: [
    'invalid_amount',
    'amount_too_small',
    'amount_too_big',
    'currency_not_allowed',
    'pay_in_disabled',
    'not_found',
  ],
  takesKey: true,
  example: {
    body: { amount: '1000.00', currency: 'RUB' },
    answer: { id: exampleIds.invoice, url: `${exampleUrl}/pay/${exampleIds.invoice}`, expireAt: at('13:00:00') },
  },
  async handle(call) {
    const { context, body } = call;
    const store = ownStore(call, call.params.id);
    const command = createPayin({
      id: context.newId(),
      storeId: store.id,
      internalId: body.internalId ?? null,
      userId: body.userId ?? null,
      amount: body.amount,
      currency: body.currency,
      variant: { option: null, bank: null },
      notificationUrl: '',
      notificationToken: '',
      successUrl: null,
      cancelUrl: null,
      startDeal: false,
    });
    return act(command, ({ invoice: { id, expireAt } }) => ({
      id,
      url: payerPage(context, id),
      expireAt: formatTimestamp(expireAt),
    }));
  },
});
