import type { Command, Decision } from '../../../src/commands/command.ts';
import { unusedLoad } from '../../../src/domain/payins/allocation.ts';
import { Rotation } from '../../../src/domain/payins/rotation.ts';
import type { Catalogue } from '../../../src/domain/state/catalogue.ts';
import { WorkingSet } from '../../../src/engine/working-set.ts';
import { type Loaded, nothingLoaded } from '../../../src/storage/batch/load-steps.ts';
import { account, noon } from './small-world.ts';

const rich = 10n ** 15n;

/** A batch in memory, with everything loaded that the catalogue speaks of: all free, all rich, nothing used. */
export function memoryBatch(catalogue: Catalogue, change: Partial<Loaded> = {}, now = noon): WorkingSet {
  const accountIds = [
    account.availableId,
    account.frozenId,
    account.excessId,
    ...[...catalogue.makers.values()].flatMap(({ availableId, heldId }) => [availableId, heldId]),
  ];
  const loaded: Loaded = {
    ...nothingLoaded(),
    catalogueVersion: [{ version: catalogue.version }],
    secondFactors: [{ merchantId: 1, state: { lastUsedStep: null, failures: 0, lockedUntilMs: null } }],
    requisiteLoads: [...catalogue.requisiteById.keys()].map(unusedLoad),
    balances: accountIds.map((accountId) => ({ accountId, balance: rich })),
    ...change,
  };
  return new WorkingSet(catalogue, loaded, { now, isMoneyOutOpen: true });
}

/** Plans and decides once; applies nothing. */
export function decideOn<Result, Hint>(
  view: WorkingSet,
  command: Command<Result, Hint>,
  { hint, rotation = new Rotation() }: { readonly hint?: Hint; readonly rotation?: Rotation } = {},
): Decision<Result, Hint> {
  return command.decide(view, command.plan({ catalogue: view.catalogue, rotation }, hint));
}
