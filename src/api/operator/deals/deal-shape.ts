import { Type } from 'typebox';
import { ifAccepted, ifRejected, verdicts } from '../../../domain/disputes/dispute-verdict.ts';
import { type Deal, dealStatuses, isActive } from '../../../domain/invoices/deal.ts';
import { disputeAnswers, refusalReasons } from '../../../domain/invoices/deal-dispute.ts';
import { dueDeal } from '../../../domain/invoices/expiry.ts';
import type { Invoice } from '../../../domain/invoices/invoice.ts';
import { proofDueAt } from '../../../domain/invoices/taking.ts';
import { storeOf } from '../../../domain/merchants/store.ts';
import type { SettlementMinor } from '../../../domain/money/money.ts';
import { fiatDTO, settlementDTO } from '../../../domain/money/money-dto.ts';
import { creditAt, objectedAt } from '../../../domain/payouts/payout-hold.ts';
import type { Actor } from '../../../domain/people/audit.ts';
import { formatRate } from '../../../domain/rates/rates.ts';
import type { Attachment } from '../../../domain/receipts/attachment.ts';
import { maskedNumber } from '../../../domain/text/masked-number.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { ApiContext } from '../../context.ts';
import {
  at,
  exampleIds,
  exampleReceipt,
  exampleRequisites,
  payment,
  payoutRequisites,
  received,
  rubles,
} from '../../examples.ts';
import { attachmentLink } from '../../invoice-dto.ts';
import { DirectionType, money, moneyOrNull, oneOf, type ShapeOf } from '../../schemas.ts';
import { figure, flag, nullable, timestampOrNull, words } from '../fields.ts';
import { OverdueShape, overdueDTO } from './overdue-shape.ts';

/** A deal as people who work with it see it. Who holds the requisites is none of the merchant's business. */

export const FileShape = Type.Object(
  {
    link: words('Signed link that expires'),
    fileName: words('As it was uploaded'),
    mediaType: words('What the file is, found out from its content'),
    sizeBytes: figure('Bytes'),
    addedAt: words('When it was uploaded'),
  },
  { $id: 'OperatorFile' },
);

const DisputeShape = Type.Object(
  {
    reason: words('Why, as the merchant interface names it'),
    amount: nullable(Type.String(), 'The sum claimed, for `invalid_sum`'),
    result: nullable(Type.String(), 'How it was decided; null while it is open'),
    from: words('Status of the deal before, and again when the claim is rejected'),
    isPart: flag('The deal was completed as a part of an invoice that is not paid'),
    ifAccepted: oneOf(
      verdicts,
      '`paid`: accepting it completes the deal; a payin that is not paid becomes paid, whatever the reason. `not_paid`: accepting it cancels the deal and takes back what was credited',
    ),
    ifRejected: Type.Array(oneOf(verdicts), {
      description:
        'What rejecting it can say of the money at once, the usual first. Without such a word, and always with a result that asks for papers (`WAITING_…`), the deal goes back to `from`; empty where that is all',
    }),
    openedAt: words('When it was opened'),
    deadlineAt: words('When it should be decided'),
    isOverdue: flag('Still open after its deadline'),
    answer: nullable(
      Type.Object({
        kind: oneOf(disputeAnswers, '`agreed` or `refused`'),
        reason: nullable(oneOf(refusalReasons), 'Why it is refused'),
        at: words('When'),
      }),
      'What the maker has said to it; null: nothing yet',
    ),
    answerDueAt: nullable(Type.String(), 'By when the maker has to answer; null: it is answered, or no clock runs'),
    attachment: nullable(FileShape, 'Proof given with it'),
  },
  { $id: 'OperatorDispute' },
);

