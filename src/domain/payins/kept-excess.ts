import assert from 'node:assert/strict';
import type { PayinDeal } from '../invoices/deal.ts';
import { type Dossier, post, putDeal, putInvoice, putRow, sumsWithParts } from '../invoices/lifecycle.ts';
import { agreedFee } from '../invoices/payin-sums.ts';
import { keepExcess } from '../ledger/ledger.ts';
import { makerOf } from '../makers/maker.ts';
import { rewardOfReceived } from '../makers/rewards.ts';
import { settlementAccountOf, storeOf } from '../merchants/store.ts';
import { payinFee } from '../money/fees.ts';
import { fiat, settlement } from '../money/money.ts';
import { feeAccountOf } from '../money/service-accounts.ts';
import type { Excess, PayinMove } from './excess.ts';

/** The store keeps what was sent too much: the payin is paid with all that came, as it is where nothing is kept apart. */
export function payExcess(dossier: Dossier, deal: PayinDeal, excess: Excess, move: PayinMove): Dossier {
  assert(deal.status === 'completed' && dossier.invoice.status === 'paid' && excess.keptAt === null);
  const { catalogue } = move;
  const store = storeOf(catalogue, dossier.invoice.storeId);
  const maker = makerOf(catalogue, deal.makerId);
  const feeAccountId = feeAccountOf(catalogue, store.settlementCurrency);
  const { heldSum } = excess;
  const makerSum = settlement(deal.makerSum + heldSum);
  // What the fee makes of the difference: the deal keeps the one that it was settled with.
  const rule = agreedFee(deal, store);
  const fee = payinFee(makerSum, rule) - payinFee(deal.makerSum, rule);
  const feeSum = settlement(deal.feeSum + fee);
  const reward = rewardOfReceived(makerSum, feeSum, deal.rewardBps) - deal.rewardSum;
  const rewardSum = reward < 0n ? 0n : reward > fee ? fee : reward;
  post(move, keepExcess(deal, { heldSum, feeSum: fee, rewardSum }, maker, settlementAccountOf(store), feeAccountId));
  const whole: PayinDeal = {
    ...deal,
    receivedSum: fiat((deal.receivedSum ?? deal.askedSum) + excess.sum),
    makerSum,
    feeSum,
    rewardSum: settlement(deal.rewardSum + rewardSum),
  };
  putRow(move.changes.excesses, { ...excess, keptAt: move.now });
  const paid = putDeal(dossier, whole, move);
  const sums = sumsWithParts(paid, whole);
  return putInvoice(paid, move, { ...sums, isSumChanged: true, updatedAt: move.now });
}
