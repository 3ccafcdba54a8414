import type { PaymentPage, PaymentPageVariant } from '../api/public/payment-page.ts';
import { unknownBank } from '../domain/money/payment.ts';

/**
 * What the payer's page shows. The invoice decides; a step, which is in the address, asks for a page beside it, and is
 * passed over when the invoice has moved on.
 *
 * `choose`: pick an option and a bank.
 * `ready`: the way to pay is chosen, but there are no requisites yet: one button away from them.
 * `transfer`: requisites, exact amount, countdown.
 * `receipt`: upload a receipt, the first or another one.
 * `claim`: upload a receipt for requisites that have ended, or one more for a dispute.
 * `cancelAsk`: is this meant?
 * `lapsed`: the requisites' time ran out; the invoice is still open.
 * `rejected`: the same after a receipt, for which an operator has found no money. Never pay twice, it says.
 * `rest`: a part of the sum has come, and the payer may send what is missing.
 * `noneFree`: there is nothing to pay to at the moment.
 * `ranOut`: what was named has nothing free at the moment, but something else has: it is proposed, one tap away.
 * `waiting`: a receipt is there, the money is being looked for.
 * `paid`, `canceled`, `expired`, `dispute`: as the invoice.
 * `payout`: money to the reader; nothing to do.
 */
export type PayScreen =
  | 'choose'
  | 'ready'
  | 'transfer'
  | 'receipt'
  | 'claim'
  | 'cancelAsk'
  | 'lapsed'
  | 'rejected'
  | 'rest'
  | 'noneFree'
  | 'ranOut'
  | 'waiting'
  | 'paid'
  | 'canceled'
  | 'expired'
  | 'dispute'
  | 'payout';

export const paySteps = {
  choose: 'choose',
  receipt: 'receipt',
  claim: 'claim',
  cancel: 'cancel',
  none: 'none',
} as const;
export type PayStep = keyof typeof paySteps;

export function screenOf(page: PaymentPage, step: PayStep | null): PayScreen {
  if (page.type === 'out') return 'payout';
  switch (page.status) {
    case 'new':
      return page.deal === null ? screenWithoutDeal(page, step) : screenWithDeal(page, step);
    case 'paid':
      return page.status;
    case 'canceled':
    case 'expired':
    case 'dispute':
      return step === 'claim' && page.dealsStarted > 0 ? 'claim' : page.status;
  }
}

function screenWithDeal({ deal, variants, part }: PaymentPage, step: PayStep | null): PayScreen {
  if (step === 'receipt') return 'receipt';
  if (deal?.status !== 'transfer_waiting') return 'waiting';
  if (step === 'cancel' && part === null) return 'cancelAsk';
  return step === 'choose' && variants.length > 0 ? 'choose' : 'transfer';
}

function screenWithoutDeal(page: PaymentPage, step: PayStep | null): PayScreen {
  if (step === 'cancel' && page.part === null) return 'cancelAsk';
  if (step === 'claim' && page.dealsStarted > 0) return 'claim';
  if (page.variants.length === 0) return 'noneFree';
  if (step === 'choose') return 'choose';
  if (step === 'none') return namedIsFree(page) ? 'noneFree' : 'ranOut';
  if (page.part !== null) return 'rest';
  if (page.dealsStarted > 0) return 'lapsed';
  if (!namedIsFree(page)) return 'ranOut';
  return chosenVariants(page).length > 1 ? 'choose' : 'ready';
}

/** What is left to choose from after what was named, by the merchant or the payer. */
export function chosenVariants({ named, variants }: PaymentPage): PaymentPage['variants'] {
  const { option, bank } = named;
  return variants.filter(
    (variant) => (option === null || variant.option === option) && (bank === null || variant.bank.code === bank.code),
  );
}

/** Whether the button that asks for what was named leads anywhere now. */
export function namedIsFree({ named: { option, bank }, variants }: PaymentPage): boolean {
  const isAnyBank = bank === null || bank.code === unknownBank;
  return variants.some(
    (one) => (option === null || one.option === option) && (isAnyBank || one.bank.code === bank.code),
  );
}

/**
 * The nearest to what was named: the same bank in another way, else another bank in the same way, else the first. None through
 * which hardly anything arrives, if there is another.
 */
export function proposedVariant({ named: { option, bank }, variants }: PaymentPage): PaymentPageVariant | null {
  const well = variants.filter(({ isTroubled }) => !isTroubled);
  const among = well.length > 0 ? well : variants;
  return (
    among.find((one) => one.bank.code === bank?.code) ?? among.find((one) => one.option === option) ?? among[0] ?? null
  );
}

/** What an event of the public interface can be compared with, to see whether it is news. */
export function factsOf({ status, deal, held }: PaymentPage): string {
  return [status, deal?.id ?? '', deal?.status ?? '', deal?.receipts ?? 0, held?.sum.amount ?? ''].join(' ');
}

/** What tells one look of the page from another: the browser swaps it in only when this has changed. */
export function stateOf(page: PaymentPage, screen: PayScreen): string {
  const showsWays = screen === 'choose' || screen === 'ready' || screen === 'noneFree' || screen === 'ranOut';
  return [screen, factsOf(page), showsWays ? page.variants.length : 0].join(' ');
}

/** Nothing more is to come, or only by a new invoice: no need to listen. */
export function isFinal({ status }: PaymentPage): boolean {
  return status === 'paid' || status === 'canceled' || status === 'expired';
}
