import { type Static, Type } from 'typebox';
import { type DisputeReason, disputeReasons, parseDisputeReason } from '../domain/invoices/deal-dispute.ts';
import type { Invoice } from '../domain/invoices/invoice.ts';
import { currencyOf, parseAmount } from '../domain/money/money.ts';
import { isUuid } from '../domain/text/uuid.ts';
import { AppError } from '../errors/app-error.ts';
import type { ApiContext } from './context.ts';
import { oneOf } from './schemas.ts';

/** What a merchant's program and a person at work say alike when they dispute a deal. */
export const disputeFields = {
  dealId: Type.Optional(Type.String({ description: 'Which deal; the one that matters now when absent' })),
  disputeReason: oneOf(
    { ...disputeReasons, other: 'unknown' },
    'Why. Over a payin that is not paid each of them says that the payer has paid, `no_payment` too (the payment is not seen). `other` is read as `unknown`',
  ),
  'disputeReasonData[amount]': Type.Optional(Type.String({ description: 'Needed for `invalid_sum`' })),
};
const DisputeFields = Type.Object(disputeFields);

interface Claim {
  readonly reason: DisputeReason;
  readonly amount: string | null;
  readonly dealId: string | null;
}

export function readClaim(context: ApiContext, fields: Static<typeof DisputeFields>, invoice: Invoice): Claim {
  const reason = parseDisputeReason(fields.disputeReason) ?? 'unknown';
  const amount = reason === 'invalid_sum' ? (fields['disputeReasonData[amount]'] ?? '') : null;
  const field = 'disputeReasonData.amount';
  const { subunit } = currencyOf(context.catalogue(), invoice.currency);
  if (amount === '') throw new AppError('blank', { field });
  if (amount !== null && parseAmount(amount, subunit) === null) throw new AppError('invalid_amount', { field });
  const dealId = fields.dealId || null;
  if (dealId !== null && !isUuid(dealId)) throw new AppError('not_found', { field: 'dealId' });
  return { reason, amount, dealId: dealId?.toLowerCase() ?? null };
}
