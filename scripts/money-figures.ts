import type { Deal, PayinDeal, PayoutDeal } from '../src/domain/invoices/deal.ts';
import { returnedPart } from '../src/domain/invoices/lifecycle.ts';
import {
  adjustHold,
  bearLoss,
  correctPayin,
  freezeForPayout,
  freezeForWithdrawal,
  giveRestOfExcess,
  holdForPayin,
  keepApart,
  keepExcess,
  moveExternally,
  reholdPayin,
  releasePayin,
  releasePayout,
  releaseWithdrawal,
  returnExcess,
  reversePayout,
  sendWithdrawal,
  settlePayin,
  settlePayout,
  type Transfer,
  takeBackExcess,
  takeRestOfExcess,
} from '../src/domain/ledger/ledger.ts';
import type { Maker } from '../src/domain/makers/maker.ts';
import { noReward, type RewardRule, rewardFor } from '../src/domain/makers/rewards.ts';
import type { StoreAccount } from '../src/domain/merchants/store.ts';
import { feeOn, payinFee } from '../src/domain/money/fees.ts';
import { type Currency, fiat, formatAmount, type SettlementMinor, settlement } from '../src/domain/money/money.ts';
import type { Direction } from '../src/domain/money/payment.ts';
import type { Debt } from '../src/domain/money/service-accounts.ts';
import { debtPayments } from '../src/domain/payins/debts.ts';
import { restOfReturn } from '../src/domain/payins/excess.ts';
import { fiatToSettlementDown, fiatToSettlementUp, type Rate, rate } from '../src/domain/rates/rates.ts';
import type { Withdrawal } from '../src/domain/withdrawals/withdrawal.ts';

/**
 * The worked figures of docs/money.md, computed by the rules themselves. A test compares each table with the page, so that
 * the page cannot drift away from what the service does.
 */
const ruble: Currency = { code: 'RUB', name: 'Russian ruble', subunit: 2 };
const tether: Currency = { code: 'USDT', name: 'Tether', subunit: 8 };
const payinRate = rate(9_550_000_000n);
const payoutRate = rate(9_350_000_000n);
const payinFeeRule = { bps: 250, fixed: settlement(0n) };
const payoutFeeRule = { bps: 150, fixed: settlement(0n) };

const names: Readonly<Record<number, string>> = {
  1: 'external',
  2: 'fees',
  11: 'store available',
  12: 'store frozen',
  13: 'store excess',
  14: 'store debt',
  21: 'maker available',
  22: 'maker held',
  23: 'maker debt',
};
const externalId = 1;
const feesId = 2;
const account = { currency: 'USDT', availableId: 11, frozenId: 12, excessId: 13 } as StoreAccount;
const maker = { settlementCurrency: 'USDT', availableId: 21, heldId: 22 } as Maker;
const debt: Debt = { id: 23, availableId: 21, currency: 'USDT' };

const rewardRules: readonly RewardRule[] = [
  { direction: 'in', option: null, storeId: null, currency: null, from: null, to: null, bps: 100 },
  { direction: 'out', option: null, storeId: null, currency: null, from: null, to: null, bps: 50 },
];

/** Amounts in rubles, without kopecks. */
function payin(rubles: bigint): PayinDeal {
  const makerSum = fiatToSettlementDown(conversion(rubles, payinRate));
  return rewarded('in', rubles, { makerSum, feeSum: payinFee(makerSum, payinFeeRule) }) as PayinDeal;
}

function payout(rubles: bigint, at: Rate = payoutRate): PayoutDeal {
  const makerSum = fiatToSettlementUp(conversion(rubles, at));
  return rewarded('out', rubles, { makerSum, feeSum: feeOn(makerSum, payoutFeeRule) }) as PayoutDeal;
}

function rewarded(type: Direction, rubles: bigint, sums: Pick<Deal, 'makerSum' | 'feeSum'>) {
  const deal = { type, storeId: 1, option: 'SBP', currency: 'RUB', amount: fiat(rubles * 100n) };
  const reward = rewardFor(rewardRules, deal, sums);
  if (reward === null) throw new Error('the rewards of the examples are below their fees');
  return { id: 'deal', ...sums, rewardBps: reward.bps, rewardSum: reward.sum };
}

function conversion(rubles: bigint, at: Rate) {
  return { sum: fiat(rubles * 100n), rate: at, fiat: ruble, settlement: tether };
}

function tethers(whole: bigint): SettlementMinor {
  return settlement(whole * 100_000_000n);
}

function settled(asked: PayinDeal, received: PayinDeal): Transfer[] {
  return [...adjustHold(asked, maker, received.makerSum), ...settlePayin(received, maker, account, feesId)];
}

function paidApart(asked: PayinDeal, whole: PayinDeal): Transfer[] {
  const apart = settlement(whole.makerSum - asked.makerSum);
  const extended = adjustHold(asked, maker, whole.makerSum);
  return [...extended, ...settlePayin(asked, maker, account, feesId), ...keepApart(asked, maker, account, apart)];
}

function keptBy(asked: PayinDeal, whole: PayinDeal): Transfer[] {
  const kept = {
    heldSum: settlement(whole.makerSum - asked.makerSum),
    feeSum: whole.feeSum - asked.feeSum,
    rewardSum: whole.rewardSum - asked.rewardSum,
  };
  return keepExcess(asked, kept, maker, account, feesId);
}

/** The payin itself stays as it was paid. */
function lessApart(before: PayinDeal, after: PayinDeal): Transfer[] {
  const excessDifference = after.makerSum - before.makerSum;
  const same = { id: 'decision', payoutDifference: 0n, feeDifference: 0n, rewardDifference: 0n };
  return correctPayin({ ...same, excessDifference }, maker, account, feesId);
}

