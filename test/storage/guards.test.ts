import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transferKinds } from '../../src/domain/ledger/ledger.ts';
import { createTestDatabase, expectLawsHold, type TestDatabase } from '../support/database.ts';

/** What the database refuses even its owner, whatever the program above it does: "What can never happen" in ARCHITECTURE.md. */
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => {
  await expectLawsHold(db.owner);
  await db.drop();
});

/** Accounts of the demo world. */
const [external, fees, storeAvailable, storeFrozen, makerAvailable, makerHeld] = [1, 2, 11, 12, 102, 103] as const;
const storeExcess = 15;

interface Posted {
  readonly kind?: string;
  readonly from?: number;
  readonly to?: number;
  readonly amount?: number | bigint;
  readonly currency?: string;
  readonly id?: string;
}

function inserted(transfers: readonly Posted[]): string {
  const rows = transfers.map(
    ({ kind = 'top_up', from = external, to = storeAvailable, amount = 100, currency = 'USDT', id = randomUUID() }) =>
      `(${from}, ${to}, ${amount}, '${currency}', '${kind}', '${id}', now())`,
  );
  return `insert into transfers (debit_id, credit_id, amount, currency, kind, subject_id, created_at) values ${rows.join(', ')}`;
}

const post = (...transfers: readonly Posted[]) => db.owner.query(inserted(transfers));

async function balances(...ids: readonly number[]): Promise<bigint[]> {
  const { rows } = await db.owner.query('select id, balance from accounts where id = any($1)', [ids]);
  return ids.map((id) => BigInt(rows.find((row) => row.id === id).balance));
}

describe('money from nowhere', () => {
  it('a balance cannot be changed but by a transfer', async () => {
    const refused = 'a balance changes by transfers only';
    await expect(db.owner.query('update accounts set balance = balance + 1 where id = 11')).rejects.toThrow(refused);
    await expect(db.owner.query(`update accounts set currency = 'RUB' where id = 11`)).rejects.toThrow(refused);
    await expect(db.owner.query('truncate accounts cascade')).rejects.toThrow(/by transfers only|append-only/);
  });

  it('an account that money has moved on cannot be removed', async () => {
    for (const id of [external, storeAvailable])
      await expect(db.owner.query('delete from accounts where id = $1', [id])).rejects.toThrow('moved on stays');
  });

  it('an account cannot begin with money', async () => {
    const insert = (balance: number) =>
      db.owner.query(`insert into accounts (kind, owner_id, currency, balance) values ('maker_held', 77, 'USDT', $1)`, [
        balance,
      ]);
    await expect(insert(1)).rejects.toThrow('begins with a balance of nothing');
    await expect(insert(-1)).rejects.toThrow('begins with a balance of nothing');
    await expect(insert(0)).resolves.toMatchObject({ rowCount: 1 });
  });

  it('a transfer takes from one balance what it adds to the other, in one statement', async () => {
    const [outside = 0n, store = 0n, maker = 0n] = await balances(external, storeAvailable, makerAvailable);
    await post({ amount: 70 }, { amount: 30 }, { to: makerAvailable, amount: 5 });
    expect(await balances(external, storeAvailable, makerAvailable)).toEqual([
      outside - 105n,
      store + 100n,
      maker + 5n,
    ]);
  });

  it('a transfer of nothing or less, or from an account to itself, is refused', async () => {
    await expect(post({ amount: 0 })).rejects.toThrow('transfers_amount_check');
    await expect(post({ amount: -1 })).rejects.toThrow('transfers_amount_check');
    await expect(post({ from: storeAvailable, to: storeAvailable })).rejects.toThrow('transfers_check');
  });

  it('a transfer from or to an account that does not exist is refused, with all that came beside it', async () => {
    const before = await balances(storeAvailable);
    await expect(post({}, { from: 999_999 })).rejects.toThrow('cannot go from account 999999 to account 11');
    await expect(post({}, { to: 999_999 })).rejects.toThrow('cannot go from account 1 to account 999999');
    expect(await balances(storeAvailable)).toEqual(before);
  });

  it('a transfer in another currency than that of its accounts is refused', async () => {
    await expect(post({ currency: 'RUB' })).rejects.toThrow('a top_up in RUB cannot go from account 1 to account 11');
  });
});

describe('a store or maker below zero', () => {
  it('a transfer of more than the account has is refused', async () => {
    const [balance = 0n] = await balances(storeFrozen);
    const tooMuch = { kind: 'payout_release', from: storeFrozen, to: storeAvailable, amount: Number(balance) + 1 };
    await expect(post(tooMuch)).rejects.toThrow('accounts_not_overdrawn');
  });
});

describe('a deal held, released or settled twice', () => {
  it('a second transfer of one kind for one subject is refused', async () => {
    const id = randomUUID();
    await post({ id });
    await expect(post({ id })).rejects.toThrow('transfers_pkey');
  });
});

