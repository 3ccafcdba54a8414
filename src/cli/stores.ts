import { findOpenCurrency } from '../domain/catalogue/reference-entries.ts';
import { unlimited } from '../domain/merchants/api-key.ts';
import { policyFields } from '../domain/merchants/payment-policy.ts';
import { readStoreSettings, storeFields } from '../domain/merchants/store-settings.ts';
import { newStoreSettings, usualLimits, usualTerms } from '../domain/overview/opening.ts';
import { percentText } from '../domain/text/percent.ts';
import { createIdSource } from '../engine/id-source.ts';
import { AppError } from '../errors/app-error.ts';
import { changePaymentPolicy } from '../settings/merchants/change-payment-policy.ts';
import { changeStore } from '../settings/merchants/change-store.ts';
import { createApiKey } from '../settings/merchants/create-api-key.ts';
import { createMerchant } from '../settings/merchants/create-merchant.ts';
import { createStore } from '../settings/merchants/create-store.ts';
import { type CliCall, type CliCommand, table, UsageError } from './command-line.ts';
import {
  byCli,
  choiceOption,
  figureOption,
  numberOption,
  openCatalogue,
  reasonOption,
  runAct,
  settingsOf,
  textOption,
  wholeNumber,
  withDatabase,
} from './session.ts';
import { readSettingOptions, settingOptions } from './setting-options.ts';

const list: CliCommand = {
  name: 'store list',
  summary: 'List all stores',
  async run(call) {
    const catalogue = await withDatabase(call, openCatalogue);
    const stores = [...catalogue.stores.values()].map((store) => ({
      id: store.id,
      name: store.name,
      merchantId: store.merchantId,
      merchant: catalogue.merchants.get(store.merchantId)?.name ?? '',
      currency: store.currency,
      settlementCurrency: store.settlementCurrency,
      payinEnabled: store.payinEnabled,
      payoutEnabled: store.payoutEnabled,
    }));
    const rows = stores.map((store) => [
      String(store.id),
      store.name,
      `merchant ${store.merchantId} (${store.merchant})`,
      `${store.settlementCurrency}/${store.currency}`,
      `in ${store.payinEnabled ? 'on' : 'off'}, out ${store.payoutEnabled ? 'on' : 'off'}`,
    ]);
    return { text: `${table(rows)}\n`, data: stores };
  },
};

const create: CliCommand = {
  name: 'store create',
  summary: 'Create a store with an API key, and a merchant for it where none is named',
  notes: `Sums when absent: ${usualSums()}.
In any other currency none are allowed until somebody sets them (console, or PATCH /api/operator/stores/{id}).`,
  words: [{ name: 'name', text: 'what people call it' }],
  options: {
    currency: { value: 'code', text: 'what payers pay in, such as RUB', isNeeded: true },
    settlement: { value: 'code', text: 'what the account is kept in; USDT when absent' },
    network: { value: 'name', text: 'TRC20 (when absent) or ERC20, for withdrawals' },
    merchant: { value: 'id', text: 'an existing merchant; without it one is made' },
    'payin-bps': { value: 'number', text: `fee of a payin in basis points; ${usualFee(usualTerms.payinFeeBps)}` },
    'payout-bps': { value: 'number', text: `fee of a payout in basis points; ${usualFee(usualTerms.payoutFeeBps)}` },
    min: { value: 'sum', text: 'the smallest sum of a payin or payout' },
    max: { value: 'sum', text: 'the largest one' },
    ...reasonOption,
  },
  async run(call) {
    const name = call.words[0] ?? '';
    const made = await withDatabase(call, async (session) => {
      const catalogue = await openCatalogue(session);
      const settlementCurrency = textOption(call, 'settlement') ?? 'USDT';
      const currency = textOption(call, 'currency') ?? '';
      // Everything must be right before anything is written.
      for (const [field, code] of Object.entries({ currency, settlement: settlementCurrency })) {
        if (findOpenCurrency(catalogue, code) === null) throw new AppError('currency_not_allowed', { field });
      }
      const network = choiceOption(call, 'network', ['TRC20', 'ERC20']) ?? 'TRC20';
      const terms = readTerms(call, currency);
      readStoreSettings(catalogue, settlementCurrency, terms);
      const settings = settingsOf(session);
      const by = byCli(call);
      const merchant = numberOption(call, 'merchant');
      const owner =
        merchant === undefined ? await settings.run(createMerchant, { name }, by) : { id: merchant, secret: null };
      const storeId = await settings.run(
        createStore,
        {
          merchantId: owner.id,
          name,
          currency,
          settlementCurrency,
          network,
          accountId: createIdSource()(),
          settings: terms,
        },
        by,
      );
      const wish = { storeId, name: '', ...unlimited, hasOwnSecret: false };
      const { key: apiKey } = await settings.run(createApiKey, wish, by);
      return { id: storeId, merchantId: owner.id, apiKey, merchantSecret: owner.secret, ...terms };
    });
    const secret = made.merchantSecret === null ? '' : `Merchant secret, shown this once: ${made.merchantSecret}\n`;
    return {
      text: `Created store ${made.id} of merchant ${made.merchantId}.\n${termsText(made)}API key: ${made.apiKey}\n${secret}`,
      data: made,
    };
  },
};

