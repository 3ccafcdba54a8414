import type { Decision, InvoiceState, View } from '../src/commands/command.ts';
import { settleDeal } from '../src/commands/invoices/settle-deal.ts';
import type { Party } from '../src/domain/authority/own-word.ts';
import type { Deal } from '../src/domain/invoices/deal.ts';
import type { Invoice } from '../src/domain/invoices/invoice.ts';
import type { TransferKind } from '../src/domain/ledger/ledger.ts';
import { fiat, formatAmount, settlement } from '../src/domain/money/money.ts';
import { type BatchChanges, type Changes, noChanges } from '../src/domain/state/changes.ts';
import { withdrawalStatuses } from '../src/domain/withdrawals/withdrawal.ts';
import { type Loaded, loadSteps, type Step, type StepName } from '../src/storage/batch/load-steps.ts';
import type { SealingMistakes } from './book/sealer.ts';
import { offByOne, postTwice, storedWithout } from './book-mutations.ts';
import type { Meddle } from './decisions.ts';
import type { Deliveries } from './deliveries.ts';
import { creditAnother, exchangeSumAndFee, takeAnothersMoney } from './owner-mutations.ts';
import { creditWhere, isHeldLongEnough, payOnProof } from './payout-mutations.ts';
import type { WeighingMistakes } from './people/bad-faith.ts';
import type { ReaderMistakes } from './people/phones.ts';
import { operator } from './people/staff.ts';
import type { FactsBefore, Surroundings } from './people/surroundings.ts';
import type { TokenMistakes } from './people/thief.ts';
import {
  countRestTwice,
  creditExcessTwice,
  emptyKeptExcess,
  forgetExcess,
  tolerateForMaker,
} from './policy-mutations.ts';
import type { Random } from './random.ts';
import { giveIncomeAway, payRewardTwice, rewardOfNow } from './reward-mutations.ts';
import type { ProcessAnswer } from './service-process.ts';
import type { LockKey } from './store/locks.ts';
import type { FileMistakes } from './store/memory-statements.ts';

type Meddled = Pick<Surroundings, 'store' | 'judge'> & { readonly deliveries: Pick<Deliveries, 'receive'> };

/**
 * Seeded bugs: mistakes that somebody could make in the service, put between its code and the world. A simulator that does
 * not find each of them within a few seeds proves nothing when it finds none in the service itself.
 */
export interface Mutation {
  readonly name: string;
  /** Changes what commands decide. */
  readonly meddle?: (world: Meddled) => Meddle;
  /** Takes somebody's word for another's. */
  readonly heardAs?: (party: Party, command: string) => Party;
  /** Money goes out whatever the books look like. */
  readonly letsMoneyOut?: true;
  /** Changes what the interface knows of people and sums before an act. */
  readonly readBefore?: (facts: FactsBefore) => FactsBefore;
  /** Changes what a batch gets to see of what it loaded. */
  readonly seen?: (loaded: Loaded) => Loaded;
  /** Changes what a batch stores. */
  readonly store?: (changes: BatchChanges) => BatchChanges;
  /** The steps of the load in another order. */
  readonly loadSteps?: readonly Step[];
  /** Changes the order in which a statement takes its locks. */
  readonly lockOrder?: (keys: readonly LockKey[], random: Random) => readonly LockKey[];
  /** Changes how messages of makers' phones are read. */
  readonly reader?: ReaderMistakes;
  /** Changes what a token may do. */
  readonly token?: TokenMistakes;
  /** Changes how banks' files are read. */
  readonly files?: FileMistakes;
  readonly answersEarly?: boolean;
  /** Changes what a process says to its caller. */
  readonly given?: (answer: ProcessAnswer) => ProcessAnswer;
  /** Changes how claims are weighed. */
  readonly weighing?: WeighingMistakes;
  /** Changes how the book is sealed. */
  readonly sealing?: SealingMistakes;
  /** A mistake in the code that a constraint would catch is also tried without the constraint. */
  readonly ignoredConstraints?: ReadonlySet<string>;
}

const noConstraints = (...names: readonly string[]): ReadonlySet<string> => new Set(names);

