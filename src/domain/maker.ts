import type { SettlementMinor } from './money.ts';
import type { Automation } from './phones/automation.ts';
import type { RewardRule } from './rewards.ts';

export interface Makers {
  readonly makers: ReadonlyMap<number, Maker>;
}

/** Why disputes keep a maker from new deals. */
export const disputeBlocks = { unanswered: 'unanswered', too_many: 'too_many' } as const;
export type DisputeBlock = keyof typeof disputeBlocks;

export interface Maker {
  readonly id: number;
  readonly name: string;
  readonly settlementCurrency: string;
  readonly availableId: number;
  readonly heldId: number;
  /** The stores it serves; null: all of its settlement currency. */
  readonly storeIds: readonly number[] | null;
  /** The maker's own switch. Off: no new deals, until the maker is back. */
  readonly isOn: boolean;
  /** No new deals, by an operator: the maker cannot lift it. */
  readonly isStopped: boolean;
  /** With less than this available it gets no deals. */
  readonly balanceMin: SettlementMinor;
  /** How many payouts it may have taken and shown no proof of. */
  readonly takingsMax: number;
  /** Whether its balance has to cover them. */
  readonly takingsCovered: boolean;
  readonly rewards: readonly RewardRule[];
  readonly automation: Automation;
  /** Open disputes keep it from new deals, until they are answered or decided; null: they do not. */
  readonly disputeBlock: DisputeBlock | null;
}

export function makerOf({ makers }: Makers, makerId: number): Maker {
  const maker = makers.get(makerId);
  if (maker === undefined) throw new Error(`maker ${makerId} is in use but not in the catalogue`);
  return maker;
}
