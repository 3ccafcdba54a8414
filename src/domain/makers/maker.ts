import type { SettingFields, ValuesOf } from '../money/setting-fields.ts';
import type { Automation } from './automation-settings.ts';
import type { RewardRule } from './rewards.ts';

export interface Makers {
  readonly makers: ReadonlyMap<number, Maker>;
}

/** Why disputes keep a maker from new deals. */
export const disputeBlocks = { unanswered: 'unanswered', too_many: 'too_many' } as const;
export type DisputeBlock = keyof typeof disputeBlocks;

export const takingsMaxMost = 1_000;

/** What operators set of a maker, beside the stores it serves, its rewards and its switches. */
export const makerFields = {
  balanceMin: {
    kind: 'sum',
    says: 'With less than this available it gets no deals, in the settlement currency',
    usual: 0,
  },
  // More than a person pays at once; a maker with a program is given more.
  takingsMax: {
    kind: 'figure',
    says: 'How many payouts it may have taken and shown no proof of',
    min: 1,
    max: takingsMaxMost,
    usual: 5,
  },
  takingsCovered: { kind: 'flag', says: 'Whether its balance has to cover those payouts', usual: false },
} as const satisfies SettingFields;

export interface Maker extends ValuesOf<typeof makerFields> {
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
