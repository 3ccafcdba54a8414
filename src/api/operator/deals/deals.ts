import { Type } from 'typebox';
import { type ByPerson, requireOwnDeal } from '../../../commands/audited.ts';
import type { Command, InvoiceState } from '../../../commands/command.ts';
import { rejectTransfer as rejectTransferCommand } from '../../../commands/invoices/reject-transfer.ts';
import { settleDeal as settleDealCommand } from '../../../commands/invoices/settle-deal.ts';
import { dealStatuses } from '../../../domain/invoices/deal.ts';
import { directions } from '../../../domain/money/payment.ts';
import { AppError, type ErrorCode } from '../../../errors/app-error.ts';
import { listDeals as listDealRows } from '../../../storage/reads/invoices/deal-list-reads.ts';
import { findTimeline } from '../../../storage/reads/invoices/timeline-reads.ts';
import { type Act, act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { exampleIds } from '../../examples.ts';
import { choiceQuery, integerQuery, ofInvoice, uuidInPath } from '../../parameters.ts';
import { actsOf, type OperatorCall, readsOf } from '../endpoint.ts';
import { OptionalAmount, Reason, ReasonBody } from '../fields.ts';
import { page, pageDTO, pageQuery } from '../paging.ts';
import { findInvoiceOfDeal } from '../reach.ts';
import { DealShape, dealDTO, dealOf, exampleDeal } from './deal-shape.ts';
import { OptionalRate, rateRefusals } from './overdue-shape.ts';

const read = readsOf({ tag: 'Deals', roles: ['operator', 'maker'] });
const deals = actsOf({ tag: 'Deals', roles: ['operator', 'maker'], scope: 'money' });

/** Why a deal may not be settled with a sum, the same for every role. */
export const settlementRefusals: readonly ErrorCode[] = ['insufficient_funds', 'invalid_amount', 'maker_funds'];

const dealInPath = ofInvoice(uuidInPath('Deal ID, a UUID', exampleIds.invoice));

interface DealAct extends ByPerson {
  readonly invoiceId: string;
  readonly dealId: string;
  readonly seenStoreId: number;
}

/** Does something to a deal, and answers with what it is then. */
async function actOnDeal<Hint>(
  { context, actor }: OperatorCall,
  { dealId, reason }: { readonly dealId: string; readonly reason: string },
  commandOf: (act: DealAct) => Command<InvoiceState, Hint>,
): Promise<Act<DealShape>> {
  const invoice = await findInvoiceOfDeal(context, actor, dealId);
  const command = commandOf({ actor, reason, invoiceId: invoice.id, dealId, seenStoreId: invoice.storeId });
  return act(command, (state) => dealOf(context, state, dealId));
}

const statusFilters = { ...dealStatuses, running: 'running' } as const;

export const listDeals = read({
  path: '/deals',
  operationId: 'listDeals',
  summary: 'List deals',
  description: "Newest first. A maker sees the own ones; an operator all, or one maker's.",
  mayBeBehind: true,
  query: {
    makerId: integerQuery('Of one maker'),
    status: choiceQuery(
      statusFilters,
      `${Object.keys(dealStatuses).join(', ')}, or \`running\`: waits for money or a word about it, or is in dispute`,
    ),
    type: choiceQuery(directions),
    ...pageQuery,
  },
  response: page(DealShape),
  example: { answer: { items: [exampleDeal], next: null } },
  async handle({ context, query, actor }) {
    const makerId = actor.role === 'maker' ? actor.makerId : query.makerId;
    const filter = { makerId, status: query.status, type: query.type };
    const found = await listDealRows(context.pool, filter, query, [...context.catalogue().makers.keys()]);
    return pageDTO(found, ({ deal, storeId }) => dealDTO(context, deal, storeId));
  },
});

export const readDeal = read({
  path: '/deals/:id',
  operationId: 'readDeal',
  summary: 'Read a deal',
  description: 'Also one that ended without money.',
  params: { id: dealInPath },
  response: DealShape,
  example: { answer: exampleDeal },
  async handle({ context, params, actor }) {
    const invoice = await findInvoiceOfDeal(context, actor, params.id);
    const timeline = await findTimeline(context.pool, invoice.id, []);
    const deal = timeline?.deals.find(({ id }) => id === params.id);
    if (timeline === null || deal === undefined) throw new AppError('not_found');
    requireOwnDeal(actor, deal);
    return dealOf(context, timeline, params.id);
  },
});

export const settleDeal = deals({
  path: '/deals/:id/settle',
  operationId: 'settleDeal',
  summary: 'Settle a deal',
  description:
    'The money is there. For a payin, `amount` says what came when that is not what was asked for; a payout is settled after its ' +
    "proof, by an operator. A maker's word counts for the sum asked for: with another `amount` the deal stays as it is and the " +
    'sum becomes a held arrival, which an operator decides.',
  params: { id: dealInPath },
  body: json(Type.Object({ amount: OptionalAmount, rate: OptionalRate, reason: Reason })),
  response: DealShape,
  refusals: [
    ...settlementRefusals,
    ...rateRefusals,
    'arrival_undecided',
    'deal_settled',
    'own_word',
    'payout_sum_fixed',
    'proof_missing',
    'sum_reported',
  ],
  takesKey: true,
  example: { body: { amount: '1000.00', reason: 'Seen in the bank' }, answer: exampleDeal },
  async handle(call) {
    const { amount = null, rate = null, reason } = call.body;
    const reportId = call.context.newId();
    return await actOnDeal(call, { dealId: call.params.id, reason }, (what) =>
      settleDealCommand({ ...what, amount, rate, reportId }),
    );
  },
});

export const rejectTransfer = deals({
  path: '/deals/:id/reject-transfer',
  operationId: 'rejectTransfer',
  summary: 'Say that no money came',
  description:
    "For a payin deal that a receipt has confirmed. The deal is canceled and the maker's balance is free again. The invoice stays open for fresh requisites, or expires when its time has passed. Money that comes after all is held as late.",
  roles: ['operator'],
  params: { id: dealInPath },
  body: json(ReasonBody),
  response: DealShape,
  refusals: ['arrival_undecided', 'payout_not_allowed', 'transfer_not_confirmed'],
  takesKey: true,
  example: {
    body: { reason: 'Nothing in the bank after a day; the receipt is forged' },
    answer: { ...exampleDeal, status: 'canceled', receivedSum: null },
  },
  async handle(call) {
    const what = { dealId: call.params.id, reason: call.body.reason };
    return await actOnDeal(call, what, rejectTransferCommand);
  },
});
