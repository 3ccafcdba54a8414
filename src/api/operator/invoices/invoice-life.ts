import { Type } from 'typebox';
import { type DisputeFact, disputeFactKinds } from '../../../domain/invoices/deal-dispute.ts';
import { sumReasons } from '../../../domain/invoices/invoice.ts';
import { transferKinds } from '../../../domain/ledger/ledger.ts';
import { currencyOf, moneyDTO } from '../../../domain/money/money.ts';
import { fiatDTO } from '../../../domain/money/money-dto.ts';
import { excessThatMatters } from '../../../domain/payins/excess.ts';
import { type Actor, isOfMerchantsSide, roles } from '../../../domain/people/audit.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import type { LedgerAccount, PostedTransfer, Timeline } from '../../../storage/reads/invoices/timeline-reads.ts';
import { type AuthorsShown, authorsShownTo } from '../../authors.ts';
import type { ApiContext } from '../../context.ts';
import { at, exampleIds, paidInvoice, received, rubles } from '../../examples.ts';
import { invoiceFacts } from '../../invoice-dto.ts';
import { invoiceFields } from '../../invoice-schemas.ts';
import { attemptDTO } from '../../notification-dto.ts';
import { exampleAttempt } from '../../notification-examples.ts';
import { DeliveryAttempt } from '../../notification-schemas.ts';
import { exampleRefund, Refund } from '../../refund-shape.ts';
import { meaning, money, moneyOrNull, oneOf, type ShapeOf } from '../../schemas.ts';
import { ArrivalShape, arrivalDTO, exampleArrival } from '../arrivals/arrival-shape.ts';
import { AuditLineShape, auditLineDTO, exampleAuditLine } from '../books/audit-log.ts';
import { attachmentDTO, DealShape, dealDTO, exampleDeal, FileShape } from '../deals/deal-shape.ts';
import { figure, flag, nullable, words } from '../fields.ts';
import { ExcessShape, excessDTO } from '../refunds/refunds.ts';
import { examplePast, PastShape } from './past-shape.ts';

/** An invoice with its whole life. A merchant sees what concerns the own accounts, and not who is behind a requisite. */

const LedgerSide = Type.Object({
  id: figure('Account of the ledger; 0 for one of a maker where a merchant looks'),
  kind: words('What kind of account it is'),
  ownerId: figure('Which store or maker; 0 for the service itself, and for a maker where a merchant looks'),
});

const TransferShape = Type.Object(
  {
    kind: oneOf(transferKinds, 'What for'),
    subjectId: words('Which deal, withdrawal or decision'),
    at: words('When it was booked'),
    sum: money('How much, in the settlement currency'),
    debit: meaning(LedgerSide, 'The account it left'),
    credit: meaning(LedgerSide, 'The account it went to'),
  },
  { $id: 'OperatorTransfer' },
);

export const DisputeFactShape = Type.Object(
  {
    dealId: words('Which deal'),
    at: words('When'),
    actor: words(
      'Who: a login, `payer`, `merchant` or `service`; where a merchant looks, `maker` and `operator` for others',
    ),
    kind: oneOf(disputeFactKinds, 'What was said'),
    text: words('In words; empty where a merchant looks and a maker has said it'),
    attachment: nullable(FileShape, 'Proof given with it; where a merchant looks, of the own side only'),
    decisionId: nullable(Type.String(), 'Subject of the correcting transfers of a decision'),
  },
  { $id: 'DisputeFact' },
);

const Told = Type.Object({
  sequence: figure('Of the invoice, from 1'),
  status: words('The status the invoice got'),
  at: words('When the status changed'),
  attempts: Type.Array(DeliveryAttempt, { description: 'Those that are still in the log, oldest first' }),
});

export const InvoiceLife = Type.Object(
  {
    ...invoiceFields,
    isSumChanged: flag('True when it was paid with another sum than was asked for'),
    askedSum: money('What the shop asked for; `sum` is what came, once it is paid'),
    partSum: moneyOrNull('What has come in deals before the last one, where the payer may send the rest'),
    reason: nullable(
      oneOf(sumReasons),
      'Why it was not simply paid as asked: `short`, `over`, `late`, `corrected` or `nudged`',
    ),
    deals: Type.Array(DealShape, { description: 'All of them, from the first' }),
    transfers: Type.Array(TransferShape, { description: 'What was booked' }),
    notifications: Type.Array(Told, { description: 'What the merchant was told' }),
    disputeFacts: Type.Array(DisputeFactShape, { description: 'Claims, evidence and decisions' }),
    excess: nullable(ExcessShape, 'What was sent too much, where it is kept apart; null: nothing'),
    refunds: Type.Array(Refund, { description: 'Of a payin those asked for, of a payout the one that it pays' }),
    arrivals: Type.Optional(Type.Array(ArrivalShape, { description: 'For operators only' })),
    audit: Type.Optional(Type.Array(AuditLineShape, { description: 'For operators only' })),
    past: Type.Optional(meaning(PastShape, 'With `at` only: what is said of that instant')),
  },
  { $id: 'InvoiceLife' },
);
type InvoiceLife = ShapeOf<typeof InvoiceLife>;

type Reader = 'operator' | 'merchant';

/** Who reads, and how others are named to them. */
interface Readers {
  readonly sees: Reader;
  readonly authors: AuthorsShown;
}

