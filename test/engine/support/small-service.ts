import { applyChanges } from '../../../simulator/store/apply-changes.ts';
import { loadStatements } from '../../../simulator/store/memory-load.ts';
import { MemoryStore } from '../../../simulator/store/memory-store.ts';
import type { Command, Decision, Needs } from '../../../src/commands/command.ts';
import { requireWord } from '../../../src/domain/authority/own-word.ts';
import type { Transfer, TransferKind } from '../../../src/domain/ledger/ledger.ts';
import { settlement } from '../../../src/domain/money/money.ts';
import { unusedLoad } from '../../../src/domain/payins/allocation.ts';
import { Rotation } from '../../../src/domain/payins/rotation.ts';
import type { Catalogue } from '../../../src/domain/state/catalogue.ts';
import type { Changes, KeyedRows } from '../../../src/domain/state/changes.ts';
import { WorkingSet } from '../../../src/engine/working-set.ts';
import { AppError, type Fault } from '../../../src/errors/app-error.ts';
import { gatherKeys } from '../../../src/storage/batch/batch-keys.ts';
import { nothingLoaded } from '../../../src/storage/batch/load-steps.ts';
import { account, noon } from './small-world.ts';
import { added, nothingWritten } from './written.ts';

/**
 * A service of one lane, in memory. It does with a command what the engine does: it loads what was planned for and nothing else,
 * asks whether the speaker's word is enough, and stores what was decided under the constraints of the database.
 */

const rich = 10n ** 15n;
/** The engine plans a command anew so often. */
const plansMax = 20;

/** What the database has before the act. Accounts that are not named are rich. */
export type StoredBefore = { readonly [Kind in keyof KeyedRows]?: readonly KeyedRows[Kind][] } & {
  readonly transfers?: readonly Transfer[];
};

export function smallService(catalogue: Catalogue, before: StoredBefore = {}): MemoryStore {
  const store = new MemoryStore(catalogue);
  const { balances: poor = [], ...rows } = before;
  for (const [key, empty] of store.tables.balances) store.tables.balances.set(key, { ...empty, balance: rich });
  for (const balance of poor) store.tables.balances.set(balance.accountId, balance);
  // So many deals run on it that one of them can always end.
  for (const id of catalogue.requisiteById.keys()) {
    store.tables.requisiteLoads.set(id, { ...unusedLoad(id), activeDeals: 5 });
  }
  for (const day of rows.automationDays ?? []) store.tables.automationDays.set(day.makerId, day);
  const { automationDays: _, ...others } = rows;
  const written = Object.fromEntries(Object.entries(others).map(([kind, list]) => [kind, added<unknown>(list)]));
  applyChanges(store, { ...nothingWritten(), ...written, now: noon, freedPairs: [], changedMoney: [] });
  return store;
}

/** What followed: the answer, and the rows that were written, by those kinds of which there are any. */
interface Followed<Result> {
  readonly result: Result;
  readonly changes: Partial<Changes>;
}

/** Does it, or says why it is refused. What was done is stored: the next act meets it. */
export function act<Result, Hint>(store: MemoryStore, command: Command<Result, Hint>, now = noon) {
  try {
    const { decision, view } = run(store, command, now);
    if (decision.kind !== 'done') throw new Error('a refusal with changes is none of these commands’');
    requireWord(command.saidBy, decision.changes, now);
    view.apply(decision.changes);
    const written = view.batchChanges();
    if (written !== null) applyChanges(store, written);
    const some = Object.entries(decision.changes).filter(([, rows]) => rows.length > 0);
    const followed: Followed<Result> = { result: decision.result, changes: Object.fromEntries(some) };
    return followed;
  } catch (error) {
    if (error instanceof AppError) return error.faults[0];
    throw error;
  }
}

/** As `act`, where it must be done. */
export function follows<Result, Hint>(
  store: MemoryStore,
  command: Command<Result, Hint>,
  now = noon,
): Followed<Result> {
  const outcome = act(store, command, now);
  if ('code' in outcome) throw new Error(`it is refused: ${outcome.code} ${outcome.message}`);
  return outcome;
}

/** Of an act, the code of its refusal; `done` when it is not refused. */
export function codeOf(outcome: Followed<unknown> | Fault): string {
  return 'code' in outcome ? outcome.code : 'done';
}

/** What the command asks to be loaded, plan after plan. */
export function plansOf<Result, Hint>(store: MemoryStore, command: Command<Result, Hint>, now = noon) {
  return run(store, command, now).plans;
}

function run<Result, Hint>(store: MemoryStore, command: Command<Result, Hint>, now: number) {
  const { catalogue } = store;
  const plans: Needs[] = [];
  let hint: Hint | undefined;
  for (;;) {
    const needs = command.plan({ catalogue, rotation: new Rotation() }, hint);
    plans.push(needs);
    const view = loadFor(store, needs, now);
    const decision: Decision<Result, Hint> = command.decide(view, needs);
    if (decision.kind !== 'again') return { decision, view, plans };
    if (plans.length >= plansMax) throw new Error('it plans for ever');
    hint = decision.hint;
  }
}

function loadFor(store: MemoryStore, needs: Needs, now: number): WorkingSet {
  const loaded = nothingLoaded();
  for (const statement of loadStatements(store, gatherKeys(store.catalogue, [needs]))) {
    statement.begin();
    statement.finish(loaded);
  }
  return new WorkingSet(store.catalogue, loaded, { now, isMoneyOutOpen: true });
}

/** A transfer of the settlement currency. */
export function moved(
  kind: TransferKind,
  subjectId: string,
  [debitId, creditId]: readonly [number, number],
  amount: bigint,
): Transfer {
  return { kind, subjectId, debitId, creditId, amount: settlement(amount), currency: account.currency };
}
