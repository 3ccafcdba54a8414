import { isDeepStrictEqual } from 'node:util';
import type { Arrival } from '../arrivals/arrival.ts';
import type { Deal } from '../invoices/deal.ts';
import type { Invoice } from '../invoices/invoice.ts';
import type { BalanceDelta } from '../ledger/ledger.ts';
import type { Actor, AuditEntry } from '../people/audit.ts';
import type { Catalogue } from './catalogue.ts';
import type { StoredRows, WrittenRows } from './changes.ts';

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
  /** Notifications and their delivery. */
  notifications: 'notifications',
  /** Stores, makers, requisites, users. */
  settings: 'settings',
  rates: 'rates',
  /** The audit log. */
  audit: 'audit',
  /** Deals that no requisite was found for. */
  misses: 'misses',
  /** Who works on which case of the queue, and what they say about it. */
  cases: 'cases',
} as const;
export type Topic = keyof typeof topics;

/**
 * A concern says what has changed and whose it is, and nothing else: `invoices s7`. `s7` is a store, `m3` a maker, `o` nobody
 * but the operators, who hear everything. So many thousand changes of a moment are as many concerns as parties took part.
 * `session u5` is not a topic: the sign-in of user 5 has changed.
 */
export type Concern = `${Topic} ${Party}` | `session u${number}`;
type Party = `s${number}` | `m${number}` | 'o';

/** `all` when it is not known what changed. */
export type Concerns = ReadonlySet<Concern> | 'all';

/** The rows that the batch worked on, as they are now. */
interface Rows {
  readonly catalogue: Catalogue;
  invoice(id: string): Invoice | undefined;
  dealsOf(invoiceId: string): readonly Deal[];
}

export function concernsOfBatch(stored: WrittenRows, rows: Rows): ReadonlySet<Concern> {
  const concerns = new Set<Concern>();
  for (const kind of concerningKinds) addOfKind(concerns, kind, stored, rows, concernsOf);
  return concerns;
}

type ConcernsOf<Kinds extends keyof StoredRows = keyof StoredRows> = {
  readonly [Kind in Kinds]?: (concerns: Set<Concern>, row: StoredRows[Kind], rows: Rows) => void;
};

/** Whom a row concerns, by its kind. A kind that is not here is nobody's concern. */
const concernsOf: ConcernsOf = {
  invoices: (concerns, { storeId }) => concerns.add(`invoices s${storeId}`),
  deals: addDeal,
  notifications: (concerns, { invoice }) => concerns.add(`notifications s${invoice.storeId}`),
  refunds: (concerns, { storeId }) => concerns.add(`invoices s${storeId}`),
  excesses: (concerns, { storeId }) => concerns.add(`invoices s${storeId}`),
  withdrawals: (concerns, { storeId }) => concerns.add(`withdrawals s${storeId}`),
  arrivals: addArrival,
  misses: (concerns) => concerns.add('misses o'),
  audits: addAudit,
  balanceDeltas: addBalance,
};
const concerningKinds = Object.keys(concernsOf) as readonly (keyof StoredRows)[];

function addOfKind<Kind extends keyof StoredRows>(
  concerns: Set<Concern>,
  kind: Kind,
  stored: WrittenRows<Kind>,
  rows: Rows,
  add: ConcernsOf<Kind>,
): void {
  const written = stored[kind];
  const addOne = add[kind];
  if (addOne === undefined) return;
  for (const row of written.added) addOne(concerns, row, rows);
  for (const row of written.changed) addOne(concerns, row, rows);
}

/** Only of the deal itself: the makers of earlier deals of the invoice are not concerned. */
function addDeal(concerns: Set<Concern>, deal: Deal, rows: Rows): void {
  if (deal.makerId !== null) concerns.add(`deals m${deal.makerId}`);
  const invoice = rows.invoice(deal.invoiceId);
  if (invoice === undefined) return;
  concerns.add(`invoices s${invoice.storeId}`);
  // It waits, has ended waiting, or somebody has just taken it. What its maker does then is nothing to the other makers.
  const isOnOffer = deal.makerId === null || deal.status === 'transfer_waiting';
  if (deal.type === 'out' && isOnOffer) concerns.add(`payouts s${invoice.storeId}`);
}

function addArrival(concerns: Set<Concern>, { requisiteId }: Arrival, { catalogue }: Rows): void {
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

function addBalance(concerns: Set<Concern>, { accountId }: BalanceDelta, { catalogue }: Rows): void {
  concerns.add(`balances ${accountOwners(catalogue).get(accountId) ?? 'o'}`);
}

const ownersOf = new WeakMap<Catalogue, ReadonlyMap<number, Party>>();

/** Kept for as long as its catalogue is: every batch that moves money asks. */
function accountOwners(catalogue: Catalogue): ReadonlyMap<number, Party> {
  const known = ownersOf.get(catalogue);
  if (known !== undefined) return known;
  const owners = new Map<number, Party>();
  for (const { id, accounts } of catalogue.stores.values()) {
    for (const { availableId, frozenId, excessId } of accounts) {
      for (const accountId of [availableId, frozenId, excessId]) owners.set(accountId, `s${id}`);
    }
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
  for (const [, { storeId }] of differing(before.apiKeys, after.apiKeys)) concerns.add(`settings s${storeId}`);
  for (const [id] of differing(before.webhookSecrets, after.webhookSecrets)) concerns.add(`settings s${id}`);
  for (const [, { storeId }] of differing(before.endpoints, after.endpoints)) concerns.add(`settings s${storeId}`);
  const merchants = new Set(differing(before.merchants, after.merchants).map(([id]) => id));
  for (const { id, merchantId } of after.stores.values()) {
    if (merchants.has(merchantId)) concerns.add(`settings s${id}`);
  }
  for (const [id] of differing(before.makers, after.makers)) concerns.add(`settings m${id}`);
  for (const [, { makerId }] of differing(before.requisiteById, after.requisiteById)) {
    concerns.add(`settings m${makerId}`);
  }
  for (const [, { makerId }] of differing(before.phones, after.phones)) concerns.add(`settings m${makerId}`);
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
 * Says for each person which topics these concerns are about. An operator hears everything, a merchant of the own
 * stores, a maker of the own deals, arrivals, balance and requisites, and of payouts that wait for a maker in
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
