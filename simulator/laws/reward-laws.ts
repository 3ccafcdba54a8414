import type { Deal } from '../../src/domain/invoices/deal.ts';
import type { Transfer } from '../../src/domain/ledger/ledger.ts';
import type { RewardRule } from '../../src/domain/makers/rewards.ts';
import type { Catalogue } from '../../src/domain/state/catalogue.ts';
import { type Commit, isSettled, type Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const rewardLaws = {
  parts: 'the fee of each deal is the reward of its maker and the income of the service',
  all: 'rewards and income add up to fees',
  rate: 'a reward is that of the most specific rule, fixed when the deal starts',
  sum: 'a reward follows from its rate, and is never above the fee',
} as const;

interface Parts {
  income: bigint;
  reward: bigint;
}

/** Who gets which part of a fee, worked out from accounts alone: what came to the service, and what to the maker. */
export class RewardLaws implements Law {
  readonly #parts = new Map<string, Parts>();
  readonly #feesOwed = { before: 0n, paid: 0n };

  committed(commit: Commit): void {
    const { changes, catalogue } = commit;
    const corrected = new Map<string, string>();
    for (const { decisionId, dealId } of changes.disputeFacts.added) {
      if (decisionId !== null) corrected.set(decisionId, dealId);
    }
    const touched = new Set(commit.deals.map(({ deal }) => deal.id));
    for (const transfer of changes.transfers.added) {
      const subject = corrected.get(transfer.subjectId) ?? transfer.subjectId;
      if (this.#post(subject, transfer, catalogue)) touched.add(subject);
    }
    for (const { deal, before } of commit.deals) {
      this.#feesOwed.before += owed(deal) - (before === undefined ? 0n : owed(before));
      checkRate(commit, deal, before);
      // What a kept excess adds is worked out from the fee of its day.
      if (commit.store.tables.excesses.get(deal.id)?.keptAt == null) checkSum(deal, before);
    }
    for (const id of touched) this.#check(commit, id);
    const { before, paid } = this.#feesOwed;
    mustHold(before === paid, rewardLaws.all, 'all', () => `fees of settled deals ${before}, paid ${paid}`);
  }

  /** True where it moves a part of a fee. */
  #post(subject: string, { kind, amount, debitId, creditId }: Transfer, { feeAccounts }: Catalogue): boolean {
    if (!/^(payin|payout|correction|excess)_(fee|reward)/.test(kind)) return false;
    const parts = this.#parts.get(subject) ?? { income: 0n, reward: 0n };
    this.#parts.set(subject, parts);
    const isFees = (id: number) => [...feeAccounts.values()].includes(id);
    const income = isFees(creditId) ? amount : isFees(debitId) ? -amount : 0n;
    parts.income += income;
    const isReward = kind.includes('reward');
    // Between fees and maker what one loses the other gains; from a hold, or frozen funds, it comes to one of the two.
    const reward = !isReward ? 0n : income !== 0n ? -income : kind.endsWith('_reverse') ? -amount : amount;
    parts.reward += reward;
    this.#feesOwed.paid += income + reward;
    return true;
  }

  #check({ store }: Commit, id: string): void {
    const deal = store.deals.get(id);
    if (deal === undefined) return;
    const { income, reward } = this.#parts.get(id) ?? { income: 0n, reward: 0n };
    const expected = isSettled(deal) ? [deal.feeSum - deal.rewardSum, deal.rewardSum] : [0n, 0n];
    mustHold(income === expected[0] && reward === expected[1], rewardLaws.parts, id, () => {
      return `${deal.status}, fee ${deal.feeSum}: ${reward} to the maker, ${income} to the service`;
    });
  }
}

function owed(deal: Deal): bigint {
  return isSettled(deal) ? deal.feeSum : 0n;
}

/** By sorting the rules that hold, where the domain looks for the best in one pass. */
function checkRate({ store, catalogue }: Commit, deal: Deal, before: Deal | undefined): void {
  if (deal.makerId === null) {
    mustHold(deal.rewardBps === 0, rewardLaws.rate, deal.id, () => 'nobody has it, and it has a reward');
    return;
  }
  if (before?.makerId === deal.makerId) {
    mustHold(deal.rewardBps === before.rewardBps, rewardLaws.rate, deal.id, () => {
      return `was ${before.rewardBps} bps, is ${deal.rewardBps}`;
    });
    return;
  }
  const storeId = store.invoices.get(deal.invoiceId)?.storeId;
  const holds = (rule: RewardRule) =>
    rule.direction === deal.type &&
    [null, storeId].includes(rule.storeId) &&
    [null, deal.paymentOption].includes(rule.option) &&
    [null, deal.currency].includes(rule.currency) &&
    deal.askedSum >= (rule.from ?? 0n) &&
    (rule.to === null || deal.askedSum < rule.to);
  const named = (rule: RewardRule) =>
    [rule.storeId, rule.option, rule.currency].map((one) => (one === null ? 'b' : 'a')).join('');
  const rules = catalogue.makers.get(deal.makerId)?.rewards ?? [];
  const [best] = rules.filter(holds).sort((one, other) => named(one).localeCompare(named(other)));
  mustHold(deal.rewardBps === (best?.bps ?? 0), rewardLaws.rate, deal.id, () => {
    return `${deal.rewardBps} bps, by the rules ${best?.bps ?? 0}`;
  });
}

function checkSum(deal: Deal, before: Deal | undefined): void {
  const { makerSum, feeSum, rewardBps, rewardSum } = deal;
  const isChanged =
    before === undefined || before.makerSum !== makerSum || before.feeSum !== feeSum || before.rewardBps !== rewardBps;
  if (!isChanged && before.rewardSum === rewardSum) return;
  const rest = makerSum * BigInt(rewardBps) - rewardSum * 10_000n;
  const isExact = rest >= 0n && rest < 10_000n;
  mustHold(rewardSum <= feeSum && (isExact || rewardSum === feeSum), rewardLaws.sum, deal.id, () => {
    return `${rewardSum} at ${rewardBps} bps of ${makerSum}, fee ${feeSum}`;
  });
}
