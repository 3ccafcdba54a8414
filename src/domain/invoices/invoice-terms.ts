import assert from 'node:assert/strict';
import { AppError, type Fault, fault, refuseIfAny } from '../../errors/app-error.ts';
import { findOpenBank, findOpenCurrency, findOpenOption, type Reference } from '../catalogue/reference-entries.ts';
import type { Store } from '../merchants/store.ts';
import {
  type Currencies,
  currencyOf,
  type FiatMinor,
  fiat,
  formatAmount,
  minorMax,
  parseAmount,
} from '../money/money.ts';
import { type Direction, unknownBank, type Variant } from '../money/payment.ts';

/** What may be asked of a store: which sums, currencies and ways to pay. */
export interface CheckedVariant {
  readonly option: string | null;
  readonly bank: string | null;
}

/** Reads the sum of an invoice; refuses a currency the store does not accept and an invalid amount. */
export function readSum(
  catalogue: Reference,
  store: Store,
  type: Direction,
  sum: { readonly amount: string; readonly currency: string },
): FiatMinor {
  const limits = store.limits[type].get(sum.currency);
  const currency = findOpenCurrency(catalogue, sum.currency);
  if (limits === undefined || currency === null) throw new AppError('currency_not_allowed', { field: 'currency' });
  const { subunit } = currency;
  const minor = parseAmount(sum.amount, subunit);
  if (minor === null) throw new AppError('invalid_amount', { field: 'amount' });
  if (minor > minorMax) {
    throw new AppError('amount_too_big', { field: 'amount', limit: formatAmount(limits.max, subunit) });
  }
  assert(minor > 0n, 'an invoice is over money');
  return fiat(minor);
}

/**
 * The sum that a request names, whether or not the store takes it now: what was asked for before is known again by it. Null: no
 * sum of money, or of no known currency.
 */
export function namedSum(
  { currencies }: Currencies,
  sum: { readonly amount: string; readonly currency: string },
): FiatMinor | null {
  const currency = currencies.get(sum.currency);
  const minor = currency === undefined ? null : parseAmount(sum.amount, currency.subunit);
  return minor === null || minor > minorMax ? null : fiat(minor);
}

/** As any payout. But how little a shop lets be paid out says nothing about what is its payer's already. */
export function checkReturnTerms(
  catalogue: Reference,
  store: Store,
  terms: { readonly amount: FiatMinor; readonly currency: string; readonly variant: Variant },
  isExcess: boolean,
): CheckedVariant {
  const smallest = store.limits.out.get(terms.currency)?.min ?? 0n;
  const isBelow = isExcess && terms.amount < smallest;
  return checkTerms(catalogue, store, 'out', isBelow ? { ...terms, amount: fiat(smallest) } : terms);
}

/** Refuses a direction that is switched off, a variant that does not exist, and then a sum out of bounds (alone). */
export function checkTerms(
  catalogue: Reference,
  store: Store,
  type: Direction,
  terms: { readonly amount: FiatMinor; readonly currency: string; readonly variant: Variant },
): CheckedVariant {
  if (type === 'in' && !store.payinEnabled) throw new AppError('pay_in_disabled');
  if (type === 'out' && !store.payoutEnabled) throw new AppError('pay_out_disabled');
  const variant = checkVariant(catalogue, store, type, terms);
  const limits = store.limits[type].get(terms.currency);
  if (limits === undefined) throw new AppError('currency_not_allowed', { field: 'currency' });
  assert(limits.min <= limits.max, 'a store has room between its limits');
  const { subunit } = currencyOf(catalogue, terms.currency);
  if (terms.amount < limits.min) {
    throw new AppError('amount_too_small', { field: 'amount', limit: formatAmount(limits.min, subunit) });
  }
  if (terms.amount > limits.max) {
    throw new AppError('amount_too_big', { field: 'amount', limit: formatAmount(limits.max, subunit) });
  }
  return variant;
}

/** Refuses a way to pay or a bank that is unknown, switched off, or switched off for the store. */
export function checkVariant(
  catalogue: Reference,
  store: Pick<Store, 'optionsOff'>,
  type: Direction,
  { currency, variant }: { readonly currency: string; readonly variant: Variant },
): CheckedVariant {
  const faults: Fault[] = [];
  const option = variant.option === null ? null : findOpenOption(catalogue, currency, variant.option);
  const bank = variant.bank === null ? null : findOpenBank(catalogue, currency, variant.bank);
  if (variant.option !== null && (option === null || store.optionsOff.includes(option.code))) {
    faults.push(fault('payment_option_not_allowed', { field: 'paymentOption' }));
  }
  const lacksBank = type === 'out' && option?.needsBank === true && bank?.code === unknownBank;
  if (variant.bank !== null && (bank === null || lacksBank)) {
    faults.push(fault('payment_method_not_allowed', { field: 'paymentMethod' }));
  }
  refuseIfAny(faults);
  return { option: option?.code ?? null, bank: bank?.code ?? null };
}
