import { Type } from 'typebox';
import { asOf } from '../domain/invoices/expiry.ts';
import type { Invoice } from '../domain/invoices/invoice.ts';
import { fiatDTO } from '../domain/money/money-dto.ts';
import { isAllowed, type SignedIn } from '../domain/people/people.ts';
import { refusedToMember } from '../domain/people/team.ts';
import { type Refund as RefundRow, refundState, refundStates } from '../domain/refunds/refund.ts';
import { formatTimestamp } from '../domain/text/timestamp.ts';
import { refundTicket } from '../http/refund-links.ts';
import type { AuthorsShown } from './authors.ts';
import type { ApiContext } from './context.ts';
import { at, exampleIds, exampleUrl, rubles } from './examples.ts';
import { money, oneOf, orNull, type ShapeOf, timestamp } from './schemas.ts';

export const Refund = Type.Object(
  {
    id: Type.String({ description: 'Refund ID, a UUID' }),
    invoiceId: Type.String({ description: 'The payin that is refunded' }),
    status: oneOf(
      refundStates,
      '`waiting` for the payer to say where the money goes, `paying`, `paid`, `dispute`; `lapsed`, `canceled` and `failed` (its payout came to nothing) free the sum for another refund',
    ),
    sum: money('What goes back to the payer'),
    isExcess: Type.Boolean({
      description:
        'It returns what the payer had sent too much, from where that is kept, and not from the account of the store',
    }),
    reason: Type.String({ description: 'Why' }),
    askedBy: Type.String({
      description: 'Who asked for it: a login of the merchant, `merchant` for its program, `operator`',
    }),
    refundUrl: orNull(
      Type.String(),
      'The page on which the payer says where the money goes: send it to them, and to nobody else. Null once it is of no use, for operators, and for who may not ask for refunds: who has it says where the money goes',
    ),
    payoutId: orNull(Type.String(), 'The payout that pays it; null until the payer has said where to'),
    createdAt: timestamp('When it was asked for'),
    expireAt: timestamp('Until when the link works'),
  },
  { $id: 'RefundDTO' },
);
export type Refund = ShapeOf<typeof Refund>;

export function refundDTO(context: ApiContext, refund: RefundRow, payout: Invoice | undefined): Refund {
  const status = refundState(refund, payout, context.clock());
  return {
    id: refund.id,
    invoiceId: refund.invoiceId,
    status,
    sum: fiatDTO(context.catalogue(), refund.sum, refund),
    isExcess: refund.excessOf !== null,
    reason: refund.reason,
    askedBy: refund.askedBy,
    refundUrl: status === 'waiting' ? refundPage(context, refund.id) : null,
    payoutId: refund.payoutId,
    createdAt: formatTimestamp(refund.createdAt),
    expireAt: formatTimestamp(refund.lapsesAt),
  };
}

/** As somebody may read it, who sees the link or does not. */
export function refundFor(reader: { readonly seesLink: boolean }, refund: Refund, authors: AuthorsShown): Refund {
  const shown = { ...refund, askedBy: authors(refund.askedBy) };
  return reader.seesLink ? shown : { ...shown, refundUrl: null };
}

/**
 * Who has the link says where the money goes: it is the store's to give to its payer. Of its people and tokens those see it who
 * could have asked for the refund, and no operator does.
 */
export function linkReader(signedIn: SignedIn): { readonly seesLink: boolean } {
  const isOfStore = isAllowed(signedIn, { roles: ['merchant'], scope: 'money' });
  return { seesLink: isOfStore && refusedToMember(signedIn.user, 'askRefund') === null };
}

/** The same with its payout as it is now. */
export async function readRefundDTO(context: ApiContext, refund: RefundRow): Promise<Refund> {
  return refundDTO(context, refund, await payoutOf(context, refund));
}

/** As it is at this instant: time may have ended it. */
export async function payoutOf(context: ApiContext, { payoutId }: RefundRow): Promise<Invoice | undefined> {
  const found = payoutId === null ? undefined : await context.reads.invoice(payoutId, []);
  return found === undefined ? undefined : asOf(found.invoice, found.deals, context.clock()).invoice;
}

function refundPage(context: ApiContext, refundId: string): string {
  return `${context.publicUrl()}/refund/${refundTicket(context.linkKey, refundId)}`;
}

export const exampleRefund: Refund = {
  id: exampleIds.refund,
  invoiceId: exampleIds.invoice,
  status: 'waiting',
  sum: rubles('400.00'),
  isExcess: false,
  reason: 'One of two items came back',
  askedBy: 'merchant',
  refundUrl: `${exampleUrl}/refund/${exampleIds.refund}.q3Zr0N1bYtHc2vKx8LpWdA`,
  payoutId: null,
  createdAt: at('14:00:00'),
  expireAt: '2026-11-28T14:00:00+00:00',
};