function corrected(before: Deal, after: Deal): Transfer[] {
  const feeDifference = after.feeSum - before.feeSum;
  const payoutDifference = after.makerSum - before.makerSum - feeDifference;
  const rewardDifference = after.rewardSum - before.rewardSum;
  const differences = { id: 'decision', payoutDifference, feeDifference, rewardDifference, excessDifference: 0n };
  return correctPayin(differences, maker, account, feesId);
}

const nothing = { makerSum: settlement(0n), feeSum: settlement(0n), rewardSum: noReward.sum } as Deal;
const withdrawal = { id: 'withdrawal', currency: 'USDT', sum: tethers(100n), fee: tethers(2n) } as Withdrawal;

function external(kind: 'top_up' | 'pay_back', availableId: number, whole: bigint): Transfer {
  return moveExternally(kind, 'id', { amount: tethers(whole), currency: 'USDT' }, { availableId, externalId });
}

/** Each event by the heading it has on the page. */
export function moneyTables(): ReadonlyMap<string, string> {
  const asked = payin(1000n);
  const out = payout(1000n);
  const whole = payin(1100n);
  const apart = settlement(whole.makerSum - asked.makerSum);
  const back = payout(100n);
  const cheap = payout(100n, rate(10_000_000_000n));
  const missing = settlement(out.makerSum + out.rewardSum - tethers(4n));
  const lend = bearLoss('maker_loss', out.id, debt, missing);
  const withdrawn = settlement(asked.makerSum - asked.feeSum - tethers(4n));
  const store = bearLoss('store_loss', 'decision', { ...debt, id: 14, availableId: account.availableId }, withdrawn);
  const deposit = external('top_up', maker.availableId, 5n);
  const owing = {
    catalogue: { debts: new Map([[maker.availableId, debt]]) },
    balance: (id: number) => (id === debt.id ? -missing : 0n),
  };
  const events: readonly (readonly [string, readonly Transfer[]])[] = [
    ['A maker tops up 1,000 USDT', [external('top_up', maker.availableId, 1000n)]],
    ['A store tops up 500 USDT', [external('top_up', account.availableId, 500n)]],
    ['A maker is paid back 200 USDT', [external('pay_back', maker.availableId, 200n)]],
    ['A payin deal over 1,000 RUB starts', [holdForPayin(asked, maker)]],
    ['It is canceled or expires', [releasePayin(asked, maker)]],
    ['It is paid as asked', settled(asked, asked)],
    ['It is paid short: 900 RUB came', settled(asked, payin(900n))],
    ['The rest of it comes: 100 RUB', [holdForPayin(payin(100n), maker), ...settled(payin(100n), payin(100n))]],
    ['It is paid over: 1,100 RUB came', settled(asked, payin(1100n))],
    ['It is paid over, and the store keeps that apart', paidApart(asked, whole)],
    ['It is paid late, after it had ended', [reholdPayin(asked, maker), ...settled(asked, asked)]],
    ['A dispute corrects it up, to 1,200 RUB', corrected(asked, payin(1200n))],
    ['A dispute corrects it down, to 800 RUB', corrected(asked, payin(800n))],
    ['A claim that a paid payin was not paid is accepted', corrected(asked, nothing)],
    ['The same, and the store has 4 USDT left', [store, ...corrected(asked, nothing)]],
    ['A payout over 1,000 RUB is created', [freezeForPayout(out, account)]],
    ['It is canceled or expires unpaid', [releasePayout(out, account)]],
    ['A maker has paid it', settlePayout(out, maker, account, feesId)],
    ['It was not paid after all', [...reversePayout(out, maker, account, feesId), releasePayout(out, account)]],
    [
      'It was not paid, and the maker has 4 USDT left of it',
      [lend, ...reversePayout(out, maker, account, feesId), releasePayout(out, account)],
    ],
    ['The maker tops up 5 USDT', [deposit, ...debtPayments([deposit], owing)]],
    [
      'The payer says where what was sent too much goes: 100 RUB',
      [...returnExcess('payout', account, returnedPart(apart, back)), freezeForPayout(back, account)],
    ],
    [
      'That payout comes to nothing',
      [releasePayout(back, account), ...takeBackExcess('payout', account, returnedPart(apart, back))],
    ],
    [
      'That payout is paid, and cost less than stood apart',
      [...settlePayout(cheap, maker, account, feesId), ...giveRestOfExcess(cheap, account, restOfReturn(apart, cheap))],
    ],
    [
      'That payout was not paid after all',
      [
        ...reversePayout(cheap, maker, account, feesId),
        releasePayout(cheap, account),
        ...takeRestOfExcess(cheap, account, restOfReturn(apart, cheap)),
        ...takeBackExcess('payout', account, returnedPart(apart, cheap)),
      ],
    ],
    ['The store keeps what was sent too much', keptBy(asked, whole)],
    ['A dispute finds that 1,050 RUB came', lessApart(whole, payin(1050n))],
    ['A withdrawal of 100 USDT is requested', [freezeForWithdrawal(withdrawal, account)]],
    ['It is sent', sendWithdrawal(withdrawal, account, externalId, feesId)],
    ['It is rejected', [releaseWithdrawal(withdrawal, account)]],
  ];
  return new Map(events.map(([heading, transfers]) => [heading, transferTable(transfers)]));
}

function transferTable(transfers: readonly Transfer[]): string {
  const rows = transfers.map(
    ({ kind, debitId, creditId, amount }) =>
      `| \`${kind}\` | ${names[debitId]} | ${names[creditId]} | ${formatAmount(amount, tether.subunit)} |`,
  );
  return ['| Transfer | From | To | USDT |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
