import { describe, expect, it } from 'vitest';
import { memoryBatch } from '../../test/engine/support/memory-batch.ts';
import {
  account,
  arrival,
  catalogueOf,
  deal,
  excess,
  invoice,
  noon,
  payoutDeal,
  refund,
  requisite,
} from '../../test/engine/support/small-world.ts';
import type { Transfer } from '../domain/ledger/ledger.ts';
import { fiat, settlement } from '../domain/money/money.ts';
import { type Changes, noChanges } from '../domain/state/changes.ts';
import { dayOf, monthOf } from '../domain/text/timestamp.ts';
import { transactionKey, type Withdrawal, withdrawalStatuses } from '../domain/withdrawals/withdrawal.ts';

const catalogue = catalogueOf([requisite(1), requisite(2)]);
const changes = (some: Partial<Changes>): Changes => ({ ...noChanges(), ...some });
const frozen = (amount: bigint, change: Partial<Transfer> = {}): Transfer => ({
  debitId: account.availableId,
  creditId: account.frozenId,
  amount: settlement(amount),
  currency: 'USDT',
  kind: 'payout_freeze',
  subjectId: 'deal',
  ...change,
});

const sentWithdrawal: Withdrawal = {
  id: 'withdrawal',
  storeId: 1,
  accountId: account.id,
  status: withdrawalStatuses.sent,
  sum: settlement(1n),
  fee: settlement(0n),
  currency: 'USDT',
  address: 'T',
  txId: null,
  approvals: [],
  rejectReason: null,
  createdAt: noon,
  updatedAt: noon,
};

describe('a working set', () => {
  it('has nothing to write when nothing happened', () => {
    const work = memoryBatch(catalogue, { invoices: [invoice()], deals: [deal()] });
    work.apply(noChanges());
    expect(work.batchChanges()).toBeNull();
  });

  it('writes each row once, as it finally is, and tells new rows from changed ones', () => {
    const known = invoice({ id: 'known' });
    const work = memoryBatch(catalogue, { invoices: [known] });
    work.apply(changes({ invoices: [invoice({ id: 'new' }), { ...known, sequence: 1 }] }));
    work.apply(
      changes({ invoices: [invoice({ id: 'new', status: 'canceled', sequence: 1 }), { ...known, sequence: 2 }] }),
    );
    const written = work.batchChanges();
    expect(written?.invoices.added).toEqual([invoice({ id: 'new', status: 'canceled', sequence: 1 })]);
    expect(written?.invoices.changed).toEqual([{ ...known, sequence: 2 }]);
  });

  it('tells a deal from the invoice that has the same ID', () => {
    const work = memoryBatch(catalogue, { invoices: [invoice({ id: 'same' })] });
    work.apply(changes({ deals: [deal({ id: 'same', invoiceId: 'same' })] }));
    expect(work.batchChanges()?.deals.added).toHaveLength(1);
    expect(work.batchChanges()?.invoices.changed).toEqual([]);
  });

  it('shows each command what the one before it left', () => {
    const work = memoryBatch(catalogue, { balances: [11, 12].map((accountId) => ({ accountId, balance: 100n })) });
    work.apply(changes({ transfers: [frozen(60n)] }));
    expect([work.balance(11), work.balance(12)]).toEqual([40n, 160n]);
    work.apply(changes({ deals: [deal({ id: 'd', invoiceId: 'i' })], invoices: [invoice({ id: 'i' })] }));
    expect(work.dealsOf('i').map(({ id }) => id)).toEqual(['d']);
    expect(work.occupant(1, fiat(100_000n))).toEqual({ dealId: 'd', restsUntil: null });
  });

  it('does not let an account be overdrawn, moved unplanned, or a row be read unplanned', () => {
    const work = memoryBatch(catalogue, { balances: [11, 12].map((accountId) => ({ accountId, balance: 100n })) });
    expect(() => work.apply(changes({ transfers: [frozen(101n)] }))).toThrow(/overdrawn/);
    expect(() => work.apply(changes({ transfers: [frozen(1n, { creditId: 999 })] }))).toThrow(/not planned/);
    expect(() => work.balance(999)).toThrow(/not plan/);
    expect(() => work.requisiteLoad(999)).toThrow(/not plan/);
    expect(() => work.secondFactor(999)).toThrow(/not plan/);
  });

  it('does not let an invoice have two active deals', () => {
    const work = memoryBatch(catalogue, {
      invoices: [invoice({ id: 'i' })],
      deals: [deal({ id: 'a', invoiceId: 'i' })],
    });
    const second = deal({ id: 'b', invoiceId: 'i', ordinal: 2, requisiteId: 2 });
    expect(() => work.apply(changes({ deals: [second] }))).toThrow(/2 active deals/);
  });

  it('sums up what an account gains, in the order of accounts, and leaves out what comes to nothing', () => {
    const work = memoryBatch(catalogue);
    const back = frozen(5n, { debitId: account.frozenId, creditId: account.availableId, kind: 'payout_release' });
    work.apply(changes({ transfers: [frozen(5n), back, frozen(7n, { creditId: 2, subjectId: 'other' })] }));
    expect(work.batchChanges()?.balanceDeltas.changed).toEqual([
      { accountId: 2, delta: 7n },
      { accountId: 11, delta: -7n },
    ]);
    expect(work.batchChanges()?.transfers.added).toHaveLength(3);
  });
});

