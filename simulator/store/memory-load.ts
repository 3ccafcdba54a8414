import type { Deal } from '../../src/domain/invoices/deal.ts';
import { makerOf } from '../../src/domain/makers/maker.ts';
import { payinsSeenMax } from '../../src/domain/payins/payer-rules.ts';
import type { RowKey } from '../../src/domain/state/changes.ts';
import { addressKey } from '../../src/domain/withdrawals/withdrawal-address.ts';
import {
  type BatchKeys,
  isNeeded,
  type LoadedOf,
  type LockName,
  type LookName,
  loadSteps,
  type RowFound,
  type Step,
  type StepName,
} from '../../src/storage/batch/load-steps.ts';
import { answerKey } from '../../src/storage/rows/answer-rows.ts';
import { referenceKey } from '../../src/storage/rows/arrival-rows.ts';
import { pairKey } from '../../src/storage/rows/deal-rows.ts';
import { payinName, payoutKey } from '../../src/storage/rows/invoice-rows.ts';
import { type MemoryStore, userText } from './memory-store.ts';

/**
 * A step of the load on the store in memory: which rows it locks, found when it begins, and what it reads once it has them
 * all. Steps that lock nothing read at their place in the order, so what they saw may be old when the batch is decided, as in
 * the database.
 */
export interface LoadStatement {
  readonly step: StepName;
  /** The rows to be locked, in the order of their keys. */
  begin(): readonly RowKey[];
  finish(loaded: LoadedOf): void;
}

/** Walks the same steps as PostgreSQL's store; a seeded bug may have put them into another order. */
export function loadStatements(
  store: MemoryStore,
  keys: BatchKeys,
  steps: readonly Step[] = loadSteps,
): readonly LoadStatement[] {
  const needed = steps.filter((step) => isNeeded(step, keys));
  return needed.map(({ name }) =>
    isLook(name) ? looking(name, lookers, store, keys) : locking(name, store.tables, store, keys),
  );
}

function locking<Name extends LockName>(
  name: Name,
  tables: { readonly [One in Name]: ReadonlyMap<RowKey, RowFound<One>> },
  store: MemoryStore,
  keys: BatchKeys,
): LoadStatement {
  const table = tables[name];
  let locked: readonly RowKey[] = [];
  return {
    step: name,
    begin() {
      const asked = lockedBy[name]?.(store, keys) ?? plainKeys(keys[name]);
      locked = [...new Set<RowKey>(asked)].filter((key) => table.has(key)).sort(byKey);
      return locked;
    },
    finish: (loaded: LoadedOf<Name>) => {
      loaded[name] = present(locked, (key) => table.get(key));
    },
  };
}

function looking<Name extends LookName>(
  name: Name,
  tables: Lookers<Name>,
  store: MemoryStore,
  keys: BatchKeys,
): LoadStatement {
  return {
    step: name,
    begin: () => [],
    finish: (loaded: LoadedOf<Name>) => {
      loaded[name] = tables[name](store, keys);
    },
  };
}

/**
 * Locks that the invoices of the batch lead to as well, by their deals as they were when the statement began; and those whose
 * key has several columns.
 */
const lockedBy: { readonly [Name in LockName]?: (store: MemoryStore, keys: BatchKeys) => readonly RowKey[] } = {
  requisiteLoads: (store, keys) => [
    ...keys.requisiteLoads,
    ...dealsOf(store, keys).flatMap(({ requisiteId }) => requisiteId ?? []),
  ],
  storeAddresses: (_store, keys) => keys.storeAddresses.map(addressKey),
  balances: (store, keys) => [
    ...keys.balances,
    ...dealsOf(store, keys).flatMap(({ makerId }) => {
      if (makerId === null) return [];
      const { availableId, heldId } = makerOf(store.catalogue, makerId);
      return [availableId, heldId, store.catalogue.debts.get(availableId)?.id ?? availableId];
    }),
  ],
};

type Lookers<Names extends LookName = LookName> = {
  readonly [Name in Names]: (store: MemoryStore, keys: BatchKeys) => readonly RowFound<Name>[];
};

