import { readOptionTraits } from '../src/domain/catalogue/option-record.ts';
import { usualDisputeRules } from '../src/domain/disputes/dispute-clock.ts';
import { noAutomation } from '../src/domain/makers/automation-settings.ts';
import type { Maker } from '../src/domain/makers/maker.ts';
import { indexRequisites, type Requisite } from '../src/domain/makers/requisite.ts';
import type { RewardRule } from '../src/domain/makers/rewards.ts';
import { plainPage } from '../src/domain/merchants/page-settings.ts';
import { nothingCounted, type PayerRules } from '../src/domain/merchants/payer-settings.ts';
import { operatorDecides, type PaymentPolicy } from '../src/domain/merchants/payment-policy.ts';
import type { Store, StoreAccount } from '../src/domain/merchants/store.ts';
import { storeFields } from '../src/domain/merchants/store-settings.ts';
import { noTemplates } from '../src/domain/messages/reading.ts';
import { fiat, settlement } from '../src/domain/money/money.ts';
import { usualSettings } from '../src/domain/money/setting-fields.ts';
import { type RatePair, rate } from '../src/domain/rates/rates.ts';
import type { Catalogue } from '../src/domain/state/catalogue.ts';
import type { Instant } from '../src/domain/text/timestamp.ts';
import type { WeeklyHours } from '../src/domain/text/weekly-hours.ts';
import type { Random } from './random.ts';

/** Who and what there is: two settlement currencies, three stores of two merchants, six makers and their requisites. */
export function worldCatalogue(start: Instant): Catalogue {
  const makers = new Map(makerCurrencies.map((currency, index) => [index + 1, maker(index + 1, currency)]));
  const stores = new Map([
    [1, store(1, 1, 'USDT', 250)],
    [2, store(2, 1, 'USDT', 0)],
    [3, store(3, 2, 'EUR', 333)],
  ]);
  const requisites = [...makers.keys()].flatMap((makerId) => requisitesOf(makerId));
  return {
    version: '1',
    currencies: new Map(
      Object.entries({ RUB: 2, KZT: 2, USDT: 8, EUR: 2 }).map(([code, subunit]) => [
        code,
        { code, name: code, subunit, ...switchedOn },
      ]),
    ),
    banks: ['RUB', 'KZT'].flatMap((currency) =>
      bankCodes.map((code) => ({ code, name: code, currency, aliases: [], ...switchedOn })),
    ),
    options: optionCodes.map((code) => ({
      code,
      name: code,
      currencies: ['RUB', 'KZT'],
      ...switchedOn,
      ...readOptionTraits({ numberKinds: ['phone', 'card'] }),
    })),
    merchants: new Map([
      [1, { id: 1, name: 'Merchant 1', secrets: [], totpSeed: totpSeeds[1], accessChangedAt: null }],
      [2, { id: 2, name: 'Merchant 2', secrets: [], totpSeed: totpSeeds[2], accessChangedAt: null }],
    ]),
    stores,
    apiKeys: new Map(),
    webhookSecrets: new Map(),
    endpoints: new Map(),
    rates: new Map([
      ['USDT/RUB', ratePair(9_550_000_000n, start)],
      ['USDT/KZT', ratePair(52_512_345_678n, start)],
      ['EUR/RUB', ratePair(10_412_345_678n, start)],
      ['EUR/KZT', ratePair(57_777_777_777n, start)],
    ]),
    requisites: indexRequisites(requisites, makers),
    requisiteById: new Map(requisites.map((one) => [one.id, one])),
    makers,
    feeAccounts: new Map([
      ['USDT', 2],
      ['EUR', 4],
    ]),
    phones: new Map(),
    silentRequisites: new Set(),
    weights: new Map(),
    troubledBanks: new Set(),
    messageTemplates: noTemplates,
    // Nobody answers for the makers; limits that are reached now and then. A false proof is found later than payouts are kept: now and
    // then the money is gone by then.
    disputeRules: { ...usualDisputeRules, answerMinutes: 0, payerClaimsMax: 1, storeClaimsMax: 20, payoutMinutes: 60 },
    isMoneyStopped: false,
    externalAccounts: new Map([
      ['USDT', 1],
      ['EUR', 3],
    ]),
    debts: debtsOf(stores, makers),
  };
}

/** Everybody may come to owe something. */
function debtsOf(stores: Catalogue['stores'], makers: Catalogue['makers']): Catalogue['debts'] {
  const owners = [
    ...[...stores.values()].flatMap(({ accounts }) => accounts),
    ...[...makers.values()].map(({ availableId, settlementCurrency: currency }) => ({ availableId, currency })),
  ];
  return new Map(
    owners.map(({ availableId, currency }) => [availableId, { id: 1000 + availableId, availableId, currency }]),
  );
}

