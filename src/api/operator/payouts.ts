import { type Static, Type } from 'typebox';
import { requireOwnDeal } from '../../commands/audited.ts';
import type { InvoiceState } from '../../commands/command.ts';
import {
  confirmPayout as confirm,
  giveBackPayout as giveBack,
  payoutWasNotPaid,
  provePayout as prove,
  takePayout as take,
} from '../../commands/payout-work.ts';
import type { Actor } from '../../domain/audit.ts';
import type { Catalogue } from '../../domain/catalogue.ts';
import { type Deal, newestDeal } from '../../domain/deal.ts';
import type { Invoice } from '../../domain/invoice.ts';
import { AppError } from '../../errors.ts';
import { readUpload, uploadFingerprint } from '../../http/upload.ts';
import { listOpenPayouts } from '../../storage/reads/deal-list-reads.ts';
import { pathUuid, performAct, ReasonBody } from './act.ts';
import { dealDTO, dealOf } from './deal-dto.ts';
import type { OperatorCall, OperatorContext, OperatorEndpoint } from './endpoint.ts';
import { Reason } from './fields.ts';
import { ListAnswer, ListQuery, pageDTO, pageQuery } from './list-query.ts';
import { reachesStore } from './reach.ts';

export const listPayouts: OperatorEndpoint = {
  method: 'GET',
  path: '/payouts',
  operationId: 'listPayouts',
  summary: 'List payouts that wait for a maker',
  description: 'Oldest first. A maker sees those in the own settlement currency. Payouts taken are among the deals.',
  roles: ['operator', 'maker'],
  scope: 'read',
  query: pageQuery,
  response: ListAnswer,
  async handle({ context, request, actor }) {
    const catalogue = context.catalogue();
    const stores = storesPaidFrom(catalogue, actor);
    const page = new ListQuery(request).page();
    const found = await listOpenPayouts(context.pool, stores, context.clock(), page);
    return pageDTO(found, ({ deal, storeId }) => dealDTO(context, deal, storeId));
  },
};

/** Stores whose payouts the actor may take: a maker is credited in the own currency only. */
function storesPaidFrom(catalogue: Catalogue, actor: Actor): number[] {
  const maker = actor.makerId === null ? undefined : catalogue.makers.get(actor.makerId);
  return [...catalogue.stores.values()]
    .filter((store) => actor.role === 'operator' || store.settlementCurrency === maker?.settlementCurrency)
    .map(({ id }) => id);
}

const TakePayoutBody = Type.Object({
  makerId: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1 })),
  reason: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 1000 })),
});

export const takePayout: OperatorEndpoint = {
  method: 'POST',
  path: '/payouts/:id/take',
  operationId: 'takePayout',
  summary: 'Take a payout',
  description: 'One maker wins. An operator takes it for the maker named in `makerId`.',
  roles: ['operator', 'maker'],
  scope: 'money',
  body: { kind: 'json', schema: TakePayoutBody },
  response: Type.Object({}),
  async handle(call) {
    const { context, request, actor } = call;
    const body = request.body as Static<typeof TakePayoutBody>;
    const { invoice } = await findPayout(context, request);
    const makerId = actor.role === 'maker' ? actor.makerId : (body.makerId ?? null);
    if (makerId === null) throw new AppError('blank', { field: 'makerId' });
    if (!context.catalogue().makers.has(makerId)) throw new AppError('not_found', { field: 'makerId' });
    // Whoever takes it pays it: this is where the money starts to go out.
    context.moneyOut();
    const reason = body.reason?.trim() || 'to pay it';
    const command = take({ actor, reason, invoiceId: invoice.id, seenStoreId: invoice.storeId, makerId });
    return await performAct(call, { command, render: (state) => currentDeal(context, state, actor) });
  },
};

export const giveBackPayout: OperatorEndpoint = {
  method: 'POST',
  path: '/payouts/:id/give-back',
  operationId: 'giveBackPayout',
  summary: 'Give a payout back',
  description: 'It waits for another maker, or ends if its time has passed.',
  roles: ['operator', 'maker'],
  scope: 'money',
  body: { kind: 'json', schema: ReasonBody },
  response: Type.Object({}),
  async handle(call) {
    const { context, request, actor } = call;
    const { reason } = request.body as Static<typeof ReasonBody>;
    const { invoice } = await findPayout(context, request);
    const command = giveBack({ actor, reason, invoiceId: invoice.id, seenStoreId: invoice.storeId });
    return await performAct(call, { command, render: (state) => currentDeal(context, state, actor) });
  },
};