export async function readersOf(actor: Actor, context: ApiContext, timeline: Timeline): Promise<Readers> {
  const names = [...timeline.disputeFacts.map((fact) => fact.actor), ...timeline.refunds.map(({ askedBy }) => askedBy)];
  const sees = actor.role === 'operator' ? 'operator' : 'merchant';
  return { sees, authors: await authorsShownTo(sees, context, names) };
}

export function invoiceLifeDTO(
  context: ApiContext,
  timeline: Timeline,
  refunds: readonly Refund[],
  { sees, authors }: Readers,
): InvoiceLife {
  const { invoice } = timeline;
  const excess = excessThatMatters(timeline.excesses);
  const isShown = ({ debit, credit }: PostedTransfer) =>
    sees === 'operator' || isStores(debit, invoice.storeId) || isStores(credit, invoice.storeId);
  const dealSees = sees === 'operator' ? 'maker' : 'payment';
  return {
    ...invoiceFacts(context, timeline),
    isSumChanged: invoice.isSumChanged,
    askedSum: fiatDTO(context.catalogue(), invoice.askedSum, invoice),
    partSum: fiatDTO(context.catalogue(), invoice.partSum, invoice),
    reason: invoice.sumReason,
    deals: timeline.deals.map((deal) => dealDTO(context, deal, invoice.storeId, dealSees)),
    transfers: timeline.transfers.filter(isShown).map((transfer) => transferDTO(context, transfer, sees)),
    notifications: timeline.notifications.map(({ sequence, status, at: changedAt, attempts }) => ({
      sequence,
      status,
      at: formatTimestamp(changedAt),
      attempts: attempts.map(attemptDTO),
    })),
    disputeFacts: timeline.disputeFacts.map((fact) =>
      factDTO(context, factSeen({ ...fact, actor: authors(fact.actor) }, sees)),
    ),
    excess: excess === undefined ? null : excessDTO(context, excess, { deals: timeline.deals, refunds }),
    refunds,
    ...(sees === 'operator'
      ? {
          arrivals: timeline.arrivals.map((arrival) => arrivalDTO(context, arrival)),
          audit: timeline.audit.map(auditLineDTO),
        }
      : {}),
  };
}

function isStores({ kind, ownerId }: LedgerAccount, storeId: number): boolean {
  return kind.startsWith('store_') && ownerId === storeId;
}

/** Which maker is behind a payment is none of the merchant's business, and its account says so as well. */
function sideSeen(side: LedgerAccount, sees: Reader): LedgerAccount {
  return sees === 'merchant' && side.kind.startsWith('maker_') ? { ...side, id: 0, ownerId: 0 } : side;
}

function transferDTO(context: ApiContext, transfer: PostedTransfer, sees: Reader): InvoiceLife['transfers'][number] {
  const { kind, subjectId, at: bookedAt, amount, currency, debit, credit } = transfer;
  return {
    kind,
    subjectId,
    at: formatTimestamp(bookedAt),
    sum: moneyDTO(amount, currencyOf(context.catalogue(), currency)),
    debit: sideSeen(debit, sees),
    credit: sideSeen(credit, sees),
  };
}

/**
 * A maker answers with a statement of the bank, which has other people's money on it: it is for the operators, and so are the words
 * beside it. What operators have to say of a claim is said to its merchant, without the papers.
 */
function factSeen(fact: DisputeFact, sees: Reader): DisputeFact {
  if (sees === 'operator' || isOfMerchantsSide(fact.actor)) return fact;
  return { ...fact, text: fact.actor === roles.maker ? '' : fact.text, attachment: null };
}

export function factDTO(context: ApiContext, fact: DisputeFact): ShapeOf<typeof DisputeFactShape> {
  const { dealId, at: saidAt, actor, kind, text, attachment, decisionId } = fact;
  const file = attachment === null ? null : attachmentDTO(context, attachment);
  return { dealId, at: formatTimestamp(saidAt), actor, kind, text, attachment: file, decisionId };
}

const { deals: _current, ...exampleFacts } = paidInvoice;
const held = { id: 12, kind: 'maker_held', ownerId: 1 };

export const exampleLife: InvoiceLife = {
  ...exampleFacts,
  isSumChanged: false,
  askedSum: rubles('1000.00'),
  partSum: null,
  reason: null,
  deals: [exampleDeal],
  transfers: [
    {
      kind: 'payin_hold',
      subjectId: exampleIds.invoice,
      at: at('12:00:00'),
      sum: received.receivedSumFromMaker,
      debit: { id: 11, kind: 'maker_available', ownerId: 1 },
      credit: held,
    },
    {
      kind: 'payin_settle',
      subjectId: exampleIds.invoice,
      at: at('12:06:30'),
      sum: received.payoutSum,
      debit: held,
      credit: { id: 3, kind: 'store_available', ownerId: 1 },
    },
    {
      kind: 'payin_fee',
      subjectId: exampleIds.invoice,
      at: at('12:06:30'),
      sum: received.serviceFeeSum,
      debit: held,
      credit: { id: 2, kind: 'fees', ownerId: 0 },
    },
  ],
  notifications: [
    { sequence: 1, status: 'paid', at: at('12:06:30'), attempts: [{ ...exampleAttempt, at: at('12:06:30') }] },
  ],
  disputeFacts: [],
  excess: null,
  refunds: [exampleRefund],
  arrivals: [exampleArrival],
  audit: [exampleAuditLine],
  past: examplePast,
};
