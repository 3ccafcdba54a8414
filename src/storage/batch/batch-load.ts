import type pg from 'pg';
import { execute, read } from '../connection.ts';
import { int8 } from '../rows/codec.ts';
import { select } from '../rows/shape.ts';
import { rowStatement, type Statement } from '../rows/statement.ts';
import { uuidsOf } from './load-step.ts';
import {
  type BatchKeys,
  isNeeded,
  type Loaded,
  type LoadedOf,
  loadSteps,
  nothingLoaded,
  type Step,
  type StepName,
} from './load-steps.ts';

const begin: Statement = { name: 'begin', text: 'begin' };

/**
 * The load step of a batch: all rows of all its commands, with one statement per kind. The statements are sent together
 * with `begin` and without waiting for each other, so the step costs one round trip; the server runs them in the order in
 * which they were sent.
 */
export async function lockAndLoad(client: pg.Client, keys: BatchKeys, isBegun = false): Promise<Loaded> {
  const loaded = nothingLoaded();
  const needed = loadSteps.filter((step) => isNeeded(step, keys));
  const begun = isBegun ? [] : [execute(client, begin)];
  await Promise.all([...begun, ...needed.map((step) => load(client, step, keys, loaded))]);
  return loaded;
}

/**
 * Begins a transaction in which the catalogue cannot change. Acts on settings lock this row first, too, and batches hold no
 * other lock when they ask for it: so no two can wait for each other.
 */
export async function lockCatalogueVersion(client: pg.Client): Promise<bigint> {
  const [, [row]] = await Promise.all([execute(client, begin), read(client, heldVersion)]);
  if (row === undefined) throw new Error('the catalogue has no version');
  return row.version;
}

const heldVersion = rowStatement(
  'hold-catalogue',
  select('v', { version: int8 }),
  (list) => `select ${list} from catalogue_version v for share`,
);

async function load<Name extends StepName>(
  client: pg.Client,
  step: Step<Name>,
  keys: BatchKeys,
  loaded: LoadedOf<Name>,
): Promise<void> {
  const own = step.parameters(keys[step.name]);
  const values = step.isAlongInvoices ? [...own, ...uuidsOf(keys.invoices)] : [...own];
  loaded[step.name] = await read(client, step.statement, values);
}
