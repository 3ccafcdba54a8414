import { recordArrival } from '../../../src/commands/arrivals/record-arrival.ts';
import { resolveArrival } from '../../../src/commands/arrivals/resolve-arrival.ts';
import type { Command, InvoiceState } from '../../../src/commands/command.ts';
import { answerDispute } from '../../../src/commands/disputes/answer-dispute.ts';
import { decideDispute } from '../../../src/commands/disputes/decide-dispute.ts';
import { openDispute } from '../../../src/commands/disputes/open-dispute.ts';
import { cancelInvoice } from '../../../src/commands/invoices/cancel-invoice.ts';
import { confirmTransfer } from '../../../src/commands/invoices/confirm-transfer.ts';
import { expireInvoice } from '../../../src/commands/invoices/expire-invoice.ts';
import { rejectTransfer } from '../../../src/commands/invoices/reject-transfer.ts';
import { settleDeal } from '../../../src/commands/invoices/settle-deal.ts';
import { startDeal } from '../../../src/commands/payins/start-deal.ts';
import {
  confirmPayout,
  giveBackPayout,
  payoutWasNotPaid,
  provePayout,
  takePayout,
} from '../../../src/commands/payouts/payout-work.ts';
import { askRefund } from '../../../src/commands/refunds/ask-refund.ts';
import { cancelRefund } from '../../../src/commands/refunds/cancel-refund.ts';
import { fillRefund } from '../../../src/commands/refunds/fill-refund.ts';
import type { Arrival } from '../../../src/domain/arrivals/arrival.ts';
import { newestDeal } from '../../../src/domain/invoices/deal.ts';
import type { DisputeReason } from '../../../src/domain/invoices/deal-dispute.ts';
import { formatAmount } from '../../../src/domain/money/money.ts';
import type { Timeline } from '../../../src/storage/reads/invoices/timeline-reads.ts';
import { byService } from '../../support/people.ts';
import { receipt } from './requests.ts';

/** What can be done to an invoice. */
export const acts = [
  ...['start', 'receipt', 'settle', 'settle less', 'settle late', 'reject', 'cancel', 'expire'],
  ...['take', 'take', 'give back', 'prove', 'confirm payout', 'not paid, pool', 'not paid, cancel'],
  ...['dispute', 'answer', 'accept', 'accept less', 'reject claim'],
  ...['arrival', 'arrival of a part', 'arrival of a part', 'arrival of little', 'arrival of more'],
  ...['match', 'match a part', 'return', 'ask refund', 'ask refund', 'fill refund', 'cancel refund'],
] as const;

export interface Act {
  readonly act: (typeof acts)[number];
  readonly reason: DisputeReason;
}

