import { Type } from 'typebox';
import { takePayout as takePayoutCommand } from '../../../commands/payout-work.ts';
import { AppError } from '../../../errors.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { DealShape, exampleTakenPayout } from '../deals/deal-shape.ts';
import { endpoint } from '../endpoint.ts';
import { note } from '../fields.ts';
import { currentDeal, findPayout, payoutInPath, SeenDeal, seenDeals } from './find-payout.ts';

const TakePayoutBody = Type.Object({
  dealId: SeenDeal,
  makerId: Type.Optional(
    Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, description: 'Which maker' }),
  ),
  reason: note(1000, 'Why; it is kept in the audit log'),
});

export const takePayout = endpoint({
  method: 'POST',
  path: '/payouts/:id/take',
  operationId: 'takePayout',
  summary: 'Take a payout',
  description:
    'One maker wins, and has until `proofDueAt` to show a proof. An operator takes it for the maker named in `makerId`.',
  tag: 'Payouts',
  roles: ['operator', 'maker'],
  scope: 'money',
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
    // Whoever takes it pays it: this is where the money starts to go out.
    const reason = body.reason?.trim() || 'to pay it';
    const { id: invoiceId, storeId: seenStoreId } = invoice;
    const seenDealIds = seenDeals(params.id, invoice, body.dealId);
    const command = takePayoutCommand({ actor, reason, invoiceId, seenStoreId, seenDealIds, makerId });
    return act(command, (state) => currentDeal(context, state, actor));
  },
});
