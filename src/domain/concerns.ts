import { isDeepStrictEqual } from 'node:util';
import type { Arrival } from './arrival.ts';
import type { Actor, AuditEntry } from './audit.ts';
import type { Catalogue } from './catalogue.ts';
import type { Deal } from './deal.ts';
import type { Invoice } from './invoice.ts';
import type { Notification } from './notification.ts';
import type { Withdrawal } from './withdrawal.ts';

/** What a person at work may want to look at again. */
export const topics = {
  /** Invoices of one's stores, with their disputes. */
  invoices: 'invoices',
  /** One's own deals. */
  deals: 'deals',
  /** Payouts that wait for a maker. */
  payouts: 'payouts',
  arrivals: 'arrivals',
  withdrawals: 'withdrawals',
  /** Accounts of the ledger, and their transfers. */
  balances: 'balances',
  /** What shops were told, and what became of it. */
  notifications: 'notifications',
  /** Stores, makers, requisites, users. */
  settings: 'settings',
  rates: 'rates',
  /** The audit log. */
  audit: 'audit',
  /** Deals that no requisite was found for. */
  misses: 'misses',
} as const;
export type Topic = keyof typeof topics;

/**
 * A concern says what has changed and whose it is, and nothing else: `invoices s7`. `s7` is a store, `m3` a maker, `o` nobody
 * but the operators, who hear everything. So many thousand changes of a moment are as many concerns as parties took part.
 * `session u5` is no topic: something about how user 5 is signed in has changed.
 */
export type Concern = `${Topic} ${Party}` | `session u${number}`;
type Party = `s${number}` | `m${number}` | 'o';

/** `all` when it is not known what changed. */
export type Concerns = ReadonlySet<Concern> | 'all';

/** The rows that a batch has stored. */
interface Stored {
  readonly newInvoices: readonly Invoice[];
  readonly changedInvoices: readonly Invoice[];
  readonly newDeals: readonly Deal[];
  readonly changedDeals: readonly Deal[];
  readonly balanceDeltas: readonly { readonly accountId: number }[];
  readonly notifications: readonly Notification[];
  readonly newWithdrawals: readonly Withdrawal[];
  readonly changedWithdrawals: readonly Withdrawal[];
  readonly newArrivals: readonly Arrival[];
  readonly changedArrivals: readonly Arrival[];
  readonly misses: readonly unknown[];
  readonly audits: readonly AuditEntry[];
}

/** The rows that the batch worked on, as they are now. */
interface Rows {
  readonly catalogue: Catalogue;
  invoice(id: string): Invoice | undefined;
  dealsOf(invoiceId: string): readonly Deal[];
}

export function concernsOfBatch(stored: Stored, rows: Rows): ReadonlySet<Concern> {
  const concerns = new Set<Concern>();
  for (const { storeId } of stored.newInvoices) concerns.add(`invoices s${storeId}`);
  for (const { storeId } of stored.changedInvoices) concerns.add(`invoices s${storeId}`);
  for (const deal of stored.newDeals) addDeal(concerns, deal, rows);
  for (const deal of stored.changedDeals) addDeal(concerns, deal, rows);
  for (const { invoice } of stored.notifications) concerns.add(`notifications s${invoice.storeId}`);
  for (const { storeId } of stored.newWithdrawals) concerns.add(`withdrawals s${storeId}`);
  for (const { storeId } of stored.changedWithdrawals) concerns.add(`withdrawals s${storeId}`);
  for (const arrival of stored.newArrivals) addArrival(concerns, arrival, rows.catalogue);
  for (const arrival of stored.changedArrivals) addArrival(concerns, arrival, rows.catalogue);
  if (stored.misses.length > 0) concerns.add('misses o');
  for (const entry of stored.audits) addAudit(concerns, entry, rows);
  addBalances(concerns, stored.balanceDeltas, rows.catalogue);
  return concerns;
}

/** Only of the deal itself: whoever had an earlier one of the invoice has nothing to do with this one. */
function addDeal(concerns: Set<Concern>, deal: Deal, rows: Rows): void {
  if (deal.makerId !== null) concerns.add(`deals m${deal.makerId}`);
  const invoice = rows.invoice(deal.invoiceId);
  if (invoice === undefined) return;
  concerns.add(`invoices s${invoice.storeId}`);
  // It waits, has ended waiting, or somebody has just taken it. What its maker does then is nothing to the other makers.
  const isOnOffer = deal.makerId === null || deal.status === 'transfer_waiting';
  if (deal.type === 'out' && isOnOffer) concerns.add(`payouts s${invoice.storeId}`);
}

function addArrival(concerns: Set<Concern>, { requisiteId }: Arrival, catalogue: Catalogue): void {
  const requisite = catalogue.requisiteById.get(requisiteId);
  concerns.add(requisite === undefined ? 'arrivals o' : `arrivals m${requisite.makerId}`);
}

/** Evidence in a dispute changes no row of the invoice: only the log names it. */
function addAudit(concerns: Set<Concern>, entry: AuditEntry, rows: Rows): void {
  concerns.add('audit o');
  const invoice = entry.subjectKind === 'invoice' ? rows.invoice(entry.subjectId) : undefined;
  if (invoice === undefined) return;
  concerns.add(`invoices s${invoice.storeId}`);
  for (const { status, makerId } of rows.dealsOf(invoice.id)) {
    if (status === 'dispute' && makerId !== null) concerns.add(`deals m${makerId}`);
  }
}

