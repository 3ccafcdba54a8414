import { describe, expect, it } from 'vitest';
import {
  catalogueOf,
  deal,
  invoice,
  maker,
  noon,
  payoutDeal,
  requisite,
  store,
} from '../../../test/engine/support/small-world.ts';
import { added, changed as changedRows, nothingWritten } from '../../../test/engine/support/written.ts';
import type { Arrival } from '../arrivals/arrival.ts';
import type { Deal } from '../invoices/deal.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { unlimited } from '../merchants/api-key.ts';
import type { AllocationMiss } from '../payins/allocation.ts';
import { type Actor, type AuditEntry, serviceActor } from '../people/audit.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import { type Concerns, concernsOfBatch, concernsOfSettings, hearing } from './concerns.ts';

const euroAccount = { ...store.accounts[0], storeId: 3, availableId: 31, frozenId: 32 } as (typeof store.accounts)[0];
/** Stores 1 and 2 are of merchant 1, store 3 of merchant 2; makers 1 and 2 are paid in USDT, maker 3 in EURT. */
const catalogue = catalogueOf([requisite(1), requisite(2, { makerId: 2 })], {
  stores: new Map([
    [1, store],
    [2, { ...store, id: 2, accounts: [] }],
    [3, { ...store, id: 3, merchantId: 2, settlementCurrency: 'EURT', accounts: [euroAccount] }],
  ]),
  makers: new Map([
    [1, maker(1)],
    [2, maker(2)],
    [3, maker(3, 'EURT')],
  ]),
});

const person = (change: Partial<Actor>): Actor => ({ ...serviceActor, userId: 1, name: 'somebody', ...change });
const people = {
  operator: person({ role: 'operator' }),
  merchant1: person({ role: 'merchant', merchantId: 1 }),
  merchant2: person({ role: 'merchant', merchantId: 2 }),
  maker1: person({ role: 'maker', makerId: 1 }),
  maker2: person({ role: 'maker', makerId: 2 }),
  maker3: person({ role: 'maker', makerId: 3 }),
};

/** What each person hears; who hears nothing is left out. */
function heard(concerns: Concerns): Partial<Record<keyof typeof people, string[]>> {
  const topicsOf = hearing(concerns, catalogue);
  const all = Object.entries(people).map(([name, actor]) => [name, [...topicsOf(actor)].sort()] as const);
  return Object.fromEntries(all.filter(([, topics]) => topics.length > 0));
}

type Stored = Parameters<typeof concernsOfBatch>[0];

function batch(stored: Partial<Stored>, known: { invoices?: Invoice[]; deals?: Deal[] } = {}): Concerns {
  const { invoices = [], deals = [] } = known;
  return concernsOfBatch(
    { ...nothingWritten(), ...stored },
    {
      catalogue,
      invoice: (id) => invoices.find((one) => one.id === id),
      dealsOf: (invoiceId) => deals.filter((one) => one.invoiceId === invoiceId),
    },
  );
}

