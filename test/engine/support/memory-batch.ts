import type { Command, Decision } from '../../../src/commands/command.ts';
import { Rotation } from '../../../src/domain/allocation.ts';
import type { Catalogue } from '../../../src/domain/catalogue.ts';
import { WorkingSet } from '../../../src/engine/working-set.ts';
import type { Loaded } from '../../../src/storage/batch/batch-load.ts';
import { account, noon } from './small-world.ts';

const rich = 10n ** 15n;

/** A batch in memory, with everything loaded that the catalogue speaks of: all free, all rich, nothing used. */
export function memoryBatch(catalogue: Catalogue, change: Partial<Loaded> = {}, now = noon): WorkingSet {
  const accountIds = [
    account.availableId,
    account.frozenId,
    ...[...catalogue.makers.values()].flatMap(({ availableId, heldId }) => [availableId, heldId]),
  ];
  const loaded: Loaded = {
    catalogueVersion: catalogue.version,
    answers: [],
    earlierPayins: [],
    earlierPayouts: [],
    invoices: [],
    deals: [],
    secondFactors: [{ merchantId: 1, state: { lastUsedStep: null, failures: 0, lockedUntilMs: null } }],
    withdrawals: [],
    requisiteLoads: [...catalogue.requisiteById.keys()].map((requisiteId) => ({
      requisiteId,
      activeDeals: 0,
      day: 0,
      daySum: 0n,
    })),
    occupants: [],
    balances: accountIds.map((accountId) => ({ accountId, balance: rich })),
    arrivals: [],
    dealsOnRequisites: [],
    posted: [],
    ...change,
  };
  return new WorkingSet(catalogue, loaded, now);
}

/** Plans and decides once; applies nothing. */
export function decideOn<Result, Hint>(
  view: WorkingSet,
  command: Command<Result, Hint>,
  { hint, rotation = new Rotation() }: { readonly hint?: Hint; readonly rotation?: Rotation } = {},
): Decision<Result, Hint> {
  return command.decide(view, command.plan({ catalogue: view.catalogue, rotation }, hint));
}
