import { makerOf } from '../../src/domain/catalogue.ts';
import type { BatchKeys, Loaded } from '../../src/storage/batch/batch-load.ts';
import type { LockKey, LockSpace } from './locks.ts';
import { answerText, type MemoryStore, openPayinText, pairText, payoutText, referenceText } from './memory-store.ts';

/**
 * One statement of the load step: the rows it locks, found when it begins, and what it reads once it has them all. Statements
 * that lock nothing read at their place in the order, so what they saw may be old when the batch is decided, as in the database.
 */
export interface LoadStatement {
  readonly space: LockSpace | null;
  keys(): readonly LockKey[];
  read(loaded: Mutable<Loaded>): void;
}

export type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

export function emptyLoaded(catalogueVersion: bigint): Mutable<Loaded> {
  return {
    catalogueVersion,
    answers: [],
    earlierPayins: [],
    earlierPayouts: [],
    invoices: [],
    deals: [],
    secondFactors: [],
    withdrawals: [],
    requisiteLoads: [],
    occupants: [],
    balances: [],
    arrivals: [],
    dealsOnRequisites: [],
    posted: [],
  };
}

/** The statements of `src/storage/batch/batch-load.ts`, in its order: invoices first, accounts last, within each by ID. */
export function loadStatements(store: MemoryStore, keys: BatchKeys): LoadStatement[] {
  return [
    looking((loaded) => readKeys(store, keys, loaded)),
    ...(keys.invoiceIds.length === 0 ? [] : [lockInvoices(store, keys)]),
    ...forPeople(store, keys),
    ...(keys.merchantIds.length === 0 ? [] : [lockSecondFactors(store, keys)]),
    ...(keys.withdrawalIds.length === 0 ? [] : [lockWithdrawals(store, keys)]),
    lockRequisiteLoads(store, keys),
    ...(keys.pairs.length === 0 ? [] : [looking((loaded) => readOccupants(store, keys, loaded))]),
    lockAccounts(store, keys),
  ];
}

function looking(read: LoadStatement['read']): LoadStatement {
  return { space: null, keys: () => [], read };
}

function readKeys(store: MemoryStore, keys: BatchKeys, loaded: Mutable<Loaded>): void {
  loaded.catalogueVersion = store.catalogue.version;
  if (keys.idempotency.length > 0) {
    loaded.answers = present(keys.idempotency, ({ storeId, key }) => store.answers.get(answerText(storeId, key)));
  }
  if (keys.earlierPayins.length > 0) {
    loaded.earlierPayins = present(keys.earlierPayins, (key) => {
      const id = store.openPayins.get(openPayinText(key as Parameters<typeof openPayinText>[0]));
      const { storeId, internalId, amount, currency } = key;
      return id === undefined ? undefined : { storeId, internalId, amount, currency, id };
    });
  }
  if (keys.earlierPayouts.length > 0) {
    loaded.earlierPayouts = present(keys.earlierPayouts, ({ storeId, internalId }) => {
      const id = store.payouts.get(payoutText(storeId, internalId));
      return id === undefined ? undefined : { storeId, internalId, id };
    });
  }
}

function lockInvoices(store: MemoryStore, keys: BatchKeys): LoadStatement {
  return {
    space: 'invoice',
    keys: () => sortedTexts(keys.invoiceIds.filter((id) => store.invoices.has(id))),
    read(loaded) {
      loaded.invoices = present(keys.invoiceIds, (id) => store.invoices.get(id));
      loaded.deals = keys.invoiceIds.flatMap((id) => store.dealsOf.get(id) ?? []);
    },
  };
}

