import type { Instant } from '../text/timestamp.ts';
import type { TransferKind } from './ledger.ts';

/** How the books are shown: each line is a transfer, seen from one side, so that lines always add up to balances. */
export interface BookAccount {
  readonly id: number;
  readonly kind: string;
  /** A store's or a maker's; 0 for the service's own. */
  readonly ownerId: number;
  readonly currency: string;
  readonly balance: bigint;
}

export interface BookLine {
  readonly id: bigint;
  readonly at: Instant;
  readonly kind: TransferKind;
  readonly subjectId: string;
  /** Positive: it came to the account. Negative: it left. */
  readonly amount: bigint;
  readonly counterparty: { readonly accountId: number; readonly kind: string; readonly ownerId: number };
}

export interface BalancedLine extends BookLine {
  /** What the account held after it. */
  readonly balance: bigint;
}

export function withBalances(opening: bigint, lines: readonly BookLine[]): BalancedLine[] {
  let balance = opening;
  return lines.map((line) => {
    balance += line.amount;
    return { ...line, balance };
  });
}

/** A change of what a store owns in all, spendable and frozen together. */
export interface SettlementLine {
  readonly id: bigint;
  readonly at: Instant;
  readonly kind: TransferKind;
  readonly subjectId: string;
  readonly invoiceId: string | null;
  readonly internalId: string | null;
  readonly net: bigint;
  /** What the service took before the money reached the store: of a payin, and of its correction. */
  readonly hiddenFee: bigint;
}

interface SettlementSums {
  readonly gross: bigint;
  /** Not positive, except where a correction gave a part of a fee back. */
  readonly fee: bigint;
  readonly net: bigint;
}

/** Gross and fee of a line. They add up to its net, so each column can be summed on its own. */
export function settlementSums({
  kind,
  net,
  hiddenFee,
}: {
  readonly kind: TransferKind;
  readonly net: bigint;
  readonly hiddenFee: bigint;
}): SettlementSums {
  return feeKinds.has(kind) ? { gross: 0n, fee: net, net } : { gross: net + hiddenFee, fee: -hiddenFee, net };
}

/** What a store pays as a fee of its own account; who gets it, the service or a maker as a reward, is not its concern. */
const feeKinds: ReadonlySet<TransferKind> = new Set([
  'payout_fee',
  'payout_reward',
  'payout_fee_reverse',
  'payout_reward_reverse',
  'withdrawal_fee',
]);

const settlementGroups = {
  payins: ['payin_settle', 'excess_keep'],
  corrections: ['correction_sum', 'store_loss', 'debt_pay'],
  payouts: [
    'payout_pay',
    'payout_fee',
    'payout_reward',
    'payout_reverse',
    'payout_fee_reverse',
    'payout_reward_reverse',
  ],
  withdrawals: ['withdrawal_send', 'withdrawal_fee'],
  topUps: ['top_up', 'pay_back'],
  /** What payouts that return an excess were given for it, and what came back of those that came to nothing. */
  excesses: ['excess_return', 'excess_back', 'excess_rest', 'excess_rest_reverse'],
} as const satisfies Readonly<Record<string, readonly TransferKind[]>>;
type SettlementGroup = keyof typeof settlementGroups;

interface GroupTotal extends SettlementSums {
  /** Payins, payouts and so on; a fee beside its payment counts as one with it. */
  readonly count: number;
}

export function groupTotals(
  totals: readonly {
    readonly kind: TransferKind;
    readonly count: number;
    readonly net: bigint;
    readonly hiddenFee: bigint;
  }[],
): Record<SettlementGroup, GroupTotal> {
  const names = Object.keys(settlementGroups) as SettlementGroup[];
  const entries = names.map((name): [SettlementGroup, GroupTotal] => {
    const kinds: readonly TransferKind[] = settlementGroups[name];
    const parts = totals.filter(({ kind }) => kinds.includes(kind));
    const sums = parts.map(settlementSums);
    const total = (pick: (part: SettlementSums) => bigint) => sums.reduce((sum, part) => sum + pick(part), 0n);
    return [
      name,
      {
        count: parts.find(({ kind }) => kind === kinds[0])?.count ?? 0,
        gross: total(({ gross }) => gross),
        fee: total(({ fee }) => fee),
        net: total(({ net }) => net),
      },
    ];
  });
  return Object.fromEntries(entries) as Record<SettlementGroup, GroupTotal>;
}

/** A sum of transfers of one kind, to the service or to a maker. */
export interface FeePart {
  readonly kind: TransferKind;
  readonly currency: string;
  /** Of a correction: whether it came to the service's account. */
  readonly isToService: boolean;
  readonly amount: bigint;
}

export interface Income {
  /** What merchants paid. */
  readonly fees: bigint;
  /** What of it is the makers'. */
  readonly rewards: bigint;
  /** What is left: the service's own. */
  readonly income: bigint;
}

export const incomeGroups = ['payins', 'payouts', 'corrections', 'withdrawals'] as const;
type IncomeGroup = (typeof incomeGroups)[number];

/** By currency: the service's income is fees less rewards, in each group and in all. */
export function incomeTotals(parts: readonly FeePart[]): ReadonlyMap<string, Readonly<Record<IncomeGroup, Income>>> {
  const totals = new Map<string, Record<IncomeGroup, Income>>();
  for (const { kind, currency, isToService, amount } of parts) {
    const [group, income, rewards] = incomeOfPart(kind, isToService, amount);
    const known = totals.get(currency) ?? noIncome();
    const before = known[group];
    known[group] = {
      fees: before.fees + income + rewards,
      rewards: before.rewards + rewards,
      income: before.income + income,
    };
    totals.set(currency, known);
  }
  return totals;
}

/** Which group it belongs to, what the service gains by it, and what makers do. */
function incomeOfPart(kind: TransferKind, isToService: boolean, amount: bigint): [IncomeGroup, bigint, bigint] {
  const signed = isToService ? amount : -amount;
  switch (kind) {
    case 'payin_fee':
    case 'excess_fee':
      return ['payins', amount, 0n];
    case 'payin_reward':
    case 'excess_reward':
      return ['payins', 0n, amount];
    case 'payout_fee':
      return ['payouts', amount, 0n];
    case 'payout_reward':
      return ['payouts', 0n, amount];
    case 'payout_fee_reverse':
      return ['payouts', -amount, 0n];
    case 'payout_reward_reverse':
      return ['payouts', 0n, -amount];
    case 'correction_fee':
      return ['corrections', signed, 0n];
    case 'correction_reward':
      return ['corrections', signed, -signed];
    case 'withdrawal_fee':
      return ['withdrawals', amount, 0n];
    default:
      throw new Error(`${kind} is no part of a fee`);
  }
}

function noIncome(): Record<IncomeGroup, Income> {
  const nothing = { fees: 0n, rewards: 0n, income: 0n };
  return { payins: nothing, payouts: nothing, corrections: nothing, withdrawals: nothing };
}