export const provePayout: OperatorEndpoint = {
  method: 'POST',
  path: '/payouts/:id/proof',
  operationId: 'provePayout',
  summary: 'Upload the proof that a payout was paid',
  roles: ['operator', 'maker'],
  scope: 'money',
  body: { kind: 'multipart', schema: Type.Object({ attachment: Type.String({ format: 'binary' }) }) },
  response: Type.Object({}),
  async handle(call) {
    const { context, request, actor } = call;
    // Before the upload is read: nobody sends ten megabytes to a payout of somebody else.
    const { invoice, deal } = await findPayout(context, request);
    if (deal === undefined) throw new AppError('payout_not_open', { status: invoice.status });
    requireOwnDeal(actor, deal);
    const form = await readUpload(context, request);
    if (form.file === null) throw new AppError('attachment_missing', { field: 'attachment' });
    const command = prove({
      actor,
      reason: 'proof of payment',
      invoiceId: invoice.id,
      seenStoreId: invoice.storeId,
      attachment: form.file,
    });
    return await performAct(call, {
      command,
      render: (state) => currentDeal(context, state, actor),
      fingerprint: uploadFingerprint(form),
    });
  },
};

export const confirmPayout: OperatorEndpoint = {
  method: 'POST',
  path: '/payouts/:id/confirm',
  operationId: 'confirmPayout',
  summary: 'Say that a payout was received',
  description:
    'The maker has shown a proof and is credited now. Without it the maker is credited when the time of `creditAt` has passed, unless somebody disputes the payout before.',
  roles: ['operator', 'merchant'],
  scope: 'money',
  body: { kind: 'json', schema: ReasonBody },
  response: Type.Object({}),
  async handle(call) {
    const { context, request, actor } = call;
    const { reason } = request.body as Static<typeof ReasonBody>;
    const { invoice } = await findPayout(context, request);
    if (!reachesStore(context.catalogue(), actor, invoice.storeId)) throw new AppError('not_found');
    const command = confirm({ actor, reason, invoiceId: invoice.id, seenStoreId: invoice.storeId });
    return await performAct(call, { command, render: (state) => currentDeal(context, state, actor) });
  },
};

/** What becomes of a payout that was not paid. */
export const nextNote = 'What becomes of a payout that was not paid: another maker pays it, or it is canceled';
export const Next = Type.Enum(['pool', 'cancel'], { description: nextNote });

const NotPaidBody = Type.Object({ next: Next, reason: Reason });

export const payoutNotPaid: OperatorEndpoint = {
  method: 'POST',
  path: '/payouts/:id/not-paid',
  operationId: 'payoutNotPaid',
  summary: 'Say that a payout was not paid',
  description:
    'Whatever the proof says, also after the maker was credited. The deal is canceled and what was credited is taken back by new transfers; the payout goes back into the pool at the same terms, or is canceled, as `next` says. The maker cannot take it again.',
  roles: ['operator'],
  scope: 'money',
  body: { kind: 'json', schema: NotPaidBody },
  response: Type.Object({}),
  async handle(call) {
    const { context, request, actor } = call;
    const { next, reason } = request.body as Static<typeof NotPaidBody>;
    const { invoice } = await findPayout(context, request);
    const act = { actor, reason, invoiceId: invoice.id, seenStoreId: invoice.storeId };
    const command = payoutWasNotPaid({ ...act, next, dealId: context.newId() });
    return await performAct(call, { command, render: (state) => currentDeal(context, state, actor) });
  },
};

/** The deal a payout has now, as the actor sees it. */
function currentDeal(context: OperatorContext, state: InvoiceState, { role }: Actor): object {
  const deal = newestDeal(state.deals);
  if (deal === undefined) throw new Error(`payout ${state.invoice.id} has no deal`);
  return dealOf(context, state, deal.id, role === 'merchant' ? 'payment' : 'maker');
}

/** The invoice's ID names a payout, and so does the ID of any deal it has had. */
async function findPayout(
  context: OperatorContext,
  request: OperatorCall['request'],
): Promise<{ invoice: Invoice; deal: Deal | undefined }> {
  const id = pathUuid(request);
  const found = (await context.reads.invoice(id)) ?? (await context.reads.invoice(await invoiceIdOf(context, id)));
  if (found === undefined || found.invoice.type !== 'out') throw new AppError('not_found');
  return { invoice: found.invoice, deal: newestDeal(found.deals) };
}

async function invoiceIdOf(context: OperatorContext, dealId: string): Promise<string> {
  const invoiceId = await context.reads.invoiceIdOfDeal(dealId);
  if (invoiceId === null) throw new AppError('not_found');
  return invoiceId;
}