type NewTerms = ReturnType<typeof newStoreSettings>;

function readTerms(call: CliCall, currency: string): NewTerms {
  const [payinFeeBps, payoutFeeBps] = [feeOption(call, 'payin-bps'), feeOption(call, 'payout-bps')];
  const [min, max] = [textOption(call, 'min'), textOption(call, 'max')];
  const terms = newStoreSettings(currency, { payinFeeBps, payoutFeeBps, min, max });
  if (terms.limits.length === 0 && (min ?? max) !== undefined) {
    throw new UsageError(`Nothing is usual in ${currency}: give --min and --max, or neither.`);
  }
  return terms;
}

function feeOption(call: CliCall, name: string): number | undefined {
  const bps = figureOption(call, name);
  if (bps !== undefined && bps > 10_000)
    throw new UsageError(`--${name} is ${bps}; give at most 10000, the whole sum.`);
  return bps;
}

/** What was taken, as nobody had to say it. */
function termsText({ payinFeeBps, payoutFeeBps, limits: [limit] }: NewTerms): string {
  const fees = `Fees: ${percentText(payinFeeBps)} % of a payin, ${percentText(payoutFeeBps)} % of a payout.`;
  const sums =
    limit === undefined
      ? 'No sums are allowed until somebody sets limits.'
      : `Sums: ${limit.min} to ${limit.max} ${limit.currency}.`;
  return `${fees}\n${sums}\n`;
}

function usualFee(bps: number): string {
  return `${bps} (${percentText(bps)} %) when absent`;
}

function usualSums(): string {
  return Object.entries(usualLimits)
    .map(([currency, [min, max]]) => `${currency} ${min} to ${max}`)
    .join(', ');
}

const policyNames = { shortBps: 'short-bps', nudgeMinor: 'nudge', restBy: 'rest' } as const;

const policy: CliCommand = {
  name: 'store policy',
  summary: 'Show or change what happens when another sum comes than a store has asked for',
  notes: 'Without options it only shows it. A short payment pays within the larger of both tolerances.',
  words: [{ name: 'store', text: 'the ID of the store' }],
  options: { ...settingOptions(policyFields, policyNames), ...reasonOption },
  async run(call) {
    const storeId = wholeNumber(call.words[0] ?? '', '<store>');
    const change = readSettingOptions(call, policyFields, policyNames);
    const shown = await withDatabase(call, async (session) => {
      if (Object.keys(change).length > 0) {
        return await settingsOf(session).run(changePaymentPolicy, { storeId, policy: change }, byCli(call));
      }
      const store = (await openCatalogue(session)).stores.get(storeId);
      if (store === undefined) throw new AppError('not_found', { field: 'store' });
      return store.policy;
    });
    const { shortUnits, shortBps, restBy, nudgeMinor, excess } = shown;
    const over = excess === 'apart' ? 'what is sent too much is kept apart' : 'what is sent too much counts';
    const rest = `the rest is for the ${restBy}; ${over}; a busy sum is lowered by up to ${nudgeMinor} of the smallest units`;
    const text = `Store ${storeId}: ${shortUnits} units or ${shortBps} bps may be missing; ${rest}.\n`;
    return { text, data: { storeId, ...shown } };
  },
};

const change: CliCommand = {
  name: 'store change',
  summary: 'Change what operators set of a store',
  notes: 'What is absent stays as it is. Limits, the page and ways to pay are set in the console.',
  words: [{ name: 'store', text: 'the ID of the store' }],
  options: { name: { value: 'text', text: 'what people call it' }, ...settingOptions(storeFields), ...reasonOption },
  async run(call) {
    const id = wholeNumber(call.words[0] ?? '', '<store>');
    const name = textOption(call, 'name');
    const settings = { ...readSettingOptions(call, storeFields), ...(name === undefined ? {} : { name }) };
    if (Object.keys(settings).length === 0)
      throw new UsageError('Give what is to be changed; --help says what there is.');
    await runAct(call, changeStore, { id, settings });
    return { text: `Store ${id} is changed.\n`, data: { id, ...settings } };
  },
};

export const storeCommands: readonly CliCommand[] = [list, create, change, policy];
