import type pg from 'pg';
import { reading, send } from '../database/connection.ts';
import { catalogueVersion } from '../rows/catalogue-version.ts';
import { select } from '../rows/shape.ts';
import { rowStatement } from '../rows/statement.ts';
import type { Asked } from '../wire/round-trip.ts';
import { uuidsOf } from './load-step.ts';
import {
  type BatchKeys,
  isNeeded,
  type Loaded,
  type LoadedOf,
  loadSteps,
  nothingLoaded,
  type RowFound,
  type Step,
  type StepName,
} from './load-steps.ts';

const begin: Asked = { statement: { name: 'begin', text: 'begin' }, values: [] };

/**
 * The load step of a batch: all rows of all its commands, with one statement per kind. They are sent together with `begin`
 * in one round trip; the server runs them in the order in which they were sent.
 */
export async function lockAndLoad(client: pg.Client, keys: BatchKeys, isBegun = false): Promise<Loaded> {
  const loaded = nothingLoaded();
  const asked: Asked[] = isBegun ? [] : [begin];
  for (const step of loadSteps) if (isNeeded(step, keys)) asked.push(load(step, keys, loaded));
  await send(client, asked);
  return loaded;
}

/**
 * Begins a transaction in which the catalogue cannot change. Acts on settings lock this row first, too, and batches hold no
 * other lock when they ask for it: so no two can wait for each other.
 */
export async function lockCatalogueVersion(client: pg.Client): Promise<string> {
  const rows: { readonly version: string }[] = [];
  await send(client, [begin, reading(heldVersion, [], rows)]);
  const [row] = rows;
  if (row === undefined) throw new Error('the catalogue has no version');
  return row.version;
}

const heldVersion = rowStatement(
  'hold-catalogue',
  select('v', { version: catalogueVersion }),
  (list) => `select ${list} from catalogue_version v for share`,
);

function load<Name extends StepName>(step: Step<Name>, keys: BatchKeys, loaded: LoadedOf<Name>): Asked {
  const own = step.parameters(keys[step.name]);
  const rows: RowFound<Name>[] = [];
  loaded[step.name] = rows;
  if (step.alongInvoices === null || keys.invoices.length === 0) return reading(step.statement, own, rows);
  return reading(step.alongInvoices, [...own, ...uuidsOf(keys.invoices)], rows);
}