describe('a top-up and a pay-back under one ID', () => {
  it('the second is refused, whichever maker it is for', async () => {
    const id = randomUUID();
    await post({ id });
    const paidBack = { id, kind: 'pay_back', from: makerAvailable, to: external, amount: 1 };
    await expect(post(paidBack)).rejects.toThrow('transfers_one_movement');
    await post({ ...paidBack, id: randomUUID() });
  });
});

describe('a transfer changed or removed', () => {
  it('update, delete and truncate of transfers are refused', async () => {
    for (const act of ['update transfers set amount = 1', 'delete from transfers', 'truncate transfers'])
      await expect(db.owner.query(act)).rejects.toThrow('transfers is append-only');
  });
});

/** Statements whose rows nobody keeps; the last one is expected to be refused. */
async function refusalOf(...statements: readonly string[]): Promise<string> {
  const client = await db.owner.connect();
  try {
    await client.query('begin');
    for (const statement of statements.slice(0, -1)) await client.query(statement);
    const outcome = await client.query(statements.at(-1) ?? '').then(() => 'stored', String);
    await client.query('rollback');
    return outcome;
  } finally {
    client.release();
  }
}

function invoice({
  type = 'in',
  status = 'new',
  amount = 100_000,
  internalId = 'order-1',
  holdsName = true,
} = {}): string {
  return `insert into invoices (id, store_id, internal_id, type, status, amount, asked_amount, currency, notification_url,
      notification_token, created_at, expire_at, updated_at, holds_name)
    values ('${randomUUID()}', 1, '${internalId}', '${type}', '${status}', 7, ${amount}, 'RUB', '', '', now(), now(), now(),
      ${holdsName && type === 'in'})`;
}

function deal({ requisiteId = 1, amount = 100_000, status = 'transfer_waiting', occupies = true } = {}): string {
  return `insert into deals (id, invoice_id, ordinal, type, status, payment_option, payment_method, requisite_id, maker_id,
      number, holder, amount, currency, rate_e8, maker_sum, fee_sum, started_at, deadline_at, occupies)
    values ('${randomUUID()}', '${randomUUID()}', 1, 'in', '${status}', 'TO_CARD', 'sberbank', ${requisiteId}, 1,
      '2200000000000004', '', ${amount}, 'RUB', 9550000000, 0, 0, now(), now(), ${occupies})`;
}

describe('two deals that one arriving transfer could belong to', () => {
  it('a second deal over one requisite and amount is refused, also while the pair rests', async () => {
    expect(await refusalOf(deal(), deal())).toContain('deals_one_per_pair');
    expect(await refusalOf(deal({ status: 'expired' }), deal())).toContain('deals_one_per_pair');
    expect(await refusalOf(deal({ status: 'expired', occupies: false }), deal())).toBe('stored');
    expect(await refusalOf(deal(), deal({ amount: 100_001 }))).toBe('stored');
    expect(await refusalOf(deal(), deal({ requisiteId: 2 }))).toBe('stored');
  });
});

describe('two invoices from one repeated request', () => {
  it('a second payin with one internal ID and sum asked for is refused while the first has the name', async () => {
    expect(await refusalOf(invoice(), invoice())).toContain('invoices_one_payin');
    expect(await refusalOf(invoice({ status: 'paid' }), invoice())).toContain('invoices_one_payin');
    expect(await refusalOf(invoice({ status: 'canceled', holdsName: false }), invoice())).toBe('stored');
    expect(await refusalOf(invoice(), invoice({ amount: 1 }))).toBe('stored');
  });

  it('a second payout with one internal ID is refused, whatever became of the first', async () => {
    const payout = { type: 'out' } as const;
    expect(await refusalOf(invoice(payout), invoice({ ...payout, amount: 1 }))).toContain('invoices_one_payout');
    expect(await refusalOf(invoice({ ...payout, status: 'paid' }), invoice(payout))).toContain('invoices_one_payout');
  });

  it('a second withdrawal under one transaction is refused, however it is written', async () => {
    const sent = (txId: string | null) => `insert into withdrawals
        (id, store_id, account_id, status, sum, fee, currency, address, tx_id, created_at, updated_at)
      select '${randomUUID()}', 1, id, ${txId === null ? 3 : 4}, 1, 0, 'USDT', 'T', ${txId === null ? 'null' : `'${txId}'`},
        now(), now() from store_accounts where store_id = 1`;
    for (const txId of ['ab12', 'AB12', '0xab12', '0XAB12']) {
      expect(await refusalOf(sent('ab12'), sent(txId))).toContain('withdrawals_one_per_transaction');
    }
    expect(await refusalOf(sent('ab12'), sent('ab13'))).toBe('stored');
    expect(await refusalOf(sent(null), sent(null))).toBe('stored');
  });

  it('a second refund over one payout is refused', async () => {
    const invoiceId = randomUUID();
    const payin = `insert into invoices (id, store_id, type, status, asked_amount, amount, currency, notification_url,
        notification_token, created_at, expire_at, updated_at)
      values ('${invoiceId}', 1, 'in', 'paid', 1, 1, 'RUB', '', '', now(), now(), now())`;
    const refund = (payoutId: string) => `insert into refunds
        (id, invoice_id, store_id, sum, currency, reason, asked_by, created_at, lapses_at, payout_id)
      values ('${randomUUID()}', '${invoiceId}', 1, 1, 'RUB', '', '', now(), now(), '${payoutId}')`;
    const payoutId = randomUUID();
    expect(await refusalOf(payin, refund(payoutId), refund(payoutId))).toContain('refunds_one_per_payout');
    expect(await refusalOf(payin, refund(payoutId), refund(randomUUID()))).toBe('stored');
  });

  it('a second answer to one idempotency key is refused', async () => {
    const answer = (
      key: string,
    ) => `insert into idempotency_keys (store_id, key, request_hash, status, body, created_at)
      values (1, '${key}', '${randomUUID()}', 200, '{}', now())`;
    expect(await refusalOf(answer('one'), answer('one'))).toContain('idempotency_keys_pkey');
    expect(await refusalOf(answer('one'), answer('two'))).toBe('stored');
  });
});

