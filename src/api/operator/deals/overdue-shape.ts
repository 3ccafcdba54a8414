import { Type } from 'typebox';
import type { Deal } from '../../../domain/invoices/deal.ts';
import { overdueAt, replacedRate } from '../../../domain/invoices/overdue-transfer.ts';
import { agreedFee, owedFor } from '../../../domain/invoices/payin-sums.ts';
import type { Store } from '../../../domain/merchants/store.ts';
import type { SettlementMinor } from '../../../domain/money/money.ts';
import { settlementDTO } from '../../../domain/money/money-dto.ts';
import { formatRate } from '../../../domain/rates/rates.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError, type ErrorCode } from '../../../errors/app-error.ts';
import type { ApiContext } from '../../context.ts';
import { money, type ShapeOf } from '../../schemas.ts';
import { nullable, words } from '../fields.ts';

export const OptionalRate = Type.Optional(
  nullable(
    Type.Enum(['now']),
    '`now`: with the rate that has replaced the one of an overdue transfer; absent: with its own',
  ),
);

export const rateRefusals: readonly ErrorCode[] = ['rate_fixed', 'rate_moved', 'rate_outdated', 'rate_unavailable'];

const NewRate = Type.Object({
  rate: words('Fiat per unit of settlement currency, now'),
  makerSum: money('What the maker would pay at it'),
  feeSum: money('The fee of that'),
});

export const OverdueShape = Type.Object({
  since: words('When its deadline passed'),
  newRate: nullable(NewRate, 'What it can be settled with now; null while its own rate holds'),
});

/** A confirmed transfer past its deadline, with the figures to choose by; null: it is none. */
export function overdueDTO(context: ApiContext, deal: Deal, store: Store): ShapeOf<typeof OverdueShape> | null {
  const [catalogue, now] = [context.catalogue(), context.clock()];
  const at = overdueAt(deal, store);
  if (at === null || now < at) return null;
  const settled = (sum: SettlementMinor) => settlementDTO(catalogue, sum, store);
  const rate = rateOrNull(() => replacedRate(deal, store, { catalogue, now }));
  if (rate === null) return { since: formatTimestamp(at), newRate: null };
  const { makerSum, feeSum } = owedFor(deal.askedSum, deal.currency, rate, store, catalogue, agreedFee(deal, store));
  const sums = { makerSum: settled(makerSum), feeSum: settled(feeSum) };
  return { since: formatTimestamp(at), newRate: { rate: formatRate(rate), ...sums } };
}

/** Without a good rate of now there is nothing to show; an act would be refused for it. */
function rateOrNull<Rate>(read: () => Rate | null): Rate | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