export const mutations: readonly Mutation[] = [
  { name: 'seal an unfinished transaction', sealing: { sealsUnfinished: true } },
  { name: 'seal twice', sealing: { sealsTwice: true } },
  { name: 'leave an account out', sealing: { leavesOut: true } },
  { name: 'believe an old head', sealing: { believesOldHead: true } },
  { name: 'skip the hold', meddle: () => withoutTransfers('payin_hold') },
  { name: 'drop the lock order', lockOrder: (keys, random) => (random.chance(500) ? [...keys].reverse() : keys) },
  { name: 'swap taker and maker sums', meddle: () => onInvoices(swapSums) },
  { name: 'forget the fee', meddle: () => withoutTransfers('payin_fee') },
  { name: 'pay the reward twice', meddle: () => onChanges(payRewardTwice) },
  { name: 'forget the income', meddle: () => onChanges(giveIncomeAway) },
  {
    name: 'forget the agreed fee',
    seen: (loaded) => ({
      ...loaded,
      deals: loaded.deals.map((deal) => ({ ...deal, feeBps: null, feeFixed: null })),
    }),
  },
  { name: 'earn what the rules say now', meddle: () => rewardOfNow },
  { name: 'keep the reward of a payout that was not paid', meddle: () => withoutTransfers('payout_reward_reverse') },
  { name: 'count no deals of the day', seen: withoutDayDeals },
  {
    name: 'forget the pending ones',
    seen: (loaded) => ({
      ...loaded,
      payinsOfPayers: loaded.payinsOfPayers.filter(({ status }) => status !== 'new'),
    }),
  },
  { name: 'forget what a payer left unpaid', seen: withoutFailures },
  { name: 'notify before commit', meddle: tellAtOnce },
  { name: 'reuse a two-factor code', meddle: () => onChanges((changes) => ({ ...changes, secondFactors: [] })) },
  {
    name: 'settle twice',
    store: postTwice('payin_settle'),
    ignoredConstraints: noConstraints('transfers_pkey'),
  },
  {
    name: 'forget the rest of a pair',
    meddle: () => onDeals((deal) => (deal.endedAt === null ? deal : atOnceFree(deal))),
  },
  {
    name: 'release twice',
    store: postTwice('payin_release'),
    ignoredConstraints: noConstraints('transfers_pkey'),
  },
  { name: 'lose an idempotency answer', store: (changes) => ({ ...changes, answers: { added: [], changed: [] } }) },
  {
    name: 'forget a notification',
    store: (changes) => ({
      ...changes,
      notifications: { added: changes.notifications.added.slice(1), changed: [] },
    }),
  },
  { name: 'pay any deal on the requisite', meddle: payAnyDeal },
  { name: 'write a balance that is not the transfers', store: offByOne },
  { name: 'let an expired payout keep its funds', meddle: () => withoutTransfers('payout_release') },
  { name: 'keep the sums of a rejected transfer', meddle: () => keepSums },
  { name: 'answer before the commit', answersEarly: true },
  {
    name: 'call an unknown outcome undone',
    given: (answer) =>
      answer.kind === 'refusal' && answer.code === 'outcome_unknown'
        ? { ...answer, code: 'database_unavailable' }
        : answer,
  },
  { name: 'round up what is owed', meddle: () => onChanges(roundUp) },
  {
    name: 'forget the earlier invoice',
    seen: (loaded) => ({ ...loaded, earlierPayins: [], earlierPayouts: [] }),
    ignoredConstraints: noConstraints('invoices_one_payin', 'invoices_one_payout'),
  },
  {
    name: 'forget what was signed before',
    seen: (loaded) => ({ ...loaded, signedRequests: [] }),
    ignoredConstraints: noConstraints('signed_requests_pkey'),
  },
  {
    name: 'load without locking',
    lockOrder: () => [],
    ignoredConstraints: noConstraints('transfers_pkey', 'notifications_pkey'),
  },
  {
    name: 'look for earlier requests before the account is locked',
    loadSteps: before('balances', ['answers', 'earlierPayins', 'earlierPayouts']),
  },
  { name: 'never write down some that have expired', meddle: () => forgetExpired },
  {
    name: 'withdraw what is not there',
    meddle: () => onTransfers(['withdrawal_freeze'], (amount) => amount * 1_000n),
    ignoredConstraints: noConstraints('accounts_not_overdrawn'),
  },
  {
    name: 'send two withdrawals under one transaction',
    seen: (loaded) => ({ ...loaded, sentByTransactions: [] }),
    ignoredConstraints: noConstraints('withdrawals_one_per_transaction'),
  },
  { name: 'forget what was refunded before', seen: (loaded) => ({ ...loaded, refunds: loaded.refunds.slice(0, 0) }) },
  { name: 'look for refunds before the invoice is locked', loadSteps: before('invoices', ['refunds']) },
  { name: 'let money out of books that nobody has checked', letsMoneyOut: true },
  { name: 'let one person approve for two', meddle: () => approveAtOnce },
  { name: 'let somebody just made up approve', readBefore: (facts) => ({ ...facts, trustedSince: 0 }) },
  { name: 'count no withdrawals of the day', readBefore: (facts) => ({ ...facts, ofDay: [] }) },
  { name: 'let one person give back what is being sent', readBefore: (facts) => ({ ...facts, isAgreed: true }) },
  { name: 'leave the newer deal waiting when late money pays', meddle: () => leaveNewerDeal },
  { name: 'let a maker settle for less', meddle: () => settleAsReported, heardAs: asOperator('settle-deal') },
  { name: 'let a proof pay its maker at once', meddle: () => payOnProof, heardAs: asOperator('prove-payout') },
  { name: 'credit a payout before its hold has passed', meddle: () => creditWhere(() => true) },
  { name: 'let the hold of a proof go on after an objection', meddle: () => creditWhere(isHeldLongEnough) },
  { name: 'let the maker keep a payout that was not paid', meddle: () => withoutTransfers('payout_reverse') },
  { name: 'let a maker settle the own payout', heardAs: asOperator('settle-deal') },
  { name: 'let a maker say where held money goes', heardAs: asOperator('resolve-arrival') },
  { name: 'let a maker decide a dispute', heardAs: asOperator('decide-dispute') },
  { name: 'give a taken payout all the time there is', meddle: () => onDeals(takeForGood) },
  { name: 'count no payouts that a maker has taken', seen: (loaded) => ({ ...loaded, takings: [] }) },
  {
    name: 'let a merchant cancel what a maker is paying',
    seen: (loaded) => ({ ...loaded, deals: loaded.deals.map(asUnproved) }),
  },
  { name: 'let every claim weigh alike', weighing: { countsAll: true } },
  { name: 'count no claims that are open', seen: (loaded) => ({ ...loaded, claims: [] }) },
  { name: 'believe a replay', reader: { believesReplays: true } },
  { name: 'ignore the last digits', reader: { ignoresDigits: true } },
  { name: 'skip the balance', reader: { skipsBalance: true } },
  { name: 'let a phone lower what its maker owes', reader: { trustsPhones: true } },
  { name: 'believe a list that was cut', files: { believesCutLists: true } },
  { name: 'let a maker’s entry take the line of the bank', files: { takesMakersWord: true } },
  { name: 'go on behind the lines that were being read', files: { forgetsItsPlace: true } },
  { name: 'let a token set any rate', token: { setsAnyRate: true } },
  { name: 'use a number at once that a token has put in', token: { usesRequisiteAtOnce: true } },
  {
    name: 'take the first deal that ran for the only one',
    seen: (loaded) => ({ ...loaded, ran: loaded.ran.map((found) => ({ ...found, isOnly: true })) }),
  },
  { name: 'credit the tolerance to the maker', meddle: () => tolerateForMaker },
  { name: 'count the rest twice', meddle: () => onInvoices(countRestTwice) },
  { name: 'credit the excess twice', meddle: () => onChanges(creditExcessTwice) },
  { name: 'forget the excess', meddle: () => onChanges(forgetExcess) },
  { name: 'empty an excess that was kept', meddle: () => emptyKeptExcess },
  { name: 'settle a payin to another store', store: creditAnother('payin_settle') },
  { name: 'pay the reward to another maker', store: creditAnother('payin_reward') },
  { name: 'credit another maker for a payout', store: creditAnother('payout_pay') },
  { name: 'exchange the sum and the fee of a withdrawal', meddle: () => onChanges(exchangeSumAndFee) },
  { name: 'give a deal what another maker has got', store: takeAnothersMoney },
  { name: 'leave a return that came to nothing with the store', meddle: () => withoutTransfers('excess_back') },
  { name: 'credit who owes', store: storedWithout('debt_pay') },
];