function forPeople(store: MemoryStore, keys: BatchKeys): LoadStatement[] {
  const { arrivals, arrivalIds, arrivalsOf, subjectIds } = keys;
  const statements: LoadStatement[] = [];
  if (arrivalIds.length > 0) {
    statements.push({
      space: 'arrival',
      keys: () => sortedTexts(arrivalIds.filter((id) => store.arrivals.has(id))),
      read(loaded) {
        loaded.arrivals = present(arrivalIds, (id) => store.arrivals.get(id));
      },
    });
  }
  if (arrivals.length === 0 && arrivalsOf.length === 0 && subjectIds.length === 0) return statements;
  statements.push(
    looking((loaded) => {
      const earlier = present(arrivals, ({ requisiteId, reference }) => {
        const id = store.arrivalsByReference.get(referenceText(requisiteId, reference));
        return id === undefined ? undefined : store.arrivals.get(id);
      });
      const ofDeals = arrivalsOf.flatMap((dealId) => store.arrivalsOf(dealId));
      loaded.arrivals = [...loaded.arrivals, ...earlier, ...ofDeals];
      // A question asked twice is answered twice, as a join does.
      loaded.dealsOnRequisites = arrivals.flatMap(({ requisiteId, amount }) =>
        store.dealsOnRequisite(requisiteId, amount).map((deal) => ({ ...deal, requisiteId, askedAmount: amount })),
      );
      loaded.posted = subjectIds.flatMap((subjectId) =>
        store.postedKinds(subjectId).map((kind) => ({ subjectId, kind })),
      );
    }),
  );
  return statements;
}

function lockSecondFactors(store: MemoryStore, { merchantIds }: BatchKeys): LoadStatement {
  return {
    space: 'second factor',
    keys: () => sortedNumbers(merchantIds),
    read(loaded) {
      loaded.secondFactors = present(merchantIds, (merchantId) => {
        const state = store.secondFactors.get(merchantId);
        return state === undefined ? undefined : { merchantId, state };
      });
    },
  };
}

function lockWithdrawals(store: MemoryStore, { withdrawalIds }: BatchKeys): LoadStatement {
  return {
    space: 'withdrawal',
    keys: () => sortedTexts(withdrawalIds.filter((id) => store.withdrawals.has(id))),
    read(loaded) {
      loaded.withdrawals = present(withdrawalIds, (id) => store.withdrawals.get(id));
    },
  };
}

/** Those asked for, and those of the invoices' deals as they were when the statement began. */
function lockRequisiteLoads(store: MemoryStore, keys: BatchKeys): LoadStatement {
  let ids: readonly number[] = [];
  return {
    space: 'requisite load',
    keys() {
      const all = new Set(keys.requisiteIds);
      for (const invoiceId of keys.invoiceIds) {
        for (const { requisiteId } of store.dealsOf.get(invoiceId) ?? [])
          if (requisiteId !== null) all.add(requisiteId);
      }
      ids = sortedNumbers([...all]);
      return ids;
    },
    read(loaded) {
      loaded.requisiteLoads = present(ids, (id) => store.loads.get(id));
    },
  };
}

function readOccupants(store: MemoryStore, { pairs }: BatchKeys, loaded: Mutable<Loaded>): void {
  loaded.occupants = present(pairs, ({ requisiteId, amount }) => {
    const deal = store.deals.get(store.occupants.get(pairText(requisiteId, amount)) ?? '');
    return deal === undefined ? undefined : { requisiteId, amount, dealId: deal.id, restsUntil: deal.restsUntil };
  });
}

function lockAccounts(store: MemoryStore, keys: BatchKeys): LoadStatement {
  let ids: readonly number[] = [];
  return {
    space: 'account',
    keys() {
      const all = new Set(keys.accountIds);
      for (const invoiceId of keys.invoiceIds) {
        for (const { makerId } of store.dealsOf.get(invoiceId) ?? []) {
          if (makerId === null) continue;
          const { availableId, heldId } = makerOf(store.catalogue, makerId);
          all.add(availableId).add(heldId);
        }
      }
      ids = sortedNumbers([...all]);
      return ids;
    },
    read(loaded) {
      loaded.balances = ids.map((accountId) => ({ accountId, balance: store.balances.get(accountId) ?? 0n }));
    },
  };
}

function present<Key, Value>(keys: readonly Key[], find: (key: Key) => Value | undefined): Value[] {
  const found: Value[] = [];
  for (const key of keys) {
    const value = find(key);
    if (value !== undefined) found.push(value);
  }
  return found;
}

function sortedNumbers(ids: readonly number[]): number[] {
  return [...ids].sort((left, right) => left - right);
}

function sortedTexts(ids: readonly string[]): string[] {
  return [...ids].sort();
}
