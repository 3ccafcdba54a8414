import { resolveArrival } from '../../src/commands/arrivals/resolve-arrival.ts';
import { addEvidence } from '../../src/commands/disputes/add-evidence.ts';
import { decideDispute } from '../../src/commands/disputes/decide-dispute.ts';
import { rejectTransfer } from '../../src/commands/invoices/reject-transfer.ts';
import { settleDeal } from '../../src/commands/invoices/settle-deal.ts';
import { moveFunds } from '../../src/commands/ledger/move-funds.ts';
import { confirmPayout, payoutWasNotPaid } from '../../src/commands/payouts/payout-work.ts';
import type { Arrival } from '../../src/domain/arrivals/arrival.ts';
import { ifRejected } from '../../src/domain/disputes/dispute-verdict.ts';
import { type Deal, newestDeal } from '../../src/domain/invoices/deal.ts';
import { storeOf } from '../../src/domain/merchants/store.ts';
import { formatAmount } from '../../src/domain/money/money.ts';
import { type Withdrawal, withdrawalStatuses } from '../../src/domain/withdrawals/withdrawal.ts';
import { addressKey } from '../../src/domain/withdrawals/withdrawal-address.ts';
import type { Random } from '../random.ts';
import { changedCatalogue } from '../world-catalogue.ts';
import { rob } from './crook.ts';
import { lookAfterExcesses } from './excess-life.ts';
import { visit } from './payer.ts';
import { perform } from './perform.ts';
import { borneBy, merchantPerson, operator } from './staff.ts';
import type { Surroundings } from './surroundings.ts';
import { anyReceipt } from './usual-requests.ts';
import { actsOn } from './withdrawal-acts.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How many of each queue an operator looks at in one round. */
const perRoundMax = 40;

const verdicts = { accept: 3, other: 3, reject: 4, papers: 2 } as const;

const papers = ['WAITING_CONFIRM_DOCS_FROM_TRADER', 'WAITING_CONFIRM_DOCS_FROM_MERCHANT'] as const;

/** The people who run the service. They go through their queues every now and then, two of them at once. */
export class Operators {
  readonly #world: Surroundings;
  readonly #random: Random;
  #lastTransaction: string | null = null;

  constructor(world: Surroundings, random: Random) {
    this.#world = world;
    this.#random = random;
  }

  begin(): void {
    this.#fillUp();
    this.#round();
  }

  /** Somebody says the transfer was made; when no money shows, an operator asks around and then decides. */
  lookAfter(random: Random, invoiceId: string): void {
    // Some receipts look so wrong that nobody waits for the bank.
    if (random.chance(150)) this.#judge(random, invoiceId, 5 * minuteMs, 40 * minuteMs, 1000);
    this.#judge(random, invoiceId, 6 * hourMs, 20 * hourMs, 400);
  }

