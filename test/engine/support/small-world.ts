import type { Arrival } from '../../../src/domain/arrivals/arrival.ts';
import { type OptionRecord, readOptionTraits } from '../../../src/domain/catalogue/option-record.ts';
import { usualDisputeRules } from '../../../src/domain/disputes/dispute-clock.ts';
import type { DealDispute, PayinDeal, PayoutDeal } from '../../../src/domain/invoices/deal.ts';
import type { Invoice } from '../../../src/domain/invoices/invoice.ts';
import { noAutomation } from '../../../src/domain/makers/automation-settings.ts';
import type { Maker } from '../../../src/domain/makers/maker.ts';
import { indexRequisites, type Requisite } from '../../../src/domain/makers/requisite.ts';
import { unlimited } from '../../../src/domain/merchants/api-key.ts';
import { plainPage } from '../../../src/domain/merchants/page-settings.ts';
import { nothingCounted } from '../../../src/domain/merchants/payer-settings.ts';
import { operatorDecides } from '../../../src/domain/merchants/payment-policy.ts';
import type { Store, StoreAccount } from '../../../src/domain/merchants/store.ts';
import { storeFields } from '../../../src/domain/merchants/store-settings.ts';
import { noTemplates } from '../../../src/domain/messages/reading.ts';
import { fiat, settlement } from '../../../src/domain/money/money.ts';
import { usualSettings } from '../../../src/domain/money/setting-fields.ts';
import type { Excess } from '../../../src/domain/payins/excess.ts';
import { type RateSetting, rate } from '../../../src/domain/rates/rates.ts';
import { type Refund, refundLinkLifetimeMs } from '../../../src/domain/refunds/refund.ts';
import type { Catalogue } from '../../../src/domain/state/catalogue.ts';

/** A catalogue, an invoice and a deal in memory, for tests of pure rules. */
export const noon = Date.parse('2026-11-14T12:00:00Z');

export const account: StoreAccount = {
  id: '0193f000-0000-7000-8000-000000000001',
  storeId: 1,
  currency: 'USDT',
  network: 'TRC20',
  availableId: 11,
  frozenId: 12,
  excessId: 15,
  withdrawalFee: settlement(200_000_000n),
};

export const store: Store = {
  id: 1,
  merchantId: 1,
  name: 'Shop',
  currency: 'RUB',
  settlementCurrency: 'USDT',
  ...usualSettings(storeFields, 8),
  limits: {
    in: new Map([['RUB', { min: fiat(10_000n), max: fiat(100_000_000n) }]]),
    out: new Map([['RUB', { min: fiat(10_000n), max: fiat(100_000_000n) }]]),
  },
  policy: operatorDecides,
  payerRules: nothingCounted,
  accounts: [account],
  twoApprovalsAbove: settlement(0n),
  page: plainPage,
  optionsOff: [],
};

export const feeAccountId = 2;

/** Maker n has the ledger accounts 100 + 2n (available) and 101 + 2n (held). */
export function maker(id: number, settlementCurrency = 'USDT', change: Partial<Maker> = {}): Maker {
  return {
    id,
    name: `Maker ${id}`,
    settlementCurrency,
    availableId: 100 + 2 * id,
    heldId: 101 + 2 * id,
    storeIds: null,
    isOn: true,
    isStopped: false,
    balanceMin: settlement(0n),
    rewards: [],
    automation: noAutomation,
    takingsMax: 5,
    takingsCovered: false,
    disputeBlock: null,
    ...change,
  };
}

export function requisite(id: number, change: Partial<Requisite> = {}): Requisite {
  return {
    id,
    makerId: 1,
    option: 'SBP',
    bank: 'sberbank',
    currency: 'RUB',
    number: `+7900000${String(id).padStart(4, '0')}`,
    holder: 'Ivan P.',
    dealMin: null,
    dealMax: null,
    dayMax: null,
    monthMax: null,
    dayDealsMax: null,
    activeDealsMax: null,
    gapMs: null,
    hours: null,
    restMs: 60_000,
    isPaused: false,
    isPausedByOperator: false,
    usableFrom: 0,
    addedBy: null,
    ...change,
  };
}

/** A rate that never ages. */
function lasting(hundredMillionths: bigint): RateSetting {
  return { rate: rate(hundredMillionths), setAt: noon, ageMaxMs: null };
}

function option(code: string, change: Partial<OptionRecord> = {}): OptionRecord {
  return {
    code,
    name: code,
    currencies: ['RUB'],
    ...switchedOn,
    ...readOptionTraits({ numberKinds: ['phone'] }),
    ...change,
  };
}

const switchedOn = { nameRu: null, isEnabled: true } as const;

