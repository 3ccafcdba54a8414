import { Type } from 'typebox';
import type { InvoiceState } from '../../../commands/command.ts';
import {
  giveBackPayout as giveBackPayoutCommand,
  takePayout as takePayoutCommand,
} from '../../../commands/payouts/payout-work.ts';
import { type Deal, newestDeal } from '../../../domain/invoices/deal.ts';
import type { Invoice } from '../../../domain/invoices/invoice.ts';
import type { Maker } from '../../../domain/makers/maker.ts';
import { servesStore } from '../../../domain/makers/rewards.ts';
import type { Store } from '../../../domain/merchants/store.ts';
import type { Actor } from '../../../domain/people/audit.ts';
import type { Catalogue } from '../../../domain/state/catalogue.ts';
import { isUuid } from '../../../domain/text/uuid.ts';
import { AppError } from '../../../errors/app-error.ts';
import { listOpenPayouts } from '../../../storage/reads/invoices/deal-list-reads.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { DealShape, dealDTO, dealOf, examplePayout, exampleTakenPayout, seenBy } from '../deals/deal-shape.ts';
import { actsOf, type OperatorContext, readsOf } from '../endpoint.ts';
import { note, Reason } from '../fields.ts';
import { page, pageDTO, pageQuery } from '../paging.ts';
import { storesWithinReach } from '../reach.ts';

const read = readsOf({ tag: 'Payouts', roles: ['operator', 'maker'] });
const payouts = actsOf({ tag: 'Payouts', roles: ['operator', 'maker'], scope: 'money' });

export const listPayouts = read({
  path: '/payouts',
  operationId: 'listPayouts',
  summary: 'List payouts that wait for a maker',
  description:
    'Oldest first. A maker sees those of the stores it serves, and of their numbers the last digits: the whole number comes with taking one. Payouts taken are among the deals.',
  query: pageQuery,
  response: page(DealShape),
  example: { answer: { items: [examplePayout], next: null } },
  async handle({ context, query, actor }) {
    const stores = storesPaidFrom(context.catalogue(), actor);
    const found = await listOpenPayouts(context.pool, stores, context.clock(), query);
    return pageDTO(found, ({ deal, storeId }) => dealDTO(context, deal, storeId, seenBy(actor, deal)));
  },
});

/** Stores whose payouts the actor may take: those a maker serves, and who pay in the maker's currency. */
function storesPaidFrom(catalogue: Catalogue, actor: Actor): number[] {
  const maker = actor.makerId === null ? undefined : catalogue.makers.get(actor.makerId);
  return [...catalogue.stores.values()]
    .filter((store) => actor.role === 'operator' || (maker !== undefined && paysFor(maker, store)))
    .map(({ id }) => id);
}

function paysFor(maker: Maker, { id, settlementCurrency }: Store): boolean {
  return settlementCurrency === maker.settlementCurrency && servesStore(maker, id);
}

export const payoutInPath = uuidInPath(
  'ID of the payout: of its invoice, or of the deal it has now. The first deal has the ID of the invoice',
  exampleIds.payout,
);

/** Two people may look at one payout. Who comes second must not decide about a deal that they have not seen. */
export const seenDealNote =
  'The deal that was looked at. Refused when the payout has another one by now; absent: whichever it has';
export const SeenDeal = note(36, seenDealNote);

/** The invoice's ID names a payout, and so does the ID of any deal it has had. */
export async function findPayout(
  context: OperatorContext,
  actor: Actor,
  id: string,
): Promise<{ invoice: Invoice; deal: Deal | undefined }> {
  const stores = storesWithinReach(context.catalogue(), actor);
  const found = (await context.reads.invoice(id, stores)) ?? (await ofDeal(context, id, stores));
  if (found === undefined || found.invoice.type !== 'out') throw new AppError('not_found');
  return { invoice: found.invoice, deal: newestDeal(found.deals) };
}