const switchedOn = { nameRu: null, isEnabled: true } as const;

export const totpSeeds = { 1: 'JBSWY3DPEHPK3PXP', 2: 'GEZDGNBVGY3TQOJQ' } as const;
const optionCodes = ['SBP', 'TO_CARD', 'TO_ACCOUNT', 'CROSS_BORDER'] as const;
const bankCodes = ['sberbank', 'tinkoff', 'unknown'] as const;

const makerCurrencies = ['USDT', 'USDT', 'USDT', 'USDT', 'EUR', 'EUR'] as const;
const requisitesPerMaker = 8;

/** Rewards with ranges, for a way to pay and for a store; one maker serves one store, another needs a balance. */
function maker(id: number, settlementCurrency: string): Maker {
  return {
    id,
    name: `Maker ${id}`,
    settlementCurrency,
    availableId: 100 + 2 * id,
    heldId: 101 + 2 * id,
    storeIds: id === 3 ? [1] : null,
    isOn: true,
    isStopped: false,
    balanceMin: settlement(id === 2 ? 500_00000000n : 0n),
    rewards: rewardsOf(id),
    // Messages settle by themselves, up to a day's sum that is reached now and then.
    // Few, so that the limit is reached now and then.
    takingsMax: 2,
    takingsCovered: false,
    disputeBlock: null,
    automation: { ...noAutomation, isOn: true, dayMax: settlement(20_000_00000000n) },
  };
}

function rewardsOf(makerId: number): readonly RewardRule[] {
  const any = { option: null, storeId: null, currency: null, from: null, to: null } as const;
  const own: readonly RewardRule[] = [
    { ...any, direction: 'in', bps: 75 + makerId },
    { ...any, direction: 'in', currency: 'RUB', from: fiat(1_000_000n), to: fiat(3_000_000n), bps: 120 },
    { ...any, direction: 'in', currency: 'RUB', from: fiat(3_000_000n), bps: 150 },
    { ...any, direction: 'in', option: 'TO_CARD', bps: 33 },
    { ...any, direction: 'out', bps: 50 },
  ];
  switch (makerId) {
    case 4:
      return [];
    case 1:
      return [...own, { ...any, direction: 'in', storeId: 2, bps: 175 }];
    default:
      return own;
  }
}

const workingHours: WeeklyHours = {
  zone: 'UTC',
  spans: [1, 2, 3, 4, 5, 6].map((day) => ({ day, from: 420, to: 1320 })),
};

/** Few, with tight limits and rests, so that they are often busy: that is where the rules have to prove themselves. */
function requisitesOf(makerId: number): Requisite[] {
  return Array.from({ length: requisitesPerMaker }, (_, index) => {
    const id = makerId * 100 + index;
    const isFirst = index === 0;
    return {
      id,
      makerId,
      option: index % 2 === 0 ? 'SBP' : 'TO_CARD',
      bank: index % 4 < 2 ? 'sberbank' : 'tinkoff',
      currency: index % 8 === 7 ? 'KZT' : 'RUB',
      number: `+7900000${id}`,
      holder: `Holder ${id}`,
      dealMin: index === 2 ? fiat(200_000n) : null,
      dealMax: index === 3 ? fiat(5_000_000n) : null,
      dayMax: index === 4 ? fiat(30_000_000n) : null,
      monthMax: index === 5 ? fiat(100_000_000n) : null,
      dayDealsMax: index === 6 ? 25 : null,
      activeDealsMax: isFirst ? 3 : 40,
      gapMs: index === 1 ? 120_000 : null,
      hours: index === 2 ? workingHours : null,
      restMs: isFirst ? 3_600_000 : 900_000,
      isPaused: false,
      isPausedByOperator: false,
      usableFrom: 0,
      addedBy: null,
    } as const;
  });
}

/** One store leaves short sums to operators, one tolerates a little, one lets payers send the rest as well; two keep apart what is too much. */
const policies: readonly PaymentPolicy[] = [
  { ...operatorDecides, shortUnits: 100, shortBps: 500, restBy: 'payer', excess: 'apart' },
  { ...operatorDecides, excess: 'apart' },
  { ...operatorDecides, shortUnits: 100, shortBps: 500 },
];