describe('of what is stored hear', () => {
  it('a new invoice: its merchant and the operators, and a thousand of them are one concern', () => {
    const concerns = batch({
      invoices: added(Array.from({ length: 1000 }, (_, index) => invoice({ id: `${index}` }))),
    });
    expect(concerns).toEqual(new Set(['invoices s1']));
    expect(heard(concerns)).toEqual({ operator: ['invoices'], merchant1: ['invoices'] });
    expect(heard(batch({ invoices: added([invoice({ storeId: 3 })]) }))).toEqual({
      operator: ['invoices'],
      merchant2: ['invoices'],
    });
  });

  it('a deal: its maker and the merchant of its invoice, also when the invoice stays as it is', () => {
    expect(heard(batch({ deals: changedRows([deal({ makerId: 2 })]) }, { invoices: [invoice()] }))).toEqual({
      operator: ['deals', 'invoices'],
      merchant1: ['invoices'],
      maker2: ['deals'],
    });
  });

  it('the second deal of an invoice: not the maker of the first', () => {
    const first = deal({ id: 'first', makerId: 1, status: 'expired' });
    const second = deal({ id: 'second', makerId: 2 });
    const known = { invoices: [invoice()], deals: [first, second] };
    expect(heard(batch({ deals: added([second]), invoices: changedRows([invoice()]) }, known))).not.toHaveProperty(
      'maker1',
    );
  });

  it.each([
    ['waits', payoutDeal({ status: 'new', makerId: null })],
    ['has ended without a maker', payoutDeal({ status: 'expired', makerId: null })],
  ])('a payout that %s: all makers who may take it', (_, payout) => {
    expect(heard(batch({ deals: added([payout]) }, { invoices: [invoice({ type: 'out' })] }))).toEqual({
      operator: ['invoices', 'payouts'],
      merchant1: ['invoices'],
      maker1: ['payouts'],
      maker2: ['payouts'],
    });
    const elsewhere = { invoices: [invoice({ type: 'out', storeId: 3 })] };
    expect(heard(batch({ deals: added([payout]) }, elsewhere))).toEqual({
      operator: ['invoices', 'payouts'],
      merchant2: ['invoices'],
      maker3: ['payouts'],
    });
  });

  it('a payout that is taken concerns all makers, and after that its own maker alone', () => {
    const known = { invoices: [invoice({ type: 'out' })] };
    const taken = payoutDeal({ makerId: 1 });
    expect(heard(batch({ deals: changedRows([taken]) }, known))).toMatchObject({
      maker1: ['deals', 'payouts'],
      maker2: ['payouts'],
    });
    const proven: Deal = { ...taken, status: 'transfer_confirmed' };
    expect(heard(batch({ deals: changedRows([proven]) }, known))).toEqual({
      operator: ['deals', 'invoices'],
      merchant1: ['invoices'],
      maker1: ['deals'],
    });
  });

  it('money: whose account it is', () => {
    expect(
      heard(
        batch({
          balanceDeltas: changedRows([
            { accountId: 12, delta: 1n },
            { accountId: 103, delta: 1n },
            { accountId: 2, delta: 1n },
          ]),
        }),
      ),
    ).toEqual({
      operator: ['balances'],
      merchant1: ['balances'],
      maker1: ['balances'],
    });
    expect(heard(batch({ balanceDeltas: changedRows([{ accountId: 2, delta: 1n }]) }))).toEqual({
      operator: ['balances'],
    });
  });

  it('an arrival: whose requisite it came to', () => {
    const arrival = { requisiteId: 2 } as Arrival;
    expect(heard(batch({ arrivals: added([arrival]) }))).toEqual({ operator: ['arrivals'], maker2: ['arrivals'] });
    expect(heard(batch({ arrivals: changedRows([{ ...arrival, requisiteId: 99 }]) }))).toEqual({
      operator: ['arrivals'],
    });
  });

  it('a withdrawal and a notification: whose store it is', () => {
    const withdrawal = { storeId: 3 } as Withdrawal;
    const notification = { invoice: invoice({ storeId: 2 }), deal: null, createdAt: noon };
    expect(heard(batch({ withdrawals: added([withdrawal]) }))).toMatchObject({ merchant2: ['withdrawals'] });
    expect(heard(batch({ withdrawals: changedRows([withdrawal]) }))).not.toHaveProperty('merchant1');
    expect(heard(batch({ notifications: added([notification]) }))).toEqual({
      operator: ['notifications'],
      merchant1: ['notifications'],
    });
  });

  it('the log and what no requisite was found for: operators', () => {
    const entry = { subjectKind: 'maker', subjectId: '1' } as AuditEntry;
    const miss = { storeId: 1 } as AllocationMiss;
    expect(heard(batch({ audits: added([entry]), misses: added([miss]) }))).toEqual({ operator: ['audit', 'misses'] });
  });

  it('evidence in a dispute, which only the log names: both sides of it', () => {
    const known = {
      invoices: [invoice()],
      deals: [deal({ id: 'a', makerId: 2, status: 'dispute' }), deal({ id: 'b', makerId: 1, status: 'canceled' })],
    };
    const entry = { subjectKind: 'invoice', subjectId: invoice().id } as AuditEntry;
    expect(heard(batch({ audits: added([entry]) }, known))).toEqual({
      operator: ['audit', 'deals', 'invoices'],
      merchant1: ['invoices'],
      maker2: ['deals'],
    });
  });

  it('nothing: nobody', () => {
    expect(batch({})).toEqual(new Set());
  });
});

describe('of settings hear', () => {
  const changed = (change: Partial<typeof catalogue>) =>
    heard(concernsOfSettings(catalogue, { ...catalogue, ...change }));

  it('the same ones read anew: nobody', () => {
    expect(concernsOfSettings(catalogue, structuredClone(catalogue))).toEqual(new Set());
  });

  it('a store or its keys: its merchant', () => {
    const stores = new Map(catalogue.stores).set(3, { ...store, id: 3, merchantId: 2, name: 'Other' });
    expect(changed({ stores })).toEqual({ operator: ['settings'], merchant2: ['settings'] });
    const apiKeys = new Map([['new-key', { ...unlimited, storeId: 3, secret: null, validUntil: null }]]);
    expect(changed({ apiKeys })).toMatchObject({ merchant1: ['settings'], merchant2: ['settings'] });
    const webhookSecrets = new Map([[1, { secret: 'new', former: null, formerUntil: null }]]);
    expect(changed({ webhookSecrets })).toEqual({ operator: ['settings'], merchant1: ['settings'] });
  });

  it('a secret: its merchant', () => {
    const merchants = new Map([[1, { id: 1, name: 'Merchant', secrets: [], totpSeed: null, accessChangedAt: null }]]);
    expect(changed({ merchants })).toEqual({ operator: ['settings'], merchant1: ['settings'] });
  });

  it('a maker, and a requisite new, paused or gone: its maker', () => {
    const makers = new Map(catalogue.makers).set(2, { ...maker(2), name: 'Another' });
    expect(changed({ makers })).toEqual({ operator: ['settings'], maker2: ['settings'] });
    const paused = new Map(catalogue.requisiteById).set(2, requisite(2, { makerId: 2, isPaused: true }));
    expect(changed({ requisiteById: paused })).toEqual({ operator: ['settings'], maker2: ['settings'] });
    expect(changed({ requisiteById: new Map([[1, requisite(1)]]) })).toEqual({
      operator: ['settings'],
      maker2: ['settings'],
    });
  });

  it('rates, banks and currencies: operators', () => {
    expect(changed({ rates: new Map() })).toEqual({ operator: ['rates'] });
    expect(changed({ banks: [] })).toEqual({ operator: ['settings'] });
  });
});

describe('hearing', () => {
  it('is of everything when it is not known what changed', () => {
    expect(heard('all').maker1).toContain('deals');
  });

  it('is of nothing for somebody who belongs to nobody, and of no topic that is not one', () => {
    const concerns = new Set(['deals m1', 'session u1', 'nonsense m1', 'constructor', 'deals', '']) as Concerns;
    const topicsOf = hearing(concerns, catalogue);
    expect([...topicsOf(person({ role: 'maker' }))]).toEqual([]);
    expect([...topicsOf(person({ role: 'merchant' }))]).toEqual([]);
    expect([...topicsOf(people.maker1)]).toEqual(['deals']);
  });
});