  /** Out of a thousand, how many find that no money came; the others believe the receipt. */
  #judge(random: Random, invoiceId: string, soonestMs: number, latestMs: number, rejectsPerMille: number): void {
    this.#world.soon(random, soonestMs, latestMs, () => {
      const { store } = this.#world;
      const seenStoreId = store.invoices.get(invoiceId)?.storeId;
      const deal = store.dealsOf.get(invoiceId)?.find(({ status }) => status === 'transfer_confirmed');
      if (seenStoreId === undefined || deal === undefined || random.chance(200)) return;
      const act = {
        actor: operator(random.pick([1, 2] as const)),
        reason: '',
        invoiceId,
        dealId: deal.id,
        seenStoreId,
      };
      if (!random.chance(rejectsPerMille)) {
        perform(this.#world, random, act.actor.name, () =>
          settleDeal({
            ...act,
            amount: null,
            reportId: this.#world.newId(random),
            rate: random.chance(500) ? 'now' : null,
          }),
        );
        return;
      }
      perform(
        this.#world,
        random,
        act.actor.name,
        () => rejectTransfer(act),
        () => this.#tryOnceMore(random, invoiceId),
      );
    });
  }

  /** A payer whose receipt was not believed gets fresh requisites, where there is still time, and some pay this time. */
  #tryOnceMore(random: Random, invoiceId: string): void {
    const invoice = this.#world.store.invoices.get(invoiceId);
    if (invoice?.status !== 'new' || random.chance(400)) return;
    visit(this.#world, random, invoice, random.pick(['honest', 'fake receipt', 'late'] as const));
  }

  /** A payer who calls: the money went to requisites that were replaced since. It is looked for while the newer ones still wait. */
  findLateMoney(random: Random, dealId: string): void {
    this.#world.soon(random, minuteMs, 5 * minuteMs, () => {
      const { store } = this.#world;
      const arrivals = [...store.heldArrivals.keys()].map((id) => store.arrivals.get(id) as Arrival);
      const arrival = arrivals.find((one) => one.dealId === dealId && !this.#world.bank.isMadeUp(one.reference));
      const deal = store.deals.get(dealId);
      const storeId = store.invoices.get(deal?.invoiceId ?? '')?.storeId;
      if (arrival === undefined || deal === undefined || storeId === undefined) return;
      const found = { dealId, invoiceId: deal.invoiceId, storeId };
      const by = { actor: operator(random.pick([1, 2] as const)), reason: 'the payer called', arrivalId: arrival.id };
      perform(this.#world, random, by.actor.name, () => resolveArrival({ ...by, answer: { kind: 'match', ...found } }));
    });
  }

  evidence(random: Random, invoiceId: string): void {
    const storeId = this.#world.store.invoices.get(invoiceId)?.storeId ?? 1;
    const actor = merchantPerson(storeOf(this.#world.store.catalogue, storeId).merchantId);
    perform(this.#world, random, actor.name, () =>
      addEvidence({
        actor,
        reason: '',
        invoiceId,
        seenStoreId: storeId,
        text: 'see the receipt',
        attachment: anyReceipt(random),
      }),
    );
  }

  #round(): void {
    const { store } = this.#world;
    for (const id of firstOf(store.heldArrivals)) this.#resolve(store.arrivals.get(id) as Arrival);
    for (const id of firstOf(store.disputed)) this.#decide(id);
    for (const id of firstOf(store.openWithdrawals)) this.#workOnWithdrawal(id);
    lookAfterExcesses(this.#world, this.#random);
    if (this.#random.chance(250)) this.#changeCatalogue();
    if (this.#random.chance(200)) this.#fillUp();
    this.#world.soon(this.#random, 10 * minuteMs, 30 * minuteMs, () => this.#round());
  }

  #changeCatalogue(): void {
    const { store, timeline } = this.#world;
    if (timeline.now > this.#world.plan.quietAt) return;
    store.catalogue = changedCatalogue(store.catalogue, this.#random, timeline.now);
    this.#world.count('catalogue changes');
  }

  /** Money that did not match by itself: it pays the deal it points to, or one that the operator found, or goes back. */
  #resolve(arrival: Arrival): void {
    const line = this.#world.bank.line(arrival.reference);
    const dealId = arrival.dealId ?? (this.#random.chance(500) ? (line?.meantFor ?? null) : null);
    // In the bank's own list what somebody made up is not to be found.
    const isMadeUp = this.#world.bank.isMadeUp(arrival.reference);
    const isSpent = this.#world.statements.laws.isSpent(arrival);
    const goesBack = isMadeUp || isSpent || dealId === null || this.#random.chance(500);
    const who = this.#random.pick([1, 2] as const);
    const by = { actor: operator(who), reason: 'looked at', arrivalId: arrival.id };
    perform(this.#world, this.#random, by.actor.name, () => {
      const deal = this.#world.store.deals.get(dealId ?? '');
      const invoice = this.#world.store.invoices.get(deal?.invoiceId ?? '');
      if (goesBack || deal === undefined || invoice === undefined) {
        return resolveArrival({ ...by, answer: { kind: 'return', likely: this.#world.store.likelyDeal(arrival) } });
      }
      const found = { dealId: deal.id, invoiceId: invoice.id, storeId: invoice.storeId };
      const rate = this.#random.chance(300) ? 'now' : null;
      // Where a rest can be sent, some wait for it.
      const isPart = arrival.exception === 'short' && this.#random.chance(200);
      return resolveArrival({ ...by, answer: { kind: 'match', ...found, rate: isPart ? null : rate, isPart } });
    });
  }

  #decide(invoiceId: string): void {
    const { store } = this.#world;
    const deal = store.dealsOf.get(invoiceId)?.find(({ status }) => status === 'dispute');
    const seenStoreId = store.invoices.get(invoiceId)?.storeId;
    if (deal === undefined || seenStoreId === undefined || this.#random.chance(500)) return;
    const decision = this.#verdict(deal);
    const asksForPapers = decision.kind === 'reject' && decision.result.startsWith('WAITING');
    const by = { actor: operator(this.#random.pick([1, 2] as const)), reason: 'looked at' };
    const then = () => (asksForPapers ? this.#decideOnPapers(invoiceId) : undefined);
    const decide = () => {
      const decisionId = this.#world.newId(this.#random);
      return decideDispute({
        ...by,
        ...borneBy(decisionId),
        decisionId,
        nextDealId: this.#world.newId(this.#random),
        invoiceId,
        seenStoreId,
        decision,
      });
    };
    perform(this.#world, this.#random, by.actor.name, decide, then);
  }

  #verdict(deal: Deal): Parameters<typeof decideDispute>[0]['decision'] {
    switch (this.#random.weighted(verdicts)) {
      case 'accept':
        return {
          kind: 'accept',
          amount: null,
          next: this.#random.pick(['pool', 'cancel'] as const),
          isOthersMoney: this.#random.chance(300),
          ...this.#rate(),
        };
      case 'other': {
        const amount = (deal.askedSum * BigInt(this.#random.between(50, 150))) / 100n;
        return { kind: 'accept', amount: formatAmount(amount, 2), next: null, ...this.#rate() };
      }
      case 'reject':
        return this.#rejection(deal);
      case 'papers':
        return { kind: 'reject', result: this.#random.pick(papers) };
    }
  }

  /** Mostly with a word about the money, so that nobody has to decide about it again. */
  #rejection(deal: Deal): Parameters<typeof decideDispute>[0]['decision'] {
    const result = this.#random.pick(['UNKNOWN', 'TTL_EXPIRED', 'FRAUD_CONFIRM_DOCS'] as const);
    const choices = deal.dispute === null ? [] : ifRejected(deal.type, deal.dispute);
    if (choices.length === 0 || this.#random.chance(250)) return { kind: 'reject', result };
    const verdict = this.#random.pick(choices);
    if (verdict === 'paid') return { kind: 'reject', result, verdict, ...this.#rate() };
    const isOthersMoney = this.#random.chance(300);
    return { kind: 'reject', result, verdict, next: this.#random.pick(['pool', 'cancel'] as const), isOthersMoney };
  }

  /** Better papers are asked for, and looked at later. */
  #decideOnPapers(invoiceId: string): void {
    const random = this.#random;
    this.#world.soon(random, 3 * hourMs, 20 * hourMs, () => {
      const deal = newestDeal(this.#world.store.dealsOf.get(invoiceId) ?? []);
      const seenStoreId = this.#world.store.invoices.get(invoiceId)?.storeId;
      if (deal?.type !== 'out' || deal.status !== 'transfer_confirmed' || seenStoreId === undefined) return;
      const act = {
        actor: operator(random.pick([1, 2] as const)),
        reason: 'looked at the papers',
        invoiceId,
        seenStoreId,
      };
      const isPaid = random.chance(500);
      perform(this.#world, random, act.actor.name, () =>
        isPaid ? confirmPayout(act) : payoutWasNotPaid({ ...act, next: 'cancel', dealId: this.#world.newId(random) }),
      );
    });
  }

  /** Now and then with the rate of now; where the deal's own still holds, that is refused. */
  #rate(): { readonly rate: 'now' | null } {
    return { rate: this.#random.chance(200) ? 'now' : null };
  }

  #workOnWithdrawal(withdrawalId: string): void {
    const seen = this.#world.store.withdrawals.get(withdrawalId);
    if (seen === undefined) return;
    const userId = this.#random.pick([1, 2] as const);
    this.#listAddress(seen);
    if (this.#random.chance(200)) {
      rob(this.#world, this.#random, seen);
      return;
    }
    const acts = actsOn(this.#world, userId, seen);
    perform(this.#world, this.#random, operator(userId).name, () => {
      if (this.#random.chance(80)) {
        if (this.#random.chance(500)) this.#world.staff.agree(withdrawalId);
        return acts.reject();
      }
      return seen.status === withdrawalStatuses.sending ? acts.send(this.#transaction(withdrawalId)) : acts.approve();
    });
  }

  /** Somebody puts the address on the store's list, or takes it off. */
  #listAddress({ storeId, address }: Withdrawal): void {
    const { store, timeline } = this.#world;
    const key = addressKey({ storeId, address });
    if (!this.#random.chance(500)) store.tables.storeAddresses.delete(key);
    else store.tables.storeAddresses.set(key, { storeId, address, usableAt: timeline.now });
  }

  /** Some copy the wrong line, and enter the transaction of the withdrawal they sent before. */
  #transaction(withdrawalId: string): string {
    const own = withdrawalId.replaceAll('-', '').repeat(2);
    const txId = this.#random.chance(100) ? (this.#lastTransaction ?? own) : own;
    this.#lastTransaction = txId;
    return txId;
  }

  /** Makers and stores that run dry get money from outside; makers that have plenty take some back. */
  #fillUp(): void {
    const { store } = this.#world;
    const { catalogue } = store;
    for (const { id, availableId, settlementCurrency } of catalogue.makers.values()) {
      this.#keepFunded({ kind: 'maker', id: String(id) }, availableId, settlementCurrency, store.balance(availableId));
    }
    for (const { id, accounts } of catalogue.stores.values()) {
      for (const { availableId, currency } of accounts) {
        const balance = store.balance(availableId);
        if (balance === 0n) this.#keepFunded({ kind: 'store', id: String(id) }, availableId, currency, balance);
      }
    }
  }

  #keepFunded(
    owner: { kind: 'store' | 'maker'; id: string },
    availableId: number,
    currency: string,
    balance: bigint,
  ): void {
    const { subunit = 2 } = this.#world.store.catalogue.currencies.get(currency) ?? {};
    const unit = 10n ** BigInt(subunit);
    const most = this.#world.plan.climate.topUpUnits;
    const kind = balance < (BigInt(most) * unit) / 2n ? 'top_up' : 'pay_back';
    if (kind === 'pay_back' && (owner.kind === 'store' || !this.#random.chance(30))) return;
    // Chosen once: however often it is asked for, the money moves once.
    const id = this.#world.newId(this.#random);
    const amount = formatAmount(BigInt(kind === 'top_up' ? most : most / 10) * unit, subunit);
    const by = { actor: operator(1), reason: 'deposit' };
    perform(this.#world, this.#random, 'operator-1', () =>
      moveFunds({ ...by, kind, id, owner, availableId, currency, amount, askedAt: this.#world.timeline.now }),
    );
  }
}

function firstOf(list: ReadonlyMap<string, true>): string[] {
  const first: string[] = [];
  for (const id of list.keys()) {
    if (first.length === perRoundMax) break;
    first.push(id);
  }
  return first;
}
