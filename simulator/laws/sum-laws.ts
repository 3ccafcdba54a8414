import type { Deal } from '../../src/domain/invoices/deal.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import { storeOf } from '../../src/domain/merchants/store.ts';
import { feeRuleOf } from '../../src/domain/money/fees.ts';
import { currencyOf } from '../../src/domain/money/money.ts';
import { pairName } from '../../src/domain/rates/rates.ts';
import type { Catalogue } from '../../src/domain/state/catalogue.ts';
import { type Commit, dealStanding, isSettled, type Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const sumLaws = {
  rate: 'a deal is made at the rate of its store',
  replaced: 'the rate of a deal is fixed, until a transfer confirmed long ago is settled',
  fee: 'the fee of a deal is the one of its store when it began',
  sums: 'what is owed for a deal follows from the sum received, the rate and the fee',
  invoice: 'a paid invoice shows the sums of its deal, or of its parts together',
  parts: 'what came of an invoice in part is what its completed deals brought',
  nothing: 'an invoice that nobody paid shows sums only while a receipt stands for them',
} as const;

/** The figures, worked out a second time and in another way than the domain does. */
export class SumLaws implements Law {
  committed(commit: Commit): void {
    const { store, changes, catalogue } = commit;
    for (const { deal, before } of commit.deals) {
      const invoice = store.invoices.get(deal.invoiceId) as Invoice;
      checkFee(commit, invoice, before, deal);
      if (before === undefined || before.rate !== deal.rate) checkRate(commit, invoice, deal);
      if (before !== undefined && before.rate !== deal.rate) checkReplaced(commit, invoice, before, deal);
      const isChanged = before === undefined || before.makerSum !== deal.makerSum || before.feeSum !== deal.feeSum;
      if (isChanged || before?.receivedSum !== deal.receivedSum) checkSums(catalogue, invoice, deal);
    }
    for (const { id } of [...changes.invoices.added, ...changes.invoices.changed]) {
      const invoice = store.invoices.get(id) as Invoice;
      const deals = store.dealsOf.get(id) ?? [];
      if (invoice.status === 'paid') checkInvoice(invoice, deals);
      else if (invoice.status !== 'dispute') checkUnpaid(invoice, deals);
    }
  }
}

function checkRate({ catalogue, store: { dealsOf } }: Commit, invoice: Invoice, deal: Deal): void {
  const store = storeOf(catalogue, invoice.storeId);
  if (deal.type === 'out' && deal.ordinal > 1) {
    // A payout that goes back into the pool keeps the terms the merchant agreed to.
    const earlier = dealsOf.get(invoice.id)?.find(({ ordinal }) => ordinal === deal.ordinal - 1);
    mustHold(deal.rate === earlier?.rate, sumLaws.rate, deal.id, () => `rate ${deal.rate}, first ${earlier?.rate}`);
    return;
  }
  const rate = catalogue.rates.get(pairName(store.settlementCurrency, deal.currency))?.[deal.type].rate ?? 0n;
  const expected =
    (rate * BigInt(10_000 + (deal.type === 'in' ? store.payinSpreadBps : store.payoutSpreadBps))) / 10_000n;
  mustHold(deal.rate === expected, sumLaws.rate, deal.id, () => `rate ${deal.rate}, the store's ${expected}`);
}

/** The rate of a deal changes once, when a transfer that was confirmed too long ago is settled. */
function checkReplaced({ catalogue, changes }: Commit, invoice: Invoice, before: Deal, deal: Deal): void {
  const { confirmDeadlineMs } = storeOf(catalogue, invoice.storeId);
  const isLate = before.confirmedAt !== null && changes.now >= before.confirmedAt + confirmDeadlineMs;
  const isSettled = dealStanding(before) === 'transfer_confirmed' && deal.status === 'completed';
  mustHold(isLate && isSettled, sumLaws.replaced, deal.id, () => `${before.status} since ${before.confirmedAt}`);
}

function checkFee({ catalogue }: Commit, invoice: Invoice, before: Deal | undefined, deal: Deal): void {
  if (deal.type === 'out' && deal.ordinal > 1) return;
  const { bps, fixed } = feeRuleOf(storeOf(catalogue, invoice.storeId), deal.type);
  const [agreedBps, agreedFixed] = before === undefined ? [bps, fixed] : [before.feeBps, before.feeFixed];
  mustHold(deal.feeBps === agreedBps && deal.feeFixed === agreedFixed, sumLaws.fee, deal.id, () => {
    return `${deal.feeBps} bps and ${deal.feeFixed}, agreed ${agreedBps} bps and ${agreedFixed}`;
  });
}

/** Whole numbers only: owed × rate × 10^fiat against received × 10^(8 + settlement), with what rounding leaves. */
function checkSums(catalogue: Catalogue, invoice: Invoice, deal: Deal): void {
  const store = storeOf(catalogue, invoice.storeId);
  const received = deal.receivedSum ?? deal.askedSum;
  const scale = 10n ** BigInt(8 + currencyOf(catalogue, store.settlementCurrency).subunit);
  const unit = deal.rate * 10n ** BigInt(currencyOf(catalogue, deal.currency).subunit);
  const rest = received * scale - deal.makerSum * unit;
  const isOwed = deal.type === 'in' ? rest >= 0n && rest < unit : rest <= 0n && -rest < unit;
  const { feeBps, feeFixed } = deal;
  const feeRest = (deal.feeSum - (feeFixed ?? 0n)) * 10_000n - deal.makerSum * BigInt(feeBps ?? 0);
  const isFee = (feeRest >= 0n && feeRest < 10_000n) || (deal.type === 'in' && deal.feeSum === deal.makerSum);
  mustHold(isOwed && isFee, sumLaws.sums, deal.id, () => {
    return `received ${received} at ${deal.rate}: maker ${deal.makerSum}, fee ${deal.feeSum} of ${feeBps} bps`;
  });
}

/** A payin may have come in parts: each is counted, and once. */
function checkInvoice(invoice: Invoice, deals: readonly Deal[]): void {
  const paid = deals.filter(({ status }) => status === 'completed');
  const total = (sumOf: (deal: Deal) => bigint) => paid.reduce((sum, deal) => sum + sumOf(deal), 0n);
  const received = total(receivedOf);
  const isShown =
    paid.length > 0 &&
    invoice.shownSum === received &&
    invoice.receivedSum === received &&
    invoice.makerSum === total(({ makerSum }) => makerSum) &&
    invoice.feeSum === total(({ feeSum }) => feeSum) &&
    invoice.payoutSum === total((deal) => (deal.type === 'in' ? deal.makerSum - deal.feeSum : deal.makerSum));
  mustHold(isShown, sumLaws.invoice, invoice.id, () => {
    return `taker ${invoice.receivedSum}, maker ${invoice.makerSum}, fee ${invoice.feeSum}`;
  });
}

function receivedOf({ receivedSum, askedSum }: Deal): bigint {
  return receivedSum ?? askedSum;
}

function checkUnpaid(invoice: Invoice, deals: readonly Deal[]): void {
  const hasReceipt = deals.some(({ status }) => status === 'transfer_confirmed');
  const { receivedSum, makerSum, feeSum, payoutSum } = invoice;
  const isShown = [receivedSum, makerSum, feeSum, payoutSum].map((sum) => sum !== null);
  const isRight = isShown.every((one) => one === hasReceipt);
  mustHold(isRight, sumLaws.nothing, invoice.id, () => `${invoice.status}, received ${receivedSum}`);
  if (invoice.type === 'out') return;
  const came = deals.filter(isSettled).reduce((sum, deal) => sum + receivedOf(deal), 0n);
  mustHold((invoice.partSum ?? 0n) === came, sumLaws.parts, invoice.id, () => `parts ${invoice.partSum}, came ${came}`);
}
