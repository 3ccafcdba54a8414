import type { Catalogue } from '../../domain/state/catalogue.ts';
import type { Needs } from '../../domain/state/needs.ts';
import { type BatchKeys, type KeyOf, type KeysOf, loadSteps, noKeys, type Step, type StepName } from './load-steps.ts';

/** Gathers what all commands of a batch need into one set of keys. Keys that are one value are there once. */
export function gatherKeys(catalogue: Catalogue, all: readonly Needs[]): BatchKeys {
  const gathered = noKeys();
  for (const step of loadSteps) gather(step, catalogue, all, gathered);
  return gathered;
}

function gather<Name extends StepName>(
  step: Step<Name>,
  catalogue: Catalogue,
  all: readonly Needs[],
  gathered: KeysOf<Name>,
): void {
  if (step.keys === null) return;
  let keys: KeyOf<Name>[] | null = null;
  for (const needs of all) {
    const needed = step.keys(needs, catalogue);
    if (needed === undefined) continue;
    keys ??= [];
    for (const key of needed) keys.push(key);
  }
  if (keys === null) return;
  const isOneValue = keys.length > 1 && typeof keys[0] !== 'object';
  gathered[step.name] = isOneValue ? [...new Set(keys)] : keys;
}
