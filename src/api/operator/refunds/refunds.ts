import { Type } from 'typebox';
import { keepExcess as keepExcessCommand } from '../../../commands/payins/keep-excess.ts';
import { askRefund as askRefundCommand } from '../../../commands/refunds/ask-refund.ts';
import { cancelRefund as cancelRefundCommand } from '../../../commands/refunds/cancel-refund.ts';
import type { Deal } from '../../../domain/invoices/deal.ts';
import type { Invoice } from '../../../domain/invoices/invoice.ts';
import { fiatDTO } from '../../../domain/money/money-dto.ts';
import { cameFor, type Excess, excessState, excessStates } from '../../../domain/payins/excess.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { allowRefund } from '../../../settings/authority/allow-refund.ts';
import { findRefund } from '../../../storage/reads/refunds/refund-reads.ts';
import { act } from '../../act.ts';
import { authorsShownTo } from '../../authors.ts';
import type { ApiContext } from '../../context.ts';
import { json } from '../../endpoint.ts';
import { exampleCode, exampleIds, paidInvoice, rubles } from '../../examples.ts';
import { invoiceDTO } from '../../invoice-dto.ts';
import { Invoice as InvoiceShape } from '../../invoice-schemas.ts';
import { uuidInPath } from '../../parameters.ts';
import { exampleRefund, linkReader, Refund, refundDTO, refundFor } from '../../refund-shape.ts';
import { money, oneOf, orNull, type ShapeOf } from '../../schemas.ts';
import { actsOf, byOf, type OperatorCall } from '../endpoint.ts';
import { OptionalAmount, Reason, ReasonBody, words } from '../fields.ts';
import { codeRefusals, MerchantsCode } from '../merchants/merchants-code.ts';
import { findInvoiceWithinReach, invoiceInPath, reachesStore } from '../reach.ts';

export const ExcessShape = Type.Object(
  {
    dealId: words('The deal that it came for'),
    status: oneOf(
      excessStates,
      '`held` until somebody decides; `promised`: its payer has a link; `returning`, `returned`; `kept` by the store; `none`: it turned out that no more came',
    ),
    came: money('All that came for the deal'),
    sum: money('What of it was above the sum asked for'),
    keptAt: orNull(Type.String(), 'When it was decided that the store keeps it'),
  },
  { $id: 'Excess' },
);
type ExcessShape = ShapeOf<typeof ExcessShape>;

/** `refunds`: those of the invoice, as they stand. */
export function excessDTO(
  context: ApiContext,
  excess: Excess,
  { deals, refunds }: { readonly deals: readonly Deal[]; readonly refunds: readonly Refund[] },
): ExcessShape {
  const deal = deals.find(({ id }) => id === excess.id);
  const returns = refunds.filter(({ isExcess }) => isExcess).map(({ status }) => status);
  const catalogue = context.catalogue();
  const came = deal === undefined ? excess.sum : cameFor(deal, excess);
  return {
    dealId: excess.id,
    status: excessState(excess, returns),
    came: fiatDTO(catalogue, came, excess),
    sum: fiatDTO(catalogue, excess.sum, excess),
    keptAt: excess.keptAt === null ? null : formatTimestamp(excess.keptAt),
  };
}

const refunds = actsOf({ tag: 'Invoices and disputes', roles: ['operator', 'merchant'], scope: 'money' });