export const DealShape = Type.Object(
  {
    id: words('Deal ID, a UUID'),
    invoiceId: words('Its invoice'),
    ordinal: figure('Which attempt to pay the invoice it is, from 1'),
    type: DirectionType,
    status: oneOf(dealStatuses, 'Where the deal stands'),
    isActive: flag('False once it is `completed`, `canceled` or `expired`'),
    paymentOption: words('Way to pay'),
    paymentMethod: words('Bank code'),
    makerId: Type.Optional(nullable(Type.Integer(), 'Who takes or pays the money; not shown to merchants')),
    requisiteId: Type.Optional(nullable(Type.Integer(), 'Where the money goes; not shown to merchants')),
    requisites: Type.Object(
      { requisites: words('Card, phone or account'), holder: nullable(Type.String(), 'Name of the owner') },
      {
        description:
          'Where the payer, or for a payout the maker, transfers to. Of a payout that a maker has yet to take, the last digits',
      },
    ),
    sum: money('The fiat sum asked for'),
    receivedSum: moneyOrNull('The fiat sum that came; null until it did'),
    rate: words('Fiat per unit of settlement currency, fixed when the deal started'),
    makerSum: money('What the maker pays or is paid, in the settlement currency'),
    feeSum: money('Fee of the service, in the settlement currency'),
    rewardSum: Type.Optional(money("What of the fee is the maker's; not shown to merchants")),
    startedAt: words('When it began'),
    deadlineAt: words('When it expires if nothing is confirmed'),
    confirmedAt: nullable(Type.String(), 'When a transfer was confirmed'),
    proofDueAt: nullable(
      Type.String(),
      'By when the maker of a payout has to show a proof: past it the merchant may cancel, and it is at the top of the work queue; null: nobody has it, or there is a proof',
    ),
    creditAt: nullable(Type.String(), 'When a payout with a proof credits its maker, unless somebody objects before'),
    objectedAt: nullable(
      Type.String(),
      'When somebody objected to the proof of a payout, which no time credits since: the merchant or an operator confirms it, or an operator says that it was not paid; null: it does not wait for that',
    ),
    overdue: nullable(OverdueShape, 'A confirmed transfer past its deadline; null while it is none'),
    endedAt: nullable(Type.String(), 'When it ended'),
    attachments: Type.Array(FileShape, { description: 'Receipts' }),
    dispute: nullable(DisputeShape, 'The last dispute over it'),
  },
  { $id: 'OperatorDeal' },
);
export type DealShape = ShapeOf<typeof DealShape>;

/**
 * `maker`: everything. `payment`: not who is behind the requisites. `offer`: a payout that is still to be taken, of which the
 * number and its holder are nobody's business but the one's who takes it.
 */
type Sees = 'maker' | 'payment' | 'offer';

export function seenBy({ role, makerId }: Pick<Actor, 'role' | 'makerId'>, deal: Deal): Sees {
  if (role === 'merchant') return 'payment';
  return role === 'maker' && deal.type === 'out' && deal.makerId !== makerId ? 'offer' : 'maker';
}

export function dealDTO(context: ApiContext, deal: Deal, storeId: number, sees: Sees = 'maker'): DealShape {
  const catalogue = context.catalogue();
  const store = storeOf(catalogue, storeId);
  const settled = (sum: SettlementMinor) => settlementDTO(catalogue, sum, store);
  // Time decides what is expired, not the worker that writes it down.
  const status = dueDeal([deal], context.clock()) === undefined ? deal.status : 'expired';
  return {
    id: deal.id,
    invoiceId: deal.invoiceId,
    ordinal: deal.ordinal,
    type: deal.type,
    status,
    isActive: isActive(status),
    paymentOption: deal.paymentOption,
    paymentMethod: deal.bank,
    ...(sees === 'payment' ? {} : { makerId: deal.makerId, requisiteId: deal.requisiteId }),
    requisites:
      sees === 'offer'
        ? { requisites: maskedNumber(deal.number), holder: null }
        : { requisites: deal.number, holder: deal.holder },
    sum: fiatDTO(catalogue, deal.askedSum, deal),
    receivedSum: fiatDTO(catalogue, deal.receivedSum, deal),
    rate: formatRate(deal.rate),
    makerSum: settled(deal.makerSum),
    feeSum: settled(deal.feeSum),
    ...(sees === 'payment' ? {} : { rewardSum: settled(deal.rewardSum) }),
    startedAt: formatTimestamp(deal.startedAt),
    deadlineAt: formatTimestamp(deal.deadlineAt),
    confirmedAt: timestampOrNull(deal.confirmedAt),
    proofDueAt: timestampOrNull(proofDueAt(deal)),
    creditAt: timestampOrNull(creditAt(deal, store)),
    objectedAt: timestampOrNull(objectedAt(deal)),
    overdue: overdueDTO(context, deal, store),
    endedAt: timestampOrNull(deal.endedAt),
    attachments: deal.attachments.map((attachment) => attachmentDTO(context, attachment)),
    dispute: disputeDTO(context, deal),
  };
}

/** The deal an act was about, out of what the act gave back. */
export function dealOf(
  context: ApiContext,
  state: { readonly invoice: Invoice; readonly deals: readonly Deal[] },
  dealId: string,
  sees: Sees = 'maker',
): DealShape {
  const deal = state.deals.find(({ id }) => id === dealId);
  if (deal === undefined) throw new AppError('not_found');
  return dealDTO(context, deal, state.invoice.storeId, sees);
}

export function attachmentDTO(context: ApiContext, attachment: Attachment): ShapeOf<typeof FileShape> {
  const { fileName, mediaType, sizeBytes, addedAt } = attachment;
  return {
    link: attachmentLink(context, attachment),
    fileName,
    mediaType,
    sizeBytes,
    addedAt: formatTimestamp(addedAt),
  };
}