/** The deals that a request means: the one in its body, and one in its path that is no invoice. */
export function seenDeals(pathId: string, { id }: Invoice, named: string | null | undefined): readonly string[] {
  const inPath = pathId === id ? [] : [pathId];
  if (named === null || named === undefined || named === '') return inPath;
  if (!isUuid(named)) throw new AppError('not_found', { field: 'dealId' });
  return [...inPath, named.toLowerCase()];
}

async function ofDeal({ reads }: OperatorContext, dealId: string, stores: readonly number[] | null) {
  const invoiceId = await reads.invoiceIdOfDeal(dealId, stores);
  return invoiceId === null ? undefined : await reads.invoice(invoiceId, stores);
}

/** The deal a payout has now, as the actor sees it. */
export function currentDeal(context: OperatorContext, state: InvoiceState, actor: Actor): DealShape {
  const deal = newestDeal(state.deals);
  if (deal === undefined) throw new Error(`payout ${state.invoice.id} has no deal`);
  return dealOf(context, state, deal.id, seenBy(actor, deal));
}

const TakePayoutBody = Type.Object({
  dealId: SeenDeal,
  makerId: Type.Optional(
    Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, description: 'Which maker' }),
  ),
  reason: note(1000, 'Why; it is kept in the audit log'),
});

export const takePayout = payouts({
  path: '/payouts/:id/take',
  operationId: 'takePayout',
  summary: 'Take a payout',
  description:
    'One maker wins, and has until `proofDueAt` to show a proof. An operator takes it for the maker named in `makerId`.',
  params: { id: payoutInPath },
  body: json(TakePayoutBody),
  response: DealShape,
  refusals: [
    'maker_balance_low',
    'maker_off',
    'maker_stopped',
    'maker_takings_full',
    'maker_takings_uncovered',
    'maker_too_many_disputes',
    'maker_unanswered',
    'money_out_stopped',
    'payout_failed_before',
    'payout_given_back',
    'payout_has_newer_deal',
    'payout_not_open',
    'payout_reward_above_fee',
    'store_not_served',
  ],
  takesKey: true,
  example: { body: { makerId: 1, reason: 'For desk 2' }, answer: exampleTakenPayout },
  async handle({ context, params, body, actor }) {
    const { invoice } = await findPayout(context, actor, params.id);
    const makerId = actor.role === 'maker' ? actor.makerId : (body.makerId ?? null);
    if (makerId === null) throw new AppError('blank', { field: 'makerId' });
    if (!context.catalogue().makers.has(makerId)) throw new AppError('not_found', { field: 'makerId' });
    // The maker who takes it pays it: here the money starts to go out.
    const reason = body.reason?.trim() || 'to pay it';
    const { id: invoiceId, storeId: seenStoreId } = invoice;
    const seenDealIds = seenDeals(params.id, invoice, body.dealId);
    const command = takePayoutCommand({ actor, reason, invoiceId, seenStoreId, seenDealIds, makerId });
    return act(command, (state) => currentDeal(context, state, actor));
  },
});

export const giveBackPayout = payouts({
  path: '/payouts/:id/give-back',
  operationId: 'giveBackPayout',
  summary: 'Give a payout back',
  description: 'It waits for another maker, or ends if its time has passed.',
  params: { id: payoutInPath },
  body: json(Type.Object({ dealId: SeenDeal, reason: Reason })),
  response: DealShape,
  refusals: ['payout_has_newer_deal', 'payout_not_open'],
  takesKey: true,
  example: { body: { reason: 'The bank is down' }, answer: examplePayout },
  async handle({ context, params, body, actor }) {
    const { invoice } = await findPayout(context, actor, params.id);
    const { id: invoiceId, storeId: seenStoreId } = invoice;
    const seenDealIds = seenDeals(params.id, invoice, body.dealId);
    const command = giveBackPayoutCommand({ actor, reason: body.reason, invoiceId, seenStoreId, seenDealIds });
    return act(command, (state) => currentDeal(context, state, actor));
  },
});