describe('earlier invoices', () => {
  const key = { storeId: 1, internalId: 'order', type: 'in', amount: fiat(100_000n), currency: 'RUB' } as const;

  it('earlier invoices of the same batch are found by internal ID and sum, as they are by then', () => {
    const work = memoryBatch(catalogue);
    const open = invoice({ id: 'one', internalId: 'order' });
    work.apply(changes({ invoices: [open] }));
    expect(work.earlierPayins(key)).toMatchObject([{ id: 'one', status: 'new', holdsName: true }]);
    expect(work.earlierPayins({ ...key, amount: fiat(1n) })).toEqual([]);
    expect(work.earlierPayins({ ...key, storeId: 2 })).toEqual([]);
    work.apply(changes({ invoices: [{ ...open, status: 'canceled', sequence: 1, holdsName: false }] }));
    expect(work.earlierPayins(key)).toMatchObject([{ id: 'one', status: 'canceled', holdsName: false }]);
  });

  it('earlier invoices that end do not hide a newer one of the same name', () => {
    const work = memoryBatch(catalogue);
    const first = invoice({ id: 'one', internalId: 'order' });
    work.apply(
      changes({
        invoices: [first, { ...first, status: 'expired', sequence: 1 }, invoice({ id: 'two', internalId: 'order' })],
      }),
    );
    work.apply(changes({ invoices: [{ ...first, status: 'dispute', sequence: 2 }] }));
    expect(work.earlierPayins(key)).toMatchObject([
      { id: 'one', status: 'dispute' },
      { id: 'two', status: 'new' },
    ]);
  });

  it('earlier invoices that are payouts are found by internal ID alone, in whatever state', () => {
    const work = memoryBatch(catalogue);
    work.apply(changes({ invoices: [invoice({ id: 'out', type: 'out', internalId: 'order', status: 'canceled' })] }));
    expect(work.earlierPayoutId({ ...key, type: 'out', amount: fiat(1n) })).toBe('out');
    expect(work.earlierPayoutId({ ...key, type: 'out', storeId: 2 })).toBeUndefined();
    expect(work.earlierPayins(key)).toEqual([]);
  });
});