/** What the statements that look find. A question asked twice is answered twice, as a join does. */
const lookers: Lookers = {
  catalogueVersion: ({ catalogue }) => [{ version: catalogue.version }],
  deals: dealsOf,
  earlierArrivals: (store, keys) =>
    present(keys.earlierArrivals, (key) => {
      const id = store.index('arrivals_one_per_reference').get(referenceKey(key));
      return id === undefined ? undefined : store.arrivals.get(id);
    }),
  arrivalsOfDeals: (store, keys) => keys.arrivalsOfDeals.flatMap(({ dealId }) => store.arrivalsOf(dealId)),
  linesOfDeals: (store, keys) => present(keys.linesOfDeals, ({ dealId }) => store.bankLines.get(dealId)),
  dealsOfPairs: (store, keys) =>
    present(keys.dealsOfPairs, ({ requisiteId, amount }) => {
      const deal = store.dealOfPair(requisiteId, amount);
      return deal === undefined ? undefined : { ...deal, requisiteId };
    }),
  ran: (store, keys) =>
    keys.ran.flatMap((key) => {
      const deal = store.ran(key);
      const { requisiteId, amount: soughtSum, arrivedAt, cameBy } = key;
      return deal === null ? [] : [{ ...deal, requisiteId, soughtSum, arrivedAt, cameBy }];
    }),
  handSettled: (store, keys) =>
    keys.handSettled.flatMap((key) => {
      const deal = store.handSettled(key);
      const { requisiteId, amount: soughtSum, arrivedAt, cameBy } = key;
      return deal === null ? [] : [{ ...deal, requisiteId, soughtSum, arrivedAt, cameBy }];
    }),
  openPayouts: (store, keys) => keys.openPayouts.map((key) => ({ makerId: key.makerId, ...store.openPayouts(key) })),
  refunds: (store, keys) => keys.refunds.flatMap(({ invoiceId }) => store.refundsOf(invoiceId)),
  excesses: (store, keys) =>
    keys.excesses.flatMap(({ invoiceId }) =>
      (store.dealsOf.get(invoiceId) ?? []).flatMap(({ id }) => store.tables.excesses.get(id) ?? []),
    ),
  posted: (store, keys) => keys.posted.flatMap(({ subjectId }) => store.transfersOf.get(subjectId) ?? []),
  occupants: (store, keys) =>
    present(keys.occupants, ({ requisiteId, amount }) => {
      const deal = store.deals.get(store.index('deals_one_per_pair').get(pairKey(requisiteId, amount)) ?? '');
      return deal === undefined ? undefined : { requisiteId, amount, dealId: deal.id, restsUntil: deal.restsUntil };
    }),
  payinsOfPayers: (store, keys) =>
    keys.payinsOfPayers.flatMap(({ key, storeId, kind, name }) => {
      const ofUser = store.payinsOfUser.get(userText(storeId, name)) ?? [];
      const begun = store.tables.payers.get(key)?.begun.map(({ id }) => id) ?? [];
      const ids = (kind === 'user' ? ofUser : begun).slice(0, payinsSeenMax);
      return present(ids, (id) => store.invoices.get(id)).map(
        ({ id, status, createdAt, expireAt, updatedAt, ...more }) => {
          const isConfirmed = (store.dealsOf.get(id) ?? []).some((deal) => deal.status === 'transfer_confirmed');
          const hasPart = more.partSum !== null;
          return { key, id, status, createdAt, expireAt, updatedAt, dealCount: more.dealCount, hasPart, isConfirmed };
        },
      );
    }),
  claims: (store, keys) =>
    keys.claims.flatMap(({ storeId, since }) =>
      [...store.deals.values()].flatMap(({ id, status, dispute, invoiceId }) => {
        const invoice = store.invoices.get(invoiceId);
        const counts = dispute !== null && (status === 'dispute' || dispute.openedAt > since);
        return counts && invoice?.storeId === storeId ? [{ id, status, dispute, storeId, userId: invoice.userId }] : [];
      }),
    ),
  takings: (store, keys) =>
    keys.takings.flatMap(({ makerId }) =>
      [...store.deals.values()].flatMap(({ id: dealId, type, status, makerSum, makerId: takenBy }) =>
        type === 'out' && status === 'transfer_waiting' && takenBy === makerId ? [{ makerId, dealId, makerSum }] : [],
      ),
    ),
  answers: (store, keys) => present(keys.answers, (key) => store.tables.answers.get(answerKey(key))),
  earlierPayins: (store, keys) =>
    keys.earlierPayins.flatMap(({ storeId, internalId, amount, currency }) => {
      const name = payinName({ type: 'in', storeId, internalId, askedSum: amount, currency });
      return store.payinsNamed(name ?? '').map(({ id, status, createdAt, updatedAt, holdsName }) => {
        return { storeId, internalId, amount, currency, id, status, createdAt, updatedAt, holdsName };
      });
    }),
  earlierPayouts: (store, keys) =>
    present(keys.earlierPayouts, ({ storeId, internalId }) => {
      const name = payoutKey({ type: 'out', storeId, internalId });
      const found = store.invoices.get(store.index('invoices_one_payout').get(name ?? '') ?? '');
      return found === undefined ? undefined : { storeId, internalId, id: found.id };
    }),
  sentByTransactions: (store, keys) =>
    present(keys.sentByTransactions, ({ transaction }) => {
      const withdrawalId = store.index('withdrawals_one_per_transaction').get(transaction);
      return withdrawalId === undefined ? undefined : { transaction, withdrawalId: String(withdrawalId) };
    }),
};

function plainKeys(keys: readonly unknown[]): readonly RowKey[] {
  return keys.map((key) => {
    if (typeof key !== 'string' && typeof key !== 'number') throw new Error('a key of several columns needs its line');
    return key;
  });
}

function isLook(name: StepName): name is LookName {
  return Object.hasOwn(lookers, name);
}

function dealsOf(store: MemoryStore, keys: BatchKeys): readonly Deal[] {
  return keys.invoices.flatMap((id) => store.dealsOf.get(id) ?? []);
}

function present<Key, Value>(keys: readonly Key[], find: (key: Key) => Value | undefined): Value[] {
  const found: Value[] = [];
  for (const key of keys) {
    const value = find(key);
    if (value !== undefined) found.push(value);
  }
  return found;
}

function byKey(left: RowKey, right: RowKey): number {
  return left < right ? -1 : Number(left > right);
}