function disputeDTO(context: ApiContext, deal: Deal): DealShape['dispute'] {
  const { type, dispute } = deal;
  if (dispute === null) return null;
  const { reason, amount, result, from, openedAt, deadlineAt, answer } = dispute;
  const attachment = dispute.attachment === null ? null : attachmentDTO(context, dispute.attachment);
  return {
    reason,
    amount,
    result,
    from,
    isPart: dispute.isPart === true,
    ifAccepted: ifAccepted(type, dispute),
    ifRejected: [...ifRejected(type, dispute)],
    openedAt: formatTimestamp(openedAt),
    deadlineAt: formatTimestamp(deadlineAt),
    isOverdue: result === null && deadlineAt <= context.clock(),
    answer: answer == null ? null : { ...answer, at: formatTimestamp(answer.at) },
    answerDueAt: answerDueAt(context, deal),
    attachment,
  };
}

function answerDueAt(context: ApiContext, { status, dispute, makerId }: Deal): string | null {
  const { answerMinutes } = context.catalogue().disputeRules;
  const isAwaited = status === 'dispute' && dispute !== null && makerId !== null && (dispute.answer ?? null) === null;
  return isAwaited && answerMinutes > 0 ? formatTimestamp(dispute.openedAt + answerMinutes * 60_000) : null;
}

const exampleFile: ShapeOf<typeof FileShape> = {
  link: exampleReceipt,
  fileName: 'receipt.png',
  mediaType: 'image/png',
  sizeBytes: 48_211,
  addedAt: at('12:04:10'),
};

/** The payin of the story, paid. */
export const exampleDeal: DealShape = {
  id: exampleIds.invoice,
  invoiceId: exampleIds.invoice,
  ordinal: 1,
  type: 'in',
  status: 'completed',
  isActive: false,
  paymentOption: 'TO_CARD',
  paymentMethod: 'sberbank',
  makerId: 1,
  requisiteId: 1,
  requisites: exampleRequisites,
  sum: rubles('1000.00'),
  receivedSum: rubles('1000.00'),
  rate: '95.50',
  makerSum: payment.makerSum,
  feeSum: payment.feeSum,
  rewardSum: { ...payment.feeSum, amount: '0.10471204' },
  startedAt: at('12:00:00'),
  deadlineAt: at('12:15:00'),
  confirmedAt: at('12:04:10'),
  proofDueAt: null,
  creditAt: null,
  objectedAt: null,
  overdue: null,
  endedAt: at('12:06:30'),
  attachments: [exampleFile],
  dispute: null,
};

/** The same under dispute. */
export const exampleDisputedDeal: DealShape = {
  ...exampleDeal,
  status: 'dispute',
  isActive: true,
  endedAt: null,
  dispute: {
    reason: 'invalid_sum',
    amount: '900.00',
    result: null,
    from: 'transfer_confirmed',
    isPart: false,
    ifAccepted: 'paid',
    ifRejected: ['paid', 'not_paid'],
    openedAt: at('12:20:00'),
    deadlineAt: '2026-11-17T12:20:00+00:00',
    isOverdue: false,
    answer: null,
    answerDueAt: '2026-11-14T14:20:00+00:00',
    attachment: null,
  },
};

/** The payout of the story, which nobody has taken yet. */
export const examplePayout: DealShape = {
  ...exampleDeal,
  id: exampleIds.payout,
  invoiceId: exampleIds.payout,
  type: 'out',
  status: 'new',
  isActive: true,
  makerId: null,
  requisiteId: null,
  requisites: payoutRequisites,
  receivedSum: null,
  rate: '93.50',
  makerSum: { ...received.receivedSumFromMaker, amount: '10.69518717' },
  feeSum: { ...received.serviceFeeSum, amount: '0.16042781' },
  rewardSum: { ...received.serviceFeeSum, amount: '0.00000000' },
  startedAt: at('12:05:00'),
  deadlineAt: '2026-11-15T12:05:00+00:00',
  confirmedAt: null,
  endedAt: null,
  attachments: [],
};

/** Taken by the maker of the story. */
export const exampleTakenPayout: DealShape = {
  ...examplePayout,
  status: 'transfer_waiting',
  makerId: 1,
  proofDueAt: at('13:10:00'),
  rewardSum: { ...received.serviceFeeSum, amount: '0.05347593' },
};

/** Paid, as the maker says. */
export const exampleProvedPayout: DealShape = {
  ...exampleTakenPayout,
  status: 'transfer_confirmed',
  proofDueAt: null,
  confirmedAt: at('12:40:00'),
  creditAt: '2026-11-15T12:40:00+00:00',
  attachments: [exampleFile],
};
