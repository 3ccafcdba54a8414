import type { Instant } from '../text/timestamp.ts';
import { rollupStart, rollupStepMs } from './rollups.ts';

/** Who gets fewer deals than the others now, or none. */
export interface Traffic {
  /** Those of a phone that nothing is heard of: they get no new deals. */
  readonly silentRequisites: ReadonlySet<number>;
  /** Of requisites that get fewer deals than the others, so many of a thousand. */
  readonly weights: ReadonlyMap<number, number>;
  /** Through which hardly anything arrives these hours, see `troubleKey`. */
  readonly troubledBanks: ReadonlySet<string>;
}

/**
 * Who gets the next deal: a requisite whose deals get paid, and soon, gets more of them than one whose deals come to nothing. The
 * weight is worked out from what became of the deals of the last hours, at its own requisite, its bank and its maker. It only
 * orders those who may serve; it lets nobody in and keeps nobody out.
 *
 * Who gains: a maker, by paying deals at the own requisites. That costs a fee for each, and brings no more than the full weight.
 * Who loses: a maker whose deals others let expire. The floor keeps a tenth, and the bank's and the maker's other deals count, too.
 */
export const fullWeight = 1_000;
export const weightMin = 100;
/** Smaller changes are noise, and every change is read by all processes. */
const weightStep = 50;

/** The last three hours, in half hours: a bank that is back is noticed soon, a quiet night has some deals all the same. */
const routingHalfHours = 6;

/** From when on invoices count. */
export function routingSince(now: Instant): Instant {
  return rollupStart(now) - (routingHalfHours - 1) * rollupStepMs;
}

/** Slower than this is not prompt: from the payer's receipt to the word that the money is there. */
export const promptWithinS = 600;

/** What a group is believed to be like before it has shown itself, in deals. */
const priorDeals = 20;

/** What became of the deals of a requisite. Those still open are in none. */
export interface Outcomes {
  readonly requisiteId: number;
  readonly makerId: number;
  readonly bank: string;
  readonly currency: string;
  readonly ended: number;
  readonly paid: number;
  /** Deals that waited for a word after the payer's receipt, and how many of them got it soon. */
  readonly waited: number;
  readonly prompt: number;
}

interface Counts {
  ended: number;
  paid: number;
}

/** Weights of those that have less than the full one, by requisite. */
export function weightsOf(outcomes: readonly Outcomes[]): ReadonlyMap<number, number> {
  const scores = new Map<number, number>();
  const bestOf = new Map<string, number>();
  const everybody = countBy(outcomes, ({ currency }) => currency);
  const banks = countBy(outcomes, troubleKey);
  const makers = countBy(outcomes, makerOf);
  for (const one of outcomes) {
    const common = rateOf(everybody.get(one.currency));
    const believed = (counts: Counts | undefined) => believedRate(counts ?? { ended: 0, paid: 0 }, common);
    const prior = Math.floor((believed(banks.get(troubleKey(one))) + believed(makers.get(makerOf(one)))) / 2);
    const score = Math.floor((believedRate(one, prior) * promptness(one)) / fullWeight);
    scores.set(one.requisiteId, score);
    bestOf.set(one.currency, Math.max(bestOf.get(one.currency) ?? 0, score));
  }
  const weights = new Map<number, number>();
  for (const { requisiteId, currency } of outcomes) {
    const weight = weightOf(scores.get(requisiteId) ?? 0, bestOf.get(currency) ?? 0);
    if (weight < fullWeight) weights.set(requisiteId, weight);
  }
  return weights;
}

/** The square of the part of the best: half as good is a quarter of the deals. */
function weightOf(score: number, best: number): number {
  if (best === 0) return fullWeight;
  const squared = Math.floor((score * score * fullWeight) / (best * best));
  return Math.max(weightMin, Math.round(squared / weightStep) * weightStep);
}