export function catalogueOf(requisites: readonly Requisite[], change: Partial<Catalogue> = {}): Catalogue {
  const makerIds = new Set([1, ...requisites.map(({ makerId }) => makerId)]);
  const makers = change.makers ?? new Map([...makerIds].map((id) => [id, maker(id)]));
  return {
    version: '1',
    debts: new Map(),
    currencies: new Map([
      ['RUB', { code: 'RUB', name: 'Russian ruble', subunit: 2, ...switchedOn }],
      ['USDT', { code: 'USDT', name: 'Tether', subunit: 8, ...switchedOn }],
    ]),
    banks: ['sberbank', 'tinkoff', 'unknown'].map((code) => ({
      code,
      name: code,
      currency: 'RUB',
      aliases: [`old-${code}`],
      ...switchedOn,
    })),
    options: [option('SBP', { phonePrefix: '+7', needsBank: true }), option('TO_CARD', { numberKinds: ['card'] })],
    merchants: new Map([
      [
        1,
        {
          id: 1,
          name: 'Merchant',
          secrets: [{ value: 'secret', validUntil: null }],
          totpSeed: 'JBSWY3DPEHPK3PXP',
          accessChangedAt: null,
        },
      ],
    ]),
    stores: new Map([[1, store]]),
    apiKeys: new Map([['store-key', { ...unlimited, storeId: 1, secret: null, validUntil: null }]]),
    webhookSecrets: new Map(),
    endpoints: new Map(),
    rates: new Map([['USDT/RUB', { in: lasting(9_550_000_000n), out: lasting(9_350_000_000n) }]]),
    requisites: indexRequisites(requisites, makers),
    requisiteById: new Map(requisites.map((one) => [one.id, one])),
    makers,
    feeAccounts: new Map([['USDT', feeAccountId]]),
    messageTemplates: noTemplates,
    disputeRules: usualDisputeRules,
    isMoneyStopped: false,
    phones: new Map(),
    silentRequisites: new Set(),
    weights: new Map(),
    troubledBanks: new Set(),
    externalAccounts: new Map([['USDT', 1]]),
    ...change,
  };
}

export function invoice(change: Partial<Invoice> = {}): Invoice {
  return {
    id: '0193f000-0000-7000-8000-00000000aaaa',
    storeId: 1,
    internalId: null,
    userId: null,
    type: 'in',
    status: 'new',
    paymentOption: null,
    bank: null,
    namedOption: null,
    namedBank: null,
    requisites: null,
    askedSum: fiat(100_000n),
    shownSum: change.receivedSum ?? change.askedSum ?? fiat(100_000n),
    currency: 'RUB',
    receivedSum: null,
    makerSum: null,
    feeSum: null,
    payoutSum: null,
    notificationUrl: '',
    notificationToken: '',
    successUrl: null,
    cancelUrl: null,
    isSumChanged: false,
    partSum: null,
    fromExcess: null,
    sumReason: null,
    createdAt: noon,
    expireAt: noon + 3_600_000,
    updatedAt: noon,
    sequence: 0,
    dealCount: 0,
    disputedFrom: null,
    holdsName: (change.internalId ?? null) !== null && change.type !== 'out' && (change.status ?? 'new') === 'new',
    ...change,
  };
}

export function deal(change: Partial<PayinDeal> = {}): PayinDeal {
  return {
    id: '0193f000-0000-7000-8000-00000000aaaa',
    invoiceId: '0193f000-0000-7000-8000-00000000aaaa',
    ordinal: 1,
    type: 'in',
    status: 'transfer_waiting',
    paymentOption: 'SBP',
    bank: 'sberbank',
    requisiteId: 1,
    makerId: 1,
    number: '+79000000001',
    holder: 'Ivan P.',
    askedSum: fiat(100_000n),
    currency: 'RUB',
    rate: rate(9_550_000_000n),
    makerSum: settlement(1_047_120_418n),
    feeSum: settlement(26_178_011n),
    feeBps: 250,
    feeFixed: settlement(0n),
    rewardBps: 0,
    rewardSum: settlement(0n),
    startedAt: noon,
    deadlineAt: noon + 900_000,
    confirmedAt: null,
    endedAt: null,
    occupies: true,
    restsUntil: null,
    attachments: [],
    dispute: null,
    takings: null,
    receivedSum: null,
    ...change,
  };
}

export function payoutDeal(change: Partial<PayoutDeal> = {}): PayoutDeal {
  return { ...deal(), type: 'out', requisiteId: null, occupies: false, ...change };
}

/** Money that came to requisite 1 and waits for a person, for the deal above. */
export function arrival(change: Partial<Arrival> = {}): Arrival {
  return {
    id: '0193f000-0000-7000-8000-00000000bbbb',
    requisiteId: 1,
    amount: fiat(100_000n),
    currency: 'RUB',
    arrivedAt: noon,
    reference: 'bank line 1',
    status: 'held',
    exception: 'late',
    dealId: '0193f000-0000-7000-8000-00000000aaaa',
    enteredBy: 'anna',
    toldBy: 'operator',
    createdAt: noon,
    resolvedAt: null,
    ...change,
  };
}

/** A claim that nobody has decided about. */
export function dispute(change: Partial<DealDispute> = {}): DealDispute {
  return {
    reason: 'has_payment',
    amount: null,
    attachment: null,
    result: null,
    from: 'transfer_confirmed',
    openedAt: noon,
    deadlineAt: noon + 3 * 86_400_000,
    ...change,
  };
}

/** All of a payin that is called so, promised to its payer. */
export function refund(change: Partial<Refund> = {}): Refund {
  return {
    id: 'refund',
    invoiceId: 'payin',
    storeId: 1,
    sum: fiat(100_000n),
    currency: 'RUB',
    reason: 'returned',
    askedBy: 'merchant',
    createdAt: noon,
    lapsesAt: noon + refundLinkLifetimeMs,
    payoutId: null,
    canceledAt: null,
    excessOf: null,
    ...change,
  };
}

/** 200.00 RUB too much for that payin, at the rate of its deal. */
export function excess(change: Partial<Excess> = {}): Excess {
  return {
    id: 'payin',
    invoiceId: 'payin',
    storeId: 1,
    sum: fiat(20_000n),
    currency: 'RUB',
    heldSum: settlement(209_424_083n),
    createdAt: noon,
    keptAt: null,
    ...change,
  };
}