function addBalances(concerns: Set<Concern>, deltas: Stored['balanceDeltas'], catalogue: Catalogue): void {
  if (deltas.length === 0) return;
  const owners = accountOwners(catalogue);
  for (const { accountId } of deltas) concerns.add(`balances ${owners.get(accountId) ?? 'o'}`);
}

const ownersOf = new WeakMap<Catalogue, ReadonlyMap<number, Party>>();

/** Kept for as long as its catalogue is: every batch that moves money asks. */
function accountOwners(catalogue: Catalogue): ReadonlyMap<number, Party> {
  const known = ownersOf.get(catalogue);
  if (known !== undefined) return known;
  const owners = new Map<number, Party>();
  for (const { id, accounts } of catalogue.stores.values()) {
    for (const { availableId, frozenId } of accounts) owners.set(availableId, `s${id}`).set(frozenId, `s${id}`);
  }
  for (const { id, availableId, heldId } of catalogue.makers.values()) {
    owners.set(availableId, `m${id}`).set(heldId, `m${id}`);
  }
  ownersOf.set(catalogue, owners);
  return owners;
}

/** Whose settings differ between two catalogues. */
export function concernsOfSettings(before: Catalogue, after: Catalogue): ReadonlySet<Concern> {
  const concerns = new Set<Concern>();
  for (const [id] of differing(before.stores, after.stores)) concerns.add(`settings s${id}`);
  for (const [, storeId] of differing(before.storeIdByApiKey, after.storeIdByApiKey)) {
    concerns.add(`settings s${storeId}`);
  }
  const merchants = new Set(differing(before.merchants, after.merchants).map(([id]) => id));
  for (const { id, merchantId } of after.stores.values()) {
    if (merchants.has(merchantId)) concerns.add(`settings s${id}`);
  }
  for (const [id] of differing(before.makers, after.makers)) concerns.add(`settings m${id}`);
  for (const [, { makerId }] of differing(before.requisiteById, after.requisiteById)) {
    concerns.add(`settings m${makerId}`);
  }
  if (differing(before.rates, after.rates).length > 0) concerns.add('rates o');
  const isSame = (name: 'currencies' | 'banks' | 'options') => isDeepStrictEqual(before[name], after[name]);
  if (merchants.size > 0 || !isSame('currencies') || !isSame('banks') || !isSame('options')) {
    concerns.add('settings o');
  }
  return concerns;
}

/** Entries that are new, changed or gone. */
function differing<Key, Value>(
  before: ReadonlyMap<Key, Value>,
  after: ReadonlyMap<Key, Value>,
): (readonly [Key, Value])[] {
  const gone = [...before].filter(([key]) => !after.has(key));
  const other = [...after].filter(([key, value]) => !isDeepStrictEqual(before.get(key), value));
  return [...gone, ...other];
}

/**
 * Says for each person which topics of theirs these concerns are about. An operator hears everything, a merchant of the own
 * stores, a maker of the own deals, arrivals, balance and requisites, and of payouts that wait for whoever takes them in
 * the own currency. Nobody hears anything else.
 */
export function hearing(concerns: Concerns, catalogue: Catalogue): (actor: Actor) => ReadonlySet<Topic> {
  if (concerns === 'all') return () => everyTopic;
  const heard = new Map<Audience, Set<Topic>>();
  for (const concern of concerns) {
    // It may come from a process of another version.
    const [topic, party] = concern.split(' ') as [Topic, Party | undefined];
    if (!Object.hasOwn(topics, topic) || party === undefined) continue;
    for (const audience of audiencesOfParty(topic, party, catalogue)) {
      const known = heard.get(audience);
      if (known === undefined) heard.set(audience, new Set([topic]));
      else known.add(topic);
    }
  }
  return (actor) => new Set(audiencesOfActor(actor, catalogue).flatMap((audience) => [...(heard.get(audience) ?? [])]));
}

const everyTopic: ReadonlySet<Topic> = new Set(Object.values(topics));

type Audience = 'operators' | `merchant ${number}` | `maker ${number}` | `makers in ${string}`;

function audiencesOfParty(topic: Topic, party: Party, catalogue: Catalogue): readonly Audience[] {
  const id = Number(party.slice(1));
  if (party.startsWith('m')) return ['operators', `maker ${id}`];
  const store = party.startsWith('s') ? catalogue.stores.get(id) : undefined;
  if (store === undefined) return ['operators'];
  if (topic === 'payouts') return ['operators', `makers in ${store.settlementCurrency}`];
  return ['operators', `merchant ${store.merchantId}`];
}

function audiencesOfActor({ role, makerId, merchantId }: Actor, catalogue: Catalogue): readonly Audience[] {
  switch (role) {
    case 'operator':
      return ['operators'];
    case 'merchant':
      return merchantId === null ? [] : [`merchant ${merchantId}`];
    case 'maker': {
      const maker = makerId === null ? undefined : catalogue.makers.get(makerId);
      return maker === undefined ? [] : [`maker ${maker.id}`, `makers in ${maker.settlementCurrency}`];
    }
  }
}