/** Nobody looks at a payout that somebody has, and does not pay. */
function takeForGood(deal: Deal): Deal {
  return { ...deal, takings: deal.takings?.map((taking) => ({ ...taking, until: taking.until * 2 })) ?? null };
}

/** The maker's time seems to be over. */
function asUnproved(deal: Deal): Deal {
  return { ...deal, takings: deal.takings?.map((taking) => ({ ...taking, until: taking.until - 3_600_000 })) ?? null };
}

/** Nobody is blocked, and nobody is found to deserve it. */
function withoutFailures(loaded: Loaded): Loaded {
  const payinsOfPayers = loaded.payinsOfPayers.filter(({ status }) => status !== 'canceled' && status !== 'expired');
  const payers = loaded.payers.map((payer) => ({ ...payer, blockedAt: null, blockedUntil: null }));
  return { ...loaded, payinsOfPayers, payers };
}

/** The check of who may say it is forgotten for one command. */
function asOperator(command: string): (party: Party, name: string) => Party {
  return (party, name) => (name === command ? { ...party, role: 'operator' } : party);
}

/** The first approval is taken for all that are needed. */
function approveAtOnce(command: string, decision: Decision<unknown, unknown>): Decision<unknown, unknown> {
  if (command !== 'approve-withdrawal' || decision.kind !== 'done') return decision;
  const withdrawals = decision.changes.withdrawals.map((one) => ({ ...one, status: withdrawalStatuses.sending }));
  return { ...decision, changes: { ...decision.changes, withdrawals } };
}