describe('an excess that the store has kept', () => {
  it('is never changed or removed; one that is held can be kept', async () => {
    const excess = (keptAt: string) => [
      invoice(),
      deal(),
      `insert into excesses (deal_id, invoice_id, store_id, sum, currency, held_sum, created_at, kept_at)
       select d.id, i.id, 1, 5, 'RUB', 5, now(), ${keptAt} from deals d, invoices i limit 1`,
    ];
    for (const act of ['set sum = 0, held_sum = 0', 'set held_sum = 6', 'set kept_at = null', 'set kept_at = now()']) {
      const refusal = await refusalOf(...excess('now()'), `update excesses ${act}`);
      expect(refusal).toContain('an excess that was kept is never changed');
      expect(await refusalOf(...excess('null'), `update excesses ${act}`)).toBe('stored');
    }
    expect(await refusalOf(...excess('now()'), 'delete from excesses')).toContain('never changed');
    const keep = 'update excesses set kept_at = now()';
    expect(await refusalOf(...excess('null'), keep, 'update excesses set sum = 0')).toContain('never changed');
  });
});

describe('a notification before an earlier one of its invoice', () => {
  it('an invoice has one place in the delivery queue', async () => {
    const place = (
      id: string,
    ) => `insert into delivery_queue (invoice_id, store_id, receiver, sequence, last_sequence, due_at)
      values ('${id}', 1, 7, 1, 1, now())`;
    const [one, two] = [randomUUID(), randomUUID()];
    expect(await refusalOf(place(one), place(one))).toContain('delivery_queue_pkey');
    expect(await refusalOf(place(one), place(two))).toBe('stored');
  });
});

/** From where to where each kind moves money, as the table of the ledger in ARCHITECTURE.md says. */
const moves: Readonly<Record<string, readonly string[]>> = {
  top_up: ['external > store_available', 'external > maker_available'],
  pay_back: ['maker_available > external'],
  payin_hold: ['maker_available > maker_held'],
  payin_rehold: ['maker_available > maker_held'],
  payin_extend: ['maker_available > maker_held'],
  payin_reduce: ['maker_held > maker_available'],
  payin_release: ['maker_held > maker_available'],
  payin_settle: ['maker_held > store_available'],
  payin_fee: ['maker_held > fees'],
  payin_reward: ['maker_held > maker_available'],
  payin_excess: ['maker_held > store_excess'],
  payout_freeze: ['store_available > store_frozen'],
  payout_release: ['store_frozen > store_available'],
  payout_pay: ['store_frozen > maker_available'],
  payout_fee: ['store_frozen > fees'],
  payout_reward: ['store_frozen > maker_available'],
  payout_reverse: ['maker_available > store_frozen'],
  payout_fee_reverse: ['fees > store_frozen'],
  payout_reward_reverse: ['maker_available > store_frozen'],
  withdrawal_freeze: ['store_available > store_frozen'],
  withdrawal_release: ['store_frozen > store_available'],
  withdrawal_send: ['store_frozen > external'],
  withdrawal_fee: ['store_frozen > fees'],
  correction_sum: ['maker_available > store_available', 'store_available > maker_available'],
  correction_fee: ['maker_available > fees', 'fees > maker_available'],
  correction_reward: ['maker_available > fees', 'fees > maker_available'],
  correction_excess: ['maker_available > store_excess', 'store_excess > maker_available'],
  excess_return: ['store_excess > store_available'],
  excess_back: ['store_available > store_excess'],
  excess_rest: ['store_excess > store_available'],
  excess_rest_reverse: ['store_available > store_excess'],
  excess_keep: ['store_excess > store_available'],
  excess_fee: ['store_excess > fees'],
  excess_reward: ['store_excess > maker_available'],
  maker_loss: ['maker_debt > maker_available'],
  store_loss: ['store_debt > store_available'],
  debt_pay: ['maker_available > maker_debt', 'store_available > store_debt'],
};