describe('pairs of requisite and amount', () => {
  const sum = fiat(100_000n);
  const old = deal({ id: 'old', invoiceId: 'a', status: 'canceled', restsUntil: noon - 1 });
  const taken = deal({ id: 'new', invoiceId: 'b' });

  it('go to the deal that takes them over', () => {
    const work = memoryBatch(catalogue, {
      deals: [old],
      occupants: [{ requisiteId: 1, amount: sum, dealId: 'old', restsUntil: noon - 1 }],
    });
    work.apply(changes({ freedPairs: ['old'], deals: [taken] }));
    expect(work.occupant(1, sum)).toEqual({ dealId: 'new', restsUntil: null });
    expect(work.batchChanges()?.freedPairs).toEqual(['old']);
  });

  it('stay with it when the deal that had them before is disputed', () => {
    const work = memoryBatch(catalogue, {
      deals: [old],
      occupants: [{ requisiteId: 1, amount: sum, dealId: 'old', restsUntil: noon - 1 }],
    });
    work.apply(changes({ freedPairs: ['old'], deals: [taken] }));
    work.apply(changes({ deals: [{ ...old, status: 'dispute' }] }));
    expect(work.occupant(1, sum)).toEqual({ dealId: 'new', restsUntil: null });
  });

  it('rest when their deal ends', () => {
    const work = memoryBatch(catalogue, {
      deals: [taken],
      occupants: [{ requisiteId: 1, amount: sum, dealId: 'new', restsUntil: null }],
    });
    work.apply(changes({ deals: [{ ...taken, status: 'completed', restsUntil: noon + 5 }] }));
    expect(work.occupant(1, sum)).toEqual({ dealId: 'new', restsUntil: noon + 5 });
  });
});

it('the use of a requisite counts active deals and what was started in a day and a month, which begin anew', () => {
  const work = memoryBatch(catalogue);
  const [today, month] = [dayOf(noon), monthOf(noon)];
  const dayMs = 86_400_000;
  const start = (at: number, amount: bigint) => ({ requisiteId: 1, activeDelta: 1, started: { at, amount } }) as const;
  work.apply(changes({ requisiteUses: [start(noon, 10n), start(noon + 1, 20n)] }));
  const first = { requisiteId: 1, activeDeals: 2, day: today, daySum: 30n, dayDeals: 2, month, monthSum: 30n };
  expect(work.requisiteLoad(1)).toEqual({ ...first, lastStartedAt: noon + 1 });
  work.apply(changes({ requisiteUses: [{ requisiteId: 1, activeDelta: -1, started: null }] }));
  expect(work.requisiteLoad(1)).toEqual({ ...first, activeDeals: 1, lastStartedAt: noon + 1 });
  work.apply(changes({ requisiteUses: [start(noon + dayMs, 5n)] }));
  const second = { ...first, day: today + 1, daySum: 5n, dayDeals: 1, monthSum: 35n, lastStartedAt: noon + dayMs };
  expect(work.requisiteLoad(1)).toEqual(second);
  // A process whose clock is behind counts into the day that has begun, and takes nothing back.
  work.apply(changes({ requisiteUses: [start(noon, 1n)] }));
  expect(work.requisiteLoad(1)).toEqual({ ...second, activeDeals: 3, daySum: 6n, dayDeals: 2, monthSum: 36n });
  work.apply(changes({ requisiteUses: [start(noon + 31 * dayMs, 7n)] }));
  expect(work.requisiteLoad(1)).toMatchObject({ month: month + 1, monthSum: 7n, dayDeals: 1, daySum: 7n });
});

it('rows that other batches may also write are written in one order, in whatever order they were decided', () => {
  const names = ['b', 'a', 'd', 'c'];
  const written = [names, [...names].reverse()].map((order) => {
    const work = memoryBatch(catalogue);
    for (const [index, name] of order.entries()) {
      const type = name < 'c' ? 'in' : 'out';
      // The sum of a payout is not part of what it is known by, so it must not change the order.
      work.apply(
        changes({
          invoices: [
            invoice({ id: name, internalId: name, type, askedSum: fiat(type === 'out' ? BigInt(index + 1) : 5n) }),
          ],
        }),
      );
      work.putAnswer({ storeId: 1, key: name, requestHash: '', status: 200, body: '', createdAt: noon });
    }
    const all = work.batchChanges();
    return [all?.invoices.added.map(({ id }) => id), all?.answers.added.map(({ key }) => key)];
  });
  expect(written[0]).toEqual(written[1]);
});