/** A maker's report of another sum is taken for an operator's word. */
function settleAsReported(
  command: string,
  decision: Decision<unknown, unknown>,
  view: View,
): Decision<unknown, unknown> {
  if (command !== 'settle-deal' || decision.kind !== 'done') return decision;
  const [arrival] = decision.changes.arrivals;
  if (arrival === undefined) return decision;
  const { invoice } = decision.result as InvoiceState;
  const request = { actor: operator(1), reason: '', reportId: arrival.id, seenStoreId: invoice.storeId };
  const amount = formatAmount(arrival.amount, 2);
  const settled = settleDeal({ ...request, invoiceId: invoice.id, dealId: arrival.dealId ?? '', amount });
  return settled.decide(view, {});
}

/** Late money has paid the invoice, and the payer is still shown other requisites. */
function leaveNewerDeal(command: string, decision: Decision<unknown, unknown>): Decision<unknown, unknown> {
  if (command !== 'resolve-arrival' || decision.kind !== 'done') return decision;
  const left = new Set(decision.changes.deals.filter(({ status }) => status === 'canceled').map(({ id }) => id));
  const changes = {
    ...decision.changes,
    deals: decision.changes.deals.filter(({ id }) => !left.has(id)),
    transfers: decision.changes.transfers.filter(({ subjectId }) => !left.has(subjectId)),
    requisiteUses: left.size === 0 ? decision.changes.requisiteUses : [],
  };
  return { ...decision, changes };
}

/** The load with some steps moved in front of another one. */
function before(place: StepName, moved: readonly StepName[]): readonly Step[] {
  const rest = loadSteps.filter(({ name }) => !moved.includes(name));
  const index = rest.findIndex(({ name }) => name === place);
  return rest.toSpliced(index, 0, ...loadSteps.filter(({ name }) => moved.includes(name)));
}

