import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../simulator/random.ts';
import { LockTable, type Transaction } from '../../simulator/store/locks.ts';
import { loadStatements } from '../../simulator/store/memory-load.ts';
import { MemorySession } from '../../simulator/store/memory-session.ts';
import { MemoryStore } from '../../simulator/store/memory-store.ts';
import { Timeline } from '../../simulator/timeline.ts';
import { fiat, settlement } from '../../src/domain/money/money.ts';
import type { Catalogue } from '../../src/domain/state/catalogue.ts';
import type { Needs } from '../../src/domain/state/needs.ts';
import { gatherKeys } from '../../src/storage/batch/batch-keys.ts';
import { lockAndLoad } from '../../src/storage/batch/batch-load.ts';
import { type BatchKeys, loadSteps } from '../../src/storage/batch/load-steps.ts';
import { connect } from '../../src/storage/database/connection.ts';
import { readCatalogue } from '../../src/storage/reads/catalogue-read.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { createTestDatabase, demoMasterKey, type TestDatabase } from '../support/database.ts';
import { tapWire } from '../support/wire-tap.ts';
import { newId } from './support/requests.ts';
import { invoice, noon } from './support/small-world.ts';

let db: TestDatabase;
let catalogue: Catalogue;
beforeAll(async () => {
  db = await createTestDatabase();
  catalogue = await readCatalogue(db.pool, new SecretBox(demoMasterKey));
});
afterAll(() => db.drop());

const payer = { key: '1 user taker', storeId: 1, kind: 'user', name: 'taker' } as const;
const ids = { invoice: newId(), arrival: newId(), withdrawal: newId() };

/** A batch that needs something of every step. */
function everything(): BatchKeys {
  const [requisite] = catalogue.requisiteById.values();
  if (requisite === undefined) throw new Error('the demo world has requisites');
  const amount = fiat(100_000n);
  const earlier = { storeId: 1, internalId: 'order', amount, currency: 'RUB' } as const;
  const all: readonly Needs[] = [
    { earlier: { ...earlier, type: 'in' }, candidates: { requisites: [requisite], amount, wider: null } },
    { earlier: { ...earlier, type: 'out' }, accountIds: [11], answer: { storeId: 1, key: 'key' } },
    {
      invoiceIds: [ids.invoice],
      arrivalsOf: [ids.invoice],
      linesOf: [ids.invoice],
      refundsOf: [ids.invoice],
      excessesOf: [ids.invoice],
      subjectIds: [ids.invoice],
      transaction: 'tx',
    },
    { signedRequest: 'signed', storeAddress: { storeId: 1, address: 'listed' }, receiptOwners: ['store 1'] },
    { automationOf: [1], payers: [payer], takingsOf: [1], claimsOf: [{ storeId: 1, since: 0 }], tokenDays: [1] },
    { openPayoutsOf: { makerId: 1, since: 0 } },
    { withdrawalIds: [ids.withdrawal], merchantIds: [1], arrivalIds: [ids.arrival] },
    { arrival: { requisiteId: requisite.id, amount, reference: 'reference' } },
    { ran: { requisiteId: requisite.id, amount, arrivedAt: noon, cameBy: noon } },
    { handSettled: { requisiteId: requisite.id, amount, arrivedAt: noon, cameBy: noon } },
  ];
  return gatherKeys(catalogue, all);
}

/** The statements that the server gets, by their names. */
async function sentToServer(keys: BatchKeys): Promise<(string | null)[]> {
  const client = await connect(db.url, 'engine');
  const writes = tapWire(client);
  await lockAndLoad(client, keys);
  const [sent = []] = writes;
  await client.end();
  return sent.filter(({ code }) => code === 'B').map(({ statement }) => statement);
}

