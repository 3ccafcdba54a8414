import { type FillRefund, fillRefund } from '../../commands/refunds/fill-refund.ts';
import type { NumberKind, OptionRecord } from '../../domain/catalogue/option-record.ts';
import { storeOf } from '../../domain/merchants/store.ts';
import type { MoneyDTO } from '../../domain/money/money.ts';
import { fiatDTO } from '../../domain/money/money-dto.ts';
import { unknownBank } from '../../domain/money/payment.ts';
import { type Refund, type RefundState, refundState } from '../../domain/refunds/refund.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { caseNumber } from '../../domain/text/case-number.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { readRefundTicket } from '../../http/refund-links.ts';
import { findRefund } from '../../storage/reads/refunds/refund-reads.ts';
import type { ApiContext } from '../context.ts';
import { payoutOf } from '../refund-shape.ts';
import { type PaymentPageBank, type PaymentPageStore, storeSeen } from './payment-page.ts';

/** What the payer's page of a refund is drawn from. */
export interface RefundPage {
  readonly state: RefundState;
  readonly store: PaymentPageStore;
  readonly sum: MoneyDTO;
  readonly lapsesAt: Instant;
  /** Of the payin, as the payer knows it. */
  readonly caseNumber: string;
  readonly invoiceId: string;
  /** Whether a maker has taken the payout. */
  readonly isUnderway: boolean;
  /** Where money can be sent to. None once there is nothing to say any more. */
  readonly ways: readonly OptionRecord[];
  readonly banks: readonly PaymentPageBank[];
}

export async function readRefundPage(context: ApiContext, ticket: string): Promise<RefundPage> {
  const refund = await findByTicket(context, ticket);
  const catalogue = context.catalogue();
  const payout = await payoutOf(context, refund);
  const state = refundState(refund, payout, context.clock());
  const isOpen = state === 'waiting';
  return {
    state,
    store: storeSeen(storeOf(catalogue, refund.storeId)),
    sum: fiatDTO(catalogue, refund.sum, refund),
    lapsesAt: refund.lapsesAt,
    caseNumber: caseNumber(refund.invoiceId),
    invoiceId: refund.invoiceId,
    isUnderway: await isTaken(context, refund),
    ways: isOpen ? waysOf(catalogue, refund) : [],
    banks: isOpen ? catalogue.banks.filter((bank) => bank.currency === refund.currency && bank.isEnabled) : [],
  };
}

/** Done twice it is refused the second time, with what became of the first: there is no idempotency key. */
export async function fillPayersRefund(
  context: ApiContext,
  ticket: string,
  given: Pick<FillRefund, 'variant' | 'requisites'>,
): Promise<void> {
  const { id: refundId, invoiceId, storeId } = await findByTicket(context, ticket);
  await context.engine.submit(fillRefund({ refundId, invoiceId, storeId, payoutId: context.newId(), ...given }));
}

async function findByTicket(context: ApiContext, ticket: string): Promise<Refund> {
  const id = readRefundTicket([context.linkKey, ...context.formerLinkKeys], ticket);
  const refund = id === null ? null : await findRefund(context.pool, id.toLowerCase());
  if (refund === null) throw new AppError('not_found');
  return refund;
}

async function isTaken({ reads }: ApiContext, { payoutId }: Refund): Promise<boolean> {
  const found = payoutId === null ? undefined : await reads.invoice(payoutId, []);
  return found?.deals.some(({ status }) => status !== 'new') ?? false;
}

/** All that the store has switched on and whose numbers have a check: a slip would send the money to a stranger. */
function waysOf(catalogue: Catalogue, { currency, storeId }: Refund): readonly OptionRecord[] {
  const { optionsOff } = storeOf(catalogue, storeId);
  return catalogue.options.filter(
    ({ code, currencies, isEnabled, numberKinds }) =>
      isEnabled && currencies.includes(currency) && !optionsOff.includes(code) && numberKinds.every(isChecked),
  );
}

function isChecked(kind: NumberKind): boolean {
  return kind === 'phone' || kind === 'card' || kind === 'account';
}

/** Whether the way leaves the bank open. */
export function mayLeaveBankOpen({ needsBank }: OptionRecord, { code }: PaymentPageBank): boolean {
  return code !== unknownBank || !needsBank;
}
