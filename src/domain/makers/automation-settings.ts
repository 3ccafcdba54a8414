import { type SettingFields, usualSettings, type ValuesOf } from '../money/setting-fields.ts';

const limit = { kind: 'sum', usual: null, isOptional: true, isPositive: true } as const;

/**
 * What messages of a maker's phones may settle without a person. Operators set it, for each maker; for a new one it is off.
 * Sums are what the deal takes of the maker's balance, in the settlement currency; null: no limit.
 */
export const automationFields = {
  isOn: {
    kind: 'flag',
    column: 'auto_on',
    says: 'True: messages of its phones settle deals by themselves',
    usual: false,
  },
  dealMax: { ...limit, column: 'auto_deal_max', says: 'The largest deal; null: no limit' },
  dayMax: { ...limit, column: 'auto_day_max', says: 'The sum of a day, UTC; null: no limit' },
  // Also where the balance could not be checked; 0: never.
  breakMax: {
    kind: 'sum',
    column: 'auto_break_max',
    says: 'Up to here also when the balance told does not follow from the one before',
    usual: 0,
  },
} as const satisfies SettingFields;
export type Automation = ValuesOf<typeof automationFields>;

/** Of a maker of whom nobody has said anything. */
export const noAutomation = usualSettings(automationFields, 0);
