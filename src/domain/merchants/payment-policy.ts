import { type SettingFields, usualSettings, type ValuesOf } from '../money/setting-fields.ts';
/**
 * What a store lets happen when another sum comes than was asked for. Without a policy an operator decides about each.
 *
 * The payer gains by a tolerance, and the store gives it: so the store sets it, within bounds, and the audit log says so. What
 * the maker owes is what came, always: a maker who says that less came gains by it, and so is never the one who is believed
 * (`own-word.ts`).
 */
export const policyFields = {
  // What rounds a bank's fee off, and no more.
  shortUnits: {
    kind: 'figure',
    says: 'A payin is paid when no more than so many whole units of its currency are missing',
    min: 0,
    max: 100,
    usual: 0,
    looser: 'more',
  },
  shortBps: {
    kind: 'figure',
    says: 'The same in basis points of the sum asked for; the larger of both counts',
    min: 0,
    max: 500,
    usual: 0,
    looser: 'more',
  },
  restBy: {
    kind: 'choice',
    says: 'Who deals with what is missing: an operator, or the payer, who may send the rest',
    choices: { operator: 'operator', payer: 'payer' },
    usual: 'operator',
  },
  // Money that comes must point to one deal. Never for more: the store has set it, and so the store gives it. The most is a rouble, where
  // there are kopecks: enough for a hundred payers of one sum on one requisite.
  nudgeMinor: {
    kind: 'figure',
    says: 'When all requisites are busy with a sum, the payer may be asked for up to so many of the smallest units less; never for more than one per cent less, 0: never',
    min: 0,
    max: 100,
    usual: 0,
    looser: 'more',
  },
  // The store bears what a return costs (`excess.ts`).
  excess: {
    kind: 'choice',
    says: 'What becomes of more than was asked for, once it is known to have come. `counts`: the invoice is paid with all of it; `apart`: with the sum asked for, and the excess is kept for the payer, to be returned',
    choices: { counts: 'counts', apart: 'apart' },
    usual: 'counts',
    looser: 'more',
  },
} as const satisfies SettingFields;
export type PaymentPolicy = ValuesOf<typeof policyFields>;

/** Of a store that has said nothing. */
export const operatorDecides = usualSettings(policyFields, 0);