it('money that came finds the only deal that ran then, or hears that there are several or none', () => {
  const running = {
    dealId: 'd',
    invoiceId: 'i',
    storeId: 1,
    amount: fiat(5n),
    status: 'transfer_waiting',
    startedAt: 0,
  } as const;
  const key = { requisiteId: 1, arrivedAt: 5, cameBy: 6 };
  const found = (isOnly: boolean) => ({ ...running, ...key, soughtSum: fiat(4n), isOnly });
  const asked = { ...key, amount: fiat(4n) };
  // Two arrivals of one sum in a batch ask twice and are answered twice.
  const work = memoryBatch(catalogue, { ran: [found(true), found(true)] });
  expect([work.ran(asked), work.ran({ ...asked, arrivedAt: 4 })]).toEqual([running, 'none']);
  expect(memoryBatch(catalogue, { ran: [found(false)] }).ran(asked)).toBe('several');
  expect([work.soughtInvoice('d'), work.soughtInvoice('e')]).toEqual(['i', undefined]);
});

describe('what belongs to something', () => {
  it('is shown of that alone: money of a deal that was not sent back, and refunds of an invoice', () => {
    const held = arrival({ id: 'held', dealId: 'one' });
    const work = memoryBatch(catalogue, {
      arrivals: [
        held,
        arrival({ id: 'returned', reference: '2', dealId: 'one', status: 'returned' }),
        arrival({ id: 'other', reference: '3', dealId: 'another' }),
      ],
      refunds: [refund({ id: 'one', invoiceId: 'one' }), refund({ id: 'other', invoiceId: 'another' })],
    });
    expect(work.arrivalsOf('one')).toEqual([held]);
    expect(work.refundsOf('one').map(({ id }) => id)).toEqual(['one']);
    expect(work.dealOfPair({ requisiteId: 1, amount: fiat(1n), reference: '' })).toBeUndefined();
  });

  it('is known by the transaction of the network once a withdrawal was sent with it', () => {
    const work = memoryBatch(catalogue);
    const withdrawal = { ...sentWithdrawal, txId: '0xAbC' };
    work.apply(
      changes({ withdrawals: [withdrawal, { ...sentWithdrawal, id: 'open', status: withdrawalStatuses.created }] }),
    );
    expect(work.withdrawalSentBy(transactionKey('0xAbC'))).toBe('withdrawal');
    expect(work.withdrawalSentBy('null')).toBeUndefined();
  });

  it('occupies nothing where it is a payout, or has let its requisite go', () => {
    const work = memoryBatch(catalogue);
    work.apply(changes({ deals: [payoutDeal({ id: 'out', invoiceId: 'out', occupies: true })] }));
    work.apply(changes({ deals: [deal({ id: 'gone', invoiceId: 'gone', occupies: false })] }));
    expect(work.occupant(1, fiat(100_000n))).toBeUndefined();
  });
});

