import { indexRequisites, type Requisite } from '../src/domain/makers/requisite.ts';
import { storeOf } from '../src/domain/merchants/store.ts';
import { fiat } from '../src/domain/money/money.ts';
import { Rotation } from '../src/domain/payins/rotation.ts';
import { type Outcomes, promptWithinS, weightsOf } from '../src/domain/payins/routing.ts';
import type { Catalogue } from '../src/domain/state/catalogue.ts';
import { Random } from './random.ts';
import { worldCatalogue } from './world-catalogue.ts';

/**
 * A day of payers and makers, to see what weights are worth: the service's own rotation and its own weights, the same payers
 * with them and without. Makers are good, slow or broken, or break for a while.
 */
export interface RoutingKind {
  readonly name: string;
  readonly makers: readonly MakerKind[];
}

type MakerKind = 'good' | 'slow' | 'broken' | 'breaks';

const trio = (kind: MakerKind): MakerKind[] => [kind, kind, kind];
export const routingKinds: readonly RoutingKind[] = [
  { name: 'all good', makers: [...trio('good'), ...trio('good'), ...trio('good')] },
  { name: 'a third slow', makers: [...trio('good'), ...trio('good'), ...trio('slow')] },
  { name: 'a third broken', makers: [...trio('good'), ...trio('good'), ...trio('broken')] },
  { name: 'a third breaks for six hours', makers: [...trio('good'), ...trio('good'), ...trio('breaks')] },
  { name: 'good, slow and broken', makers: [...trio('good'), ...trio('slow'), ...trio('broken')] },
];

/** So many of a thousand payers pay; then so many minutes until somebody says that the money is there. */
const behaviours = {
  good: { paid: 920, minutes: [1, 4] },
  slow: { paid: 850, minutes: [15, 40] },
  broken: { paid: 50, minutes: [1, 4] },
} as const;

const minutesADay = 24 * 60;
const halfHour = 30;
const dealMinutes = 30;
const breaksFrom = 8 * 60;
const breaksUntil = 14 * 60;
const payersAMinute = 4;
const requisitesPerMaker = 2;

export interface RoutingDay {
  readonly payers: number;
  readonly paid: number;
  /** Of those who paid: the sum of the minutes until they were told. */
  readonly waitedMinutes: number;
  /** Deals of the requisite that got fewest. */
  readonly fewest: number;
}

interface Deal {
  readonly requisiteId: number;
  readonly begun: number;
  readonly ends: number;
  readonly isPaid: boolean;
  readonly waited: number;
}

export function routingDay(kind: RoutingKind, seed: number, isWeighted: boolean): RoutingDay {
  const catalogue = catalogueOf(kind);
  const requisites = [...catalogue.requisiteById.values()];
  const [rotation, world] = [new Rotation(), new Random(seed)];
  const anyWay = { option: null, bank: null };
  const request = { store: storeOf(catalogue, 1), variant: anyWay, askedSum: fiat(100_000n), currency: 'RUB' };
  const deals: Deal[] = [];
  let weights: ReadonlyMap<number, number> = new Map();
  for (let minute = 0; minute < minutesADay; minute++) {
    if (isWeighted) weights = weightsOf(outcomesAt(requisites, deals, minute));
    for (let payer = 0; payer < payersAMinute; payer++) {
      const [given] = rotation.take({ ...catalogue, weights }, request, 1);
      if (given === undefined) throw new Error('a payer got nobody');
      // Everybody's fate is their own: the same payer is as patient with another maker.
      const fate = world.split(minute * payersAMinute + payer);
      deals.push(dealWith(kind.makers[given.makerId - 1] ?? 'good', given.id, minute, fate));
    }
  }
  return summed(requisites, deals);
}

/** The makers and requisites of the other worlds, without their limits. */
function catalogueOf(kind: RoutingKind): Catalogue {
  const world = worldCatalogue(0);
  const [maker] = world.makers.values();
  const [requisite] = world.requisiteById.values();
  if (maker === undefined || requisite === undefined) throw new Error('the world is empty');
  const makers = new Map(kind.makers.map((_, index) => [index + 1, { ...maker, id: index + 1 }]));
  const unlimited = { currency: 'RUB', dealMin: null, dealMax: null };
  const requisites = [...makers.keys()].flatMap((makerId) =>
    Array.from({ length: requisitesPerMaker }, (_, place) => {
      const id = (makerId - 1) * requisitesPerMaker + place + 1;
      return { ...requisite, ...unlimited, id, makerId };
    }),
  );
  const requisiteById = new Map(requisites.map((one) => [one.id, one]));
  return { ...world, makers, requisites: indexRequisites(requisites, makers), requisiteById };
}

function dealWith(maker: MakerKind, requisiteId: number, begun: number, fate: Random): Deal {
  const isBroken = maker === 'broken' || (maker === 'breaks' && begun >= breaksFrom && begun < breaksUntil);
  const { paid, minutes } = behaviours[isBroken ? 'broken' : maker === 'slow' ? 'slow' : 'good'];
  const isPaid = fate.below(1_000) < paid;
  const waited = fate.between(minutes[0], minutes[1]);
  return { requisiteId, begun, isPaid, waited, ends: begun + (isPaid ? waited : dealMinutes) };
}

/** As the service counts them: by half hours, the last six, those that have ended. */
function outcomesAt(requisites: readonly Requisite[], deals: readonly Deal[], now: number): Outcomes[] {
  const since = Math.floor(now / halfHour) * halfHour - 5 * halfHour;
  const counts = new Map(requisites.map(({ id }) => [id, { ended: 0, paid: 0, waited: 0, prompt: 0 }]));
  for (let place = deals.length - 1; place >= 0; place--) {
    const deal = deals[place];
    if (deal === undefined || deal.begun < since) break;
    const own = counts.get(deal.requisiteId);
    if (own === undefined || deal.ends > now) continue;
    own.ended += 1;
    if (!deal.isPaid) continue;
    own.paid += 1;
    own.waited += 1;
    if (deal.waited * 60 <= promptWithinS) own.prompt += 1;
  }
  return requisites.map(({ id, makerId, bank, currency }) => {
    const own = counts.get(id) ?? { ended: 0, paid: 0, waited: 0, prompt: 0 };
    return { requisiteId: id, makerId, bank, currency, ...own };
  });
}

function summed(requisites: readonly Requisite[], deals: readonly Deal[]): RoutingDay {
  const paid = deals.filter(({ isPaid }) => isPaid);
  const each = requisites.map(({ id }) => deals.filter(({ requisiteId }) => requisiteId === id).length);
  return {
    payers: deals.length,
    paid: paid.length,
    waitedMinutes: paid.reduce((sum, { waited }) => sum + waited, 0),
    fewest: Math.min(...each),
  };
}