/** The account of what is owed there, opened with the first loss. */
async function debtOf(availableId: number): Promise<number> {
  await db.owner.query(
    `insert into accounts (kind, owner_id, currency, debt_of)
     select replace(kind, '_available', '_debt'), owner_id, currency, id from accounts where id = $1 on conflict do nothing`,
    [availableId],
  );
  return (await db.owner.query('select id from accounts where debt_of = $1', [availableId])).rows[0].id;
}

describe('who owes the service', () => {
  it('is not credited unless the debt is paid first, by an account of their own', async () => {
    const [debt, other] = [await debtOf(makerAvailable), 104];
    const [had = 0n] = await balances(makerAvailable);
    const hold = { kind: 'payin_hold', from: makerAvailable, to: makerHeld };
    const loss = { kind: 'maker_loss', from: debt, to: makerAvailable };
    const topUp = { to: makerAvailable, amount: 130 };
    const payment = { kind: 'debt_pay', from: makerAvailable, to: debt };
    // Of deals that there are not, so nobody keeps these: the laws know that each is of its own deal.
    const outcomeOf = (...posts: readonly (readonly Posted[])[]) => refusalOf(...posts.map(inserted));
    const poor = [{ ...hold, amount: had }];
    const owing = [loss, hold];
    expect(await outcomeOf(poor, [loss])).toContain('a credit pays the debt');
    expect(await outcomeOf(poor, [{ ...loss, to: other }])).toContain('cannot go from');
    expect(await outcomeOf(poor, owing)).toBe('stored');
    expect(await outcomeOf(poor, owing, [topUp])).toContain('a credit pays the debt');
    expect(await outcomeOf(poor, owing, [topUp, { ...payment, amount: 101 }])).toContain('accounts_not_overdrawn');
    expect(await outcomeOf(poor, owing, [topUp, { ...payment, amount: 100 }])).toBe('stored');
    const left = { kind: 'pay_back', from: makerAvailable, to: external };
    const paid = [topUp, { ...payment, amount: 100 }];
    expect(await outcomeOf(poor, owing, paid, [{ ...left, amount: 30 }])).toBe('stored');
    expect(await outcomeOf(poor, owing, paid, [{ ...left, amount: 31 }])).toContain('accounts_not_overdrawn');
    // Nothing is owed any more: what comes now is the maker's.
    expect(await outcomeOf(poor, owing, paid, [{ ...topUp, amount: 1 }])).toBe('stored');
    expect(await outcomeOf(poor, owing, paid, [{ ...payment, amount: 1 }])).toContain('accounts_not_overdrawn');
    expect(await balances(makerAvailable, debt)).toEqual([had, 0n]);
  });
});

describe('the kinds of transfers', () => {
  it('the database knows those of the ledger, and lets each move money its own way only', async () => {
    const ids = { external, fees, storeAvailable, storeFrozen, storeExcess, makerAvailable, makerHeld };
    const accountKinds = { ...ids, makerDebt: await debtOf(makerAvailable), storeDebt: await debtOf(storeAvailable) };
    const { rows } = await db.owner.query(
      `select t.kind, array_agg(d.kind || ' > ' || c.kind) filter (where is_known_move(t.kind, d.kind, c.kind)) as moves
       from unnest($1::text[]) t(kind), accounts d, accounts c where d.id = any($2) and c.id = any($2) group by t.kind`,
      [[...Object.keys(transferKinds), 'gift'], Object.values(accountKinds)],
    );
    const allowed = Object.fromEntries(rows.map((row) => [row.kind, (row.moves ?? []).sort()]));
    const expected = Object.entries({ ...moves, gift: [] }).map(([kind, ways]) => [kind, [...ways].sort()]);
    expect(allowed).toEqual(Object.fromEntries(expected));
    expect(Object.keys(moves)).toEqual(Object.keys(transferKinds));
  });

  it('a move that is not of its kind is refused', async () => {
    await expect(post({ kind: 'payin_fee' })).rejects.toThrow('cannot go from');
    await expect(post({ kind: 'top_up', to: fees })).rejects.toThrow('cannot go from');
    await expect(post({ kind: 'payin_hold', from: makerHeld, to: makerAvailable })).rejects.toThrow('cannot go from');
    await expect(post({ kind: 'gift' })).rejects.toThrow('cannot go from');
  });
});