/** Of a thousand: half of it is lost by those who never answer soon. */
function promptness({ waited, prompt }: Outcomes): number {
  return Math.floor(fullWeight / 2 + believedRate({ ended: waited, paid: prompt }, fullWeight) / 2);
}

/** The part that was paid, of a thousand, as far as so few deals can tell it from what is usual. */
function believedRate({ ended, paid }: Counts, usual: number): number {
  return Math.floor((paid * fullWeight + usual * priorDeals) / (ended + priorDeals));
}

function rateOf(counts: Counts | undefined): number {
  return counts === undefined || counts.ended === 0
    ? fullWeight
    : Math.floor((counts.paid * fullWeight) / counts.ended);
}

export interface TroubledBank {
  readonly currency: string;
  readonly bank: string;
}

/** Fewer deals than this say nothing about a bank. */
const troubleDealsMin = 20;
/** Below this part of a thousand a bank is in trouble, if the others of its currency are not. */
const troubleBelow = 300;

/**
 * Banks through which hardly anything arrives while others work. People are told; the bank stays open to those who want it. When
 * too few try it to tell, it counts as well again, and the next payers find out.
 */
export function troubledBanks(outcomes: readonly Outcomes[]): readonly TroubledBank[] {
  const everybody = countBy(outcomes, ({ currency }) => currency);
  const troubled = new Map<string, TroubledBank>();
  const banks = countBy(outcomes, troubleKey);
  for (const one of outcomes) {
    const own = banks.get(troubleKey(one)) ?? { ended: 0, paid: 0 };
    const all = everybody.get(one.currency) ?? own;
    const others = { ended: all.ended - own.ended, paid: all.paid - own.paid };
    if (own.ended < troubleDealsMin || others.ended < troubleDealsMin) continue;
    if (rateOf(own) >= troubleBelow || rateOf(own) * 2 >= rateOf(others)) continue;
    troubled.set(troubleKey(one), { currency: one.currency, bank: one.bank });
  }
  return [...troubled.values()];
}

/** Names a bank of a currency. */
export function troubleKey({ currency, bank }: TroubledBank): string {
  return `${currency} ${bank}`;
}

export interface RoutingChange {
  /** New or other weights, by requisite. */
  readonly weights: readonly (readonly [number, number])[];
  /** Those that have the full weight again. */
  readonly freed: readonly number[];
  readonly troubled: readonly TroubledBank[];
  readonly recovered: readonly TroubledBank[];
}

/** What has to be written down; null: nothing. */
export function routingChange(
  before: { readonly weights: ReadonlyMap<number, number>; readonly troubled: ReadonlySet<string> },
  outcomes: readonly Outcomes[],
): RoutingChange | null {
  const weights = weightsOf(outcomes);
  const troubled = troubledBanks(outcomes);
  const now = new Set(troubled.map(troubleKey));
  const change = {
    weights: [...weights].filter(([id, weight]) => before.weights.get(id) !== weight),
    freed: [...before.weights.keys()].filter((id) => !weights.has(id)),
    troubled: troubled.filter((bank) => !before.troubled.has(troubleKey(bank))),
    recovered: [...before.troubled].filter((key) => !now.has(key)).map(readTroubleKey),
  };
  return Object.values(change).every(({ length }) => length === 0) ? null : change;
}

function readTroubleKey(key: string): TroubledBank {
  const [currency = '', bank = ''] = key.split(' ');
  return { currency, bank };
}

const makerOf = ({ currency, makerId }: Pick<Outcomes, 'currency' | 'makerId'>) => `${currency} ${makerId}`;

function countBy(outcomes: readonly Outcomes[], keyOf: (one: Outcomes) => string): ReadonlyMap<string, Counts> {
  const groups = new Map<string, Counts>();
  for (const one of outcomes) {
    const group = groups.get(keyOf(one)) ?? { ended: 0, paid: 0 };
    groups.set(keyOf(one), { ended: group.ended + one.ended, paid: group.paid + one.paid });
  }
  return groups;
}