function onChanges(change: (changes: Changes) => Changes): Meddle {
  return (_command, decision) => {
    if (decision.kind === 'again') return decision;
    return { ...decision, changes: change(decision.changes) };
  };
}

function onInvoices(change: (invoice: Invoice) => Invoice): Meddle {
  return onChanges((changes) => ({ ...changes, invoices: changes.invoices.map(change) }));
}

function onDeals(change: (deal: Deal) => Deal): Meddle {
  return onChanges((changes) => ({ ...changes, deals: changes.deals.map(change) }));
}

function onTransfers(kinds: readonly TransferKind[], change: (amount: bigint) => bigint): Meddle {
  return onChanges((changes) => ({
    ...changes,
    transfers: changes.transfers.map((one) =>
      kinds.includes(one.kind) ? { ...one, amount: settlement(change(one.amount)) } : one,
    ),
  }));
}

function withoutTransfers(kind: TransferKind): Meddle {
  return onChanges((changes) => ({ ...changes, transfers: changes.transfers.filter((one) => one.kind !== kind) }));
}

/** By one unit of the settlement currency, in the deal and in its hold alike: the books do not notice. */
function roundUp(changes: Changes): Changes {
  const started = new Set(
    changes.transfers.filter(({ kind }) => kind === 'payin_hold').map(({ subjectId }) => subjectId),
  );
  const more = (sum: bigint) => settlement(sum + 1n);
  return {
    ...changes,
    deals: changes.deals.map((deal) => (started.has(deal.id) ? { ...deal, makerSum: more(deal.makerSum) } : deal)),
    transfers: changes.transfers.map((one) => (one.kind === 'payin_hold' ? { ...one, amount: more(one.amount) } : one)),
  };
}

function withoutDayDeals(loaded: Loaded): Loaded {
  return { ...loaded, requisiteLoads: loaded.requisiteLoads.map((load) => ({ ...load, dayDeals: 0 })) };
}

function swapSums(invoice: Invoice): Invoice {
  const { receivedSum, makerSum } = invoice;
  return {
    ...invoice,
    receivedSum: makerSum === null ? null : fiat(makerSum),
    makerSum: receivedSum === null ? null : settlement(receivedSum),
  };
}

function atOnceFree(deal: Deal): Deal {
  return { ...deal, restsUntil: deal.restsUntil === null ? null : deal.endedAt };
}

function tellAtOnce(world: Meddled): Meddle {
  return (_command, decision) => {
    if (decision.kind !== 'again') {
      for (const notification of decision.changes.notifications) {
        world.judge(() => world.deliveries.receive(notification));
      }
    }
    return decision;
  };
}

/** The first deal that runs on the requisite is taken for the one over this sum. */
function payAnyDeal({ store }: Meddled): Meddle {
  return (command, decision) => {
    if (command !== 'record-arrival' || decision.kind !== 'done') return decision;
    const [arrival] = decision.changes.arrivals;
    if (arrival?.status !== 'matched') return decision;
    const running = [...(store.runningOn.get(arrival.requisiteId)?.keys() ?? [])];
    const other = running.find((id) => id !== arrival.dealId);
    if (other === undefined) return decision;
    return { ...decision, changes: { ...decision.changes, arrivals: [{ ...arrival, dealId: other }] } };
  };
}

/** The books are right, and the merchant is shown money that never came. */
function keepSums(command: string, decision: Decision<unknown, unknown>): Decision<unknown, unknown> {
  if (command !== 'reject-transfer' || decision.kind !== 'done') return decision;
  const invoices = decision.changes.invoices.map((one) => ({ ...one, receivedSum: one.shownSum }));
  return { ...decision, changes: { ...decision.changes, invoices } };
}

/** One in sixteen; nothing is wrong with the books, only with the clock worker. */
function forgetExpired(command: string, decision: Decision<unknown, unknown>): Decision<unknown, unknown> {
  if (command !== 'expire-invoice' || decision.kind !== 'done') return decision;
  const isForgotten = decision.changes.invoices.some(({ id }) => id.endsWith('0'));
  return isForgotten ? { kind: 'done', result: false, changes: noChanges() } : decision;
}
