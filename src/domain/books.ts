import type { TransferKind } from './ledger.ts';
import type { Instant } from './timestamp.ts';

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
  payins: ['payin_settle'],
  corrections: ['correction_sum'],
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