describe('the payins of a payer', () => {
  const times = { createdAt: noon, updatedAt: noon, expireAt: noon + 3_600_000, dealCount: 0 };
  const facts = { id: 'before', status: 'paid', hasPart: false, isConfirmed: false, ...times } as const;
  const user = { key: '1 user client', storeId: 1, kind: 'user', name: 'client' } as const;
  const address = { key: '1 address 192.0.2.1', storeId: 1, kind: 'address', name: '192.0.2.1' } as const;

  it('are those that were found, and those of the batch, as they are by now', () => {
    const work = memoryBatch(catalogue, {
      payinsOfPayers: [
        { key: user.key, ...facts },
        { key: user.key, ...facts, id: 'second' },
        { key: 'somebody', ...facts, id: 'third' },
      ],
      invoices: [
        invoice({ id: 'second', userId: 'client', partSum: fiat(1n) }),
        invoice({ id: 'other user', userId: 'another' }),
        invoice({ id: 'other store', userId: 'client', storeId: 2 }),
        invoice({ id: 'payout', userId: 'client', type: 'out' }),
      ],
    });
    work.apply(
      changes({
        invoices: [invoice({ id: 'new', userId: 'client', dealCount: 1 })],
        deals: [deal({ id: 'new', invoiceId: 'new', status: 'transfer_confirmed' })],
      }),
    );
    expect(work.payinsOf(user)).toEqual([
      facts,
      { ...facts, id: 'second', status: 'new', hasPart: true },
      { ...facts, id: 'new', status: 'new', dealCount: 1, isConfirmed: true },
    ]);
    expect(work.payinsOf(address)).toEqual([]);
  });

  it('are those begun from there, where the payer is an address', () => {
    const begun = [{ id: 'begun', at: noon }];
    const nothing = { failures: 0, blockedAt: null, blockedUntil: null, liftedAt: null };
    const work = memoryBatch(catalogue, {
      payers: [{ ...address, begun, seenAt: noon, ...nothing }],
      invoices: [invoice({ id: 'begun' }), invoice({ id: 'another', userId: address.name })],
    });
    expect(work.payinsOf(address).map(({ id }) => id)).toEqual(['begun']);
  });
});

describe('what must never be written', () => {
  it('is an invoice in another state without a notification', () => {
    const work = () => memoryBatch(catalogue, { invoices: [invoice()] });
    expect(() => work().apply(changes({ invoices: [invoice({ status: 'canceled' })] }))).toThrow(
      'without a notification',
    );
    expect(() => work().apply(changes({ invoices: [invoice({ updatedAt: noon + 1 })] }))).not.toThrow();
  });

  it('is a second transfer of one kind for one deal, posted by any command', () => {
    const balances = [11, 12].map((accountId) => ({ accountId, balance: 100n }));
    const posted = [frozen(1n), frozen(1n, { kind: 'payout_release', debitId: 12, creditId: 11 })];
    const work = memoryBatch(catalogue, { balances, posted: [...posted, ...posted] });
    expect(work.posted('deal')).toEqual(posted);
    expect(() => work.apply(changes({ transfers: [frozen(1n)] }))).toThrow('posted twice');
    work.apply(changes({ transfers: [frozen(1n, { subjectId: 'next' })] }));
    expect(() => work.apply(changes({ transfers: [frozen(1n, { subjectId: 'next' })] }))).toThrow('posted twice');
    expect(work.posted('nothing')).toEqual([]);
  });
});

it('a batch that only frees pairs has something to write', () => {
  const freeing = memoryBatch(catalogue);
  freeing.apply(changes({ freedPairs: ['deal'] }));
  expect(freeing.batchChanges()).toMatchObject({ freedPairs: ['deal'], now: noon });
});

it('knows the deals whose line of the bank may be another’s now, each once', () => {
  const paid = deal({ id: 'paid', invoiceId: 'paid', status: 'completed', endedAt: noon });
  const over = deal({ ...paid, id: 'over', invoiceId: 'over', requisiteId: 2 });
  const now = deal({ id: 'now', invoiceId: 'now', askedSum: fiat(1n) });
  const invoices = ['paid', 'over', 'now'].map((id) => invoice({ id }));
  const above = excess({ id: 'over', invoiceId: 'over' });
  const work = memoryBatch(catalogue, { invoices, deals: [paid, over, now], excesses: [above] });
  const settledNow = { ...now, status: 'completed', endedAt: noon } as const;
  work.apply(
    changes({
      deals: [{ ...paid, restsUntil: noon }, over, settledNow],
      excesses: [{ ...above, keptAt: noon }, excess({ id: 'now', invoiceId: 'now' })],
    }),
  );
  expect(work.batchChanges()?.changedMoney).toEqual([]);
  work.apply(changes({ deals: [{ ...paid, status: 'canceled' }, over], excesses: [{ ...above, sum: fiat(1n) }] }));
  work.apply(changes({ deals: [{ ...paid, receivedSum: fiat(1n) }] }));
  expect(work.batchChanges()?.changedMoney).toEqual(['paid', 'over']);
});