/** The kinds of rows that the simulator's session locks, as it comes to them. */
async function lockedInMemory(keys: BatchKeys): Promise<string[]> {
  const locked: string[] = [];
  class Recording extends LockTable {
    override acquire(transaction: Transaction, space: string, key: string | number): boolean {
      if (locked.at(-1) !== space) locked.push(space);
      return super.acquire(transaction, space, key);
    }
  }
  const store = new MemoryStore(catalogue);
  const {
    requisiteLoads: [requisiteId = 0],
  } = keys;
  const times = { createdAt: noon, updatedAt: noon };
  const sums = { amount: fiat(1n), currency: 'RUB' };
  store.tables.tokenDays.set(1, { tokenId: 1, day: 0, daySum: 0n });
  store.tables.receiptRooms.set('store 1', { owner: 'store 1', day: 0, bytes: 1 });
  store.tables.signedRequests.set('signed', { id: 'signed', status: 200, body: '{}', answeredAt: noon });
  const unblocked = { failures: 0, blockedAt: null, blockedUntil: null, liftedAt: null };
  store.tables.payers.set(payer.key, { ...payer, ...unblocked, begun: [], seenAt: noon });
  store.tables.storeAddresses.set('1 listed', { storeId: 1, address: 'listed', usableAt: noon });
  store.invoices.set(ids.invoice, invoice({ id: ids.invoice }));
  store.arrivals.set(ids.arrival, {
    ...{
      ...sums,
      id: ids.arrival,
      requisiteId,
      arrivedAt: noon,
      reference: 'other',
      status: 'held',
      exception: 'nobody',
    },
    ...{ dealId: null, enteredBy: 'maker', toldBy: 'operator', createdAt: noon, resolvedAt: null },
  });
  store.withdrawals.set(ids.withdrawal, {
    ...{ ...times, id: ids.withdrawal, storeId: 1, accountId: '', status: 2, sum: settlement(1n), fee: settlement(0n) },
    ...{ currency: 'USDT', address: '', txId: null, approvals: [], rejectReason: null },
  });
  const timeline = new Timeline(noon);
  const session = new MemorySession(
    {
      store,
      locks: new Recording(() => undefined),
      timeline,
      random: new Random(1),
      climate: {
        gridMs: 1,
        twicePerMille: 0,
        slowPerMille: 0,
        slowMs: 0,
        topUpUnits: 0,
        filesPerMille: 0,
        hasThief: false,
      },
      loadSteps,
      lockOrder: (keys) => keys,
      seen: (loaded) => loaded,
      answersEarly: false,
      prepare: () => () => undefined,
      faultAt: () => null,
      parked: () => undefined,
      resumed: () => undefined,
    },
    'session',
  );
  const loaded = session.load(keys);
  while (timeline.step(Number.POSITIVE_INFINITY));
  await loaded;
  return locked;
}

describe('the load', () => {
  it('locks an address on a store’s list: it is not taken off while an approval counts on it', async () => {
    const values = ['listed', new Date(noon)];
    await db.pool.query(`insert into store_addresses values (1, $1, '', $2, $2)`, values);
    const [batch, remover] = [await connect(db.url, 'engine'), await connect(db.url, 'engine')];
    await lockAndLoad(batch, gatherKeys(catalogue, [{ storeAddress: { storeId: 1, address: 'listed' } }]));
    await remover.query(`set lock_timeout = '100ms'`);
    const taken = remover.query('delete from store_addresses where store_id = 1 and address = $1', ['listed']);
    await expect(taken).rejects.toMatchObject({ code: '55P03' });
    await batch.query('rollback');
    expect((await remover.query('delete from store_addresses')).rowCount).toBe(1);
    await Promise.all([batch.end(), remover.end()]);
  });

  it('is walked in the same order by PostgreSQL’s store and by the simulator’s', async () => {
    const keys = everything();
    const sent = await sentToServer(keys);
    const walked = loadStatements(new MemoryStore(catalogue), keys).map(({ step }) => `load-${step}`);
    expect(sent).toEqual(['begin', ...walked]);
    expect(walked).toHaveLength(loadSteps.length);
    const locking = loadSteps.filter(({ does }) => does === 'locks').map(({ name }) => name);
    expect(await lockedInMemory(keys)).toEqual(locking);
  });

  it('is the same for a batch that only creates, which does not look along invoices', async () => {
    const [requisite] = catalogue.requisiteById.values();
    if (requisite === undefined) throw new Error('the demo world has requisites');
    const amount = fiat(100_000n);
    const earlier = { storeId: 1, internalId: 'order', amount, currency: 'RUB', type: 'in' } as const;
    const candidates = { requisites: [requisite], amount, wider: null };
    const keys = gatherKeys(catalogue, [{ earlier, candidates }]);
    const walked = loadStatements(new MemoryStore(catalogue), keys).map(({ step }) => step);
    expect(walked).toEqual(['requisiteLoads', 'occupants', 'balances', 'earlierPayins', 'catalogueVersion']);
    const alone = walked.map((step) =>
      /^(requisiteLoads|balances)$/.test(step) ? `load-${step}-alone` : `load-${step}`,
    );
    expect(await sentToServer(keys)).toEqual(['begin', ...alone]);
  });

  it('looks for earlier requests after its last lock, and at the catalogue after everything', () => {
    const last = loadSteps.findLastIndex(({ does }) => does === 'locks');
    const behind = loadSteps.slice(last + 1).map(({ name }) => name);
    expect(behind).toEqual(['answers', 'earlierPayins', 'earlierPayouts', 'sentByTransactions', 'catalogueVersion']);
  });
});
