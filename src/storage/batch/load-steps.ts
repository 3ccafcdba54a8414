import { lockAccounts } from '../rows/account-rows.ts';
import { lookForAnswers } from '../rows/answer-rows.ts';
import { lockArrivals, lookAtArrivalsOfDeals, lookForEarlierArrivals } from '../rows/arrival-rows.ts';
import { lockAutomationDays } from '../rows/automation-rows.ts';
import { lookAtLinesOfDeals } from '../rows/bank-line-rows.ts';
import { catalogueVersion } from '../rows/catalogue-version.ts';
import { lookAtClaims } from '../rows/claim-rows.ts';
import {
  lookAtDeals,
  lookAtDealsOfPairs,
  lookAtHandSettled,
  lookAtOccupants,
  lookAtOpenPayouts,
  lookAtRan,
  lookAtTakings,
} from '../rows/deal-rows.ts';
import { lookAtExcesses } from '../rows/excess-rows.ts';
import { lockInvoices, lookForEarlierPayins, lookForEarlierPayouts } from '../rows/invoice-rows.ts';
import { lockPayers, lookAtPayinsOfPayers } from '../rows/payer-rows.ts';
import { lockReceiptRooms } from '../rows/receipt-rows.ts';
import { lookAtRefunds } from '../rows/refund-rows.ts';
import { lockRequisiteLoads } from '../rows/requisite-load-rows.ts';
import { lockSecondFactors } from '../rows/second-factor-rows.ts';
import { select } from '../rows/shape.ts';
import { lockSignedRequests } from '../rows/signed-request-rows.ts';
import { rowStatement } from '../rows/statement.ts';
import { lockStoreAddresses } from '../rows/store-address-rows.ts';
import { lockTokenDays } from '../rows/token-day-rows.ts';
import { lookAtPosted } from '../rows/transfer-rows.ts';
import { lockWithdrawals, lookForSentByTransactions } from '../rows/withdrawal-rows.ts';
import { type LoadStep, lookAlways } from './load-step.ts';

const lookAtCatalogueVersion = lookAlways(
  'catalogueVersion',
  rowStatement(
    'load-catalogueVersion',
    select('v', { version: catalogueVersion }),
    (list) => `select ${list} from catalogue_version v`,
  ),
);

/**
 * The load step of a batch, statement by statement, for PostgreSQL's store and for the simulator's. This order is the order of
 * locks: batches that took them in different orders could wait for each other. Within a step they are taken in
 * the order of keys.
 *
 * What was asked for before is looked up last. A batch that waits for the account of another one has to see what that one
 * wrote, or the repeat of a payout would find its funds gone, but not the payout that took them. The catalogue comes after all of
 * them: one that has changed while the batch waited is not the one that it is decided on.
 */
export const loadSteps = [
  lockInvoices,
  lookAtDeals,
  lockArrivals,
  lookForEarlierArrivals,
  lookAtArrivalsOfDeals,
  lookAtLinesOfDeals,
  lookAtDealsOfPairs,
  lookAtRan,
  lookAtHandSettled,
  lookAtRefunds,
  lookAtExcesses,
  lockSecondFactors,
  lockWithdrawals,
  lockStoreAddresses,
  lockPayers,
  lookAtPayinsOfPayers,
  lockRequisiteLoads,
  lookAtOccupants,
  lockAutomationDays,
  lockTokenDays,
  lockAccounts,
  lookAtPosted,
  lookAtTakings,
  lookAtClaims,
  lookAtOpenPayouts,
  lockReceiptRooms,
  lockSignedRequests,
  lookForAnswers,
  lookForEarlierPayins,
  lookForEarlierPayouts,
  lookForSentByTransactions,
  lookAtCatalogueVersion,
] as const;

type Listed = (typeof loadSteps)[number];
export type StepName = Listed['name'];
export type LockName = Extract<Listed, { readonly does: 'locks' }>['name'];
export type LookName = Exclude<StepName, LockName>;

/** What each step finds rows by, and what it finds. */
type StepTypes = {
  readonly [Step in Listed as Step['name']]: Step extends LoadStep<string, infer Key, infer Row>
    ? { readonly key: Key; readonly row: Row }
    : never;
};

export type KeyOf<Name extends StepName> = StepTypes[Name]['key'];
export type RowFound<Name extends StepName> = StepTypes[Name]['row'];

/** A step of the list. Given its name, keys and rows are those of that step: see `lockAndLoad`. */
export type Step<Name extends StepName = StepName> = {
  [One in Name]: LoadStep<One, KeyOf<One>, RowFound<One>>;
}[Name];

/** What the commands of a batch need, step by step. */
export type BatchKeys = Readonly<KeysOf>;
export type KeysOf<Names extends StepName = StepName> = { [One in Names]: readonly KeyOf<One>[] };

/** What was found, step by step. */
export type Loaded = Readonly<LoadedOf>;
export type LoadedOf<Names extends StepName = StepName> = { [One in Names]: readonly RowFound<One>[] };

export function isNeeded<Name extends StepName>(step: Step<Name>, keys: BatchKeys): boolean {
  if (step.alongInvoices !== null && keys.invoices.length > 0) return true;
  return step.keys === null ? step.alongInvoices === null : keys[step.name].length > 0;
}

export function nothingLoaded(): LoadedOf {
  return { ...(nothing as LoadedOf) };
}

export function noKeys(): KeysOf {
  return { ...(nothing as KeysOf) };
}

/** An empty list is a list of anything, so it is one of the right type for every step. */
const nothing: unknown = Object.fromEntries(loadSteps.map(({ name }) => [name, Object.freeze([])]));