export const askRefund = refunds({
  path: '/invoices/:id/refunds',
  operationId: 'askRefund',
  summary: 'Refund a payin',
  description:
    'The same as the merchant interface’s. A merchant gives a two-factor code, as for a withdrawal; an operator needs a second person.',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: invoiceInPath },
  body: json(
    Type.Object({
      amount: OptionalAmount,
      isExcess: Type.Optional(Type.Boolean({ description: 'Return what was sent too much, where it is kept apart' })),
      reason: Reason,
      code2FA: MerchantsCode,
    }),
  ),
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
    'pay_out_disabled',
    'rate_unavailable',
    'rate_outdated',
    'second_person_needed',
    'two_factor_disabled',
    ...codeRefusals,
  ],
  takesKey: true,
  example: {
    body: { amount: '400.00', reason: 'One of two items came back', code2FA: exampleCode },
    answer: exampleRefund,
  },
  async handle(call) {
    const { context, actor, signedIn, body } = call;
    const { invoice } = await findInvoiceWithinReach(context, actor, call.params.id);
    const { reason } = body;
    const asked = {
      id: context.newId(),
      invoiceId: invoice.id,
      storeId: invoice.storeId,
      amount: body.amount || null,
      isExcess: body.isExcess === true,
      reason,
    };
    if (actor.role === 'operator') await allowed(call, invoice, asked);
    const code = actor.role === 'operator' ? {} : { code: merchantsCode(body.code2FA) };
    const command = askRefundCommand({ ...asked, ...code, by: { actor, reason } });
    const authors = await authorsShownTo(actor.role, context, [actor.name]);
    return act(command, (refund) => refundFor(linkReader(signedIn), refundDTO(context, refund, undefined), authors));
  },
});

/** It lets money of the store out: an operator waits for a second person, unless there is none. */
async function allowed(
  call: OperatorCall,
  { currency }: Invoice,
  asked: {
    readonly id: string;
    readonly invoiceId: string;
    readonly storeId: number;
    readonly amount: string | null;
    readonly isExcess: boolean;
    readonly reason: string;
  },
): Promise<void> {
  const { settings } = call.context;
  if (settings.asksSecondPerson) await settings.run(allowRefund, { ...asked, currency }, byOf(call, asked.reason));
}

function merchantsCode(code: string | null | undefined): string {
  if (code === null || code === undefined) throw new AppError('two_factor_wrong', { field: 'code2FA' });
  return code;
}

export const cancelRefund = refunds({
  path: '/refunds/:id/cancel',
  operationId: 'cancelRefund',
  summary: 'Cancel a refund',
  description: 'While the payer has not yet said where the money goes. The link is of no use from then on.',
  params: { id: uuidInPath('Refund ID, a UUID', exampleIds.refund) },
  body: json(ReasonBody),
  response: Refund,
  refusals: ['refund_not_waiting'],
  takesKey: true,
  example: {
    body: { reason: 'The customer keeps it' },
    answer: { ...exampleRefund, status: 'canceled', refundUrl: null },
  },
  async handle({ context, actor, signedIn, params, body }) {
    const refund = await findRefund(context.pool, params.id);
    if (refund === null || !reachesStore(context.catalogue(), actor, refund.storeId)) throw new AppError('not_found');
    const { id: refundId, invoiceId } = refund;
    const command = cancelRefundCommand({ actor, reason: body.reason, refundId, invoiceId });
    const authors = await authorsShownTo(actor.role, context, [refund.askedBy]);
    return act(command, (canceled) =>
      refundFor(linkReader(signedIn), refundDTO(context, canceled, undefined), authors),
    );
  },
});

export const keepExcess = refunds({
  path: '/invoices/:id/excess/keep',
  operationId: 'keepExcess',
  summary: 'Let the store keep an excess',
  description:
    'The payin is then paid with all that came, as in a store that keeps nothing apart, with the fee for all of it. The store gains by it, so only an operator can say so. What is promised to the payer or on its way back stays theirs.',
  roles: ['operator'],
  params: { id: invoiceInPath },
  body: json(ReasonBody),
  response: InvoiceShape,
  refusals: ['no_excess', 'excess_not_held', 'excess_not_paid'],
  takesKey: true,
  example: {
    body: { reason: 'The payer writes that it was a tip' },
    answer: { ...paidInvoice, sum: rubles('1100.00') },
  },
  async handle({ context, actor, params, body }) {
    const { invoice } = await findInvoiceWithinReach(context, actor, params.id);
    const by = { actor, reason: body.reason };
    const command = keepExcessCommand({ ...by, invoiceId: invoice.id, seenStoreId: invoice.storeId });
    return act(command, (state) => invoiceDTO(context, state));
  },
});
