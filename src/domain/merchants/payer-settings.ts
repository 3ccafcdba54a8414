import { isLooser, readFigures, type SettingFields, usualSettings, type ValuesOf } from '../money/setting-fields.ts';

const number = { kind: 'figure', min: 0, max: 50, usual: 0, looser: 'more', isZeroEndless: true } as const;

/**
 * Payers who play: who opens many payins and pays none holds requisites that others would pay to. A store says how much it
 * lets one payer have; all of it is off until it does.
 *
 * | Rule | What is counted | Refused until |
 * |---|---|---|
 * | `blocked` | payins in a row that got requisites and brought nothing | the last one's end and the time of the block |
 * | `pending` | payins that are open, those with a receipt to be looked at included | one of them ends |
 * | `often` | payins begun within the last minutes | the first of them is old enough |
 *
 * Who gains by a wrong count? Who plays, by one that is too low: so it is made under the lock of the payer's row. A payer who
 * got no requisites has failed nobody, and neither has one of whom a part came.
 */
export const payerFields = {
  pendingMax: { ...number, says: 'How many unfinished payins; 0: any number' },
  countMax: { ...number, says: 'How many payins within the minutes; 0: any number' },
  countMinutes: {
    kind: 'figure',
    says: 'The minutes that `countMax` is for',
    min: 1,
    max: 7 * 24 * 60,
    usual: 60,
  },
  failuresMax: { ...number, says: 'After how many in a row left unpaid a block follows; 0: never' },
  blockMinutes: {
    kind: 'figure',
    says: 'Minutes that a block lasts, from the end of the last one on',
    min: 1,
    max: 30 * 24 * 60,
    usual: 60,
  },
} as const satisfies SettingFields;
export type PayerFigures = ValuesOf<typeof payerFields>;

/** `known` have paid one of their newest payins, `fresh` have not; `address` is where the payer's page was asked from. */
export const payerGroups = { known: 'known', fresh: 'fresh', address: 'address' } as const;
export type PayerGroup = keyof typeof payerGroups;
export const allPayerGroups = Object.values(payerGroups);

export interface PayerRules extends Readonly<Record<PayerGroup, PayerFigures>> {
  /** A payin without a `userId` is refused. */
  readonly needsUserId: boolean;
}

const off = usualSettings(payerFields, 0);

/** Of a store that has said nothing. */
export const nothingCounted: PayerRules = { known: off, fresh: off, address: off, needsUserId: false };

/** What a form proposes. A network address may be a whole mobile network's, so its figures are wide. */
export const suggestedFigures: Readonly<Record<PayerGroup, PayerFigures>> = {
  known: { pendingMax: 5, countMax: 20, countMinutes: 60, failuresMax: 8, blockMinutes: 60 },
  fresh: { pendingMax: 2, countMax: 5, countMinutes: 60, failuresMax: 3, blockMinutes: 180 },
  address: { pendingMax: 20, countMax: 50, countMinutes: 60, failuresMax: 25, blockMinutes: 30 },
};

export type PayerRulesChange = Partial<Readonly<Record<PayerGroup, Partial<PayerFigures>>>> & {
  readonly needsUserId?: boolean;
};

/** The rules after a change; refuses what is not within the bounds. */
export function readPayerRules(before: PayerRules, change: PayerRulesChange): PayerRules {
  const group = (name: PayerGroup): PayerFigures => ({
    ...before[name],
    ...readFigures(payerFields, change[name] ?? {}, `${name}.`),
  });
  return {
    known: group('known'),
    fresh: group('fresh'),
    address: group('address'),
    needsUserId: change.needsUserId ?? before.needsUserId,
  };
}

/** Whether a group of payers may do more than before. The minutes of a rule that is off mean nothing. */
export function isWider(before: PayerFigures, after: PayerFigures): boolean {
  return (
    isLooser(payerFields, before, after) ||
    (before.countMax > 0 && after.countMinutes < before.countMinutes) ||
    (before.failuresMax > 0 && after.blockMinutes < before.blockMinutes)
  );
}
