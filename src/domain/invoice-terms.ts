import { AppError, type Fault, fault, refuseIfAny } from '../errors.ts';
import { type Catalogue, currencyOf, findBank, findOption, type Store } from './catalogue.ts';
import { type FiatMinor, fiat, formatAmount, minorMax, parseAmount } from './money.ts';
import { type Direction, type PaymentOption, unknownBank, type Variant } from './payment.ts';

/** What may be asked of a store: which sums, currencies and ways to pay. */
export interface CheckedVariant {
  readonly option: PaymentOption | null;
  readonly method: string | null;
}

/** Reads the sum of an invoice; refuses a currency the store does not take and an amount that is none. */
export function readSum(
  catalogue: Catalogue,
  store: Store,
  type: Direction,
  sum: { readonly amount: string; readonly currency: string },
): FiatMinor {
  const limits = store.limits[type].get(sum.currency);
  if (limits === undefined) throw new AppError('currency_not_allowed', { field: 'currency' });
  const { subunit } = currencyOf(catalogue, sum.currency);
  const minor = parseAmount(sum.amount, subunit);
  if (minor === null) throw new AppError('invalid_amount', { field: 'amount' });
  if (minor > minorMax) {
    throw new AppError('amount_too_big', { field: 'amount', limit: formatAmount(limits.max, subunit) });
  }
  return fiat(minor);
}

/** Refuses a direction that is switched off, a variant that does not exist, and then a sum out of bounds (alone). */
export function checkTerms(
  catalogue: Catalogue,
  store: Store,
  type: Direction,
  terms: { readonly amount: FiatMinor; readonly currency: string; readonly variant: Variant },
): CheckedVariant {
  if (!store.enabled[type]) throw new AppError(type === 'in' ? 'pay_in_disabled' : 'pay_out_disabled');
  const variant = checkVariant(catalogue, terms.currency, type, terms.variant);
  const limits = store.limits[type].get(terms.currency);
  if (limits === undefined) throw new AppError('currency_not_allowed', { field: 'currency' });
  const { subunit } = currencyOf(catalogue, terms.currency);
  if (terms.amount < limits.min) {
    throw new AppError('amount_too_small', { field: 'amount', limit: formatAmount(limits.min, subunit) });
  }
  if (terms.amount > limits.max) {
    throw new AppError('amount_too_big', { field: 'amount', limit: formatAmount(limits.max, subunit) });
  }
  return variant;
}

export function checkVariant(
  catalogue: Catalogue,
  currency: string,
  type: Direction,
  variant: Variant,
): CheckedVariant {
  const faults: Fault[] = [];
  const option = variant.option === null ? null : findOption(catalogue, currency, variant.option);
  if (variant.option !== null && option === null) {
    faults.push(fault('payment_option_not_allowed', { field: 'paymentOption' }));
  }
  if (variant.method !== null && !methodIsAllowed(catalogue, currency, type, variant.method, option?.code ?? null)) {
    faults.push(fault('payment_method_not_allowed', { field: 'paymentMethod' }));
  }
  refuseIfAny(faults);
  return { option: option?.code ?? null, method: variant.method };
}

function methodIsAllowed(
  catalogue: Catalogue,
  currency: string,
  type: Direction,
  method: string,
  option: PaymentOption | null,
): boolean {
  // A phone number alone does not say which of its owner's banks gets the money.
  if (type === 'out' && option === 'SBP' && method === unknownBank) return false;
  return findBank(catalogue, currency, method) !== null;
}