/** Null: there is nothing to do it to. */
export function commandOf(
  { act, reason }: Act,
  timeline: Timeline,
  { newId, now }: { readonly newId: () => string; readonly now: number },
): Command<InvoiceState, never> | null {
  const { invoice, deals, arrivals, refunds } = timeline;
  const by = byService;
  const [invoiceId, seenStoreId, storeId] = [invoice.id, invoice.storeId, invoice.storeId];
  const deal = newestDeal(deals);
  const attachment = { ...receipt, sha256: newId().replaceAll('-', '').padEnd(64, '0') };
  const decided = { ...by, decisionId: newId(), invoiceId, seenStoreId, nextDealId: newId() };
  const settled = { ...by, invoiceId, seenStoreId, dealId: deal?.id ?? '', reportId: newId() };
  const payout = { ...by, invoiceId, seenStoreId };
  const next = reason === 'unknown' ? 'cancel' : 'pool';
  const arrive = (percent: bigint) =>
    deal?.type !== 'in'
      ? null
      : recordArrival({
          ...by,
          ...{ id: newId(), requisiteId: deal.requisiteId, reference: newId(), arrivedAt: now },
          amount: formatAmount((deal.askedSum * percent) / 100n, 2),
        });
  const held = arrivals.find(({ status }) => status === 'held');
  const goesBack = ({ dealId }: Arrival) =>
    ({ kind: 'return', likely: dealId === null ? null : { dealId, invoiceId, storeId } }) as const;
  const match = (isPart: boolean) =>
    held?.dealId == null
      ? null
      : resolveArrival({
          ...by,
          arrivalId: held.id,
          answer: { kind: 'match', dealId: held.dealId, invoiceId, storeId, isPart },
        });
  const refund = refunds.find(({ payoutId, canceledAt }) => payoutId === null && canceledAt === null);
  const commands = {
    start: () =>
      startDeal({
        ...{ invoiceId, storeId: null, dealId: newId(), variant: { option: null, bank: null } },
        seen: {
          ...{ storeId, askedSum: invoice.askedSum, currency: invoice.currency },
          named: { option: invoice.namedOption, bank: invoice.namedBank },
        },
      }),
    receipt: () => confirmTransfer({ invoiceId, storeId: null, seenStoreId, attachment }),
    settle: () => settleDeal({ ...settled, amount: null }),
    'settle less': () => settleDeal({ ...settled, amount: '7.31' }),
    'settle late': () => settleDeal({ ...settled, dealId: deals[0]?.id ?? '', amount: null }),
    reject: () => rejectTransfer({ ...by, invoiceId, seenStoreId, dealId: deal?.id ?? '' }),
    cancel: () => cancelInvoice({ invoiceId, storeId, seenStoreId }),
    expire: () => expireInvoice({ invoiceId, storeId }),
    take: () => takePayout({ ...payout, makerId: reason === 'unknown' ? 2 : 1 }),
    'give back': () => giveBackPayout(payout),
    prove: () => provePayout({ ...payout, attachment }),
    'confirm payout': () => confirmPayout(payout),
    'not paid, pool': () => payoutWasNotPaid({ ...payout, next: 'pool', dealId: newId() }),
    'not paid, cancel': () => payoutWasNotPaid({ ...payout, next: 'cancel', dealId: newId() }),
    dispute: () =>
      openDispute({
        ...{ invoiceId, storeId, dealId: null, reason, attachment: null },
        amount: reason === 'invalid_sum' ? '5.00' : null,
      }),
    answer: () =>
      answerDispute({
        ...by,
        invoiceId,
        seenStoreId,
        answer: { kind: 'agreed', reason: null },
        text: 'it is so',
        hasStatement: false,
        attachment: null,
      }),
    accept: () => decideDispute({ ...decided, decision: { kind: 'accept', amount: null, next } }),
    'accept less': () => decideDispute({ ...decided, decision: { kind: 'accept', amount: '3.17', next } }),
    'reject claim': () => decideDispute({ ...decided, decision: { kind: 'reject', result: 'TTL_EXPIRED' } }),
    arrival: () => arrive(100n),
    'arrival of a part': () => arrive(60n),
    'arrival of little': () => arrive(10n),
    'arrival of more': () => arrive(120n),
    match: () => match(false),
    'match a part': () => match(true),
    return: () => (held === undefined ? null : resolveArrival({ ...by, arrivalId: held.id, answer: goesBack(held) })),
    'ask refund': () => askRefund({ id: newId(), invoiceId, storeId, amount: '110.00', reason: 'a test' }),
    'fill refund': () =>
      refund === undefined
        ? null
        : fillRefund({
            ...{ refundId: refund.id, invoiceId: refund.invoiceId, storeId, payoutId: newId() },
            variant: { option: 'TO_CARD', bank: 'sberbank' },
            requisites: { requisites: '2200000000000004', holder: null },
          }),
    'cancel refund': () =>
      refund === undefined ? null : cancelRefund({ ...by, refundId: refund.id, invoiceId: refund.invoiceId }),
  } satisfies Record<(typeof acts)[number], () => unknown>;
  return commands[act]() as unknown as Command<InvoiceState, never> | null;
}
