import type pg from 'pg';
import { execute, read } from '../connection.ts';
import type { Statement } from '../rows/statement.ts';
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
export async function lockAndLoad(client: pg.Client, keys: BatchKeys): Promise<Loaded> {
  const loaded = nothingLoaded();
  const needed = loadSteps.filter((step) => isNeeded(step, keys));
  await Promise.all([execute(client, begin), ...needed.map((step) => load(client, step, keys, loaded))]);
  return loaded;
}

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