/** One store counts its payers, and tightly: those who play come again and again. */
const playersCounted: PayerRules = {
  ...nothingCounted,
  known: { pendingMax: 4, countMax: 8, countMinutes: 60, failuresMax: 6, blockMinutes: 60 },
  fresh: { pendingMax: 2, countMax: 5, countMinutes: 60, failuresMax: 3, blockMinutes: 90 },
};

function store(id: number, merchantId: number, settlementCurrency: string, feeBps: number): Store {
  const limits = new Map([
    ['RUB', { min: fiat(100n), max: fiat(100_000_000n) }],
    ['KZT', { min: fiat(100n), max: fiat(100_000_000n) }],
  ]);
  const account: StoreAccount = {
    id: `0193f000-0000-7000-8000-00000000000${id}`,
    storeId: id,
    currency: settlementCurrency,
    network: 'TRC20',
    availableId: 10 + 2 * id,
    frozenId: 11 + 2 * id,
    excessId: 50 + id,
    withdrawalFee: settlement(settlementCurrency === 'USDT' ? 200_000_000n : 150n),
  };
  return {
    id,
    merchantId,
    name: `Store ${id}`,
    currency: 'RUB',
    settlementCurrency,
    ...usualSettings(storeFields, 8),
    payinFeeBps: feeBps,
    payoutFeeFixed: settlement(id === 3 ? 10n : 0n),
    payinSpreadBps: id === 2 ? 50 : 0,
    limits: { in: limits, out: limits },
    confirmDeadlineMs: 8 * 3_600_000,
    rateBoundBps: 50,
    policy: policies[id % policies.length] ?? operatorDecides,
    payerRules: id === 2 ? playersCounted : nothingCounted,
    accounts: [account],
    page: plainPage,
    optionsOff: [],
    twoApprovalsAbove: settlement(settlementCurrency === 'USDT' ? 100_00000000n : 100_00n),
  };
}

function ratePair(hundredMillionths: bigint, setAt: Instant): RatePair {
  const out = (hundredMillionths * 98n) / 100n;
  return {
    in: { rate: rate(hundredMillionths), setAt, ageMaxMs: null },
    out: { rate: rate(out), setAt, ageMaxMs: null },
  };
}

/** Somebody changes something: a rate moves, a requisite or a maker is off or back, a fee or a reward is another one. */
export function changedCatalogue(before: Catalogue, random: Random, now: Instant): Catalogue {
  const version = String(BigInt(before.version) + 1n);
  switch (random.weighted({ rate: 6, requisite: 3, fee: 1, maker: 2, reward: 1 })) {
    case 'rate': {
      const [pair, rates] = random.pick([...before.rates]);
      const moved = (rates.in.rate * BigInt(random.between(9_900, 10_100))) / 10_000n;
      return { ...before, version, rates: new Map(before.rates).set(pair, ratePair(moved, now)) };
    }
    case 'requisite': {
      const one = random.pick([...before.requisiteById.values()]);
      // Somebody always stays open, or a small world would stand still.
      const isPaused = !one.isPaused && one.id % 4 !== 0;
      const requisiteById = new Map(before.requisiteById).set(one.id, { ...one, isPaused });
      const open = [...requisiteById.values()].filter((requisite) => !requisite.isPaused);
      return { ...before, version, requisiteById, requisites: indexRequisites(open, before.makers) };
    }
    case 'fee': {
      const one = random.pick([...before.stores.values()]);
      const fees = { payinFeeBps: random.between(0, 400), payinFeeFixed: settlement(BigInt(random.below(3))) };
      return { ...before, version, stores: new Map(before.stores).set(one.id, { ...one, ...fees }) };
    }
    case 'maker': {
      const one = random.pick([...before.makers.values()]);
      // Makers 1 and 5 stay, or a small world would stand still.
      const isOn = !one.isOn || one.id % 4 === 1;
      const isStopped = random.chance(200) && one.id % 4 !== 1;
      return withMaker(before, version, { ...one, isOn, isStopped });
    }
    case 'reward': {
      // Not checked against fees, as a setting would be: a deal that starts has to be.
      const one = random.pick([...before.makers.values()]);
      const rewards = one.rewards.map((rule) => (random.chance(500) ? { ...rule, bps: random.between(0, 300) } : rule));
      return withMaker(before, version, { ...one, rewards });
    }
  }
}

function withMaker(before: Catalogue, version: string, maker: Maker): Catalogue {
  const makers = new Map(before.makers).set(maker.id, maker);
  const open = [...before.requisiteById.values()].filter((requisite) => !requisite.isPaused);
  return { ...before, version, makers, requisites: indexRequisites(open, makers) };
}
