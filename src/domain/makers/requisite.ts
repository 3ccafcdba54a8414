import type { ValuesOf } from '../money/setting-fields.ts';
import type { Instant } from '../text/timestamp.ts';
import type { WeeklyHours } from '../text/weekly-hours.ts';
import type { Maker } from './maker.ts';
import { takesDeals } from './maker-settings.ts';
import type { requisiteLimits } from './requisite-settings.ts';

export interface Requisites {
  /** Those a new deal may be started on. */
  readonly requisites: RequisiteIndex;
  /** All of them, the paused ones included: deals that run keep theirs. */
  readonly requisiteById: ReadonlyMap<number, Requisite>;
}

/** Where a payer's money goes: a card, a phone or an account of a maker. Its limits are settings, its load is not here. */
export interface Requisite extends ValuesOf<typeof requisiteLimits> {
  readonly id: number;
  readonly makerId: number;
  readonly option: string;
  readonly bank: string;
  readonly currency: string;
  readonly number: string;
  readonly holder: string;
  /** When it gets new deals; null: always. */
  readonly hours: WeeklyHours | null;
  /** No new deals; those that run go on. What an operator has paused the maker cannot resume. */
  readonly isPaused: boolean;
  readonly isPausedByOperator: boolean;
  /** From when on it gets deals; null: it waits until somebody else has said that it is right. */
  readonly usableFrom: Instant | null;
  /** The login of who has added it, where that is not enough. */
  readonly addedBy: string | null;
}

/** Requisites that are not paused and do not wait, of makers who take deals, by both currencies, option and bank; `*` stands for any. */
type RequisiteIndex = ReadonlyMap<string, readonly Requisite[]>;

const anyVariant = '*';

interface RequisiteKind {
  /** What the payer transfers, and what the maker's balance is kept in. */
  readonly currency: string;
  readonly settlementCurrency: string;
  readonly option: string | null;
  readonly bank: string | null;
}

export function requisiteKey({ currency, settlementCurrency, option, bank }: RequisiteKind): string {
  return `${currency} ${settlementCurrency} ${option ?? anyVariant} ${bank ?? anyVariant}`;
}

export function indexRequisites(
  requisites: readonly Requisite[],
  makers: ReadonlyMap<number, Pick<Maker, 'settlementCurrency' | 'isOn' | 'isStopped'>>,
): RequisiteIndex {
  const index = new Map<string, Requisite[]>();
  for (const requisite of requisites) {
    const { currency } = requisite;
    const maker = makers.get(requisite.makerId);
    if (maker === undefined || !takesDeals(maker)) continue;
    const { settlementCurrency } = maker;
    for (const option of [requisite.option, null]) {
      for (const bank of [requisite.bank, null]) {
        const key = requisiteKey({ currency, settlementCurrency, option, bank });
        const list = index.get(key);
        if (list === undefined) index.set(key, [requisite]);
        else list.push(requisite);
      }
    }
  }
  return index;
}

/** A deal starts or stops using a requisite. What was started on a day or in a month is counted, and never given back. */
export interface RequisiteUse {
  readonly requisiteId: number;
  readonly activeDelta: 1 | -1;
  readonly started: { readonly at: Instant; readonly amount: bigint } | null;
}
